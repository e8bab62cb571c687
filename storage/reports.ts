import { and, asc, count, desc, eq, isNotNull, isNull, sql } from './drizzle.ts'
import type { Db } from './connection.ts'
import { countFar, seldomFar, type Window } from './prepared.ts'
import { listings } from './tables/listings.ts'
import { users } from './tables/people.ts'
import { reports } from './tables/team.ts'

export type Report = typeof reports.$inferSelect
type NewReport = Pick<Report, 'listing_id' | 'user_id' | 'reason' | 'body' | 'created_at' | 'review'>
export type ReportWithListing = Awaited<ReturnType<ReturnType<typeof reportQueries>['list']>>['items'][number]

/** Visitors' reports about listings. */
export function reportQueries(db: Db) {
  const open = isNull(reports.settled_at)
  const whole = () =>
    db
      .select({
        report: reports,
        listing: { id: listings.id, name: listings.name, slug: listings.slug, status: listings.status },
        person: { id: users.id, name: users.name, email: users.email },
      })
      .from(reports)
      .innerJoin(listings, eq(listings.id, reports.listing_id))
      .leftJoin(users, eq(users.id, reports.user_id))

  return {
    async add(report: NewReport): Promise<void> {
      await db.insert(reports).values(report)
    },
    byId: async (id: number) => (await whole().where(eq(reports.id, id)))[0],
    /** The number of a listing's open reports; only those by one person or about one review, if given. */
    async openOf(listing_id: number, by?: Pick<Report, 'user_id' | 'review'>): Promise<number> {
      const its = and(eq(reports.listing_id, listing_id), open)
      const [found] = await db
        .select({ total: count() })
        .from(reports)
        .where(
          by === undefined
            ? its
            : and(
                its,
                sql`${reports.user_id} = ${by.user_id}`,
                sql`${reports.review} IS NOT DISTINCT FROM ${by.review}`,
              ),
        )
      return found!.total
    },
    /** Open reports, oldest first, or settled ones, newest first. */
    async list(wanted: 'open' | 'settled', { limit, offset }: Window) {
      const which = wanted === 'open' ? open : isNotNull(reports.settled_at)
      const order = wanted === 'open' ? asc(reports.id) : desc(reports.settled_at)
      const items = await whole()
        .where(and(which, seldomFar))
        .orderBy(order, wanted === 'open' ? reports.id : desc(reports.id))
        .limit(limit)
        .offset(offset)
      return { items, total: await countFar(db, reports, which) }
    },
    /** The reports about one listing, newest first. */
    ofListing: async (listing_id: number, limit: number): Promise<Report[]> =>
      await db
        .select()
        .from(reports)
        .where(eq(reports.listing_id, listing_id))
        .orderBy(desc(reports.id))
        .limit(limit),
    async close(
      id: number,
      settled: Required<Pick<Report, 'outcome' | 'note' | 'settled_at' | 'settled_by'>>,
    ): Promise<void> {
      await db
        .update(reports)
        .set(settled)
        .where(and(eq(reports.id, id), open))
    },
    /** A deleted account's reports stay, without the person. */
    async forgetOf(user_id: number): Promise<void> {
      await db.update(reports).set({ user_id: null }).where(eq(reports.user_id, user_id))
    },
    /** Deletes old settled reports. */
    async sweep(half_year_ago: string): Promise<void> {
      await db
        .delete(reports)
        .where(and(isNotNull(reports.settled_at), sql`${reports.settled_at} <= ${half_year_ago}`))
    },
  }
}
