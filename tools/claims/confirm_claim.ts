// Somebody at the company confirms a claim by the link that was mailed there.
import { z } from 'zod'
import { digest } from '../../auth/secrets.ts'
import type { Storage } from '../../storage/storage.ts'
import { defineAction } from '../action.ts'
import { statusOf, subjectOfClaim } from './claim.ts'
import { faultOfAddress } from './subject.ts'
import { settleClaim, tellConfirmed } from './settle.ts'

/**
 * The claim behind a link, or null if the listing no longer belongs to the company whose address got the mail, or the
 * claimant's account is closed. That its site shows the address was checked when the claim began.
 */
export async function claimBehind(token: string, { claims, users }: Storage, now: Date) {
  const row = await claims.byLink(digest(token))
  if (row === undefined || statusOf(row.claim, now) !== 'pending') return null
  const { claim, listing } = row
  const subject = subjectOfClaim(claim, listing)
  const claimant = await users.byId(claim.user_id)
  if (subject?.kind !== 'site' || claim.email === null || claimant?.closed_at !== null) return null
  if (faultOfAddress(claim.email, subject, true) !== null) return null
  const who = claimant.email ?? 'somebody'
  return { claim, listing, name: listing.name, host: subject.host, email: claim.email, claimant: who }
}

/** Anyone with the link may confirm, signed in or not: it proves who reads that mailbox. Null if it has expired. */
export const confirmClaim = defineAction({
  ...{ name: 'confirm_claim', by: 'anyone', input: z.strictObject({ token: z.string() }) },
  async handler({ token }, { storage, public_url, now }) {
    const row = await claimBehind(token, storage, now)
    if (row === null) return null
    const { claim, listing, name, claimant } = row
    const settled = await settleClaim(storage, claim, listing, { public_url, now })
    await tellConfirmed(storage, settled, listing, { public_url, now })
    return { settled: settled.status, name, claimant }
  },
})
