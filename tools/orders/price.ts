// Prices in integer cents: each line is rounded on its own, and totals are sums of lines, so that they always add up.
import { createHash } from 'node:crypto'
import type { Buyer, Vat } from './vat.ts'

export type PricedItem = {
  product: string
  name: string
  listing_id: number
  /** The Monday of the chosen launch week, "now", or null if the product has no week. */
  week: string | null
  net_cents: number
}
type Line = PricedItem & { vat_rate_bp: number; vat_cents: number; gross_cents: number }
type Quote = {
  /** A hash of the quote's content: another price, rate or item gives another value. */
  quote: string
  currency: string
  lines: Line[]
  net_cents: number
  vat_cents: number
  gross_cents: number
  vat: Vat
  buyer: Buyer
}

/** Half a cent is rounded up. Exact as long as net_cents × rate_bp is below 2^53, so for prices up to 900 million. */
export function vatCents(net_cents: number, rate_bp: number): number {
  return Math.floor((net_cents * rate_bp + 5_000) / 10_000)
}

/** Prices the items for the buyer. */
export function priceOrder(items: readonly PricedItem[], currency: string, vat: Vat, buyer: Buyer): Quote {
  const lines = items.map((item) => {
    const vat_cents = vatCents(item.net_cents, vat.rate_bp)
    return { ...item, vat_rate_bp: vat.rate_bp, vat_cents, gross_cents: item.net_cents + vat_cents }
  })
  const sum = (of: 'net_cents' | 'vat_cents' | 'gross_cents') =>
    lines.reduce((total, line) => total + line[of], 0)
  const content = {
    currency,
    lines,
    net_cents: sum('net_cents'),
    vat_cents: sum('vat_cents'),
    gross_cents: sum('gross_cents'),
    vat,
    buyer,
  }
  // Two hashes, for what is bought by whom and for what it costs, so that an outdated quote shows which one changed.
  const bought = lines.map(({ product, name, listing_id, week, net_cents }) =>
    product === 'billboard' ? { product, listing_id, net_cents } : { product, name, listing_id, week },
  )
  return { quote: `${hashed({ bought, buyer })}.${hashed(content)}`, ...content }
}

const hashed = (what: object) =>
  createHash('sha256').update(JSON.stringify(what)).digest('base64url').slice(0, 16)

/** Whether the text has the form of a quote. */
export const isQuote = (text: string): boolean => /^[\w-]{16}\.[\w-]{16}$/.test(text)

/** Whether two quotes are for the same items and buyer, whatever they cost. */
export const isSameBought = (quote: string, other: string): boolean =>
  quote.split('.')[0] === other.split('.')[0]

/** An amount for people, such as "EUR 117.81". */
export function money(cents: number, currency: string): string {
  const sign = cents < 0 ? '-' : ''
  const whole = Math.abs(cents)
  return `${currency} ${sign}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`
}
