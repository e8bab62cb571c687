// How an unpaid order affects a new one: nobody shall pay twice for the same launch.
import type { Caller } from '../../auth/caller.ts'
import type { Order } from '../../storage/orders.ts'
import type { Storage } from '../../storage/storage.ts'
import { Refusal } from '../errors.ts'
import type { Context } from '../tool.ts'
import { statusNow } from './status.ts'
import type { PricedItem } from './price.ts'

/**
 * The pending order with exactly this quote; otherwise those for the same product and listing, which the new replaces.
 * If the payment of one of those has begun, the new order is refused.
 */
export async function claimPending(
  quote: string,
  lines: readonly PricedItem[],
  { storage, caller, now, seller }: Pick<Context<Caller>, 'storage' | 'caller' | 'now' | 'seller'>,
): Promise<{ same?: Order; givingWay: Order[] }> {
  const pending = (await storage.orders.pendingOf(caller.user_id)).filter(
    (order) => statusNow(order, now) === 'pending',
  )
  const same = pending.find((order) => order.quote === quote && order.provider === seller.payments)
  if (same !== undefined) return { same, givingWay: [] }
  const wanted = new Set(lines.filter(({ product }) => product !== 'billboard').map(keyOf))
  const ids = pending.map(({ id }) => id)
  const bought = await storage.orders.linesOf(ids)
  const begun = new Set((await storage.payments.currentOf(ids)).map(({ order_id }) => order_id))
  const givingWay = pending.filter(({ id }) =>
    bought.some((line) => line.order_id === id && wanted.has(keyOf(line))),
  )
  for (const order of givingWay)
    if (begun.has(order.id))
      throw new Refusal(
        'order_pending',
        `Order ${order.number} for the same is being paid. Let the person finish or cancel it at its checkout_url first.`,
        {
          next_steps: [
            {
              tool: 'get_order',
              arguments: { number: order.number },
              why: 'Shows its checkout_url and whether it was paid',
            },
          ],
        },
      )
  return { givingWay }
}

/** Cancels the replaced orders; each names the order that replaced it. */
export async function cancelFor(
  { number, created_at }: Order,
  givingWay: readonly Order[],
  { orders }: Pick<Storage, 'orders'>,
): Promise<void> {
  for (const { id } of givingWay)
    await orders.change(id, {
      status: 'cancelled',
      ended_at: created_at,
      failure: `Order ${number} for the same took the place of this one. Nothing was charged for it.`,
    })
}

/** Cancels pending orders of a listing that is gone. One whose payment has begun is refunded when the money comes. */
export async function endPendingFor(listing_id: number, storage: Storage, now: Date): Promise<void> {
  for (const { user_id } of await storage.owners.people(listing_id)) {
    const pending = await storage.orders.pendingOf(user_id)
    const ids = pending.map(({ id }) => id)
    const its = (await storage.orders.linesOf(ids)).filter((line) => line.listing_id === listing_id)
    const begun = new Set((await storage.payments.currentOf(ids)).map(({ order_id }) => order_id))
    const ended_at = now.toISOString()
    for (const id of new Set(its.map(({ order_id }) => order_id)))
      if (!begun.has(id)) await storage.orders.change(id, { status: 'cancelled', ended_at })
  }
}

const keyOf = ({ product, listing_id }: Pick<PricedItem, 'product' | 'listing_id'>) =>
  `${product} ${listing_id}`
