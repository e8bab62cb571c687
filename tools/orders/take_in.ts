// Applies the payment provider's events, each once, in any order. Every payment is stored with its outcome: the first
// that fits its order pays it, and any other is refunded with a note for the site team.
import type { Order } from '../../storage/orders.ts'
import type { Payment } from '../../storage/payments.ts'
import type { Storage } from '../../storage/storage.ts'
import { markOf, type PaymentEvent } from './payment.ts'
import { money } from './price.ts'
import { alsoSaying, giveBack, fulfil, reverse, type FulfilContext } from './settle.ts'

/** False if the event was applied before, or belongs to no order of ours. */
export async function takeIn(
  storage: Storage,
  event: PaymentEvent,
  settling: FulfilContext,
): Promise<boolean> {
  const order = await orderOf(storage, event)
  const told_at = settling.now.toISOString()
  const { id, type } = event
  const order_id = order?.id ?? null
  const isNew = await storage.payments.takeIn({ id, type, order_id, received_at: told_at })
  if (!isNew || order === undefined) return false
  await act(storage, order, event, settling)
  return true
}

/** Applies an event; applying it again changes nothing. */
export async function act(
  storage: Storage,
  order: Order,
  event: PaymentEvent,
  settling: FulfilContext,
): Promise<void> {
  switch (event.happened) {
    case 'paid':
      return receive(storage, order, event, settling)
    case 'under_way':
    case 'failed':
    case 'session_ended':
      return turnSession(storage, order, event, settling.now)
    case 'refunded':
    case 'refund_failed':
    case 'disputed':
    case 'dispute_won':
    case 'dispute_lost':
      return returned(storage, order, event, settling)
    case 'open':
    case 'other':
      return
  }
}

/** After a failed payment the order stays open for at least this long (ms). */
const retry_ms = 24 * 3_600_000

async function turnSession(
  storage: Storage,
  order: Order,
  { happened, session }: PaymentEvent,
  now: Date,
): Promise<void> {
  const stored = session === null ? undefined : await storage.payments.sessionNamed(session)
  if (stored === undefined || ['paid', 'failed', 'ended'].includes(stored.state)) return
  const isPending = order.status === 'pending'
  if (happened === 'under_way') {
    if (stored.state !== 'open') return
    await storage.payments.changeSession(stored.id, { state: 'under_way' })
    if (isPending) await storage.orders.change(order.id, { under_way_at: now.toISOString(), failure: null })
    return
  }
  await storage.payments.changeSession(stored.id, { state: happened === 'failed' ? 'failed' : 'ended' })
  if (!isPending || happened !== 'failed') return
  const later = new Date(now.getTime() + retry_ms).toISOString()
  await storage.orders.change(order.id, {
    under_way_at: null,
    expires_at: later > order.expires_at ? later : order.expires_at,
    failure: 'The payment was declined. Nothing was charged; try again, or pay another way.',
  })
}

/** A payment arrived. */
async function receive(
  storage: Storage,
  order: Order,
  event: PaymentEvent,
  settling: FulfilContext,
): Promise<void> {
  const payment = event.payment ?? event.session ?? event.id
  const before = await storage.payments.find(payment)
  if (before !== undefined && before.amount_cents !== null) return
  const { amount_cents, currency, session } = event
  const at = settling.now.toISOString()
  const kept = {
    ...blank(payment, order.id, at),
    ...before,
    amount_cents: amount_cents ?? 0,
    currency,
    session,
  }
  await storage.payments.put(kept)
  await keepSession(storage, order.id, session, at)
  const isAwaited = order.status === 'pending' || order.status === 'expired'
  // The refund was reported before its payment: publish nothing.
  if (isWholeBack(kept)) {
    if (isAwaited)
      await storage.orders.change(order.id, {
        ...{ status: 'refunded', provider_payment: payment, refunded_at: at, under_way_at: null },
        returned_cents: order.gross_cents,
      })
    return
  }
  const why = isAwaited ? faultOf(order, event) : unawaited(order)
  if (why === null) {
    await fulfil(storage, order, payment, settling)
    return showReturned(storage, order.id, kept)
  }
  await giveBack(storage, order.id, payment, why, settling.now)
  if (isAwaited)
    await storage.orders.change(order.id, {
      under_way_at: null,
      failure: `${why} It is being refunded, and nothing was published.`,
    })
}

const blank = (payment: string, order_id: number, told_at: string): Payment => ({
  ...{ payment, order_id, told_at, session: null, amount_cents: null, currency: null },
  ...{ refunded_cents: 0, lost_cents: 0, dispute: null, note: null, seen_at: null },
})

const isWholeBack = ({ amount_cents, refunded_cents, lost_cents }: Payment) =>
  amount_cents !== null && amount_cents > 0 && refunded_cents + lost_cents >= amount_cents

/** Marks the session as paid; a session that is not stored, such as one opened elsewhere, is added. */
async function keepSession(storage: Storage, order_id: number, session: string | null, at: string) {
  if (session === null) return
  const stored = await storage.payments.sessionNamed(session)
  if (stored !== undefined) return storage.payments.changeSession(stored.id, { state: 'paid' })
  const attempt = (await storage.payments.sessionsOf(order_id)).length + 1
  await storage.payments.addSession({ order_id, attempt, session, state: 'paid', opened_at: at })
}

/** Why a payment does not match the pending order. Sessions that we open always match. */
function faultOf(order: Order, { amount_cents, currency }: PaymentEvent): string | null {
  if (order.buyer_country !== null && amount_cents === order.gross_cents && currency === order.currency)
    return null
  const paid = amount_cents === null ? 'An unknown amount' : money(amount_cents, currency ?? order.currency)
  return `${paid} was paid instead of ${money(order.gross_cents, order.currency)}.`
}

function unawaited({ number, status }: Order): string {
  return status === 'cancelled'
    ? `Order ${number} was paid after it had been cancelled.`
    : `Order ${number} was paid a second time.`
}

/** A refund or dispute. Only one of the order's own payment changes the order. */
async function returned(
  storage: Storage,
  order: Order,
  event: PaymentEvent,
  settling: FulfilContext,
): Promise<void> {
  if (event.payment === null) return
  const at = settling.now.toISOString()
  const before = (await storage.payments.find(event.payment)) ?? blank(event.payment, order.id, at)
  const after = tellOf(before, event)
  if (after === null) return
  await storage.payments.put(after)
  if (order.status !== 'paid' || order.provider_payment !== event.payment) return
  if (isWholeBack(after)) return reverse(storage, order, settling)
  await showReturned(storage, order.id, after)
  if (event.happened === 'dispute_won') await storage.orders.change(order.id, { failure: null })
}

/** Shows the buyer how much was refunded, or that the payment is disputed. */
async function showReturned(storage: Storage, order_id: number, payment: Payment): Promise<void> {
  const returned_cents = payment.refunded_cents + payment.lost_cents
  if (returned_cents > 0) await storage.orders.change(order_id, { returned_cents })
  if (payment.dispute === 'open')
    await storage.orders.change(order_id, {
      failure: 'The payment is disputed at the bank. What it bought stays until that is decided.',
    })
}

/** The payment after the event, or null if the event says nothing new. */
function tellOf(before: Payment, { happened, amount_cents, currency }: PaymentEvent): Payment | null {
  const amount = amount_cents ?? 0
  const words = money(amount, currency ?? before.currency ?? 'EUR')
  const noting = (note: string, set: Partial<Payment>): Payment => ({
    ...before,
    ...set,
    note: alsoSaying(before, note),
    seen_at: null,
  })
  const isDecided = before.dispute === 'won' || before.dispute === 'lost'
  switch (happened) {
    case 'refunded': {
      if (amount <= before.refunded_cents) return null
      const after = { ...before, refunded_cents: amount }
      return isWholeBack(after) || before.amount_cents === null
        ? after
        : noting(`${words} of it went back, and what it bought stays.`, after)
    }
    // We still owe the money, so it stays recorded as refunded; the team has to find another way to pay it back.
    case 'refund_failed':
      return noting(`A refund of ${words} did not arrive and is here again. Give it back another way.`, {})
    case 'disputed':
      return isDecided || before.dispute === 'open'
        ? null
        : noting(`${words} is disputed at the bank. Answer there in time.`, { dispute: 'open' })
    case 'dispute_won':
      return isDecided ? null : { ...before, dispute: 'won' }
    case 'dispute_lost':
      return isDecided
        ? null
        : noting(`${words} was taken back by the bank.`, { dispute: 'lost', lost_cents: amount })
    default:
      return null
  }
}

async function orderOf(
  { orders, payments }: Storage,
  { session, payment, order: name }: PaymentEvent,
): Promise<Order | undefined> {
  const stored =
    (session === null ? undefined : await payments.sessionNamed(session)) ??
    (payment === null ? undefined : await payments.find(payment))
  if (stored !== undefined) return orders.find({ id: stored.order_id })
  const named = name === null ? undefined : await orders.find({ number: name.number })
  return named !== undefined && markOf(named) === name!.mark ? named : undefined
}
