import { z } from 'zod'
import { mint } from '../../auth/secrets.ts'
import { orRefusal, Refusal } from '../errors.ts'
import { defineTool } from '../tool.ts'
import type { Order } from '../../storage/orders.ts'
import { cancelFor, claimPending } from './pending.ts'
import { orderView, presentOrder } from './order_view.ts'
import { isQuote, isSameBought, money } from './price.ts'
import { buyerOf, quoteFor, quoteInput } from './quoting.ts'
import { vatFor } from './vat.ts'
import { checkVatNumber } from './vat_register.ts'

const open_ms = 24 * 3_600_000

export default defineTool({
  name: 'create_checkout',
  title: 'Order and get the checkout link',
  description:
    'Buys a paid launch, an upgrade or extras: makes an order and returns checkout_url, ' +
    'where the person pays within a day; nothing is charged or published before. ' +
    'Repeated, it returns the same order; another choice cancels it.',
  scope: 'orders:write',
  http: { method: 'POST', path: '/orders/checkout' },
  tag: 'Orders',
  // The link leads to the payment provider; nothing is charged.
  hints: ['open_world'],
  input: z.strictObject({
    ...quoteInput,
    quote: z.string().max(40).optional().describe('From quote_order: refused if the price has changed'),
  }),
  output: orderView.extend({ cancelled: z.array(z.string()).describe('Orders it took the place of') }),
  example: { items: [{ product: 'launch', listing_id: 1 }], country: 'FI' },
  /** Checks the VAT number in the EU register. */
  async gather(input, context) {
    const buyer = await orRefusal(buyerOf(input, context))
    // The handler refuses it again, together with any other faults.
    if (buyer instanceof Refusal) return null
    return checkVatNumber(buyer, vatFor(buyer, context.seller.country), context.outbound)
  },
  async handler({ quote: expected, ...input }, context, vat_number_check) {
    const { storage, site, caller, now, seller } = context
    if (seller.payments === null)
      throw new Refusal('not_selling', 'Nothing is sold here at the moment; the free plan is open.', {
        next_steps: [
          { tool: 'list_my_listings', arguments: {}, why: 'Lists the listings that may take the free plan' },
        ],
      })
    const { quote, vat, buyer, lines, ...totals } = await quoteFor(input, context)
    const costs =
      buyer.country === null
        ? `${money(totals.net_cents, totals.currency)} and VAT`
        : money(totals.gross_cents, totals.currency)
    const priceAgain = { tool: 'quote_order', arguments: input, why: 'Shows the new quote line by line' }
    if (expected !== undefined && !isQuote(expected)) {
      const message = 'This is no quote of quote_order. Nothing was ordered.'
      throw new Refusal('invalid_input', `quote: ${message}`, {
        errors: [{ pointer: '/quote', code: 'unknown_quote', message }],
        next_steps: [priceAgain],
      })
    }
    if (expected !== undefined && expected !== quote)
      throw new Refusal(
        'quote_changed',
        !isSameBought(expected, quote)
          ? `The quote is of other items or another buyer, or what one of them means has changed. As sent, the order costs ${costs}. Nothing was ordered.`
          : `The price has changed: the order now costs ${costs}. Nothing was ordered.`,
        {
          next_steps: [
            priceAgain,
            {
              tool: 'create_checkout',
              arguments: { ...input, quote },
              why: `Orders at ${costs}`,
            },
          ],
        },
      )
    const { same, givingWay } = await claimPending(quote, lines, context)
    const shown = async (made: Order) => ({
      ...(await presentOrder(made, await storage.orders.linesOf([made.id]), context)),
      cancelled: givingWay.map(({ number }) => number),
    })
    if (same !== undefined) return shown(same)
    const order = await storage.orders.add(
      {
        ...totals,
        quote,
        site_id: site.id,
        user_id: caller.user_id,
        vat_rate_bp: vat.rate_bp,
        vat_reason: vat.reason,
        vat_explanation: vat.explanation,
        buyer_name: caller.name,
        buyer_email: caller.email,
        buyer_country: buyer.country,
        buyer_vat_number: buyer.vat_number,
        vat_number_check,
        checkout_token: mint('lo'),
        provider: seller.payments,
        created_at: now.toISOString(),
        expires_at: new Date(now.getTime() + open_ms).toISOString(),
      },
      lines,
    )
    await cancelFor(order, givingWay, storage)
    return shown(order)
  },
})
