import { z } from 'zod'
import { page, pageOf, paging, slug, windowOf } from '../inputs.ts'
import { listingSummary } from '../listings/summary.ts'
import { defineTool } from '../tool.ts'

export default defineTool({
  name: 'list_awards',
  title: 'List awards',
  description:
    'Returns the awards Launch of the Week #1 to #3, newest week first, each with the listing that won it.',
  scope: 'public',
  http: { method: 'GET', path: '/awards' },
  tag: 'Directory',
  input: z.strictObject({ listing: slug.optional().describe('Only the awards of this listing'), ...paging }),
  output: pageOf(
    z.object({
      title: z.string(),
      week: z.string().describe('Its Monday'),
      place: z.int(),
      votes: z.int().describe('Community votes when the week closed'),
      listing: listingSummary,
    }),
  ),
  async handler(input, { storage, site }) {
    // A former slug leads to the listing, as it does everywhere.
    const found =
      input.listing === undefined ? undefined : await storage.listings.profile(site.id, input.listing)
    const slug = found?.listing.slug ?? input.listing ?? null
    const { items, total } = await storage.rankings.awards(site.id, slug, windowOf(input))
    const listings = new Map(
      (await storage.listings.summaries(items.map((award) => award.listing_id))).map((item) => [
        item.id,
        item,
      ]),
    )
    return page(input, {
      // A listing may go between the two reads; its award goes with it.
      items: items.flatMap(({ listing_id, ...award }) => {
        const listing = listings.get(listing_id)
        return listing === undefined
          ? []
          : [{ ...award, title: `Launch of the Week #${award.place}`, listing }]
      }),
      total,
    })
  },
})
