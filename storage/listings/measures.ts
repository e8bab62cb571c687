// What others measure of a listing: the Domain Rating of its domain and its revenue, each with its history. The listing
// carries the newest, and of the rating the one before it, for the trend.
import { and, eq, sql } from '../drizzle.ts'
import type { Db } from '../connection.ts'
import { domainRatingChecks, domainRatings, revenues } from '../tables/community.ts'
import { listings } from '../tables/listings.ts'

export type Rating = { measured_on: string; rating: number }
export type Revenue = { measured_on: string; revenue_cents: number; source: string | null }

export function measureQueries(db: Db) {
  /** The rating a listing came with, from before its history was kept. */
  async function keepPresent(listing_id: number): Promise<void> {
    const [present] = await db
      .select({ measured_on: listings.domain_rating_on, rating: listings.domain_rating })
      .from(listings)
      .where(eq(listings.id, listing_id))
    const { measured_on = null, rating = null } = present ?? {}
    if (measured_on !== null && rating !== null)
      await db.insert(domainRatings).values({ listing_id, measured_on, rating }).onConflictDoNothing()
  }

  return {
    /** Listings of a site that are at this domain, or have this slug. */
    async subjects(site_id: number, by: { slug: string } | { domain: string }): Promise<number[]> {
      const its = 'slug' in by ? eq(listings.slug, by.slug) : eq(listings.domain, by.domain)
      const found = await db
        .select({ id: listings.id })
        .from(listings)
        .where(and(eq(listings.site_id, site_id), its))
        .orderBy(listings.id)
      return found.map(({ id }) => id)
    },
    /** Keeps a rating; false when it was known already. */
    async rate(listing_id: number, { measured_on, rating }: Rating): Promise<boolean> {
      await keepPresent(listing_id)
      const its = and(eq(domainRatings.listing_id, listing_id), eq(domainRatings.measured_on, measured_on))
      const [known] = await db.select({ rating: domainRatings.rating }).from(domainRatings).where(its)
      if (known?.rating === rating) return false
      await db
        .insert(domainRatings)
        .values({ listing_id, measured_on, rating })
        .onConflictDoUpdate({
          target: [domainRatings.listing_id, domainRatings.measured_on],
          set: { rating },
        })
      const [newest, before] = await db
        .select({ measured_on: domainRatings.measured_on, rating: domainRatings.rating })
        .from(domainRatings)
        .where(eq(domainRatings.listing_id, listing_id))
        .orderBy(sql`${domainRatings.measured_on} DESC`)
        .limit(2)
      await db
        .update(listings)
        .set({
          domain_rating: newest!.rating,
          domain_rating_on: newest!.measured_on,
          domain_rating_before: before?.rating ?? null,
        })
        .where(eq(listings.id, listing_id))
      return true
    },
    /** Keeps a verified revenue; false when it was known already. */
    async earn(listing_id: number, { measured_on, revenue_cents, source }: Revenue): Promise<boolean> {
      const its = and(eq(revenues.listing_id, listing_id), eq(revenues.measured_on, measured_on))
      const [known] = await db.select().from(revenues).where(its)
      if (known?.revenue_cents === revenue_cents && known.source === source) return false
      await db
        .insert(revenues)
        .values({ listing_id, measured_on, revenue_cents, source })
        .onConflictDoUpdate({
          target: [revenues.listing_id, revenues.measured_on],
          set: { revenue_cents, source },
        })
      const [newest] = await db
        .select()
        .from(revenues)
        .where(eq(revenues.listing_id, listing_id))
        .orderBy(sql`${revenues.measured_on} DESC`)
        .limit(1)
      await db
        .update(listings)
        .set({ revenue_cents: newest!.revenue_cents, revenue_on: newest!.measured_on })
        .where(eq(listings.id, listing_id))
      return true
    },
    /** Every rating of a listing, oldest first. */
    ratings: async (listing_id: number): Promise<Rating[]> =>
      await db
        .select({ measured_on: domainRatings.measured_on, rating: domainRatings.rating })
        .from(domainRatings)
        .where(eq(domainRatings.listing_id, listing_id))
        .orderBy(domainRatings.measured_on),
    /** Domains of live listings whose rating was not asked for since the instant, the longest ago first. */
    async unrated(since: string, limit: number): Promise<string[]> {
      const found = await db
        .selectDistinct({ domain: listings.domain, checked_at: sql`coalesce(c.checked_at, '')` })
        .from(listings)
        .leftJoin(sql`domain_rating_checks c`, sql`c.domain = ${listings.domain}`)
        .where(and(eq(listings.status, 'live'), sql`coalesce(c.checked_at, '') < ${since}`))
        .orderBy(sql`2`, listings.domain)
        .limit(limit)
      return found.map(({ domain }) => domain)
    },
    /** Live listings at the domain, on every site. */
    async atDomain(domain: string): Promise<number[]> {
      const live = and(eq(listings.domain, domain), eq(listings.status, 'live'))
      return (await db.select({ id: listings.id }).from(listings).where(live)).map(({ id }) => id)
    },
    async asked(domain: string, checked_at: string): Promise<void> {
      await db
        .insert(domainRatingChecks)
        .values({ domain, checked_at })
        .onConflictDoUpdate({ target: domainRatingChecks.domain, set: { checked_at } })
    },
  }
}
