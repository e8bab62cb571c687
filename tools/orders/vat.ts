// Which VAT an order bears and why: the place of supply of electronic services (Directive 2006/112/EC, articles 44, 58
// and 196). Rates come from the package sales-tax, kept current by its authors; only its data file is read.
import { createRequire } from 'node:module'
import { checkVAT, countries } from 'jsvat-next'

type RatesByCountry = Record<string, { type: string; rate: number }>
const rates = createRequire(import.meta.url)('sales-tax/res/sales_tax_rates.json') as RatesByCountry

const european = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK'.split(' '),
)
/** The country a VAT number names, where its two letters are not those of ISO 3166. */
const prefixes: Record<string, string> = { EL: 'GR' }

export const vatReasons = ['domestic', 'destination', 'reverse_charge', 'outside_scope', 'unsettled'] as const
export type Vat = {
  /** Hundredths of a percent, so that 25.5 % is the integer 2550. */
  rate_bp: number
  reason: (typeof vatReasons)[number]
  explanation: string
}
/** Without a country nothing is settled yet: the checkout page asks for it. */
export type Buyer = { country: string | null; vat_number: string | null }

/**
 * The VAT number in its canonical form, or what is wrong with it in a sentence. Format and checksum only: whether the
 * tax office still knows the number is not asked.
 */
export function readVatNumber(text: string, country: string): { number: string } | { fault: string } {
  const checked = checkVAT(text, countries)
  if (!checked.isValid || checked.value === undefined)
    return {
      fault:
        'This is not a valid VAT number: its format or its check digits are wrong. Send it with its country letters, or leave it out.',
    }
  const letters = checked.value.slice(0, 2)
  const from = prefixes[letters] ?? letters
  const to = vatArea(country)
  if (from !== to && (european.has(from) || european.has(to)))
    return {
      fault: `This VAT number belongs to ${from}, but the country of the buyer is ${country}. Give the country of the number.`,
    }
  return { number: checked.value }
}

/** What the seller must charge this buyer. The buyer's country and number have been read by the functions above. */
export function vatFor(buyer: Buyer, seller_country: string): Vat {
  if (buyer.country === null)
    return {
      rate_bp: 0,
      reason: 'unsettled',
      explanation:
        'VAT depends on the country of the buyer. The checkout page asks for it and settles the total.',
    }
  const [from, to] = [vatArea(seller_country), vatArea(buyer.country)]
  if (from === to)
    return {
      rate_bp: rateOf(to),
      reason: 'domestic',
      explanation: `The seller is in ${seller_country} too, so its VAT applies.`,
    }
  if (!european.has(to))
    return {
      rate_bp: 0,
      reason: 'outside_scope',
      explanation: `The place of supply is ${buyer.country}, outside the EU: no VAT is charged.`,
    }
  if (buyer.vat_number !== null)
    return {
      rate_bp: 0,
      reason: 'reverse_charge',
      explanation: `Reverse charge: the buyer accounts for the VAT in ${buyer.country} (article 196 of Directive 2006/112/EC).`,
    }
  return {
    rate_bp: rateOf(to),
    reason: 'destination',
    explanation: `Without an EU VAT number the VAT of the buyer's country, ${buyer.country}, applies (article 58 of Directive 2006/112/EC).`,
  }
}

/** Monaco belongs to France's VAT. */
const vatArea = (country: string): string => (country === 'MC' ? 'FR' : country)

const rateOf = (country: string): number =>
  rates[country]?.type === 'none' ? 0 : Math.round((rates[country]?.rate ?? 0) * 10_000)
