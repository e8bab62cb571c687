// How an order stands. Pure.
import type { Order } from '../../storage/orders.ts'

type Standing = Pick<Order, 'status' | 'expires_at' | 'under_way_at'>

/** The status as of now: an order not paid in time has expired, even if that is not stored yet. */
export function statusNow({ status, expires_at, under_way_at }: Standing, now: Date): Order['status'] {
  const isOver = under_way_at === null && expires_at <= now.toISOString()
  return status === 'pending' && isOver ? 'expired' : status
}

/** Whether somebody may start to pay it: it is pending, and no payment is under way. */
export function isPayable(order: Standing, now: Date): boolean {
  return statusNow(order, now) === 'pending' && order.under_way_at === null
}
