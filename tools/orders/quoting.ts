// A quote: the items, the buyer and the VAT between the seller and the buyer.
import { z } from 'zod'
import type { Caller } from '../../auth/caller.ts'
import { orRefusal, Refusal } from '../errors.ts'
import type { NextStep } from '../next_step.ts'
import { countryMeant } from '../../countries.ts'
import { country } from '../inputs.ts'
import type { Context } from '../tool.ts'
import { effectOf } from './effects.ts'
import { orderItems, priceItems, refusalOf } from './items.ts'
import { priceOrder } from './price.ts'
import { readVatNumber, vatFor, vatReasons, type Buyer } from './vat.ts'

export const quoteInput = {
  items: orderItems,
  country: country
    .optional()
    .describe('Of the buyer; default: of your founder profile, or asked at the checkout'),
  vat_number: z.string().max(20).optional().describe('EU VAT number of the buyer, with its country letters'),
}
type QuoteInput = z.output<z.ZodObject<typeof quoteInput>>

const orderLine = z.object({
  product: z.string(),
  name: z.string(),
  listing_id: z.int(),
  listing_name: z.string(),
  week: z.string().nullable().describe('Its Monday, or now'),
  effect: z.string().nullable().describe('What paying does; null once it is paid or over'),
  net_cents: z.int(),
  vat_cents: z.int().nullable(),
  gross_cents: z.int().nullable(),
})
export const orderTotals = {
  currency: z.string(),
  lines: z.array(orderLine),
  net_cents: z.int(),
  vat_cents: z.int().nullable(),
  gross_cents: z.int().nullable().describe('What is paid; null without a country'),
  vat: z.object({
    rate_percent: z.number().nullable(),
    reason: z.enum(vatReasons),
    explanation: z.string(),
    country: z.string().nullable().describe('Of the buyer'),
    vat_number: z.string().nullable(),
  }),
}

/** Prices the items, with the caller as the buyer. */
export async function quoteFor({ items, ...who }: QuoteInput, context: Context<Caller>) {
  const buyer = await orRefusal(buyerOf(who, context))
  const priced = await orRefusal(priceItems(items, { ...context, user_id: context.caller.user_id }))
  if (buyer instanceof Refusal && priced instanceof Refusal)
    throw refusalOf([...priced.errors, ...buyer.errors], [...priced.next_steps, ...buyer.next_steps])
  if (buyer instanceof Refusal) throw buyer
  if (priced instanceof Refusal) throw priced
  const quote = priceOrder(priced, context.site.currency, vatFor(buyer, context.seller.country), buyer)
  return {
    ...quote,
    lines: quote.lines.map((line, index) => ({ ...line, listing_name: priced[index]!.listing_name })),
  }
}
type FullQuote = Awaited<ReturnType<typeof quoteFor>>

/** The totals as all answers about money show them; `now` is null for an order that can no longer be paid. */
export function presentQuote(
  { currency, lines, net_cents, vat_cents, gross_cents, vat, buyer }: Omit<FullQuote, 'quote'>,
  now: Date | null,
) {
  const { rate_bp, ...reason } = vat
  const settled = <T>(value: T) => (buyer.country === null ? null : value)
  return {
    currency,
    lines: lines.map((line) => ({
      ...line,
      ...{ vat_cents: settled(line.vat_cents), gross_cents: settled(line.gross_cents) },
      effect: now && effectOf(line, now),
    })),
    net_cents,
    vat_cents: settled(vat_cents),
    gross_cents: settled(gross_cents),
    vat: {
      rate_percent: settled(rate_bp / 100),
      ...reason,
      country: buyer.country,
      vat_number: buyer.vat_number,
    },
  }
}

/** The buyer from the input and the founder profile; without a country, which the checkout page asks for then. */
export async function buyerOf(
  given: Pick<QuoteInput, 'country' | 'vat_number'>,
  { storage, caller }: Pick<Context<Caller>, 'storage' | 'caller'>,
): Promise<Buyer> {
  const said = given.country ?? (await storage.users.profile(caller.user_id))?.country ?? null
  if (said === null && given.vat_number === undefined) return { country: null, vat_number: null }
  return readBuyer({ ...given, country: said })
}

const netPrices: NextStep = {
  ...{ tool: 'list_products', arguments: {} },
  why: 'Shows the net prices, which are the same for every country',
}

/** The buyer as an order stores it, or a refusal that says what is wrong. */
export function readBuyer(given: { country: string | null; vat_number?: string }): Buyer {
  const said = given.country
  const refuse = (key: string, message: string) =>
    new Refusal('invalid_input', `${key}: ${message}`, {
      errors: [{ pointer: `/${key}`, code: said === null ? 'required' : 'invalid_value', message }],
      next_steps: said === null ? [netPrices] : [],
    })
  if (said === null)
    throw refuse(
      'country',
      'VAT depends on the country of the buyer. Send its ISO 3166 two-letter code, for example FI.',
    )
  // A founder profile may be older than the rule for countries.
  const country = countryMeant(said)
  if (country === null) throw refuse('country', 'There is no country of this code in ISO 3166. Send another.')
  const text = given.vat_number?.trim() ?? ''
  if (text === '') return { country, vat_number: null }
  const read = readVatNumber(text, country)
  if ('fault' in read) throw refuse('vat_number', read.fault)
  return { country, vat_number: read.number }
}
