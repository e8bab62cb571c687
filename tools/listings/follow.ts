// Following a listing, and no longer doing so: on the site only, by whoever is signed in.
import { z } from 'zod'
import { hasPage } from '../../storage/listings/has_page.ts'
import { defineAction } from '../action.ts'
import { noListing, standingOr404 } from './profile.ts'

const input = z.strictObject({ slug: z.string(), follow: z.boolean() })

/** Followed twice, it is followed once. */
export const followListing = defineAction({
  ...{ name: 'follow_listing', by: 'person', input },
  async handler({ slug, follow }, { storage, site, caller, now }) {
    const listing = await standingOr404(slug, { storage, site })
    if (!hasPage(listing)) throw noListing(slug)
    if (follow) await storage.follows.add(listing.id, caller.user_id, now.toISOString())
    else await storage.follows.remove(listing.id, caller.user_id)
  },
})
