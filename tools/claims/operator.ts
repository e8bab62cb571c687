// What the operator's command line does with disputed claims. Each function returns what is to be printed.
import { Mistake } from '../../mistake.ts'
import type { OpenStorage } from '../../storage/storage.ts'
import { operate, type OperatorPlace } from '../team/action.ts'
import { decideDispute } from '../team/disputes.ts'

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

const decided = { accept: 'beside', refuse: 'refused' } as const

/** claims decide: makes the claimant an owner beside the others, or not; all of them get a mail with the reason. */
export async function operatorDecision(
  storage: OpenStorage,
  { id, decision, reason }: { id: string; decision: string; reason: string },
  place: OperatorPlace,
): Promise<string> {
  if (decision !== 'accept' && decision !== 'refuse') throw new Mistake('Write accept or refuse.')
  const claim = (await storage.claims.disputed()).find((one) => String(one.claim.id) === id)?.claim
  if (claim === undefined)
    throw new Mistake('No claim of this number waits for a decision. "claims" lists those that do.')
  return operate(decideDispute, { id: claim.id, decision: decided[decision], reason }, { storage, ...place })
}
