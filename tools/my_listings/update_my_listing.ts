import { z } from 'zod'
import type { Caller } from '../../auth/caller.ts'
import type { Listing } from '../../storage/listings/read.ts'
import { refusing } from '../faults.ts'
import { listingId } from '../inputs.ts'
import { noticesOfMarkup } from '../notices.ts'
import { defineTool, type Context } from '../tool.ts'
import { changedElsewhere, columnsOf, listingEdits, travellingOf } from './edits.ts'
import { ownedListing } from './owned.ts'
import { changeListing } from './turn.ts'
import { madeBy } from './versions.ts'
import { ownListing, presentOwn } from './view.ts'

export default defineTool({
  name: 'update_my_listing',
  title: 'Edit a listing of yours',
  description:
    'Edits a listing you own, to correct or modify what its page says: texts, metadata for search ' +
    'engines (SEO), place, prices. Changes what you send and leaves the rest; on a live listing it is ' +
    'public at once. Every edit is kept as a version.',
  scope: 'listings:write',
  http: { method: 'PATCH', path: '/me/listings/{listing_id}' },
  tag: 'My listings',
  // It replaces public content at once.
  hints: ['destructive', 'idempotent', 'open_world'],
  input: z.strictObject({ listing_id: listingId, ...listingEdits }),
  output: ownListing.extend({
    applied_to: z
      .array(z.object({ site: z.string(), listing_id: z.int() }))
      .describe('Listings on other sites that were changed too'),
  }),
  elsewhere: changedElsewhere,
  example: { listing_id: 1, fields: { tagline: 'Invoices that chase themselves, politely' } },
  async handler({ listing_id, ...edits }, context) {
    const { storage, caller, now } = context
    const listing = await ownedListing(listing_id, context)
    const columns = columnsOf(edits)
    const others = await named(edits.apply_to ?? [], listing, columns, context)
    const making = madeBy(caller, 'update_my_listing', now)
    await changeListing(storage, listing, columns, making)
    for (const { listing: other } of others)
      await changeListing(storage, other, travellingOf(columns), making)
    const shown = await presentOwn(await ownedListing(listing_id, context), context)
    return {
      ...shown,
      applied_to: others.map(({ site, listing: other }) => ({ site, listing_id: other.id })),
      notices: [...shown.notices, ...noticesOfMarkup(edits)],
    }
  },
})

/** The listings on other sites that the edit also applies to; refuses the whole edit if one of them cannot take it. */
async function named(
  apply_to: string[],
  listing: Listing,
  columns: Partial<Listing>,
  { storage, caller }: Context<Caller>,
): Promise<{ site: string; listing: Listing }[]> {
  if (apply_to.length === 0) return []
  if (Object.keys(travellingOf(columns)).length === 0)
    throw refusing([
      {
        pointer: '/apply_to',
        code: 'not_applicable',
        message:
          'Only headline, summary, seo_title and seo_description are copied to other sites. Send one of them in fields.',
      },
    ])
  const sites = await storage.sites.all()
  const keyOf = new Map(sites.map((site) => [site.id, site.key]))
  const there = (await storage.owners.siblings(caller.user_id, listing)).map((one) => ({
    site: keyOf.get(one.site_id)!,
    listing: one,
  }))
  if (apply_to.includes('all')) return there
  const keys = apply_to.filter((key) => key !== keyOf.get(listing.site_id))
  const faults = apply_to.flatMap((key, index) =>
    !keys.includes(key) || there.some(({ site }) => site === key)
      ? []
      : [
          {
            pointer: `/apply_to/${index}`,
            code: 'no_listing_there',
            message: 'You have no listing of this company on a site with this key.',
          },
        ],
  )
  if (faults.length > 0) throw refusing(faults)
  return there.filter(({ site }) => keys.includes(site))
}
