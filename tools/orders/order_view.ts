// An order as its buyer sees it.
import { z } from 'zod'
import type { Order, OrderLine } from '../../storage/orders.ts'
import { orderStatuses } from '../../storage/tables/orders.ts'
import type { Caller } from '../../auth/caller.ts'
import { orRefusal, Refusal } from '../errors.ts'
import { addWeeks, weekOf } from '../launches/week.ts'
import { nextStep, type NextStep } from '../next_step.ts'
import type { Context } from '../tool.ts'
import { statusNow } from './status.ts'
import { orderTotals, presentQuote, quoteFor } from './quoting.ts'
import type { Vat } from './vat.ts'

export const orderView = z.object({
  number: z.string(),
  status: z.enum(orderStatuses),
  checkout_url: z.string().nullable().describe('Where the person pays; only while it is pending'),
  ...orderTotals,
  test: z.boolean().describe('Payments are simulated; no money moves'),
  failure: z.string().nullable().describe('What last went wrong, and what to do'),
  receipt_url: z.string().nullable(),
  created_at: z.string(),
  expires_at: z.string().describe('A pending order ends then'),
  paid_at: z.string().nullable(),
  refunded_at: z.string().nullable(),
  under_way: z.boolean().describe('The person has paid, and their bank takes some days'),
  returned_cents: z.int().describe('What went back of gross_cents'),
  next_steps: z.array(nextStep),
})

export async function presentOrder(
  order: Order,
  lines: readonly OrderLine[],
  context: Context<Caller>,
): Promise<z.input<typeof orderView>> {
  const { public_url, now } = context
  const status = statusNow(order, now)
  const { vat_rate_bp, vat_reason, vat_explanation, buyer_country, buyer_vat_number, ...rest } = order
  const vat = { rate_bp: vat_rate_bp, reason: vat_reason as Vat['reason'], explanation: vat_explanation }
  return {
    ...rest,
    ...presentQuote(
      {
        ...rest,
        lines: [...lines],
        vat,
        buyer: { country: buyer_country, vat_number: buyer_vat_number },
      },
      status === 'pending' ? now : null,
    ),
    status,
    under_way: status === 'pending' && order.under_way_at !== null,
    checkout_url: status === 'pending' ? checkoutUrl(order, public_url) : null,
    test: order.provider === 'test',
    receipt_url: order.receipt_number === null ? null : `${checkoutUrl(order, public_url)}/receipt`,
    next_steps: await stepsOf(order, status, lines, context),
  }
}

export function checkoutUrl({ checkout_token }: Pick<Order, 'checkout_token'>, public_url: string): string {
  return `${public_url}/checkout/${checkout_token}`
}

async function stepsOf(
  { number, buyer_country: country, buyer_vat_number: vat_number }: Order,
  status: Order['status'],
  lines: readonly OrderLine[],
  context: Context<Caller>,
): Promise<NextStep[]> {
  const [first] = lines
  if (status === 'pending')
    return [
      {
        tool: 'get_order',
        arguments: { number },
        why: 'Shows whether the person has paid at checkout_url; no agent can pay',
      },
    ]
  if (first === undefined) return []
  const again = {
    items: itemsOf(lines).map((item) => comingWeek(item, context.now)),
    ...(country !== null && { country }),
    ...(country !== null && vat_number !== null && { vat_number }),
  }
  const isOver = status === 'paid' || status === 'refunded'
  return isOver || (await orRefusal(quoteFor(again, context))) instanceof Refusal
    ? [
        {
          tool: 'get_my_listing',
          arguments: { listing_id: first.listing_id },
          why: 'Shows what the listing is now',
        },
      ]
    : [{ tool: 'quote_order', arguments: again, why: 'Prices the same again' }]
}

function comingWeek<Item extends { week?: string }>(item: Item, now: Date): Item {
  const isOver = item.week !== undefined && item.week !== 'now' && item.week < weekOf(now)
  return isOver ? { ...item, week: addWeeks(weekOf(now), 1) } : item
}

/** The input that would order the same again. */
export function itemsOf(lines: readonly OrderLine[]) {
  return lines.map(({ product, listing_id, week, net_cents }) => ({
    product,
    listing_id,
    ...(week !== null && { week }),
    ...(product === 'billboard' && { amount_cents: net_cents }),
  }))
}
