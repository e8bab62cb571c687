import { z } from 'zod'
import type { Storage } from '../storage/storage.ts'
import type { Order } from '../storage/orders.ts'
import type { Payments } from '../tools/orders/payment.ts'
import type { Settling } from '../tools/orders/settle.ts'
import { act } from '../tools/orders/take_in.ts'
import { defineJob } from './queue/job.ts'

const atOnce = 100

/**
 * Asks the payment provider about orders whose webhook may never have come, and ends orders whose time is over. What
 * could still be paid is ended there first.
 */
export const reconcilePayments = defineJob({
  kind: 'reconcile_payments',
  payload: z.object({}),
  max_failures: 5,
  timeout_ms: 120_000,
  every_s: 300,
  slow: true,
  async run(_payload, { storage, payments, now, public_url, seller }) {
    const settling = { now, public_url, seller }
    if (payments !== null)
      for (const order of await storage.orders.underWay(atOnce)) await ask(storage, order, payments, settling)
    for (const order of await storage.orders.overdue(now.toISOString(), atOnce))
      await expire(storage, order, payments, now)
  },
})

async function ask(storage: Storage, order: Order, payments: Payments, settling: Settling): Promise<void> {
  if (order.provider !== 'stripe') return
  const event = await payments.look(order.provider_session!)
  if (event === null) return
  await storage.write(async (inside) => {
    const present = await inside.orders.find({ id: order.id })
    if (present !== undefined) await act(inside, present, event, settling)
  })
}

async function expire(storage: Storage, order: Order, payments: Payments | null, now: Date): Promise<void> {
  const isOpen = order.provider === 'stripe' && order.provider_session !== null
  // Where the provider cannot be asked, or says that it was paid, the next round finds out.
  if (isOpen && (payments === null || !(await payments.end(order.provider_session!)))) return
  await storage.write(async ({ orders }) => {
    const present = await orders.find({ id: order.id })
    if (present?.status === 'pending')
      await orders.change(order.id, { status: 'expired', ended_at: now.toISOString() })
  })
}
