import { z } from 'zod'
import { act } from '../tools/orders/take_in.ts'
import { defineJob } from './queue/job.ts'

/** Refunds a payment, and undoes what it bought once the provider has confirmed. */
export const refundPayment = defineJob({
  kind: 'refund_payment',
  lane: 'money',
  payload: z.object({ order_id: z.int(), payment: z.string().optional() }),
  max_failures: 30,
  timeout_ms: 60_000,
  async run(given, { storage, payments, now, public_url, seller }) {
    const order = await storage.orders.find({ id: given.order_id })
    const payment = await storage.payments.find(given.payment ?? order?.provider_payment ?? '')
    if (order === undefined || payment === undefined) return
    const left = (payment.amount_cents ?? 0) - payment.refunded_cents - payment.lost_cents
    if (left <= 0) return
    if (order.provider === 'stripe') {
      if (payments === null) throw new Error('no payment provider is set up')
      await payments.refund(payment.payment)
    }
    return async (inside) => {
      const present = await inside.orders.find({ id: order.id })
      if (present === undefined) return
      const { payment: name, currency, refunded_cents } = payment
      const refunded = {
        happened: 'refunded',
        payment: name,
        amount_cents: refunded_cents + left,
        currency,
      } as const
      const said = { id: `refund ${name}`, type: 'refund', order: null, session: null }
      await act(inside, present, { ...said, ...refunded }, { now, public_url, seller })
    }
  },
})
