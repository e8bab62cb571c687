import { z } from 'zod'
import { notFound } from '../errors.ts'
import { defineTeamAction } from './action.ts'

/** Marks the note on a payment as seen. */
export const seePayment = defineTeamAction({
  name: 'see_payment',
  input: z.strictObject({ payment: z.string().max(255) }),
  async handler({ payment: name }, { storage, now }) {
    const payment = await storage.payments.find(name)
    const order = payment && (await storage.orders.find({ id: payment.order_id }))
    if (payment === undefined || order === undefined || payment.note === null)
      throw notFound('payment of this name that somebody should look at')
    await storage.payments.change(name, { seen_at: now.toISOString() })
    return {
      about: 'payment',
      about_id: name,
      name: order.number,
      reason: payment.note,
      outcome: 'looked at',
    }
  },
})
