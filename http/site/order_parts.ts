// What the pages about orders share.
import type { Order, OrderLine } from '../../storage/orders.ts'
import { isUpgrade, upgradeEffect } from '../../tools/orders/effects.ts'
import { html, type Html } from './html.ts'
import { countryName, day, money } from './parts.ts'

/** Why so much VAT, and whether the register has confirmed the buyer's number where that decides it. */
export const vatNote = ({ vat_explanation, vat_number_check, vat_reason }: Order): Html =>
  html`${vat_explanation}
  ${vat_number_check === 'unchecked' && vat_reason === 'reverse_charge' && 'The register of VAT numbers has not confirmed the number of the buyer.'}`

export const testSign = html`<div class="test" role="note">
  <p>Test mode. No money moves, no card is asked for.</p>
</div>`

/** Net, VAT and total; without a country only the net. */
type Sums = {
  currency: string
  lines: { item: Html; net_cents: number }[]
  net_cents: number
  vat: {
    country: string
    rate_percent: number
    vat_cents: number
    gross_cents: number
    is_paid: boolean
  } | null
  returned_cents: number
}

export function sumsTable({ currency, lines, net_cents, vat, returned_cents }: Sums): Html {
  const amount = (cents: number) => money(cents, currency, { withCents: true })
  const row = (label: string, cents: number, style = '') =>
    html`<tr class="${style}">
      <th scope="row">${label}</th>
      <td class="sum">${amount(cents)}</td>
    </tr>`
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Item</th>
        <th scope="col" class="sum">Net</th>
      </tr>
    </thead>
    <tbody>
      ${lines.map(
        (line) =>
          html`<tr>
            <td>${line.item}</td>
            <td class="sum">${amount(line.net_cents)}</td>
          </tr>`,
      )}
    </tbody>
    <tfoot>
      ${row('Net', net_cents)}
      ${vat !== null && row(`VAT ${vat.rate_percent}%, ${countryName(vat.country)}`, vat.vat_cents)}
      ${vat !== null && row(vat.is_paid ? 'Paid' : 'You pay', vat.gross_cents, 'total')}
      ${returned_cents > 0 && row('Refunded', returned_cents)}
    </tfoot>
  </table>`
}

export function orderTable(order: Order, lines: readonly OrderLine[]): Html {
  const { currency, net_cents, vat_cents, gross_cents, buyer_country: country, returned_cents } = order
  return sumsTable({
    ...{ currency, net_cents, returned_cents },
    lines: lines.map((line) => ({
      item: html`${line.name}${isUpgrade(line) && !line.name.includes('upgrade') && ' (upgrade)'},
      ${line.listing_name}${
        line.week !== null && line.week !== 'now' && html`, week of ${day(line.week)}`
      }${isUpgrade(line) && html`<br /><span class="fine">${upgradeEffect}</span>`}`,
      net_cents: line.net_cents,
    })),
    vat:
      country === null
        ? null
        : {
            ...{ country, vat_cents, gross_cents },
            rate_percent: order.vat_rate_bp / 100,
            is_paid: order.paid_at !== null,
          },
  })
}

/** Before somebody pays for a launch that would lead nowhere; `seen` is what seenShut says. */
export const shutNote = (name: string, seen: string | null): Html | false =>
  seen !== null &&
  html`<p class="note wait">
    <b>The website of ${name} did not open when we last looked.</b> ${seen} The listing links to it: make sure
    that it opens before you pay.
  </p>`
