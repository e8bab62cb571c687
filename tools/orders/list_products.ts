import { z } from 'zod'
import { productKinds } from '../../storage/tables/sites.ts'
import { defineTool } from '../tool.ts'

export default defineTool({
  name: 'list_products',
  title: 'Products and prices',
  description:
    'Lists what can be bought here: the paid options (plans, extras), what they cost, net in cents. ' +
    'An amount of null is chosen by the buyer, from the minimum upwards.',
  scope: 'public',
  http: { method: 'GET', path: '/products' },
  tag: 'Orders',
  input: z.strictObject({}),
  output: z.object({
    currency: z.string().describe('ISO 4217'),
    items: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        description: z.string(),
        kind: z.enum(productKinds),
        amount_cents: z.int().nullable(),
        minimum_cents: z.int().nullable(),
      }),
    ),
  }),
  async handler(_input, { storage, site }) {
    return { currency: site.currency, items: await storage.products.active(site.id) }
  },
})
