// Where an order is paid. The link shows the order to whoever has it and grants nothing: what publishes is what the
// payment provider says, or, where payments are simulated, the button that simulates it.
import type { Order, OrderLine } from '../../../storage/orders.ts'
import { Refusal } from '../../../tools/errors.ts'
import { demandItsPayments } from '../../../tools/orders/checkout.ts'
import { checkoutUrl } from '../../../tools/orders/order_view.ts'
import { settle } from '../../../tools/orders/settle.ts'
import { html, type Html } from '../html.ts'
import { day, money, time } from '../parts.ts'
import { openPage } from '../private_page.ts'
import { goTo, type Visit } from '../visit.ts'
import { orderTable, testSign } from '../order_parts.ts'

type Shown = { order: Order; lines: OrderLine[] }
type CheckoutVisit = Pick<Visit, 'params' | 'storage'>

export async function orderAt({ params, storage }: CheckoutVisit): Promise<Order> {
  const order = await storage.orders.byToken(params.token ?? '')
  if (order === undefined)
    throw new Refusal('not_found', 'There is no checkout at this address. Ask for the link again.')
  return order
}

export const checkout = openPage<Shown>({
  path: '/checkout/:token',
  async load(visit) {
    const order = await orderAt(visit)
    return { order, lines: await visit.storage.orders.linesOf([order.id]) }
  },
  render: ({ order, lines }, visit) => ({
    title: `Order ${order.number}`,
    unlisted: true,
    paid: true,
    form_targets: visit.payments?.origins,
    body: html`<div class="middle stack">
      ${order.provider === 'test' && testSign}
      <h1>${headline(order, lines)}</h1>
      <p class="soft">Order ${order.number}. ${deadline(order, visit.now)}</p>
      ${order.failure !== null && html`<div class="note bad" role="status"><p>${order.failure}</p></div>`}
      <section class="sheet" aria-labelledby="o">
        <h2 id="o" class="unseen">Summary</h2>
        ${orderTable(order, lines)}
      </section>
      <p class="fine">${order.vat_explanation} Seller: ${visit.seller.name}.</p>
      ${order.status === 'pending' && !isOver(order, visit.now) ? payForm(order, lines) : after(order, lines)}
    </div>`,
  }),
  post: {
    '/checkout/:token/pay': pay,
    '/checkout/:token/cancel': cancel,
  },
})

const isOver = ({ expires_at }: Order, now: Date) => expires_at <= now.toISOString()

function headline({ status, gross_cents, currency }: Order, lines: OrderLine[]): string {
  const names = [...new Set(lines.map(({ listing_name }) => listing_name))]
  const what = names.length === 1 ? names[0]! : `${names.length} listings`
  if (status === 'paid') return `Paid. Thank you.`
  if (status === 'refunded') return 'This order was refunded.'
  if (status === 'cancelled') return 'This order was cancelled.'
  if (status === 'expired') return 'This order has ended.'
  const verb = lines.some(({ product }) => product === 'launch') ? 'Launch' : 'Pay for'
  return `${verb} ${what} for ${money(gross_cents, currency)}`
}

function deadline({ status, expires_at, paid_at, refunded_at }: Order, now: Date): Html {
  if (status === 'paid') return html`Paid on ${day(paid_at!)}.`
  if (status === 'refunded') return html`Paid back on ${day(refunded_at!)}.`
  if (status !== 'pending' || expires_at <= now.toISOString()) return html`Nothing was charged.`
  return html`This page ends on ${time(expires_at)}.`
}

function payForm(order: Order, lines: OrderLine[]): Html {
  const amount = money(order.gross_cents, order.currency)
  const path = `/checkout/${order.checkout_token}`
  const isTest = order.provider === 'test'
  return html`<p>${whatHappens(lines)} Paying buys no votes and no rank.</p>
    <form class="stack" method="post" action="${path}/pay">
      <button class="big wide" name="play" value="success">Pay ${amount}${isTest && ' (test)'}</button>
      ${
        isTest &&
        html`<div class="line">
          <button class="quiet" name="play" value="failure">Simulate a declined card</button>
          <button class="quiet" name="play" value="later">Simulate a slow payment</button>
        </div>`
      }
    </form>
    <form method="post" action="${path}/cancel"><button class="quiet">Cancel the order</button></form>`
}

function whatHappens(lines: OrderLine[]): Html {
  const launch = lines.find(({ product }) => product === 'launch')
  if (launch === undefined) return html`It takes effect as soon as you have paid.`
  return launch.week === null || launch.week === 'now'
    ? html`${launch.listing_name} goes live as soon as you have paid.`
    : html`${launch.listing_name} goes live on Monday, ${day(launch.week)}.`
}

function after(order: Order, lines: OrderLine[]): Html {
  const id = lines[0]!.listing_id
  return html`<p class="line">
    ${
      order.receipt_number !== null &&
      html`<a class="button" href="/checkout/${order.checkout_token}/receipt">Open the receipt</a>`
    }
    <a class="button quiet" href="/account/listings/${id}">To the listing</a>
  </p>`
}

async function pay(visit: Visit) {
  const order = await orderAt(visit)
  if (order.status !== 'pending' || isOver(order, visit.now)) return goTo(`/checkout/${order.checkout_token}`)
  demandItsPayments(order, visit.seller)
  if (order.provider === 'stripe') return leaveForProvider(order, visit)
  await play(order, visit)
  return goTo(`/checkout/${order.checkout_token}`)
}

/** Payments that cost nothing: a success, a refused card, and one that comes later. */
async function play(order: Order, { storage, now, form, public_url, seller }: Visit): Promise<void> {
  const outcome = form.get('play')
  const settling = { now, public_url, seller }
  await storage.write(async (inside) => {
    const present = await inside.orders.find({ id: order.id })
    if (present?.status !== 'pending') return
    if (outcome === 'failure')
      return inside.orders.change(order.id, {
        failure: 'The card was declined. Nothing was charged; try again, or pay another way.',
      })
    if (outcome === 'later') {
      await inside.orders.change(order.id, {
        failure: 'The payment is under way. This page shows when it has arrived.',
        provider_session: `test ${order.number}`,
      })
      const created_at = now.toISOString()
      const run_at = new Date(now.getTime() + 10_000).toISOString()
      const payload = { order_id: order.id }
      return inside.jobs.enqueue({ kind: 'play_payment', payload, run_at, created_at })
    }
    return settle(inside, present, `test ${order.number}`, settling)
  })
}

/** The shortest time that Stripe lets a checkout be open. */
const least_open_ms = 31 * 60_000

async function leaveForProvider(order: Order, { storage, payments, now, public_url }: Visit) {
  const lines = await storage.orders.linesOf([order.id])
  const earliest = new Date(now.getTime() + least_open_ms).toISOString()
  const expires_at = order.expires_at > earliest ? order.expires_at : earliest
  const { session, url } = await payments!
    .begin({ ...order, lines, expires_at, checkout_url: checkoutUrl(order, public_url) })
    .catch((error: Error) => {
      throw new Refusal(
        'unavailable',
        `The payment provider does not answer (${error.name}). Nothing was charged; try again in a minute.`,
      )
    })
  await storage.write(({ orders }) =>
    orders.change(order.id, { provider_session: session, expires_at, failure: null }),
  )
  return goTo(url)
}

async function cancel(visit: Visit) {
  const order = await orderAt(visit)
  const { storage, payments, now } = visit
  const back = goTo(`/checkout/${order.checkout_token}`)
  if (order.status !== 'pending') return back
  // What is being paid at the provider is ended there first; if it was paid meanwhile, it stays an order.
  if (order.provider === 'stripe' && order.provider_session !== null)
    if (payments === null || !(await payments.end(order.provider_session))) return back
  await storage.write(async ({ orders }) => {
    const present = await orders.find({ id: order.id })
    if (present?.status === 'pending')
      await orders.change(order.id, { status: 'cancelled', ended_at: now.toISOString(), failure: null })
  })
  return back
}
