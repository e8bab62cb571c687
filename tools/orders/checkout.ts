// What the steps of a checkout share: the order behind its link, and its one session at the payment provider.
import { z } from 'zod'
import type { Order } from '../../storage/orders.ts'
import type { OrderSession } from '../../storage/payments.ts'
import type { Storage } from '../../storage/storage.ts'
import type { Seller } from '../../config.ts'
import { notFound, Refusal } from '../errors.ts'
import type { PaymentEvent, Payments } from './payment.ts'
import { act } from './take_in.ts'
import type { FulfilContext } from './settle.ts'

/** The secret in the checkout link. Whoever has it may pay or cancel the order, and nothing else. */
export const token = z.string().max(60)

export async function orderAt(given: string, { orders }: Pick<Storage, 'orders'>): Promise<Order> {
  const order = await orders.byToken(given)
  if (order === undefined) throw notFound('checkout at this address')
  return order
}

/** An order stays with the provider it was made for: once payments are real, no order is paid by simulation. */
export function demandItsPayments({ provider }: Pick<Order, 'provider'>, { payments }: Seller): void {
  if (provider === payments) return
  throw new Refusal(
    'unavailable',
    provider === 'test'
      ? 'This order was made as a test, and payments are not simulated here any more. Nothing was charged; order again.'
      : 'Payments are switched off at the moment. Nothing was charged; try later.',
  )
}

/** A limit of 8 s for all requests to the provider that one person waits for. */
export const patience = () => AbortSignal.timeout(8000)

/** Waits for the provider; on a timeout nothing changes here. A late result is found by the same key, or by the job. */
export async function reach<T>(asked: Promise<T>, given_up = patience()): Promise<T> {
  const over = new Promise<never>((_, reject) => {
    const end = () => reject(given_up.reason)
    if (given_up.aborted) end()
    else given_up.addEventListener('abort', end)
  })
  return Promise.race([asked, over]).catch((error: Error) => {
    throw new Refusal(
      'unavailable',
      `The payment provider does not answer (${error.name}). Nothing was charged; try again in a minute.`,
    )
  })
}

export const gone = (session: string): PaymentEvent => ({
  ...{ id: `gone ${session}`, type: 'gone', happened: 'session_ended', session },
  ...{ order: null, payment: null, amount_cents: null, currency: null },
})

/** Ends the current session of the order at the provider; returns its final state as events. */
export async function endSession(
  order: Order,
  storage: Storage,
  payments: Payments | null,
  given_up?: AbortSignal,
): Promise<PaymentEvent[]> {
  const [current] = await storage.payments.currentOf([order.id])
  if (current === undefined || order.provider === 'test') return []
  if (payments === null)
    throw new Refusal('unavailable', 'Payments are switched off at the moment, so this order stays as it is.')
  const session = current.session!
  return [(await reach(payments.end(session), given_up)) ?? gone(session)]
}

/** Applies the provider's events, and returns the order and its session afterwards. */
export async function afterEvents(
  given: string,
  events: readonly PaymentEvent[],
  context: FulfilContext & { storage: Storage },
): Promise<{ order: Order; current: OrderSession | undefined }> {
  const { storage } = context
  for (const event of events) await act(storage, await orderAt(given, storage), event, context)
  const order = await orderAt(given, storage)
  const [current] = await storage.payments.currentOf([order.id])
  return { order, current }
}
