import { z } from 'zod'
import { page, pageOf, paging, slug, windowOf } from '../inputs.ts'
import { listingSummary } from '../listings/summary.ts'
import { whyEmpty } from '../emptiness.ts'
import { defineTool } from '../tool.ts'

export default defineTool({
  name: 'list_awards',
  title: 'List awards',
  description:
    'Lists the awards (prizes) that products won: Launch of the Week #1 to #3, newest week first, each with the product that won it.',
  scope: 'public',
  http: { method: 'GET', path: '/awards' },
  tag: 'Directory',
  input: z.strictObject({ listing: slug.optional().describe('Only the awards of this listing'), ...paging }),
  output: pageOf(
    z.object({
      number: z.int(),
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
    // A listing may be deleted between the two reads; its award is left out.
    const shown = items.flatMap(({ listing_id, ...award }) => {
      const listing = listings.get(listing_id)
      return listing === undefined ? [] : [{ ...award, title: `Launch of the Week #${award.place}`, listing }]
    })
    if (total > 0) return page(input, { items: shown, total })
    const winners = await storage.rankings.awards(site.id, null, { limit: 20, offset: 0 })
    const filledYears = async () => {
      const best = await storage.listings.summaries(winners.items.map(({ listing_id }) => listing_id))
      return [...new Set(best.map((winner) => winner.slug))]
    }
    const count = async () => winners.total
    const why = await whyEmpty({ listing: input.listing }, count, { listing: filledYears })
    return page(input, { items: shown, total }, why)
  },
})
