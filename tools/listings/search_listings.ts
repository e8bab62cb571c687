import { z } from 'zod'
import { unknownCategory } from '../categories/unknown.ts'
import { refusing } from '../faults.ts'
import { country, page, pageOf, paging, slug, windowOf } from '../inputs.ts'
import { defineTool } from '../tool.ts'
import { domainIn } from './company.ts'
import { listingSummary } from './summary.ts'
import { whyNothing, type Filters } from './why_nothing.ts'

export default defineTool({
  name: 'search_listings',
  title: 'Search listings',
  description:
    'Finds products, apps, tools and startups by name, by what they are for, or by a question; ' +
    'misspellings are forgiven. Filters only narrow, and sort only orders. Leave q out to browse with ' +
    'filters.',
  scope: 'public',
  http: { method: 'GET', path: '/listings' },
  tag: 'Directory',
  input: z.strictObject({
    q: z.string().max(200).default('').describe('What to find: a name, a need or a question'),
    category: slug.optional().describe('Category slug; subcategories count'),
    stage: slug.optional().describe('Business stage, such as idea, mvp, launched, growing'),
    country: country
      .optional()
      .describe('Where the company is based: two-letter code, such as DE for Germany'),
    pricing_model: z
      .string()
      .max(40)
      .optional()
      .describe('Price model, such as Free, Freemium, Subscription'),
    domain: z.string().max(253).optional().describe("Domain or address of the product's website"),
    agent_ready: z.boolean().default(false).describe('Only with an MCP server or API to call'),
    verified: z.boolean().default(false).describe('Only with a proven owner'),
    status: z.enum(['live', 'upcoming']).default('live').describe('upcoming: not launched yet'),
    sort: z
      .enum(['relevance', 'newest', 'votes', 'trending', 'most_viewed', 'most_followed'])
      .default('relevance')
      .describe('Order'),
    ...paging,
  }),
  output: pageOf(listingSummary).extend({
    did_you_mean: z.string().optional().describe('What was searched for, where words were corrected'),
    left_out: z
      .array(z.string())
      .optional()
      .describe('Words that no result has, or that the first result lacks'),
    also_looked_for: z
      .array(z.string())
      .optional()
      .describe('Other names by which the first results were found'),
  }),
  example: { q: 'invoices' },
  async handler({ page: number, per_page, sort, ...filters }, context) {
    const { storage, site } = context
    const window = { page: number, per_page }
    const asked = { ...filters, q: filters.q.trim(), domain: domainAsked(filters.domain) }
    const category = await storage.categories.bySlug(filters.category ?? '')
    if (filters.category !== undefined && category === undefined)
      throw unknownCategory('category', filters.category, await storage.categories.known())
    const find = (those: Filters, { limit, offset } = windowOf(window)) => {
      const {
        q = '',
        status = 'live',
        stage = null,
        country = null,
        pricing_model = null,
        domain = null,
        agent_ready = false,
        verified = false,
      } = those
      const category_id = those.category === undefined ? null : category!.id
      const narrowed = {
        ...{ q, category_id, stage, country, pricing_model, domain, status },
        ...{ agent_ready, verified },
      }
      return storage.search.find({ ...narrowed, site_id: site.id, sort, limit, offset })
    }
    const { ids, total, hints } = await find(asked)
    const items = await storage.listings.summaries(ids)
    const found = page(
      window,
      { items, total },
      total > 0 ? undefined : await whyNothing(asked, find, context),
    )
    return { ...found, ...hints }
  },
})

function domainAsked(text = ''): string | undefined {
  return text.trim() === '' ? undefined : (domainIn(text) ?? notADomain())
}

function notADomain(): never {
  throw refusing([
    {
      pointer: '/domain',
      code: 'not_a_domain',
      message: 'Must be a domain or the address of a website, for example example.com.',
    },
  ])
}
