// Alternatives that an owner names for a listing, on the site. They stand before those that are only like it.
import type { Caller } from '../../auth/caller.ts'
import type { Listing } from '../../storage/listings/read.ts'
import type { Storage } from '../../storage/storage.ts'
import { refusing } from '../faults.ts'
import type { Context } from '../tool.ts'
import { ownedListing } from './owned.ts'
import { madeBy } from './versions.ts'

export const most_alternatives = 12

type Changing = Pick<Context<Caller>, 'storage' | 'caller' | 'now'>

export async function approveAlternative(listing_id: number, slug: string, context: Changing): Promise<void> {
  await change(listing_id, 'approve_alternative', context, async (storage, listing) => {
    const other = await storage.listings.standing(listing.site_id, slug)
    if (other === undefined || other.status !== 'live')
      throw fault('There is no live listing of this slug. It stands at the end of the address of its page.')
    if (other.id === listing.id) throw fault('This is the listing itself.')
    const approved = await storage.listings.approvedOf(listing_id)
    if (approved.length >= most_alternatives)
      throw fault(`At most ${most_alternatives} can be named. Take one away first.`)
    await storage.listings.approve(listing_id, other.id, context.now.toISOString())
  })
}

export async function disapproveAlternative(
  listing_id: number,
  slug: string,
  context: Changing,
): Promise<void> {
  await change(listing_id, 'remove_alternative', context, async (storage, listing) => {
    const other = await storage.listings.standing(listing.site_id, slug)
    if (other !== undefined) await storage.listings.disapprove(listing_id, other.id)
  })
}

/** A version where anything has changed, as for every edit of an owner. */
async function change(
  listing_id: number,
  operation: string,
  { storage, caller, now }: Changing,
  step: (storage: Storage, listing: Listing) => Promise<void>,
): Promise<void> {
  await storage.write(async (inside) => {
    const listing = await ownedListing(listing_id, { storage: inside, caller })
    const named = async () => (await approvedFor(listing_id, inside)).map(({ slug }) => slug)
    const before = await named()
    await step(inside, listing)
    const after = await named()
    if (before.join(' ') === after.join(' ')) return
    await inside.owners.addVersion({
      ...madeBy(caller, operation, now),
      listing_id,
      before: { alternatives: before },
      after: { alternatives: after },
    })
  })
}

/** What its owner named, in that order, whatever became of it. */
export async function approvedFor(listing_id: number, storage: Storage) {
  const ids = (await storage.listings.approvedOf(listing_id)).map(({ id }) => id)
  return storage.listings.summaries(ids)
}

const fault = (message: string) => refusing([{ pointer: '/slug', code: 'no_alternative', message }])
