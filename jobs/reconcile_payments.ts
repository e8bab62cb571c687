import { z } from 'zod'
import type { OrderSession } from '../storage/payments.ts'
import type { Storage } from '../storage/storage.ts'
import { gone } from '../tools/orders/checkout.ts'
import { isPayable } from '../tools/orders/status.ts'
import type { Payments } from '../tools/orders/payment.ts'
import type { FulfilContext } from '../tools/orders/settle.ts'
import { act, takeIn } from '../tools/orders/take_in.ts'
import { defineJob } from './queue/job.ts'

const atOnce = 100

/**
 * Gets missed events from the payment provider, and the state of every unfinished session; sessions that must not be
 * paid any more are ended there. Then it expires orders that were not paid in time.
 */
export const reconcilePayments = defineJob({
  kind: 'reconcile_payments',
  lane: 'money',
  payload: z.object({}),
  max_failures: 8,
  timeout_ms: 120_000,
  // So often because it is also how the operator learns that the provider does not answer.
  every_s: 60,
  async run(_payload, { storage, payments, now, public_url, seller }) {
    const settling = { now, public_url, seller }
    if (payments !== null) {
      for (const event of await payments.missed())
        await storage.write((inside) => takeIn(inside, event, settling))
      for (const session of await storage.payments.unfinished(atOnce))
        await ask(storage, session, payments, settling)
    }
    await storage.write(({ orders }) => orders.expire(now.toISOString()))
  },
})

async function ask(
  storage: Storage,
  { id, order_id, session, state }: OrderSession,
  payments: Payments,
  settling: FulfilContext,
): Promise<void> {
  const order = await storage.orders.find({ id: order_id })
  if (order?.provider !== 'stripe' || session === null) return
  const isWanted = state === 'under_way' || (state === 'open' && isPayable(order, settling.now))
  const event = (await (isWanted ? payments.look(session) : payments.end(session))) ?? gone(session)
  await storage.write(async (inside) => {
    await inside.payments.changeSession(id, { asked_at: settling.now.toISOString() })
    const present = await inside.orders.find({ id: order_id })
    if (present !== undefined) await act(inside, present, event, settling)
  })
}
