// What the pages about orders share.
import type { Order, OrderLine } from '../../storage/orders.ts'
import { html, type Html } from './html.ts'
import { countryName, day, money } from './parts.ts'

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
              ${line.name},
              ${line.listing_name}${
                line.week !== null && line.week !== 'now' && html`, week of ${day(line.week)}`
              }
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
      <tr>
        <th scope="row">VAT ${order.vat_rate_bp / 100} %, ${countryName(order.buyer_country)}</th>
        <td class="sum">${money(order.vat_cents, currency)}</td>
      </tr>
      <tr class="total">
        <th scope="row">${order.paid_at === null ? 'You pay' : 'Paid'}</th>
        <td class="sum">${money(order.gross_cents, currency)}</td>
      </tr>
    </tfoot>
  </table>`
}
