import { z } from 'zod'
import type { Window } from '../../storage/prepared.ts'
import { country, page, pageOf, paging, windowOf } from '../inputs.ts'
import { whyEmpty } from '../emptiness.ts'
import { defineTool } from '../tool.ts'

export default defineTool({
  name: 'list_founders',
  title: 'List founders',
  description:
    'Lists the founders and makers, people who started the live products, by name; finds them by name or country.',
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
    const list = ({ q = '', country = null }: { q?: string; country?: string | null }, window: Window) =>
      storage.founders.list({ site_id: site.id, q, country }, window)
    const asked = { q: input.q, country: input.country }
    const founders = await list(asked, windowOf(input))
    if (founders.total > 0) return page(input, founders)
    const count = async (those: typeof asked) => (await list(those, { limit: 1, offset: 0 })).total
    const country = async () => (await storage.founders.countries(site.id)).slice(0, 20)
    return page(input, founders, await whyEmpty(asked, count, { country }))
  },
})
