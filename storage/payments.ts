// Sessions that were opened at the payment provider for an order, and payments that it reported.
import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from './drizzle.ts'
import type { Db } from './connection.ts'
import { countFar, readsAll, seldomFar, type Window } from './prepared.ts'
import { orders, orderSessions, paymentEvents, payments } from './tables/orders.ts'

export type OrderSession = typeof orderSessions.$inferSelect
export type Payment = typeof payments.$inferSelect
type NewPayment = typeof payments.$inferInsert

/** States in which a session may still be paid. */
const current = ['open', 'under_way'] as const

export function paymentQueries(db: Db) {
  const waits = and(isNotNull(payments.note), isNull(payments.seen_at))
  return {
    /** False if the event was stored before. */
    async takeIn(event: typeof paymentEvents.$inferInsert): Promise<boolean> {
      const added = await db.insert(paymentEvents).values(event).onConflictDoNothing().returning()
      return added.length > 0
    },

    /** All sessions of the order, the oldest first. */
    sessionsOf: async (order_id: number): Promise<OrderSession[]> =>
      await db
        .select()
        .from(orderSessions)
        .where(eq(orderSessions.order_id, order_id))
        .orderBy(asc(orderSessions.attempt)),
    /** The current session of each of the orders. */
    currentOf: async (order_ids: readonly number[]): Promise<OrderSession[]> =>
      await db
        .select()
        .from(orderSessions)
        .where(and(inArray(orderSessions.order_id, [...order_ids]), inArray(orderSessions.state, current))),
    sessionNamed: async (session: string): Promise<OrderSession | undefined> =>
      (await db.select().from(orderSessions).where(eq(orderSessions.session, session)))[0],
    async addSession(session: Omit<typeof orderSessions.$inferInsert, 'id'>): Promise<void> {
      await db.insert(orderSessions).values(session)
    },
    async changeSession(id: number, set: Partial<Omit<OrderSession, 'id'>>): Promise<void> {
      await db.update(orderSessions).set(set).where(eq(orderSessions.id, id))
    },
    /** Sessions without a final state, the one checked longest ago first. */
    unfinished: async (limit: number): Promise<OrderSession[]> =>
      await db
        .select()
        .from(orderSessions)
        .where(
          and(
            sql`${orderSessions.state} IN ('open', 'under_way', 'ending')`,
            readsAll('what is not finished, for a job'),
          ),
        )
        .orderBy(sql`coalesce(${orderSessions.asked_at}, '')`, asc(orderSessions.id))
        .limit(limit),

    find: async (payment: string): Promise<Payment | undefined> =>
      (await db.select().from(payments).where(eq(payments.payment, payment)))[0],
    async put({ payment, ...set }: NewPayment): Promise<void> {
      await db
        .insert(payments)
        .values({ payment, ...set })
        .onConflictDoUpdate({ target: payments.payment, set })
    },
    async change(payment: string, set: Partial<Omit<Payment, 'payment'>>): Promise<void> {
      await db.update(payments).set(set).where(eq(payments.payment, payment))
    },
    /** Payments with a note that the site team has not seen, the newest first. */
    async noted({ limit, offset }: Window) {
      const items = await db
        .select({ payment: payments, number: orders.number })
        .from(payments)
        .innerJoin(orders, eq(orders.id, payments.order_id))
        .where(and(waits, seldomFar))
        .orderBy(desc(payments.told_at), asc(payments.payment))
        .limit(limit)
        .offset(offset)
      return { items, total: await countFar(db, payments, waits) }
    },
  }
}
