import { windowOf } from '../../../tools/inputs.ts'
import listMyOrders from '../../../tools/orders/list_my_orders.ts'
import { html } from '../html.ts'
import { emptyBox, money, pageLinks, time } from '../parts.ts'
import { ownPage } from '../private_page.ts'
import { table } from '../table.ts'
import { pageOrFirst } from './lists.ts'

const words = {
  pending: 'Not paid yet',
  paid: 'Paid',
  expired: 'Expired unpaid',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
} as const

export const orders = ownPage({
  path: '/account/orders',
  async load({ call, url, storage, session, site }) {
    const all = await call(listMyOrders, { page: pageOrFirst(url) })
    const mine = (await storage.orders.mine(session.user.id, site.id, windowOf(all))).items
    const lines = Map.groupBy(
      await storage.orders.linesOf(mine.map(({ id }) => id)),
      ({ order_id }) => mine.find(({ id }) => id === order_id)!.number,
    )
    return { ...all, items: all.items.map((one) => ({ ...one, lines: lines.get(one.number) ?? [] })) }
  },
  render: (all, { url }) => ({
    title: 'Orders',
    body: html`<h1>Your orders</h1>
      ${
        all.items.length === 0
          ? emptyBox(
              {
                title: 'Nothing was ordered',
                text: 'A paid launch is ordered from the page of a listing. The free plan costs nothing.',
                lead: ['Your listings', '/account/listings'],
              },
              { around: 'gap' },
            )
          : table(
              'Your orders',
              ['Order', 'For', 'State', 'With VAT', html`<span class="unseen">What can be done</span>`],
              all.items.map((one) => [
                html`${one.number}<br /><span class="fine">${time(one.created_at)}</span>`,
                html`${one.lines.map(({ name, listing_name }) => html`<div>${name}: ${listing_name}</div>`)}`,
                one.under_way ? 'Payment under way' : words[one.status],
                one.gross_cents === null ? 'Not fixed yet' : money(one.gross_cents, one.currency),
                html`${one.checkout_url !== null && html`<a href="${one.checkout_url}">${one.under_way ? 'See' : 'Pay'}<span class="unseen"> ${one.number}</span></a>`}
                ${one.receipt_url !== null && html`<a href="${one.receipt_url}">Receipt<span class="unseen"> of ${one.number}</span></a>`}`,
              ]),
              { stacks: true, around: 'gap' },
            )
      }
      ${pageLinks('/account/orders', url.searchParams, all)}`,
  }),
})
