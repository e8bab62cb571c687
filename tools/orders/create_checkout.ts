import { z } from 'zod'
import { mint } from '../../auth/secrets.ts'
import { Refusal } from '../errors.ts'
import { defineTool } from '../tool.ts'
import { claimPending } from './pending.ts'
import { orderView, presentOrder } from './order_view.ts'
import { isSameBought, money } from './price.ts'
import { buyerOf, quoteFor, quoteInput } from './quoting.ts'
import { vatFor } from './vat.ts'
import { checkVatNumber } from './vat_register.ts'

const open_ms = 24 * 3_600_000

export default defineTool({
  name: 'create_checkout',
  title: 'Order and get the checkout link',
  description:
    'Buys a paid launch, an upgrade or extras: makes an order and returns checkout_url, the link at ' +
    'which the person pays within a day. You cannot pay; nothing is charged or published until the ' +
    'person has paid there.',
  scope: 'orders:write',
  http: { method: 'POST', path: '/orders/checkout' },
  tag: 'Orders',
  // The link leads to the payment provider; nothing is charged.
  hints: ['open_world'],
  input: z.strictObject({
    ...quoteInput,
    quote: z.string().max(40).optional().describe('From quote_order: refused if the price has changed'),
  }),
  output: orderView,
  example: { items: [{ product: 'launch', listing_id: 1 }], country: 'FI' },
  /** The register of VAT numbers. */
  async gather(input, context) {
    const buyer = await buyerOf(input, context, true)
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
    const { quote, vat, buyer, lines, ...totals } = await quoteFor(input, context, true)
    const costs =
      buyer.country === null
        ? `${money(totals.net_cents, totals.currency)} and VAT`
        : money(totals.gross_cents, totals.currency)
    if (expected !== undefined && expected !== quote)
      throw new Refusal(
        'quote_changed',
        expected.includes('.') && !isSameBought(expected, quote)
          ? `The quote is of other items or another buyer, or what one of them means has changed. As sent, the order costs ${costs}. Nothing was ordered.`
          : `The price has changed: the order now costs ${costs}. Nothing was ordered.`,
        {
          next_steps: [
            { tool: 'quote_order', arguments: input, why: 'Shows the new quote line by line' },
            {
              tool: 'create_checkout',
              arguments: { ...input, quote },
              why: `Orders at ${costs}`,
            },
          ],
        },
      )
    const same = await claimPending(quote, lines, context)
    if (same !== undefined) return presentOrder(same, await storage.orders.linesOf([same.id]), context)
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
    return presentOrder(order, await storage.orders.linesOf([order.id]), context)
  },
})
