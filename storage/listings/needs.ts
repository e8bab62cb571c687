import { asc, eq, inArray, lte, sql } from '../drizzle.ts'
import type { Db } from '../connection.ts'
import { prepared, slot } from '../prepared.ts'
import { listingNeeds, listings } from '../tables/listings.ts'
import type { Reindexed } from './save.ts'

/** Ids given at the same time may be committed in another order, so as many of the last are looked through again. */
const committedLate = 100

/** Search-only needs of listings: no query that answers people or exports listings reads them. */
export function needQueries(db: Db, reindexed: Reindexed) {
  const again = prepared(() =>
    db
      .select({ listing_id: listingNeeds.listing_id, texts: listingNeeds.texts })
      .from(listingNeeds)
      .where(lte(listingNeeds.looked_at, slot('before')))
      .orderBy(asc(listingNeeds.looked_at), asc(listingNeeds.listing_id))
      .limit(slot('limit')),
  )
  const added = prepared(() =>
    db
      .select({ listing_id: listings.id })
      .from(listings)
      .where(
        sql`${listings.id} > coalesce((SELECT max(${listingNeeds.listing_id}) FROM ${listingNeeds}), 0) - ${committedLate}
          AND NOT EXISTS (SELECT 1 FROM ${listingNeeds} WHERE ${listingNeeds.listing_id} = ${listings.id})`,
      )
      .orderBy(asc(listings.id))
      .limit(slot('limit')),
  )

  return {
    /** The next to look at, with the digest of the texts that their needs were made of: those not looked at since, then new ones. */
    async due(before: string, limit: number): Promise<{ listing_id: number; texts: string | null }[]> {
      const known = await again({ before, limit })
      const fresh = await added({ limit })
      return [...known, ...fresh.map((one) => ({ ...one, texts: null }))]
    },
    async keep({ listing_id, ...set }: typeof listingNeeds.$inferSelect): Promise<void> {
      await reindexed([listing_id], async () => {
        await db
          .insert(listingNeeds)
          .values({ listing_id, ...set })
          .onConflictDoUpdate({ target: listingNeeds.listing_id, set })
      })
    },
    async lookedAt(ids: readonly number[], looked_at: string): Promise<void> {
      if (ids.length > 0)
        await db
          .update(listingNeeds)
          .set({ looked_at })
          .where(inArray(listingNeeds.listing_id, [...ids]))
    },
    /** The listing is withdrawn. */
    async drop(listing_id: number): Promise<void> {
      await db
        .update(listingNeeds)
        .set({ needs: [], texts: '' })
        .where(eq(listingNeeds.listing_id, listing_id))
    },
  }
}
