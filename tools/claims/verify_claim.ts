import { z } from 'zod'
import { notFound, Refusal } from '../errors.ts'
import { id } from '../inputs.ts'
import type { Context } from '../tool.ts'
import { defineTool } from '../tool.ts'
import type { Caller } from '../../auth/caller.ts'
import { claimView, presentClaim, statusOf } from './claim.ts'
import { lookForProof } from './look.ts'
import { settleClaim } from './settle.ts'

export default defineTool({
  name: 'verify_claim',
  title: 'Verify a claim',
  description:
    'Checks now the DNS TXT record, meta tag or file that you have added for a claim; found, it makes ' +
    'you an owner of the listing. A claim by email is verified by opening the mailed link instead.',
  scope: 'listings:write',
  http: { method: 'POST', path: '/claims/{claim_id}/verify' },
  tag: 'Claims',
  // Asks DNS or a website; again: the same.
  hints: ['idempotent', 'open_world'],
  policy: 'checks',
  input: z.strictObject({ claim_id: id.describe('Number from list_my_claims') }),
  output: claimView,
  example: { claim_id: 1 },
  outcome: ({ status }) => (status === 'pending' ? 'proof_not_found' : 'done'),
  async gather({ claim_id }, context) {
    const { claim, listing } = await pendingOr404(claim_id, context)
    if (claim.status !== 'pending') return null
    return { url: listing.url, ...(await lookForProof(claim, listing.url, context.outbound)) }
  },
  async handler({ claim_id }, context, seen) {
    const { storage, now, public_url } = context
    const { claim, listing } = await pendingOr404(claim_id, context)
    if (seen === null || claim.status !== 'pending') return presentClaim(claim, listing, context)
    // The listing's address may have changed during the check.
    const isFound = seen.is_found && seen.url === listing.url
    const checked = await storage.claims.change(claim.id, {
      finding: seen.finding,
      checked_at: now.toISOString(),
    })
    if (!isFound) return presentClaim(checked, listing, context)
    return presentClaim(await settleClaim(storage, checked, listing, { public_url, now }), listing, context)
  },
})

/** The caller's own claim, when looking for its proof makes sense. */
async function pendingOr404(claim_id: number, { storage, site, caller, now }: Context<Caller>) {
  const row = await storage.claims.ofUser(caller.user_id, claim_id)
  if (row === undefined || row.listing.site_id !== site.id)
    throw notFound('claim of yours with this id', [
      { tool: 'list_my_claims', arguments: {}, why: 'Lists your claims with their ids' },
    ])
  const { claim, listing } = row
  const again = {
    slug: listing.slug,
    method: claim.method,
    ...(claim.email !== null && { email: claim.email }),
  }
  if (statusOf(claim, now) === 'expired')
    throw new Refusal(
      'claim_expired',
      'This claim has expired. Begin a new one; what to publish will be new too.',
      {
        next_steps: [{ tool: 'claim_listing', arguments: again, why: 'Begins a new claim of the same kind' }],
      },
    )
  if (claim.method === 'email' && claim.status === 'pending')
    throw new Refusal(
      'verified_by_mail',
      'A claim by email is verified by opening the link that was mailed, not by this call. Ask whoever reads that mailbox to open it and press the button; check the spam folder too.',
      {
        next_steps: [
          { tool: 'claim_listing', arguments: again, why: 'Mails a new link, should the mail be lost' },
          { tool: 'list_my_claims', arguments: {}, why: 'Shows whether the link was opened' },
        ],
      },
    )
  return { claim, listing }
}
