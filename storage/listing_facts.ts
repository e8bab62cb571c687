import { asc, eq, sql } from './drizzle.ts'
import type { Db } from './connection.ts'
import { prepared, slot } from './prepared.ts'
import { listingFacts, listingReads } from './tables/facts.ts'

export type ListingFact = typeof listingFacts.$inferSelect
type ListingRead = typeof listingReads.$inferSelect

/** The facts of listings and who states them, and the readings of their sites. */
export function listingFactQueries(db: Db) {
  const all = prepared(() =>
    db
      .select()
      .from(listingFacts)
      .where(eq(listingFacts.listing_id, slot('listing_id')))
      .orderBy(asc(listingFacts.id)),
  )
  const reading = prepared(() =>
    db
      .select()
      .from(listingReads)
      .where(eq(listingReads.listing_id, slot('listing_id'))),
  )
  const due = prepared(() =>
    db
      .select({ id: listingReads.listing_id })
      .from(listingReads)
      .where(sql`${listingReads.due_at} <= ${slot('now')}`)
      .orderBy(asc(listingReads.due_at), asc(listingReads.listing_id))
      .limit(slot('limit')),
  )

  return {
    /** All facts of a listing, also those that it no longer shows. */
    of: (listing_id: number): Promise<ListingFact[]> => all({ listing_id }),
    add: async (facts: (typeof listingFacts.$inferInsert)[]): Promise<void> => {
      if (facts.length > 0) await db.insert(listingFacts).values(facts)
    },
    change: async (id: number, set: Partial<ListingFact>): Promise<void> => {
      await db.update(listingFacts).set(set).where(eq(listingFacts.id, id))
    },
    drop: async (id: number): Promise<void> => {
      await db.delete(listingFacts).where(eq(listingFacts.id, id))
    },
    /** The listing is withdrawn or deleted: no copies from its site are kept. */
    async dropOf(listing_id: number): Promise<void> {
      await db.delete(listingFacts).where(eq(listingFacts.listing_id, listing_id))
      await db.delete(listingReads).where(eq(listingReads.listing_id, listing_id))
    },
    reading: async (listing_id: number): Promise<ListingRead | undefined> =>
      (await reading({ listing_id }))[0],
    async setReading(listing_id: number, set: { due_at: string } & Partial<ListingRead>): Promise<void> {
      await db
        .insert(listingReads)
        .values({ ...set, listing_id })
        .onConflictDoUpdate({ target: listingReads.listing_id, set })
    },
    /** Listings whose sites are due for another reading, the longest overdue first. */
    due: async (now: string, limit: number): Promise<number[]> =>
      (await due({ now, limit })).map(({ id }) => id),
  }
}
