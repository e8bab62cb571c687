import { z } from 'zod'
import { defineAction } from '../action.ts'
import { Refusal } from '../errors.ts'
import { afterEvents, endSession, orderAt, token } from './checkout.ts'
import { isPayable, statusNow } from './status.ts'

/** Ends the open session at the payment provider first; an order that was paid meanwhile is not cancelled. */
export const cancelOrder = defineAction({
  name: 'cancel_order',
  by: 'anyone',
  input: z.strictObject({ token }),
  async gather({ token: given }, { storage, payments, now }) {
    const order = await orderAt(given, storage)
    return statusNow(order, now) === 'pending' ? endSession(order, storage, payments) : []
  },
  async handler({ token: given }, context, events) {
    const { storage, now } = context
    const { order, current } = await afterEvents(given, events, context)
    const lines = await storage.orders.linesOf([order.id])
    if (!isPayable(order, now)) return { lines }
    if (current !== undefined)
      throw new Refusal('unavailable', 'Somebody began to pay this order just now. Try again in a minute.')
    const ended_at = now.toISOString()
    await storage.orders.change(order.id, { status: 'cancelled', ended_at, failure: null })
    return { lines }
  },
})
