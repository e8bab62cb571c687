// Alternatives to a listing: those its owner chose, and others of its category.
import { and, eq, ne, sql } from '../drizzle.ts'
import { alternatives, listings } from '../tables/listings.ts'
import type { Db } from '../connection.ts'
import { keptTotal } from '../kept_totals.ts'
import { prepared, says, slot, type Window } from '../prepared.ts'
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
          says(listings.status, 'live'),
          eq(listings.site_id, slot('site_id')),
        ),
      )
      .orderBy(alternatives.approved_at, alternatives.alternative_id),
  )
  const sameCategory = and(
    eq(listings.category_id, slot('category_id')),
    says(listings.status, 'live'),
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
  const total = keptTotal(db)
  const among = prepared(() =>
    db
      .select({ id: listings.id })
      .from(listings)
      .where(
        and(
          sql`${listings.id} IN (SELECT value FROM json_each(${slot('ids')}))`,
          // The unary plus makes SQLite start with the ids, not with the category's index.
          sql`+${listings.category_id} = ${slot('category_id')}`,
          says(listings.status, 'live'),
        ),
      ),
  )

  return {
    /** The chosen alternatives of a listing, in any status. */
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
     * Ids of live listings: those the owner chose, then others of the same primary category: the most similar first (in
     * the order of `alike`), and after them the most voted.
     */
    async alternatives(
      listing: Pick<Listing, 'id' | 'site_id' | 'category_id'>,
      alike: readonly number[],
      { limit, offset }: Window,
    ) {
      const chosen = (await approved({ ...listing })).map((row) => row.id)
      const asked = JSON.stringify([...chosen, ...alike, listing.id])
      const filed = new Set((await among({ ...listing, ids: asked })).map((row) => row.id))
      const first = [...new Set([...chosen, ...alike.filter((id) => filed.has(id) && id !== listing.id)])]
      const without = JSON.stringify(first)
      const ids = first.slice(offset, offset + limit)
      if (ids.length < limit) {
        const behind = { limit: limit - ids.length, offset: Math.max(0, offset - first.length) }
        ids.push(...(await others({ ...listing, without, ...behind })).map((row) => row.id))
      }
      const counted = [...new Set([...first, listing.id])].filter((id) => filed.has(id)).length
      const others_total = (await total(listing.site_id, `category ${listing.category_id}`)) - counted
      return { ids, approved: new Set(chosen), total: first.length + others_total }
    },
  }
}
