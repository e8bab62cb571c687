import { and, asc, count, desc, eq, inArray, lte, sql } from './drizzle.ts'
import type { Db } from './connection.ts'
import { prepared, slot, type Window } from './prepared.ts'
import { documentNumbers, orderLines, orders, paymentEvents, type BeforeOrder } from './tables/orders.ts'

export type Order = typeof orders.$inferSelect
export type OrderLine = typeof orderLines.$inferSelect
export type NewOrder = Omit<
  typeof orders.$inferInsert,
  'id' | 'number' | 'status' | 'receipt_number' | 'credit_note_number'
>
export type NewLine = Omit<typeof orderLines.$inferInsert, 'order_id' | 'position' | 'before'>

export function orderQueries(db: Db) {
  const byNumber = prepared(() =>
    db
      .select()
      .from(orders)
      .where(and(eq(orders.number, slot('number')), eq(orders.user_id, slot('user_id')))),
  )
  const byToken = prepared(() =>
    db
      .select()
      .from(orders)
      .where(eq(orders.checkout_token, slot('token'))),
  )
  const ofPerson = and(eq(orders.user_id, slot('user_id')), eq(orders.site_id, slot('site_id')))
  const mine = prepared(() =>
    db
      .select()
      .from(orders)
      .where(ofPerson)
      .orderBy(desc(orders.id))
      .limit(slot('limit'))
      .offset(slot('offset')),
  )
  const mineCount = prepared(() => db.select({ count: count() }).from(orders).where(ofPerson))

  /** The next number of the series, without gaps as long as it is asked for in the transaction that uses it. */
  async function nextNumber(series: string): Promise<string> {
    const [taken] = await db
      .insert(documentNumbers)
      .values({ series, last: 1 })
      .onConflictDoUpdate({ target: documentNumbers.series, set: { last: sql`${documentNumbers.last} + 1` } })
      .returning({ last: documentNumbers.last })
    return `${series}-${String(taken!.last).padStart(6, '0')}`
  }

  return {
    nextNumber,
    async add(order: NewOrder, lines: NewLine[]): Promise<Order> {
      const number = await nextNumber(`LD-${order.created_at.slice(0, 4)}`)
      const [added] = await db
        .insert(orders)
        .values({ ...order, number, status: 'pending' })
        .returning()
      const order_id = added!.id
      await db.insert(orderLines).values(lines.map((line, position) => ({ ...line, order_id, position })))
      return added!
    },
    /** The order, when it is this person's. */
    byNumber: async (user_id: number, number: string): Promise<Order | undefined> =>
      (await byNumber({ user_id, number }))[0],
    byToken: async (token: string): Promise<Order | undefined> => (await byToken({ token }))[0],
    async find(
      where:
        { id: number } | { number: string } | { provider_session: string } | { provider_payment: string },
    ) {
      const [[key, value]] = Object.entries(where) as [[keyof Order, never]]
      return (await db.select().from(orders).where(eq(orders[key], value)))[0]
    },
    async mine(user_id: number, site_id: number, { limit, offset }: Window) {
      const [items, [counted]] = await Promise.all([
        mine({ user_id, site_id, limit, offset }),
        mineCount({ user_id, site_id }),
      ])
      return { items, total: counted!.count }
    },
    pendingOf: async (user_id: number): Promise<Order[]> =>
      await db
        .select()
        .from(orders)
        .where(and(eq(orders.user_id, user_id), eq(orders.status, 'pending'))),
    linesOf: async (order_ids: readonly number[]): Promise<OrderLine[]> =>
      order_ids.length === 0
        ? []
        : await db
            .select()
            .from(orderLines)
            .where(inArray(orderLines.order_id, [...order_ids]))
            .orderBy(asc(orderLines.order_id), asc(orderLines.position)),
    async change(id: number, change: Partial<Omit<Order, 'id' | 'number'>>): Promise<void> {
      await db.update(orders).set(change).where(eq(orders.id, id))
    },
    async keepBefore(order_id: number, position: number, before: BeforeOrder): Promise<void> {
      await db
        .update(orderLines)
        .set({ before })
        .where(and(eq(orderLines.order_id, order_id), eq(orderLines.position, position)))
    },
    /** Pending orders whose time is over. */
    overdue: async (now: string, limit: number): Promise<Order[]> =>
      await db
        .select()
        .from(orders)
        .where(and(eq(orders.status, 'pending'), lte(orders.expires_at, now)))
        .orderBy(asc(orders.expires_at))
        .limit(limit),
    /** Pending orders that were handed to the payment provider, the oldest first. */
    underWay: async (limit: number): Promise<Order[]> =>
      await db
        .select()
        .from(orders)
        .where(and(eq(orders.status, 'pending'), sql`${orders.provider_session} IS NOT NULL`))
        .orderBy(asc(orders.id))
        .limit(limit),
    /** False when the event was taken in before. */
    async takeIn(event: typeof paymentEvents.$inferInsert): Promise<boolean> {
      const added = await db.insert(paymentEvents).values(event).onConflictDoNothing().returning()
      return added.length > 0
    },
    all: async (): Promise<Order[]> => await db.select().from(orders).orderBy(asc(orders.id)),
  }
}
