import { z } from 'zod'
import { settle } from '../tools/orders/settle.ts'
import { defineJob } from './queue/job.ts'

/** A simulated slow payment arrives, unless orders are paid with real money by now. */
export const playPayment = defineJob({
  kind: 'play_payment',
  payload: z.object({ order_id: z.int() }),
  max_failures: 5,
  timeout_ms: 10_000,
  async run({ order_id }, { now, public_url, seller }) {
    return async (storage) => {
      if (seller.payments !== 'test') return
      const order = await storage.orders.find({ id: order_id })
      if (order?.status !== 'pending' || order.provider !== 'test') return
      await settle(storage, order, `test ${order.number}`, { now, public_url, seller })
    }
  },
})
