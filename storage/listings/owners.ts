import { and, asc, eq, getTableColumns, sql } from '../drizzle.ts'
import type { Db } from '../connection.ts'
import { formerSlugs, listingOwners, listings, listingVersions } from '../tables/listings.ts'

export type Version = typeof listingVersions.$inferSelect
export type NewVersion = Omit<typeof listingVersions.$inferInsert, 'id' | 'seen_at' | 'seen_by'>

/** Whose a listing is, and what its owners have changed. */
export function ownerQueries(db: Db) {
  return {
    async add(listing_id: number, user_id: number, since: string): Promise<void> {
      await db.insert(listingOwners).values({ listing_id, user_id, since }).onConflictDoNothing()
    },
    /** The listing, when the person owns it. */
    async listing(user_id: number, listing_id: number) {
      const [found] = await db
        .select(getTableColumns(listings))
        .from(listings)
        .innerJoin(listingOwners, eq(listingOwners.listing_id, listings.id))
        .where(and(eq(listings.id, listing_id), eq(listingOwners.user_id, user_id)))
      return found
    },
    /** Slugs, present and former, that begin with the text. */
    async takenSlugs(site_id: number, text: string): Promise<Set<string>> {
      const [from, to] = [text, `${text}.`]
      const present = await db
        .select({ slug: listings.slug })
        .from(listings)
        .where(
          and(eq(listings.site_id, site_id), sql`${listings.slug} >= ${from} AND ${listings.slug} < ${to}`),
        )
      const former = await db
        .select({ slug: formerSlugs.slug })
        .from(formerSlugs)
        .where(
          and(
            eq(formerSlugs.site_id, site_id),
            sql`${formerSlugs.slug} >= ${from} AND ${formerSlugs.slug} < ${to}`,
          ),
        )
      return new Set([...present, ...former].map((row) => row.slug))
    },
    async addVersion(version: NewVersion): Promise<void> {
      await db.insert(listingVersions).values(version)
    },
    versions: async (listing_id: number): Promise<Version[]> =>
      await db
        .select()
        .from(listingVersions)
        .where(eq(listingVersions.listing_id, listing_id))
        .orderBy(asc(listingVersions.id)),
  }
}
