// The data of the weekly letters, and which weeks have theirs.
import { and, eq, sql } from './drizzle.ts'
import type { Db } from './connection.ts'
import { digests } from './tables/community.ts'
import { listingCategories, listings } from './tables/listings.ts'
import { categories } from './tables/sites.ts'
import type { Week } from './weeks.ts'

export function digestQueries(db: Db) {
  return {
    isWritten: async ({ site_id, week }: Week): Promise<boolean> =>
      (
        await db
          .select({ week: digests.week })
          .from(digests)
          .where(and(eq(digests.site_id, site_id), eq(digests.week, week)))
      ).length > 0,
    /** False if somebody else was first. Call it in the transaction of the letters. */
    note: async ({ site_id, week }: Week, sent_at: string): Promise<boolean> =>
      (
        await db
          .insert(digests)
          .values({ site_id, week, sent_at })
          .onConflictDoNothing()
          .returning({ week: digests.week })
      ).length > 0,
    /** Categories with followers on the site who want mails. */
    followed: async (site_id: number) =>
      await db
        .select({ id: categories.id, slug: categories.slug, name: categories.name })
        .from(categories)
        .where(
          sql`EXISTS (SELECT 1 FROM follows f WHERE f.category_id = ${categories.id} AND f.site_id = ${site_id} AND f.told = 1)`,
        )
        .orderBy(categories.id),
    /** The categories of each of these listings. */
    async categoriesOf(listing_ids: readonly number[]) {
      const ids = JSON.stringify(listing_ids)
      const primary = await db
        .select({ listing_id: listings.id, category_id: listings.category_id })
        .from(listings)
        .where(sql`${listings.id} IN (SELECT value FROM json_each(${ids}))`)
      const further = await db
        .select({ listing_id: listingCategories.listing_id, category_id: listingCategories.category_id })
        .from(listingCategories)
        .where(sql`${listingCategories.listing_id} IN (SELECT value FROM json_each(${ids}))`)
      return [...primary, ...further]
    },
  }
}
