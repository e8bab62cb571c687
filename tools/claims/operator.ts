// What the operator's command line does with disputed claims. Each function returns what is to be printed.
import { Mistake } from '../../mistake.ts'
import type { OpenStorage } from '../../storage/storage.ts'
import { decideClaim } from './settle.ts'

/** claims: a line for each claim that waits for a decision, with who claims and who owns. */
export async function operatorClaims(storage: OpenStorage): Promise<string> {
  const lines: string[] = []
  for (const { claim, listing } of await storage.claims.disputed()) {
    const owners = await storage.owners.people(listing.id)
    const claimant = (await storage.users.byId(claim.user_id))?.email ?? 'an account that is gone'
    const owned = owners.map(({ email }) => email ?? 'unknown').join(', ')
    lines.push(
      [claim.id, listing.slug, claim.method, `claimed by ${claimant}`, `owned by ${owned}`].join('\t'),
    )
  }
  return lines.join('\n') || 'No claim waits for a decision.'
}

/** claims decide: makes the claimant an owner beside the others, or not; all of them get a mail. */
export async function operatorDecision(
  storage: OpenStorage,
  id: string,
  decision: string,
  { public_url, now }: { public_url: string; now: Date },
): Promise<string> {
  if (decision !== 'accept' && decision !== 'refuse') throw new Mistake('Write accept or refuse.')
  const [site] = await storage.sites.all()
  const place = { site_name: site!.name, public_url, now }
  const decided = /^\d{1,15}$/.test(id)
    ? await storage.write((inside) =>
        decideClaim(inside, Number(id), decision === 'accept' ? 'beside' : 'refused', place),
      )
    : null
  if (decided === null)
    throw new Mistake('No claim of this number waits for a decision. "claims" lists those that do.')
  return decision === 'accept'
    ? `Claim ${id} is accepted: the claimant owns the listing too.`
    : `Claim ${id} is refused.`
}
