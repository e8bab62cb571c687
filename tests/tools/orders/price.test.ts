import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { money, priceOrder, vatCents } from '../../../tools/orders/price.ts'
import { readVatNumber, vatFor } from '../../../tools/orders/vat.ts'

const buyer = (country: string, vat_number: string | null = null) => ({ country, vat_number })

describe('VAT', () => {
  it.each([
    ['a seller and a buyer in one country', 'DE', buyer('DE'), 1900, 'domestic'],
    ['one country, with a number', 'DE', buyer('DE', 'DE136695976'), 1900, 'domestic'],
    ['a person in another EU country', 'DE', buyer('FI'), 2550, 'destination'],
    ['a business in another EU country', 'DE', buyer('GR', 'EL094259216'), 0, 'reverse_charge'],
    ['a buyer outside the EU', 'DE', buyer('US'), 0, 'outside_scope'],
    ['a buyer outside the EU with a number', 'DE', buyer('GB', 'GB980780684'), 0, 'outside_scope'],
    ['Monaco, which belongs to the VAT of France', 'FR', buyer('MC'), 2000, 'domestic'],
    ['a seller outside the EU and a person inside', 'CH', buyer('AT'), 2000, 'destination'],
    ['a seller outside the EU at home', 'CH', buyer('CH'), 810, 'domestic'],
  ])('of %s', (_name, seller, who, rate_bp, reason) => {
    expect(vatFor(who, seller)).toMatchObject({ rate_bp, reason })
  })

  it.each([
    ['DE136695976', 'DE', 'DE136695976'],
    ['de 136.695.976', 'DE', 'DE136695976'],
    ['EL094259216', 'GR', 'EL094259216'],
    ['GB980780684', 'GB', 'GB980780684'],
  ])('reads the number %s', (text, country, number) => {
    expect(readVatNumber(text, country)).toEqual({ number })
  })

  it.each([
    ['wrong check digits', 'DE136695975', 'DE', 'check digits'],
    ['no letters', '136695976', 'DE', 'check digits'],
    ['another EU country', 'DE136695976', 'FR', 'belongs to DE'],
    ['a number from outside the EU for a buyer inside', 'GB980780684', 'FR', 'belongs to GB'],
    ['an EU number for a buyer outside', 'DE136695976', 'US', 'belongs to DE'],
    ['markup', '<b>DE136695976</b>', 'DE', 'check digits'],
  ])('refuses a number with %s', (_name, text, country, words) => {
    expect(readVatNumber(text, country)).toEqual({ fault: expect.stringContaining(words) })
  })
})

describe('totals', () => {
  const line = fc.record({
    product: fc.constantFrom('launch', 'story', 'billboard'),
    name: fc.string(),
    listing_id: fc.integer({ min: 1 }),
    week: fc.constant(null),
    net_cents: fc.integer({ min: 0, max: 100_000_000 }),
  })
  const countries = fc.constantFrom('DE', 'FI', 'HU', 'CH', 'US', 'LU', 'FR', 'MC')

  it('are the sums of their lines, in whole cents, within half a cent of the exact VAT on each', () => {
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 20 }),
        countries,
        countries,
        (items, from, to) => {
          const vat = vatFor(buyer(to), from)
          const order = priceOrder(items, 'EUR', vat, buyer(to))
          for (const one of order.lines) {
            // Twice the distance from the exact rational, in ten-thousandths of a cent.
            const exact = BigInt(one.net_cents) * BigInt(vat.rate_bp)
            const off = BigInt(one.vat_cents) * 10_000n - exact
            expect(2n * (off < 0n ? -off : off) <= 10_000n).toBe(true)
            expect(one.gross_cents).toBe(one.net_cents + one.vat_cents)
          }
          for (const key of ['net_cents', 'vat_cents', 'gross_cents'] as const) {
            expect(order[key]).toBe(order.lines.reduce((sum, one) => sum + one[key], 0))
            expect(Number.isSafeInteger(order[key]) && order[key] >= 0).toBe(true)
          }
        },
      ),
      { numRuns: 10_000 },
    )
  })

  it('round half a cent up', () => {
    expect([vatCents(10, 2550), vatCents(50, 1900), vatCents(1, 1), vatCents(2, 2500)]).toEqual([3, 10, 0, 1])
  })

  it('give another quote another name', () => {
    const item = { product: 'launch', name: 'Launch', listing_id: 1, week: 'now', net_cents: 9900 }
    const name = (net_cents: number, country: string) =>
      priceOrder([{ ...item, net_cents }], 'EUR', vatFor(buyer(country), 'DE'), buyer(country)).quote
    expect(new Set([name(9900, 'DE'), name(9901, 'DE'), name(9900, 'FI')]).size).toBe(3)
    expect(name(9900, 'DE')).toBe(name(9900, 'DE'))
  })

  it('read as money', () => {
    expect([money(11_781, 'EUR'), money(5, 'EUR'), money(-250, 'USD')]).toEqual([
      'EUR 117.81',
      'EUR 0.05',
      'USD -2.50',
    ])
  })
})
