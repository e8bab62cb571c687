// The owner withdraws a listing. On the site only, and no operation, because it cannot be undone.
import type { Caller } from '../../auth/caller.ts'
import type { Context } from '../tool.ts'
import type { Listing } from '../../storage/listings/read.ts'
import type { Storage } from '../../storage/storage.ts'
import { Refusal } from '../errors.ts'
import { tellOwners } from './letters.ts'
import { ownedListing } from './owned.ts'
import { withdraw } from './status.ts'
import { turn } from './turn.ts'
import { madeBy } from './versions.ts'

type Taking = Pick<Context<Caller>, 'storage' | 'caller' | 'now' | 'public_url'>

/**
 * Not while it is suspended: its address would be free at once, and could be listed again without the team noticing.
 * Belongs
 * into a transaction.
 */
export async function takeBack(listing_id: number, context: Taking): Promise<void> {
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
  await freeAddress(listing, storage)
  await tellOwners(storage, { ...listing, ...turned }, 'taken_back', context)
}

/** Nobody looks for its badge any more, and its draft may become a listing again. */
export async function freeAddress({ id }: Pick<Listing, 'id'>, storage: Storage): Promise<void> {
  await storage.badge_checks.end(id)
  await storage.drafts.release(id)
}
