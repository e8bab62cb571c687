import { z } from 'zod'
import { playedPayment } from '../tools/orders/pay_order.ts'
import { act } from '../tools/orders/take_in.ts'
import { defineJob } from './queue/job.ts'

/** A simulated slow payment arrives, unless payments have become real meanwhile. */
export const playPayment = defineJob({
  kind: 'play_payment',
  lane: 'money',
  payload: z.object({ order_id: z.int() }),
  max_failures: 5,
  timeout_ms: 10_000,
  async run({ order_id }, { now, public_url, seller }) {
    return async (storage) => {
      if (seller.payments !== 'test') return
      const order = await storage.orders.find({ id: order_id })
      if (order?.status !== 'pending' || order.provider !== 'test') return
      const [current] = await storage.payments.currentOf([order_id])
      await act(storage, order, playedPayment(order, current?.session), { now, public_url, seller })
    }
  },
})
