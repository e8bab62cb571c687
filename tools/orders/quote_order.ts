import { z } from 'zod'
import { nextStep, type NextStep } from '../next_step.ts'
import { defineTool } from '../tool.ts'
import { isSunday, nextMonday, timeLeft } from './effects.ts'
import { orderTotals, presentQuote, quoteFor, quoteInput } from './quoting.ts'

export default defineTool({
  name: 'quote_order',
  title: 'Price an order',
  description:
    'Tells what an order will cost before you buy: the exact amount, net and with VAT (tax) and its ' +
    'reason. Nothing is ordered or charged. Pass the quote to create_checkout, so that the price ' +
    'cannot change.',
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
      ...presentQuote(content, context.now),
      next_steps: [
        {
          tool: 'create_checkout',
          arguments: { ...input, quote },
          why: 'Orders this and returns the link at which the person pays',
        },
        ...nextWeekStep(input, content.lines, context.now),
      ],
    }
  },
})

/** On the last day of a week the caller may have meant the whole next week: proposes a quote for that. */
function nextWeekStep(
  input: z.output<z.ZodObject<typeof quoteInput>>,
  lines: readonly { week: string | null }[],
  now: Date,
): NextStep[] {
  if (!isSunday(now) || !lines.some(({ week }) => week === 'now')) return []
  const items = input.items.map((item, index) =>
    lines[index]!.week === 'now' ? { ...item, week: nextMonday(now) } : item,
  )
  const why = `The week ends in ${timeLeft(now)}; prices a launch in the whole of the next one`
  return [{ tool: 'quote_order', arguments: { ...input, items }, why }]
}
