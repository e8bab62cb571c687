// Alternatives that an owner chooses for a listing, on the site. They come before those that are found by likeness.
import { z } from 'zod'
import type { NewVersion } from '../../storage/listings/owners.ts'
import type { Listing } from '../../storage/listings/read.ts'
import type { Storage } from '../../storage/storage.ts'
import { defineAction } from '../action.ts'
import { refusing } from '../faults.ts'
import { id } from '../inputs.ts'
import { ownedListing } from './owned.ts'
import { madeBy } from './versions.ts'

export const most_alternatives = 12

const input = z.strictObject({ listing_id: id, slug: z.string() })

/** An action on the alternatives of a listing the person owns, saved as one version. */
const asOwner = (name: string, step: typeof nameAlternative) =>
  defineAction({
    ...{ name, by: 'person', input },
    async handler({ listing_id, slug }, { storage, caller, now }) {
      const listing = await ownedListing(listing_id, { storage, caller })
      await step(storage, listing, slug, madeBy(caller, name, now))
    },
  })

export const approveAlternative = asOwner('approve_alternative', nameAlternative)
export const disapproveAlternative = asOwner('remove_alternative', takeAlternative)

type Making = Omit<NewVersion, 'listing_id' | 'before' | 'after'>

/** Adds a live listing of the same site as an alternative, by the owner or the team. Call inside a transaction. */
export async function nameAlternative(
  storage: Storage,
  listing: Listing,
  slug: string,
  making: Making,
): Promise<void> {
  const other = await storage.listings.standing(listing.site_id, slug)
  if (other === undefined || other.status !== 'live')
    throw fault(
      'There is no live listing with this slug. The slug is the last part of the address of its page.',
    )
  if (other.id === listing.id) throw fault('This is the listing itself.')
  const approved = await storage.listings.approvedOf(listing.id)
  if (approved.length >= most_alternatives)
    throw fault(`At most ${most_alternatives} can be chosen. Remove one first.`)
  await versioned(storage, listing.id, making, () =>
    storage.listings.approve(listing.id, other.id, making.created_at),
  )
}

/** Removes a chosen alternative, whatever its status is now. Call inside a transaction. */
export async function takeAlternative(
  storage: Storage,
  listing: Listing,
  slug: string,
  making: Making,
): Promise<void> {
  const other = await storage.listings.standing(listing.site_id, slug)
  if (other === undefined) return
  await versioned(storage, listing.id, making, () => storage.listings.disapprove(listing.id, other.id))
}

/** Runs the step and saves a version if anything changed, as for every edit. */
async function versioned(
  storage: Storage,
  listing_id: number,
  making: Making,
  step: () => Promise<void>,
): Promise<void> {
  const named = async () => (await approvedFor(listing_id, storage)).map(({ slug }) => slug)
  const before = await named()
  await step()
  const after = await named()
  if (before.join(' ') === after.join(' ')) return
  await storage.owners.addVersion({
    ...making,
    listing_id,
    before: { alternatives: before },
    after: { alternatives: after },
  })
}

/** The alternatives its owner chose, in that order, even those that are no longer live. */
export async function approvedFor(listing_id: number, storage: Storage) {
  const ids = (await storage.listings.approvedOf(listing_id)).map(({ id }) => id)
  return storage.listings.summaries(ids)
}

const fault = (message: string) => refusing([{ pointer: '/slug', code: 'no_alternative', message }])
