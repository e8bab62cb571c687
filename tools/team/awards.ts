// Revoking an award that was won with invalid votes. It stays visible, with the reason.
import { z } from 'zod'
import { titleOf } from '../awards/award.ts'
import { notFound, Refusal } from '../errors.ts'
import { id } from '../inputs.ts'
import { tellOwners } from '../my_listings/letters.ts'
import { defineTeamAction } from './action.ts'
import { reason } from './reason.ts'
import { listingWith } from './standing.ts'

export const revokeAward = defineTeamAction({
  name: 'revoke_award',
  input: z.strictObject({ number: id, listing_id: id, reason }),
  async handler({ number, listing_id, reason: why }, context) {
    const { storage, now } = context
    const listing = await listingWith(listing_id, storage)
    const award = await storage.awards.award(listing.site_id, number)
    if (award === undefined || award.listing_id !== listing_id) throw notFound('award of this listing')
    if (award.revoked_at !== null)
      throw new Refusal('invalid_input', 'This award was taken back already. What is taken back stays so.')
    await storage.awards.revoke(number, now.toISOString(), why)
    await tellOwners(storage, listing, 'award_revoked', { ...context, why, fields: [titleOf(award)] })
    const outcome = `award ${number}, ${titleOf(award)}: taken back`
    return { about: 'listing', about_id: listing_id, name: listing.name, reason: why, outcome }
  },
})
