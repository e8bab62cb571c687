// A quote: the items, the buyer and the VAT between the seller and the buyer.
import { z } from 'zod'
import type { Caller } from '../../auth/caller.ts'
import { Refusal } from '../errors.ts'
import { country } from '../inputs.ts'
import type { Context } from '../tool.ts'
import { orderItems, priceItems } from './items.ts'
import { priceOrder } from './price.ts'
import { knownCountry, readVatNumber, vatFor, vatReasons, type Buyer } from './vat.ts'

export const quoteInput = {
  items: orderItems,
  country: country.optional().describe('Of the buyer; default: that of your founder profile'),
  vat_number: z.string().max(20).optional().describe('EU VAT number of the buyer, with its country letters'),
}
type QuoteInput = z.output<z.ZodObject<typeof quoteInput>>

export const orderLine = z.object({
  product: z.string(),
  name: z.string(),
  listing_id: z.int(),
  listing_name: z.string(),
  week: z.string().nullable().describe('Its Monday, or now'),
  net_cents: z.int(),
  vat_cents: z.int(),
  gross_cents: z.int(),
})
export const orderTotals = {
  currency: z.string(),
  lines: z.array(orderLine),
  net_cents: z.int(),
  vat_cents: z.int(),
  gross_cents: z.int().describe('What is paid'),
  vat: z.object({
    rate_percent: z.number(),
    reason: z.enum(vatReasons),
    explanation: z.string(),
    country: z.string().describe('Of the buyer'),
    vat_number: z.string().nullable(),
  }),
}

/** Prices what is asked for, for this caller as the buyer. */
export async function quoteFor({ items, ...who }: QuoteInput, context: Context<Caller>) {
  const buyer = await buyerOf(who, context)
  const priced = await priceItems(items, context)
  const quote = priceOrder(priced, context.site.currency, vatFor(buyer, context.seller.country), buyer)
  return {
    ...quote,
    lines: quote.lines.map((line, index) => ({ ...line, listing_name: priced[index]!.listing_name })),
  }
}
export type FullQuote = Awaited<ReturnType<typeof quoteFor>>

/** The totals as every answer about money says them. */
export function presentQuote({
  currency,
  lines,
  net_cents,
  vat_cents,
  gross_cents,
  vat,
  buyer,
}: Omit<FullQuote, 'quote'>) {
  const { rate_bp, ...reason } = vat
  return {
    currency,
    lines,
    net_cents,
    vat_cents,
    gross_cents,
    vat: { rate_percent: rate_bp / 100, ...reason, country: buyer.country, vat_number: buyer.vat_number },
  }
}

async function buyerOf(
  given: Pick<QuoteInput, 'country' | 'vat_number'>,
  { storage, caller }: Context<Caller>,
): Promise<Buyer> {
  const said = given.country ?? (await storage.users.profile(caller.user_id))?.country ?? null
  const refuse = (key: string, message: string) =>
    new Refusal('invalid_input', `${key}: ${message}`, {
      errors: [{ pointer: `/${key}`, code: said === null ? 'required' : 'invalid_value', message }],
    })
  if (said === null)
    throw refuse(
      'country',
      'VAT depends on the country of the buyer. Send its ISO 3166 two-letter code, for example FI.',
    )
  const known = knownCountry(said)
  if (known === null) throw refuse('country', 'There is no country of this code in ISO 3166. Send another.')
  const text = given.vat_number?.trim() ?? ''
  if (text === '') return { country: known, vat_number: null }
  const read = readVatNumber(text, known)
  if ('fault' in read) throw refuse('vat_number', read.fault)
  return { country: known, vat_number: read.number }
}
