import { z } from 'zod'
import { page, pageFields, paging, slug, windowOf } from '../inputs.ts'
import { faq, namedSlug } from '../listings/profile.ts'
import { listingSummary } from '../listings/summary.ts'
import { defineTool } from '../tool.ts'
import { categoryOr404 } from './unknown.ts'

export default defineTool({
  name: 'get_category',
  title: 'Read a category',
  description:
    'Returns one category (a section, topic, niche or vertical): description, FAQs, parent, subcategories, and its live products, most voted first.',
  scope: 'public',
  http: { method: 'GET', path: '/categories/{slug}' },
  tag: 'Directory',
  input: z.strictObject({ slug, ...paging }),
  output: z.object({
    slug: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    faqs: z.array(faq),
    parent: namedSlug.nullable(),
    subcategories: z.array(namedSlug.extend({ live_listings: z.int() })),
    live_listings: z.int().describe('Subcategories included'),
    items: z.array(listingSummary),
    ...pageFields,
  }),
  example: { slug: 'invoicing-and-accounting' },
  async handler(input, { storage, site }) {
    const category = await categoryOr404(input.slug, storage)
    const counted = await storage.categories.counted(site.id)
    const { ids, total } = await storage.search.find({
      site_id: site.id,
      category_id: category.id,
      sort: 'votes',
      ...windowOf(input),
    })
    return {
      ...category,
      parent: counted.find(({ id }) => id === category.parent_id) ?? null,
      subcategories: counted.filter(({ parent_id }) => parent_id === category.id),
      live_listings: counted.find(({ id }) => id === category.id)!.live_listings,
      ...page(input, { items: await storage.listings.summaries(ids), total }),
    }
  },
})
