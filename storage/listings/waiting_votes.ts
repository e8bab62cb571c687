// Votes from an account's first hour, until they count.
import { and, asc, eq, lte, sql } from '../drizzle.ts'
import type { Db } from '../connection.ts'
import { waitingVotes } from '../tables/community.ts'
import { listings } from '../tables/listings.ts'

export function waitingVoteQueries(db: Db) {
  const its = (user_id: number, listing_id: number) =>
    and(eq(waitingVotes.user_id, user_id), eq(waitingVotes.listing_id, listing_id))
  return {
    async add(waiting: typeof waitingVotes.$inferInsert): Promise<void> {
      await db.insert(waitingVotes).values(waiting).onConflictDoNothing()
    },
    async remove(user_id: number, listing_id: number): Promise<void> {
      await db.delete(waitingVotes).where(its(user_id, listing_id))
    },
    /** Deletes those of a deleted account. */
    async dropOf(user_id: number): Promise<void> {
      await db.delete(waitingVotes).where(eq(waitingVotes.user_id, user_id))
    },
    /** A person's votes on a site that do not count yet, by the slug of the listing, in the order of names. */
    async of(user_id: number, site_id: number): Promise<Map<string, { name: string; counts_at: string }>> {
      const rows = await db
        .select({ slug: listings.slug, name: listings.name, counts_at: waitingVotes.counts_at })
        .from(waitingVotes)
        .innerJoin(listings, eq(listings.id, waitingVotes.listing_id))
        // The unary plus makes SQLite start with the person, not with every listing of the site.
        .where(and(eq(waitingVotes.user_id, user_id), sql`+${listings.site_id} = ${site_id}`))
        .orderBy(asc(listings.name))
      return new Map(rows.map(({ slug, ...waiting }) => [slug, waiting]))
    },
    /** Votes whose hour is over, the longest waiting first. */
    due: async (now: string, limit: number) =>
      await db
        .select()
        .from(waitingVotes)
        .where(lte(waitingVotes.counts_at, now))
        .orderBy(asc(waitingVotes.counts_at))
        .limit(limit),
  }
}
