// What stands first among the alternatives to a listing: approved by its owner, or by the team.
import { z } from 'zod'
import type { Listing } from '../../storage/listings/read.ts'
import type { Storage } from '../../storage/storage.ts'
import { refusing } from '../faults.ts'
import { id, slug } from '../inputs.ts'
import { defineAction } from './action.ts'
import { listingWith } from './standing.ts'

/** More would push the likeness of the rest out of sight. */
const mostApproved = 20
const input = z.strictObject({ listing_id: id, slug })

export const approveAlternative = defineAction({
  name: 'approve_alternative',
  input,
  async handler({ listing_id, slug: named }, { storage, now }) {
    const listing = await listingWith(listing_id, storage)
    const other = await alternativeOf(listing, named, storage)
    if (other.status !== 'live') throw fault('Only a listing that is live can stand for another.')
    if ((await storage.listings.approvedOf(listing_id)).length >= mostApproved)
      throw fault(`At most ${mostApproved} are approved for a listing. Remove one first.`)
    await storage.listings.approve(listing_id, other.id, now.toISOString())
    return { about: 'listing', about_id: listing_id, name: listing.name, outcome: `${other.slug} approved` }
  },
})

export const removeAlternative = defineAction({
  name: 'remove_alternative',
  input,
  async handler({ listing_id, slug: named }, { storage }) {
    const listing = await listingWith(listing_id, storage)
    const other = await alternativeOf(listing, named, storage)
    await storage.listings.disapprove(listing_id, other.id)
    return { about: 'listing', about_id: listing_id, name: listing.name, outcome: `${other.slug} removed` }
  },
})

const fault = (message: string) => refusing([{ pointer: '/slug', code: 'no_alternative', message }])

async function alternativeOf({ id: listing_id, site_id }: Listing, named: string, storage: Storage) {
  const other = await storage.listings.standing(site_id, named)
  if (other === undefined) throw fault('There is no listing of this slug on the same site.')
  if (other.id === listing_id) throw fault('A listing is no alternative to itself.')
  return other
}
