import { z } from 'zod'
import { page, pageOf, paging, slug, windowOf } from '../inputs.ts'
import { defineTool } from '../tool.ts'
import { listingOr404 } from './profile.ts'
import { listingSummary } from './summary.ts'

export default defineTool({
  name: 'get_alternatives',
  title: 'Find alternatives to a listing',
  description:
    'Returns alternatives to a product: competitors, similar and other tools to use instead. Those ' +
    'its owner approved come first, then what else exists in the same primary category, the most like ' +
    'it first.',
  scope: 'public',
  http: { method: 'GET', path: '/listings/{slug}/alternatives' },
  tag: 'Directory',
  input: z.strictObject({ slug, ...paging }),
  output: pageOf(listingSummary.extend({ approved: z.boolean().describe('Approved by the owner') })),
  example: { slug: 'patient-heron' },
  async handler({ slug, ...window }, context) {
    const { storage } = context
    const { listing } = await listingOr404(slug, context)
    const alike = await storage.search.like(listing)
    const { ids, approved, total } = await storage.listings.alternatives(listing, alike, windowOf(window))
    const items = await storage.listings.summaries(ids)
    return page(window, { items: items.map((item) => ({ ...item, approved: approved.has(item.id) })), total })
  },
})
