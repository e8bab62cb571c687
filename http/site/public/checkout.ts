// The page where an order is paid. Its link shows the order but grants nothing: listings are published by an event of
// the payment provider only, or by the button that simulates one.
import type { Order, OrderLine } from '../../../storage/orders.ts'
import { seenShut } from '../../../tools/my_listings/shut_website.ts'
import { cancelOrder } from '../../../tools/orders/cancel_order.ts'
import { orderAt } from '../../../tools/orders/checkout.ts'
import { effectOf, isUpgrade } from '../../../tools/orders/effects.ts'
import { knowsBuyer, setBuyer } from '../../../tools/orders/set_buyer.ts'
import { isPayable, statusNow } from '../../../tools/orders/status.ts'
import { demandOpened, payOrder } from '../../../tools/orders/pay_order.ts'
import { html, type Html } from '../html.ts'
import { faultsByName, refusalNote } from '../account/refused.ts'
import { countryField, field } from '../forms.ts'
import { countryName, day, money, time } from '../parts.ts'
import { openPage } from '../private_page.ts'
import { goTo, type Visit } from '../visit.ts'
import { orderTable, shutNote, testSign, vatNote } from '../order_parts.ts'

export async function shownOrder({ params, storage }: Pick<Visit, 'params' | 'storage'>) {
  const order = await orderAt(params.token ?? '', storage)
  return { order, lines: await storage.orders.linesOf([order.id]) }
}

export const checkout = openPage({
  path: '/checkout/:token',
  async load(visit) {
    const { order, lines } = await shownOrder(visit)
    // By their ids: an order may have several lines of a listing.
    const listings = new Map(lines.map(({ listing_id, listing_name }) => [listing_id, listing_name]))
    const shut: Html[] = []
    for (const [id, name] of isPayable(order, visit.now) ? listings : [])
      shut.push(html`${shutNote(name, await seenShut({ id }, order.user_id, visit.storage))}`)
    const named = lines.find(({ product }) => product === 'extra_categories')
    const draft = named && (await visit.storage.drafts.ofListing(order.user_id, named.listing_id))
    return { order, lines, shut, draft_id: draft?.id ?? null }
  },
  render: ({ order, lines, shut, draft_id }, visit) => ({
    title: `Order ${order.number}`,
    unlisted: true,
    paid: true,
    form_targets: visit.payments?.origins,
    body: html`<div class="middle stack">
      ${order.provider === 'test' && testSign}
      <h1>${headline(order, lines, visit.now)}</h1>
      <p class="soft">Order ${order.number}. ${deadline(order, visit.now)}</p>
      ${order.failure !== null && html`<div class="note bad" role="status"><p>${order.failure}</p></div>`}
      ${shut}
      <section class="sheet" aria-labelledby="o">
        <h2 id="o" class="unseen">Summary</h2>
        ${orderTable(order, lines)}
      </section>
      <p class="fine">${vatNote(order)} Seller: ${visit.seller.name}.</p>
      ${
        isPayable(order, visit.now)
          ? html`${buyerForm(order, visit)}
            ${knowsBuyer(order) && visit.refused === null && payForm(order, lines, visit.now)}
            ${cancelForm(order)}`
          : after(order, lines, draft_id)
      }
    </div>`,
  }),
  forms: {
    async '/checkout/:token/buyer'({ act, params: { token }, form }) {
      const given = (name: string) => form.get(name) ?? ''
      await act(setBuyer, {
        ...{ token, name: given('name'), address: given('address') },
        ...{ country: given('country'), vat_number: given('vat_number') },
      })
      return `/checkout/${token}`
    },
  },
  post: {
    '/checkout/:token/pay': pay,
    '/checkout/:token/cancel': cancel,
  },
})

function headline(order: Order, lines: OrderLine[], now: Date): string {
  const { gross_cents, net_cents, vat_cents, buyer_country, currency, under_way_at } = order
  const status = statusNow(order, now)
  const names = [...new Set(lines.map(({ listing_name }) => listing_name))]
  const what = names.length === 1 ? names[0]! : `${names.length} listings`
  if (status === 'paid') return `Paid. Thank you.`
  if (status === 'refunded') return 'This order was refunded.'
  if (status === 'cancelled') return 'This order was cancelled.'
  if (status === 'expired') return 'This order has ended.'
  if (under_way_at !== null) return 'Your payment is under way.'
  const launch = lines.find(({ product }) => product === 'launch')
  const price =
    buyer_country === null ? `${money(net_cents, currency)} and VAT` : money(gross_cents, currency)
  if (launch === undefined) {
    const bought = [...new Set(lines.map(({ name }) => name))].join(', ')
    return `${bought} for ${what}: ${price}${buyer_country !== null && vat_cents > 0 ? ' with VAT' : ''}`
  }
  const extras = lines.length > 1 ? ' with extras' : ''
  return `${isUpgrade(launch) ? 'Upgrade' : 'Launch'} ${what}${names.length === 1 ? extras : ''} for ${price}`
}

function deadline(order: Order, now: Date): Html {
  const { expires_at, paid_at, refunded_at, under_way_at } = order
  const status = statusNow(order, now)
  if (status === 'paid') return html`Paid on ${day(paid_at!)}.`
  if (status === 'refunded') return html`Refunded on ${day(refunded_at!)}.`
  if (status !== 'pending') return html`Nothing was charged.`
  if (under_way_at !== null)
    return html`Begun ${time(under_way_at)}. A bank takes some days; this page shows when the money has
    arrived.`
  return html`It can be paid here until ${time(expires_at)}.`
}

function payForm(order: Order, lines: OrderLine[], now: Date): Html {
  const amount = money(order.gross_cents, order.currency)
  const path = `/checkout/${order.checkout_token}`
  const isTest = order.provider === 'test'
  return html`${lines.map((line) => html`<p>${line.name}, ${line.listing_name}: ${effectOf(line, now)}</p>`)}
    <p>Paying buys no votes and no rank.</p>
    <form class="stack" method="post" action="${path}/pay">
      <button class="big wide" name="play" value="success">Pay ${amount}${isTest && ' (test)'}</button>
      ${
        isTest &&
        html`<div class="line">
          <button class="quiet" name="play" value="failure">Simulate a declined card</button>
          <button class="quiet" name="play" value="later">Simulate a slow payment</button>
        </div>`
      }
    </form>`
}

function cancelForm({ checkout_token }: Order): Html {
  return html`<form method="post" action="/checkout/${checkout_token}/cancel">
    <button class="quiet">Cancel the order</button>
  </form>`
}

/** The buyer's details: required before payment if the total or the receipt depends on them, and editable. */
function buyerForm(order: Order, { refused, form: typed }: Visit): Html {
  const faults = faultsByName(refused)
  const said = (name: string, kept: string | null) => typed.get(name) ?? kept ?? ''
  const isAsked = !knowsBuyer(order) || refused !== null
  const form = html`${Object.keys(faults).length === 0 && refusalNote(refused)}
    <form class="stack" method="post" action="/checkout/${order.checkout_token}/buyer">
      ${field({ name: 'name', label: 'Name or company', max: 200, required: true, autocomplete: 'name', value: said('name', order.buyer_name), fault: faults.name })}
      ${field({ name: 'address', label: 'Address', hint: 'For the receipt; needed where no VAT is charged to a business', max: 500, rows: 3, autocomplete: 'street-address', value: said('address', order.buyer_address), fault: faults.address })}
      ${countryField({ label: 'Country', hint: 'VAT depends on it', required: true, value: said('country', order.buyer_country), fault: faults.country })}
      ${field({ name: 'vat_number', label: 'EU VAT number', hint: 'If you have one', max: 20, value: said('vat_number', order.buyer_vat_number), fault: faults.vat_number })}
      <button class="${isAsked ? 'wide' : 'quiet'}">
        ${isAsked ? 'Continue' : order.buyer_name === '' ? 'Save who buys' : 'Change who buys'}
      </button>
    </form>`
  return isAsked
    ? html`<section class="stack" aria-labelledby="buyer">
        <h2 id="buyer">Who buys?</h2>
        ${form}
      </section>`
    : html`<details ${order.buyer_name === '' && html`open`}>
        <summary>
          ${order.buyer_name === '' ? 'The receipt names nobody yet. Bought from' : `Bought by ${order.buyer_name},`}
          ${countryName(order.buyer_country!)}
        </summary>
        ${form}
      </details>`
}

function after(order: Order, lines: OrderLine[], draft_id: string | null): Html {
  const id = lines[0]!.listing_id
  return html`<p class="line">
    ${
      order.receipt_number !== null &&
      html`<a class="button" href="/checkout/${order.checkout_token}/receipt">Open the receipt</a>`
    }
    <a class="button quiet" href="/account/listings/${id}">To the listing</a>
    ${order.status === 'paid' && lines.map((line) => filling(line, draft_id))}
  </p>`
}

/** A bought section is empty until its owner fills it. */
const fillings: Partial<Record<string, [text: string, page: string]>> = {
  story: ['Write the story', 'news'],
  media: ['Add pictures', 'pictures'],
}

function filling({ product, listing_id }: OrderLine, draft_id: string | null): Html | false {
  const link = (text: string, page: string) =>
    html`<a class="button quiet" href="/account/${page}">${text}</a>`
  if (product === 'extra_categories')
    return draft_id !== null && link('Name its categories', `drafts/${draft_id}#categories`)
  const [text, page] = fillings[product] ?? []
  return text !== undefined && link(text, `listings/${listing_id}/${page}`)
}

async function pay({ act, params, form }: Visit) {
  const { token } = params
  const done = await act(payOrder, { token, play: form.get('play') ?? undefined })
  demandOpened(done)
  return goTo(done.pay_at ?? `/checkout/${token}`)
}

async function cancel({ act, params: { token } }: Visit) {
  await act(cancelOrder, { token })
  return goTo(`/checkout/${token}`)
}
