// The owner withdraws a listing. On the site only, and no operation, because it cannot be undone.
import { z } from 'zod'
import type { Listing } from '../../storage/listings/read.ts'
import type { Storage } from '../../storage/storage.ts'
import { defineAction } from '../action.ts'
import { statusOf } from '../claims/claim.ts'
import { Refusal } from '../errors.ts'
import { id } from '../inputs.ts'
import { endPendingFor } from '../orders/pending.ts'
import { tellOwners } from './letters.ts'
import { ownedListing } from './owned.ts'
import { withdraw } from './status.ts'
import { turn } from './turn.ts'
import { madeBy } from './versions.ts'

/** Refused while suspended: the address would be free at once, and could be listed again without the team noticing. */
export const withdrawOwnListing = defineAction({
  ...{ name: 'withdraw_own_listing', by: 'person', input: z.strictObject({ listing_id: id }) },
  async handler({ listing_id }, context) {
    const { storage, caller, now } = context
    const listing = await ownedListing(listing_id, context)
    if (listing.status === 'withdrawn') throw new Refusal('withdrawn', 'This listing was withdrawn already.')
    if (listing.status === 'suspended')
      throw new Refusal(
        'suspended',
        'The site team has suspended this listing. It can be withdrawn once they have reinstated it.',
      )
    const turned = withdraw(listing)
    await turn(storage, listing, turned, madeBy(caller, 'withdraw_own_listing', now))
    await freeAddress(listing, storage, now)
    await tellOwners(storage, { ...listing, ...turned }, 'taken_back', context)
  },
})

/** Ends badge checks, open claims and pending orders of a withdrawn listing; its draft may be submitted again. */
export async function freeAddress({ id }: Pick<Listing, 'id'>, storage: Storage, now: Date): Promise<void> {
  await endPendingFor(id, storage, now)
  await storage.badge_checks.end(id)
  for (const claim of await storage.claims.ofListing(id))
    if (statusOf(claim, now) === 'pending')
      await storage.claims.change(claim.id, { expires_at: now.toISOString() })
  await storage.drafts.release(id)
}
