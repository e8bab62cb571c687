// What the pages about orders share.
import type { Order, OrderLine } from '../../storage/orders.ts'
import { isUpgrade, upgradeEffect } from '../../tools/orders/effects.ts'
import { html, type Html } from './html.ts'
import { countryName, day, money } from './parts.ts'

export const uncheckedNumber = 'The register of VAT numbers has not confirmed the number of the buyer.'

export const testSign = html`<div class="test" role="note">
  <p>Test mode. No money moves, no card is asked for.</p>
</div>`

/** The lines of an order, VAT, and what is paid. */
export function orderTable(order: Order, lines: readonly OrderLine[]): Html {
  const { currency } = order
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
            <td>
              ${line.name}${isUpgrade(line) && !line.name.includes('upgrade') && ' (upgrade)'},
              ${line.listing_name}${
                line.week !== null && line.week !== 'now' && html`, week of ${day(line.week)}`
              }${isUpgrade(line) && html`<br /><span class="fine">${upgradeEffect}</span>`}
            </td>
            <td class="sum">${money(line.net_cents, currency)}</td>
          </tr>`,
      )}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">Net</th>
        <td class="sum">${money(order.net_cents, currency)}</td>
      </tr>
      ${order.buyer_country !== null && withVat(order, order.buyer_country)}
    </tfoot>
  </table>`
}

function withVat(order: Order, country: string): Html {
  const { currency, vat_rate_bp, vat_cents, gross_cents, paid_at, returned_cents } = order
  return html`<tr>
      <th scope="row">VAT ${vat_rate_bp / 100} %, ${countryName(country)}</th>
      <td class="sum">${money(vat_cents, currency)}</td>
    </tr>
    <tr class="total">
      <th scope="row">${paid_at === null ? 'You pay' : 'Paid'}</th>
      <td class="sum">${money(gross_cents, currency)}</td>
    </tr>
    ${
      returned_cents > 0 &&
      html`<tr>
        <th scope="row">Paid back</th>
        <td class="sum">${money(returned_cents, currency)}</td>
      </tr>`
    }`
}
