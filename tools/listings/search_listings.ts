import { z } from 'zod'
import { Refusal } from '../errors.ts'
import { refusing } from '../faults.ts'
import { country, page, pageOf, paging, slug, windowOf } from '../inputs.ts'
import { defineTool } from '../tool.ts'
import { domainIn } from './company.ts'
import { listingSummary } from './summary.ts'

export default defineTool({
  name: 'search_listings',
  title: 'Search listings',
  description:
    'Finds product listings by words in their name, tagline, description or keywords; misspellings are forgiven. ' +
    'Leave q out to browse with filters.',
  scope: 'public',
  http: { method: 'GET', path: '/listings' },
  tag: 'Directory',
  input: z.strictObject({
    q: z.string().max(200).default('').describe('Words to look for'),
    category: slug.optional().describe('Category slug; subcategories count'),
    stage: slug.optional().describe('Business stage, such as idea, mvp, launched, growing'),
    country: country.optional(),
    pricing_model: z.string().max(40).optional().describe('Such as Free, Freemium, Subscription'),
    domain: z.string().max(253).optional().describe("Domain or address of the product's website"),
    status: z.enum(['live', 'upcoming']).default('live'),
    sort: z
      .enum(['relevance', 'newest', 'votes', 'trending', 'most_viewed', 'most_followed'])
      .default('relevance'),
    ...paging,
  }),
  output: pageOf(listingSummary),
  example: { q: 'invoices' },
  async handler(input, { storage, site }) {
    const category = input.category === undefined ? null : await storage.categories.bySlug(input.category)
    if (category === undefined) throw unknownCategory()
    const domain = input.domain === undefined ? null : (domainIn(input.domain) ?? notADomain())
    const { ids, total } = await storage.search.find({
      site_id: site.id,
      q: input.q,
      category_id: category?.id ?? null,
      stage: input.stage ?? null,
      country: input.country ?? null,
      pricing_model: input.pricing_model ?? null,
      domain,
      status: input.status,
      sort: input.sort,
      ...windowOf(input),
    })
    return page(input, { items: await storage.listings.summaries(ids), total })
  },
})

function notADomain(): never {
  throw refusing([
    {
      pointer: '/domain',
      code: 'not_a_domain',
      message: 'Must be a domain or the address of a website, for example example.com.',
    },
  ])
}

function unknownCategory(): Refusal {
  const message = 'There is no category of this slug. Choose one that list_categories names.'
  return new Refusal('invalid_input', `category: ${message}`, {
    errors: [{ pointer: '/category', code: 'unknown_category', message }],
    next_steps: [{ tool: 'list_categories', arguments: {}, why: 'Names the slugs there are' }],
  })
}
