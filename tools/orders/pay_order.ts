// Starting to pay an order: at the payment provider, or by a button if payments are simulated.
import { z } from 'zod'
import type { Order } from '../../storage/orders.ts'
import type { OrderSession } from '../../storage/payments.ts'
import type { Storage } from '../../storage/storage.ts'
import { defineAction } from '../action.ts'
import { orRefusal, Refusal } from '../errors.ts'
import { isUpgrade } from './effects.ts'
import { priceItems } from './items.ts'
import { checkoutUrl, itemsOf } from './order_view.ts'
import { markOf, type PaymentEvent, type Payments } from './payment.ts'
import { knowsBuyer } from './set_buyer.ts'
import type { FulfilContext } from './settle.ts'
import {
  afterEvents,
  demandItsPayments,
  endSession,
  gone,
  orderAt,
  patience,
  reach,
  token,
} from './checkout.ts'
import { isPayable, statusNow } from './status.ts'
import { act } from './take_in.ts'

/** What the provider said and opened before the transaction. */
type Opened = {
  events: PaymentEvent[]
  /** Null if the provider refused to open a session. */
  session?: { session: string; url: string; gross_cents: number } | null
}

/** Returns the provider's payment page; null if there is nothing to pay there. */
export const payOrder = defineAction({
  name: 'pay_order',
  by: 'anyone',
  input: z.strictObject({ token, play: z.enum(['success', 'failure', 'later']).optional() }),
  async gather({ token: given }, { storage, payments, public_url, now, seller }): Promise<Opened> {
    const order = await orderAt(given, storage)
    if (statusNow(order, now) !== 'pending') return { events: [] }
    demandItsPayments(order, seller)
    if (!knowsBuyer(order))
      throw new Refusal('invalid_input', 'Say who buys first: the total and the receipt depend on it.')
    await demandStillSold(order, { storage, now })
    if (order.provider === 'test') return { events: [] }
    return open(order, { storage, payments: payments!, public_url, now })
  },
  async handler({ token: given, play = 'success' }, context, { events, session }) {
    const { order, current } = await afterEvents(given, events, context)
    const isOpen = isPayable(order, context.now)
    const lines = await context.storage.orders.linesOf([order.id])
    if (order.provider === 'test') {
      if (isOpen) await playPayment(order, play, context)
      return { lines, pay_at: null }
    }
    if (session === undefined) return { lines, pay_at: isOpen ? (current?.url ?? null) : null }
    return { lines, ...(await keep(order, current, session, context)) }
  },
})

/** Stores the new session. One that nobody will be sent to is soon ended at the provider. */
async function keep(
  order: Order,
  current: OrderSession | undefined,
  session: NonNullable<Opened['session']> | null,
  { storage, now }: { storage: Storage; now: Date },
): Promise<{ pay_at: string | null; is_refused?: boolean }> {
  const stored = session === null ? undefined : await storage.payments.sessionNamed(session.session)
  // Two people who press the button at once get the same session.
  if (stored !== undefined) return { pay_at: stored.state === 'open' ? stored.url : null }
  const isWanted =
    isPayable(order, now) && current === undefined && session?.gross_cents === order.gross_cents
  const attempt = (await storage.payments.sessionsOf(order.id)).length + 1
  const kept = { order_id: order.id, attempt, opened_at: now.toISOString() }
  if (session === null) {
    await storage.payments.addSession({ ...kept, state: 'ended' })
    return { pay_at: null, is_refused: true }
  }
  const { session: name, url } = session
  await storage.payments.addSession({ ...kept, session: name, url, state: isWanted ? 'open' : 'ending' })
  if (isWanted) await storage.orders.change(order.id, { failure: null })
  return { pay_at: isWanted ? url : null }
}

/** Since the order was made, a line may have become impossible, or an upgrade instead of a launch. */
async function demandStillSold(
  order: Order,
  { storage, now }: { storage: Storage; now: Date },
): Promise<void> {
  const lines = await storage.orders.linesOf([order.id])
  const site = (await storage.sites.all()).find(({ id }) => id === order.site_id)!
  const sold = await orRefusal(priceItems(itemsOf(lines), { storage, site, now, user_id: order.user_id }))
  if (sold instanceof Refusal)
    throw new Refusal(
      'invalid_order',
      `This can no longer be bought as it was ordered, and nothing was charged: ${sold.errors[0]!.message}`,
    )
  if (lines.some((line, index) => isUpgrade(line) !== isUpgrade(sold[index]!)))
    throw new Refusal(
      'invalid_order',
      'The listing has gone live since this was ordered, so a launch would be an upgrade now. Nothing was charged; order again.',
    )
}

/** Stripe's shortest lifetime of a checkout (30 minutes), and a minute for network delays. */
const least_open_ms = 31 * 60_000

/** The session that is already open, or a new one if that has ended. */
async function open(
  order: Order,
  {
    storage,
    payments,
    public_url,
    now,
  }: { storage: Storage; payments: Payments; public_url: string; now: Date },
): Promise<Opened> {
  const [current] = await storage.payments.currentOf([order.id])
  const events: PaymentEvent[] = []
  const given_up = patience()
  if (current !== undefined) {
    const event = (await reach(payments.look(current.session!), given_up)) ?? gone(current.session!)
    if (event.happened === 'open' && current.url !== null) return { events }
    events.push(
      ...(event.happened === 'open' ? await endSession(order, storage, payments, given_up) : [event]),
    )
    if (!events.every(({ happened }) => happened === 'session_ended' || happened === 'failed'))
      return { events }
  }
  const attempt = (await storage.payments.sessionsOf(order.id)).length + 1
  const lines = await storage.orders.linesOf([order.id])
  const earliest = new Date(now.getTime() + least_open_ms).toISOString()
  const session = await reach(
    payments.begin({
      ...order,
      ...{ mark: markOf(order), attempt, lines, checkout_url: checkoutUrl(order, public_url) },
      expires_at: order.expires_at > earliest ? order.expires_at : null,
    }),
    given_up,
  )
  return { events, session: session && { ...session, gross_cents: order.gross_cents } }
}

/** Simulated payments: a success, a declined card, and one that is confirmed later. */
async function playPayment(
  order: Order,
  outcome: 'success' | 'failure' | 'later',
  context: FulfilContext & { storage: Storage },
): Promise<void> {
  const { storage, now } = context
  if (outcome === 'success') return act(storage, order, playedPayment(order), context)
  if (outcome === 'failure')
    return storage.orders.change(order.id, {
      failure: 'The card was declined. Nothing was charged; try again, or pay another way.',
    })
  const at = now.toISOString()
  const attempt = (await storage.payments.sessionsOf(order.id)).length + 1
  const session = `test ${order.number} ${attempt}`
  await storage.payments.addSession({
    ...{ order_id: order.id, attempt, session, state: 'under_way', opened_at: at },
  })
  await storage.orders.change(order.id, { under_way_at: at, failure: null })
  const payload = { order_id: order.id }
  const run_at = new Date(now.getTime() + 10_000).toISOString()
  return storage.jobs.enqueue({ kind: 'play_payment', payload, run_at, created_at: at })
}

/** The event that a provider would send for a simulated payment. */
export function playedPayment(
  { number, gross_cents, currency }: Order,
  session: string | null = null,
): PaymentEvent {
  const payment = `test ${number}`
  return {
    ...{ id: payment, type: 'played', happened: 'paid', order: null, session, payment },
    ...{ amount_cents: gross_cents, currency },
  }
}

/** Refuses if the provider opened no session; the next try counts as a new attempt. */
export function demandOpened({ is_refused = false }: { is_refused?: boolean }): void {
  if (is_refused)
    throw new Refusal(
      'unavailable',
      'The payment provider opened no checkout. Nothing was charged; try again in a minute.',
    )
}
