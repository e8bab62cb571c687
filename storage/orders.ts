import { and, asc, count, desc, eq, inArray, lte, sql } from './drizzle.ts'
import type { Db } from './connection.ts'
import { prepared, readsAll, says, slot, type Window } from './prepared.ts'
import { documentNumbers, orderLines, orders, orderSessions, type BeforeOrder } from './tables/orders.ts'

export type Order = typeof orders.$inferSelect
export type OrderLine = typeof orderLines.$inferSelect
type NewOrder = Omit<
  typeof orders.$inferInsert,
  'id' | 'number' | 'status' | 'receipt_number' | 'credit_note_number'
>
type NewLine = Omit<typeof orderLines.$inferInsert, 'order_id' | 'position' | 'before'>

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

  /** The next number of the series, without gaps if called in the transaction that uses it. */
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
    /** The order, if it belongs to this person. */
    byNumber: async (user_id: number, number: string): Promise<Order | undefined> =>
      (await byNumber({ user_id, number }))[0],
    byToken: async (token: string): Promise<Order | undefined> => (await byToken({ token }))[0],
    async find(
      where: { id: number } | { number: string } | { provider_payment: string },
    ): Promise<Order | undefined> {
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
        .where(and(eq(orders.user_id, user_id), says(orders.status, 'pending'))),
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
    /** Sets the order's total for this buyer. */
    async settleTotal(
      id: number,
      total: Partial<Order>,
      lines: readonly Pick<OrderLine, 'vat_rate_bp' | 'vat_cents' | 'gross_cents'>[],
    ): Promise<void> {
      await db.update(orders).set(total).where(eq(orders.id, id))
      for (const [position, { vat_rate_bp, vat_cents, gross_cents }] of lines.entries())
        await db
          .update(orderLines)
          .set({ vat_rate_bp, vat_cents, gross_cents })
          .where(and(eq(orderLines.order_id, id), eq(orderLines.position, position)))
    },
    async keepCarriedOut(
      { order_id, position }: Pick<OrderLine, 'order_id' | 'position'>,
      set: { before: BeforeOrder; week?: null },
    ): Promise<void> {
      await db
        .update(orderLines)
        .set(set)
        .where(and(eq(orderLines.order_id, order_id), eq(orderLines.position, position)))
    },
    /** Expires orders that were not paid in time, except those with a payment under way. */
    async expire(now: string): Promise<void> {
      const isFree = sql`NOT EXISTS (SELECT 1 FROM ${orderSessions} WHERE ${orderSessions.order_id} = ${orders.id}
        AND ${inArray(orderSessions.state, ['open', 'under_way'])})`
      await db
        .update(orders)
        .set({ status: 'expired', ended_at: now })
        .where(and(says(orders.status, 'pending'), lte(orders.expires_at, now), isFree))
    },
    /** Ends the pending orders of a provider, even with a payment under way. */
    async endOf(provider: Order['provider'], now: string): Promise<void> {
      const ofProvider = db
        .select({ id: orders.id })
        .from(orders)
        .where(and(eq(orders.provider, provider), readsAll('once, when payments are set otherwise')))
      await db
        .update(orderSessions)
        .set({ state: 'ended' })
        .where(
          and(
            inArray(orderSessions.state, ['open', 'under_way']),
            inArray(orderSessions.order_id, ofProvider),
          ),
        )
      await db
        .update(orders)
        .set({ status: 'expired', ended_at: now, under_way_at: null })
        .where(
          and(
            says(orders.status, 'pending'),
            eq(orders.provider, provider),
            readsAll('what is pending, once'),
          ),
        )
    },
    all: async (): Promise<Order[]> =>
      await db.select().from(orders).where(readsAll('an export for the operator')).orderBy(asc(orders.id)),
  }
}
