// Prices in integer cents: each line is rounded by itself, and the totals are sums of the lines, so that they always add up.
import { createHash } from 'node:crypto'
import type { Buyer, Vat } from './vat.ts'

export type PricedItem = {
  product: string
  name: string
  listing_id: number
  /** The Monday of the launch week that was chosen, "now", or null where the product has none. */
  week: string | null
  net_cents: number
}
type Line = PricedItem & { vat_rate_bp: number; vat_cents: number; gross_cents: number }
type Quote = {
  /** Names the content of the quote: another price, rate or item gives another name. */
  quote: string
  currency: string
  lines: Line[]
  net_cents: number
  vat_cents: number
  gross_cents: number
  vat: Vat
  buyer: Buyer
}

/** Half a cent is rounded up. Exact as long as the product stays below 2^53, which a price of 900 million keeps. */
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
  // What is bought by whom, and what it costs, so that a quote that no longer holds says which of them has changed.
  const bought = lines.map(({ product, name, listing_id, week, net_cents }) =>
    product === 'billboard' ? { product, listing_id, net_cents } : { product, name, listing_id, week },
  )
  return { quote: `${hashed({ bought, buyer })}.${hashed(content)}`, ...content }
}

const hashed = (what: object) =>
  createHash('sha256').update(JSON.stringify(what)).digest('base64url').slice(0, 16)

/** Whether a quote can have been written so. */
export const isQuote = (text: string): boolean => /^[\w-]{16}\.[\w-]{16}$/.test(text)

/** Whether the quote is for the same items and buyer as another, whatever they cost. */
export const isSameBought = (quote: string, other: string): boolean =>
  quote.split('.')[0] === other.split('.')[0]

/** An amount as people read it, for example "EUR 117.81". */
export function money(cents: number, currency: string): string {
  const sign = cents < 0 ? '-' : ''
  const whole = Math.abs(cents)
  return `${currency} ${sign}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`
}
