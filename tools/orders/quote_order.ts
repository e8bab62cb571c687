import { z } from 'zod'
import { nextStep } from '../next_step.ts'
import { defineTool } from '../tool.ts'
import { orderTotals, presentQuote, quoteFor, quoteInput } from './quoting.ts'

export default defineTool({
  name: 'quote_order',
  title: 'Price an order',
  description:
    'Prices products for your listings, with VAT and its reason. Nothing is ordered or charged. ' +
    'Pass the quote to create_checkout, so that the price cannot change.',
  scope: 'orders:write',
  http: { method: 'POST', path: '/orders/quote' },
  tag: 'Orders',
  only_reads: true,
  input: z.strictObject(quoteInput),
  output: z.object({ quote: z.string(), ...orderTotals, next_steps: z.array(nextStep) }),
  example: { items: [{ product: 'launch', listing_id: 1 }], country: 'FI' },
  async handler(input, context) {
    const { quote, ...content } = await quoteFor(input, context)
    return {
      quote,
      ...presentQuote(content),
      next_steps: [
        {
          tool: 'create_checkout',
          arguments: { ...input, quote },
          why: 'Orders this and returns the link at which the person pays',
        },
      ],
    }
  },
})
