// How an order stands. Pure.
import type { Order } from '../../storage/orders.ts'

type Standing = Pick<Order, 'status' | 'expires_at' | 'under_way_at'>

/** The status as of now: an order that nobody pays in time has ended, whether that was written down yet or not. */
export function statusNow({ status, expires_at, under_way_at }: Standing, now: Date): Order['status'] {
  const isOver = under_way_at === null && expires_at <= now.toISOString()
  return status === 'pending' && isOver ? 'expired' : status
}

/** Whether somebody may begin to pay it: it waits, and no money is on its way. */
export function isPayable(order: Standing, now: Date): boolean {
  return statusNow(order, now) === 'pending' && order.under_way_at === null
}
