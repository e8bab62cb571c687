import { z } from 'zod'
import { takeBack } from '../tools/orders/settle.ts'
import { defineJob } from './queue/job.ts'

/** Refunds the payment of an order, and undoes what it bought once the provider has confirmed. */
export const refundPayment = defineJob({
  kind: 'refund_payment',
  payload: z.object({ order_id: z.int() }),
  max_failures: 30,
  timeout_ms: 60_000,
  slow: true,
  async run({ order_id }, { storage, payments, now, public_url, seller }) {
    const order = await storage.orders.find({ id: order_id })
    if (order === undefined || order.status !== 'paid') return
    if (order.provider === 'stripe') {
      if (payments === null) throw new Error('no payment provider is set up')
      if (order.provider_payment !== null) await payments.refund(order.provider_payment, order.number)
    }
    return async (inside) => {
      const present = await inside.orders.find({ id: order_id })
      if (present !== undefined) await takeBack(inside, present, { now, public_url, seller })
    }
  },
})
