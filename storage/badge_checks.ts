import { and, asc, eq, isNotNull, isNull, lte, sql } from './drizzle.ts'
import type { Db } from './connection.ts'
import { prepared, readsAll, says, slot } from './prepared.ts'
import { badgeChecks, listingOwners, listings } from './tables/listings.ts'

export type BadgeCheck = typeof badgeChecks.$inferSelect

/** Badge checks: what was seen on the homepages of free listings, and when each is checked next. */
export function badgeCheckQueries(db: Db) {
  const due = prepared(() =>
    db
      .select({ listing_id: badgeChecks.listing_id })
      .from(badgeChecks)
      .where(lte(badgeChecks.next_check_at, slot('now')))
      .orderBy(asc(badgeChecks.next_check_at), asc(badgeChecks.listing_id))
      .limit(slot('limit')),
  )
  const ofListing = prepared(() =>
    db
      .select()
      .from(badgeChecks)
      .where(eq(badgeChecks.listing_id, slot('listing_id'))),
  )
  const waiting = () =>
    db
      .select({ id: listings.id })
      .from(listings)
      .innerJoin(badgeChecks, eq(badgeChecks.listing_id, listings.id))
  const isThere = [isNotNull(badgeChecks.seen_at), isNull(badgeChecks.fault)]

  return {
    of: async (listing_id: number): Promise<BadgeCheck | undefined> => (await ofListing({ listing_id }))[0],
    /** Starts checks of the homepage; earlier results are kept. */
    async begin(listing_id: number, next_check_at: string): Promise<void> {
      await db
        .insert(badgeChecks)
        .values({ listing_id, next_check_at })
        .onConflictDoUpdate({ target: badgeChecks.listing_id, set: { next_check_at } })
    },
    async change(listing_id: number, set: Partial<BadgeCheck>): Promise<void> {
      await db.update(badgeChecks).set(set).where(eq(badgeChecks.listing_id, listing_id))
    },
    /** Stops the checks: the listing needs no badge any more. */
    async end(listing_id: number): Promise<void> {
      await db.delete(badgeChecks).where(eq(badgeChecks.listing_id, listing_id))
    },
    /** Listings whose check is due, the longest overdue first. */
    due: async (now: string, limit: number): Promise<number[]> =>
      (await due({ now, limit })).map((row) => row.listing_id),
    /** Waiting listings whose badge was seen: something else is missing, or was until now. */
    waitingWithBadge: async (): Promise<number[]> =>
      (
        await waiting()
          .where(
            and(
              says(listings.status, 'awaiting_badge'),
              ...isThere,
              readsAll('all that wait for their badge, for a job'),
            ),
          )
          .orderBy(asc(listings.id))
      ).map((row) => row.id),
    /** Those of them that this person owns. */
    waitingWithBadgeOf: async (user_id: number): Promise<number[]> =>
      (
        await waiting()
          .innerJoin(listingOwners, eq(listingOwners.listing_id, listings.id))
          // Written so that SQLite begins with what the person owns, not with all that wait.
          .where(
            and(
              eq(listingOwners.user_id, user_id),
              sql`${listings.status} || '' = 'awaiting_badge'`,
              ...isThere,
            ),
          )
          .orderBy(asc(listings.id))
      ).map((row) => row.id),
  }
}
