// What the payment provider says, taken in once, in whatever order it comes.
import type { Order } from '../../storage/orders.ts'
import type { Storage } from '../../storage/storage.ts'
import type { PaymentEvent } from './payment.ts'
import { money } from './price.ts'
import { giveBack, settle, takeBack, type Settling } from './settle.ts'

/** False when this was taken in before, or speaks of no order of ours. */
export async function takeIn(storage: Storage, event: PaymentEvent, settling: Settling): Promise<boolean> {
  const order = await orderOf(storage, event)
  const received_at = settling.now.toISOString()
  const { id, type } = event
  const isNew = await storage.orders.takeIn({ id, type, order_id: order?.id ?? null, received_at })
  if (!isNew || order === undefined) return false
  await act(storage, order, event, settling)
  return true
}

/** Does what the event asks for; said again, it changes nothing. */
export async function act(
  storage: Storage,
  order: Order,
  event: PaymentEvent,
  settling: Settling,
): Promise<void> {
  switch (event.happened) {
    case 'paid': {
      if (event.amount_cents === order.gross_cents && event.currency === order.currency)
        return settle(storage, order, event.payment, settling)
      if (order.status !== 'paid' && order.status !== 'refunded')
        await receiveOdd(storage, order, event, settling)
      return
    }
    case 'failed':
      if (order.status === 'pending')
        await storage.orders.change(order.id, {
          failure: 'The payment was declined. Nothing was charged; try again, or pay another way.',
          provider_session: null,
        })
      return
    case 'session_ended':
      if (order.status === 'pending' && order.provider_session === event.session)
        await storage.orders.change(order.id, { provider_session: null })
      return
    case 'refunded':
      if (order.status === 'paid' || order.status === 'refunded') return takeBack(storage, order, settling)
      // Told before the payment itself: what was never published need not be taken back, and shall not be.
      return storage.orders.change(order.id, {
        status: 'refunded',
        provider_payment: event.payment,
        refunded_at: settling.now.toISOString(),
      })
    case 'disputed':
      if (order.status === 'paid')
        await storage.orders.change(order.id, {
          failure: 'The payment is disputed at the bank. What it bought stays until that is decided.',
        })
      return
    case 'other':
      return
  }
}

/** Another amount than was asked for cannot come by our own link. Nothing is published for it, and it goes back. */
async function receiveOdd(
  storage: Storage,
  order: Order,
  { payment, amount_cents, currency }: PaymentEvent,
  { now }: Settling,
): Promise<void> {
  await storage.orders.change(order.id, {
    status: 'paid',
    provider_payment: payment,
    paid_at: now.toISOString(),
  })
  const paid = amount_cents === null ? 'an unknown amount' : money(amount_cents, currency ?? order.currency)
  const why = `${paid} was paid instead of ${money(order.gross_cents, order.currency)}. It is being refunded, and nothing was published.`
  await giveBack(storage, order.id, why, now)
}

async function orderOf(
  storage: Storage,
  { session, payment, order_number }: PaymentEvent,
): Promise<Order | undefined> {
  const { orders } = storage
  return (
    (session === null ? undefined : await orders.find({ provider_session: session })) ??
    (order_number === null ? undefined : await orders.find({ number: order_number })) ??
    (payment === null ? undefined : await orders.find({ provider_payment: payment }))
  )
}
