// The data that a listing's badges depend on, in any status.
import { and, eq } from '../drizzle.ts'
import type { Db } from '../connection.ts'
import { prepared, slot } from '../prepared.ts'
import { profileColumns } from './rows.ts'
import { formerSlugs, listings } from '../tables/listings.ts'

export function badgeQueries(db: Db) {
  const bySlug = prepared(() =>
    db
      .select({
        id: listings.id,
        slug: listings.slug,
        name: listings.name,
        status: listings.status,
        plan: listings.plan,
        live_at: listings.live_at,
        launch_week: listings.launch_week,
        featured: listings.featured,
        verified_at: listings.verified_at,
        launch_note: listings.launch_note,
        awards: profileColumns.awards,
      })
      .from(listings)
      .where(and(eq(listings.site_id, slot('site_id')), eq(listings.slug, slot('slug')))),
  )
  const present = prepared(() =>
    db
      .select({ slug: listings.slug })
      .from(formerSlugs)
      .innerJoin(listings, eq(listings.id, formerSlugs.listing_id))
      .where(and(eq(formerSlugs.site_id, slot('site_id')), eq(formerSlugs.slug, slot('slug')))),
  )

  return {
    /** In any status; a former slug also finds the listing. */
    async standing(site_id: number, slug: string) {
      const [found] = await bySlug({ site_id, slug })
      if (found !== undefined) return found
      const [former] = await present({ site_id, slug })
      return former === undefined ? undefined : (await bySlug({ site_id, slug: former.slug }))[0]
    },
  }
}
