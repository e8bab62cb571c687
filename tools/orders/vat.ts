// Which VAT rate applies to an order, and why: the place of supply of electronic services (Directive 2006/112/EC, art.
// 44, 58 and 196). Rates come from the package sales-tax, which its authors keep current; only its data file is read.
import { createRequire } from 'node:module'
import { checkVAT, countries } from 'jsvat-next'
import { countryName } from '../../countries.ts'

type RatesByCountry = Record<string, { type: string; rate: number }>
const rates = createRequire(import.meta.url)('sales-tax/res/sales_tax_rates.json') as RatesByCountry

const european = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK'.split(' '),
)
/** VAT number prefixes that differ from the country's ISO 3166 code. */
const prefixes: Record<string, string> = { EL: 'GR' }

export const vatReasons = ['domestic', 'destination', 'reverse_charge', 'outside_scope', 'unsettled'] as const
export type Vat = {
  /** Hundredths of a percent, so that 25.5 % is the integer 2550. */
  rate_bp: number
  reason: (typeof vatReasons)[number]
  explanation: string
}
/** A null country is not known yet: the checkout page asks for it. */
export type Buyer = { country: string | null; vat_number: string | null }

/**
 * The VAT number in its canonical form, or a sentence about what is wrong with it. Checks format and checksum only, not
 * whether the number is registered.
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

/** The VAT to charge this buyer, whose country and number were validated by the functions above. */
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
      explanation: `The seller is in ${countryName(seller_country)} too, so the VAT of that country applies.`,
    }
  if (!european.has(to))
    return {
      rate_bp: 0,
      reason: 'outside_scope',
      explanation: `The place of supply is ${countryName(buyer.country)}, outside the EU: no VAT is charged.`,
    }
  if (buyer.vat_number !== null)
    return {
      rate_bp: 0,
      reason: 'reverse_charge',
      explanation: `Reverse charge: the buyer accounts for the VAT in ${countryName(buyer.country)} (article 196 of Directive 2006/112/EC).`,
    }
  return {
    rate_bp: rateOf(to),
    reason: 'destination',
    explanation: `Without an EU VAT number the VAT of the buyer’s country, ${countryName(buyer.country)}, applies (article 58 of Directive 2006/112/EC).`,
  }
}

/** Monaco is part of France for VAT. */
const vatArea = (country: string): string => (country === 'MC' ? 'FR' : country)

const rateOf = (country: string): number =>
  rates[country]?.type === 'none' ? 0 : Math.round((rates[country]?.rate ?? 0) * 10_000)
