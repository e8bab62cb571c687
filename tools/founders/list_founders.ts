import { z } from 'zod'
import { country, page, pageOf, paging, windowOf } from '../inputs.ts'
import { defineTool } from '../tool.ts'

export default defineTool({
  name: 'list_founders',
  title: 'List founders',
  description: 'Returns the founders behind live listings, by name.',
  scope: 'public',
  http: { method: 'GET', path: '/founders' },
  tag: 'Directory',
  input: z.strictObject({
    q: z.string().max(120).default('').describe('Beginnings of words of the name'),
    country: country.optional(),
    ...paging,
  }),
  output: pageOf(
    z.object({
      slug: z.string(),
      name: z.string(),
      title: z.string().nullable(),
      country: z.string().nullable(),
      companies: z.int().describe('Live listings'),
    }),
  ),
  async handler(input, { storage, site }) {
    const filter = { site_id: site.id, q: input.q, country: input.country ?? null }
    return page(input, await storage.founders.list(filter, windowOf(input)))
  },
})
