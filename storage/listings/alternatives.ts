// What may stand for a listing: what its owner approved, and what else stands in its category.
import { and, count, eq, ne, sql } from '../drizzle.ts'
import { alternatives, listings } from '../tables/listings.ts'
import type { Db } from '../connection.ts'
import { prepared, slot, type Window } from '../prepared.ts'
import type { Listing } from './read.ts'

export function alternativeQueries(db: Db) {
  const approved = prepared(() =>
    db
      .select({ id: alternatives.alternative_id })
      .from(alternatives)
      .innerJoin(listings, eq(listings.id, alternatives.alternative_id))
      .where(
        and(
          eq(alternatives.listing_id, slot('id')),
          eq(listings.status, 'live'),
          eq(listings.site_id, slot('site_id')),
        ),
      )
      .orderBy(alternatives.approved_at, alternatives.alternative_id),
  )
  const sameCategory = and(
    eq(listings.category_id, slot('category_id')),
    eq(listings.status, 'live'),
    eq(listings.site_id, slot('site_id')),
    ne(listings.id, slot('id')),
    sql`${listings.id} NOT IN (SELECT value FROM json_each(${slot('without')}))`,
  )
  const others = prepared(() =>
    db
      .select({ id: listings.id })
      .from(listings)
      .where(sameCategory)
      .orderBy(sql`${listings.votes} DESC`, listings.id)
      .limit(slot('limit'))
      .offset(slot('offset')),
  )
  const othersCount = prepared(() => db.select({ count: count() }).from(listings).where(sameCategory))
  const among = prepared(() =>
    db
      .select({ id: listings.id })
      .from(listings)
      .where(
        and(
          sql`${listings.id} IN (SELECT value FROM json_each(${slot('ids')}))`,
          eq(listings.category_id, slot('category_id')),
          eq(listings.status, 'live'),
        ),
      ),
  )

  return {
    /** What was approved for a listing, in whatever status it is now. */
    approvedOf: async (listing_id: number) =>
      await db
        .select({ id: alternatives.alternative_id, approved_at: alternatives.approved_at })
        .from(alternatives)
        .where(eq(alternatives.listing_id, listing_id))
        .orderBy(alternatives.approved_at, alternatives.alternative_id),
    async approve(listing_id: number, alternative_id: number, approved_at: string): Promise<void> {
      await db.insert(alternatives).values({ listing_id, alternative_id, approved_at }).onConflictDoNothing()
    },
    async disapprove(listing_id: number, alternative_id: number): Promise<void> {
      await db
        .delete(alternatives)
        .where(and(eq(alternatives.listing_id, listing_id), eq(alternatives.alternative_id, alternative_id)))
    },
    /**
     * Ids of live listings: those the owner approved, then others of the same primary category, the most like it first
     * (alike gives these in their order) and behind them the most voted.
     */
    async alternatives(
      listing: Pick<Listing, 'id' | 'site_id' | 'category_id'>,
      alike: readonly number[],
      { limit, offset }: Window,
    ) {
      const chosen = (await approved({ ...listing })).map((row) => row.id)
      const filed = new Set((await among({ ...listing, ids: JSON.stringify(alike) })).map((row) => row.id))
      const first = [...new Set([...chosen, ...alike.filter((id) => filed.has(id))])]
      const without = JSON.stringify(first)
      const ids = first.slice(offset, offset + limit)
      if (ids.length < limit) {
        const behind = { limit: limit - ids.length, offset: Math.max(0, offset - first.length) }
        ids.push(...(await others({ ...listing, without, ...behind })).map((row) => row.id))
      }
      const [counted] = await othersCount({ ...listing, without })
      return { ids, approved: new Set(chosen), total: first.length + counted!.count }
    },
  }
}
