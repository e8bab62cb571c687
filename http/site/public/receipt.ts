// The receipt of an order, to be printed: what a bookkeeper needs, and nothing else.
import { Refusal } from '../../../tools/errors.ts'
import { html } from '../html.ts'
import { orderTable, testSign, vatNote } from '../order_parts.ts'
import { countryName, day, fact } from '../parts.ts'
import { openPage } from '../private_page.ts'
import { shownOrder } from './checkout.ts'

export const receipt = openPage({
  path: '/checkout/:token/receipt',
  async load(visit) {
    const shown = await shownOrder(visit)
    if (shown.order.receipt_number === null)
      throw new Refusal('not_found', 'There is no receipt yet: this order was not paid.')
    return shown
  },
  render: ({ order, lines }, { seller, site }) => ({
    title: `Receipt ${order.receipt_number}`,
    unlisted: true,
    body: html`<div class="middle stack">
      ${order.provider === 'test' && testSign}
      <h1>Receipt <span class="whole">${order.receipt_number}</span></h1>
      ${
        order.credit_note_number !== null &&
        html`<div class="note wait" role="status">
          <p>
            Refunded on ${day(order.refunded_at!)}, credit note ${order.credit_note_number}. What it bought
            was undone.
          </p>
        </div>`
      }
      <dl class="facts">
        ${fact('Order', html`${order.number}, ${site.name}`)} ${fact('Paid on', html`${day(order.paid_at!)}`)}
        ${fact(
          'Seller',
          html`${seller.name}${seller.address !== null && html`<br />${seller.address}`}<br />${countryName(seller.country)}${
              seller.vat_number !== null && html`<br />VAT number ${seller.vat_number}`
            }`,
        )}
        ${fact(
          'Buyer',
          html`${order.buyer_name !== '' && html`${order.buyer_name}<br />`}${order.buyer_address !== null && order.buyer_address.split('\n').map((line) => html`${line}<br />`)}${countryName(order.buyer_country!)}${
            order.buyer_vat_number !== null && html`<br />VAT number ${order.buyer_vat_number}`
          }`,
        )}
      </dl>
      <section class="sheet" aria-labelledby="o">
        <h2 id="o" class="unseen">Items</h2>
        ${orderTable(order, lines)}
      </section>
      <p class="fine">${vatNote(order)}</p>
    </div>`,
  }),
})
