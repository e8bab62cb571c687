// Measurements by others: the Domain Rating of a listing's domain and its revenue, each with its history. The listing
// itself has the newest, and of the rating also the one before, for the trend.
import { setImmediate } from 'node:timers/promises'
import type { SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { and, eq, gt, inArray, isNotNull, lt, sql } from '../drizzle.ts'
import type { Db } from '../connection.ts'
import { readsAll, says } from '../prepared.ts'
import { domainRatingChecks, domainRatings, revenues } from '../tables/community.ts'
import { listings } from '../tables/listings.ts'

type Rating = { measured_on: string; rating: number }
export type KnownRevenue = { cents: number; on: string | null; source: string | null }
type Revenue = { measured_on: string; revenue_cents: number; source: string | null }

const domains_at_once = 1000

export function measureQueries(db: Db) {
  /** Stores the rating of a listing's row that is older than the history. */
  async function keepPresent(listing_id: number): Promise<void> {
    const [present] = await db
      .select({ measured_on: listings.domain_rating_on, rating: listings.domain_rating })
      .from(listings)
      .where(eq(listings.id, listing_id))
    const { measured_on = null, rating = null } = present ?? {}
    if (measured_on !== null && rating !== null)
      await db.insert(domainRatings).values({ listing_id, measured_on, rating }).onConflictDoNothing()
  }

  const isShown = (domain: SQL | SQLiteColumn) =>
    sql`EXISTS (SELECT 1 FROM listings l WHERE l.domain = ${domain} AND l.status = 'live')`

  /** Goes through all domains, some at a time, so that other requests can run. */
  async function neverAsked(limit: number): Promise<string[]> {
    const domains: string[] = []
    for (let after = ''; domains.length < limit;) {
      const some = await db
        .selectDistinct({ domain: listings.domain })
        .from(listings)
        .where(gt(listings.domain, after))
        .orderBy(listings.domain)
        .limit(domains_at_once)
      if (some.length === 0) break
      after = some.at(-1)!.domain
      const batch = JSON.stringify(some.map(({ domain }) => domain))
      const never = await db
        .select({ domain: sql<string>`value` })
        .from(sql`json_each(${batch})`)
        .where(
          and(
            sql`NOT EXISTS (SELECT 1 FROM domain_rating_checks c WHERE c.domain = value)`,
            isShown(sql`value`),
          ),
        )
      domains.push(...never.map(({ domain }) => domain))
      await setImmediate()
    }
    return domains.slice(0, limit)
  }

  return {
    /** Listings of a site that are at this domain, or have this slug. */
    async subjects(site_id: number, by: { slug: string } | { domain: string }): Promise<number[]> {
      const its = 'slug' in by ? eq(listings.slug, by.slug) : eq(listings.domain, by.domain)
      const rows = await db
        .select({ id: listings.id })
        .from(listings)
        .where(and(eq(listings.site_id, site_id), its, readsAll('those that are measured, at an import')))
        .orderBy(listings.id)
      return rows.map(({ id }) => id)
    },
    /** Stores a rating; false if it was known. */
    async rate(listing_id: number, { measured_on, rating }: Rating): Promise<boolean> {
      await keepPresent(listing_id)
      const its = and(eq(domainRatings.listing_id, listing_id), eq(domainRatings.measured_on, measured_on))
      const [present] = await db.select({ rating: domainRatings.rating }).from(domainRatings).where(its)
      if (present?.rating === rating) return false
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
    /** Stores a verified revenue; false if it was known. */
    async earn(listing_id: number, { measured_on, revenue_cents, source }: Revenue): Promise<boolean> {
      const its = and(eq(revenues.listing_id, listing_id), eq(revenues.measured_on, measured_on))
      const [present] = await db.select().from(revenues).where(its)
      if (present?.revenue_cents === revenue_cents && present.source === source) return false
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
    /** The revenue that these listings have now, by slug, and where it was taken from. */
    async revenuesOf(site_id: number, slugs: readonly string[]): Promise<Map<string, KnownRevenue>> {
      const { revenue_cents, revenue_on } = listings
      // Looked up for each: for a join PostgreSQL may read the whole table.
      const source = db
        .select({ source: revenues.source })
        .from(revenues)
        .where(and(eq(revenues.listing_id, listings.id), eq(revenues.measured_on, revenue_on)))
      const rows = await db
        .select({
          ...{ slug: listings.slug, cents: sql<number>`${revenue_cents}` },
          ...{ on: revenue_on, source: sql<string | null>`(${source})` },
        })
        .from(listings)
        .where(and(eq(listings.site_id, site_id), inArray(listings.slug, slugs), isNotNull(revenue_cents)))
      return new Map(rows.map(({ slug, ...revenue }) => [slug, revenue]))
    },
    /** Every rating of a listing, oldest first. */
    ratings: async (listing_id: number): Promise<Rating[]> =>
      await db
        .select({ measured_on: domainRatings.measured_on, rating: domainRatings.rating })
        .from(domainRatings)
        .where(eq(domainRatings.listing_id, listing_id))
        .orderBy(domainRatings.measured_on),
    /** Domains of live listings whose rating was not requested since the instant, the longest ago first. */
    async unrated(since: string, limit: number): Promise<string[]> {
      const never = await neverAsked(limit)
      if (never.length === limit) return never
      const { domain, checked_at } = domainRatingChecks
      const longAgo = await db
        .select({ domain })
        .from(domainRatingChecks)
        .where(and(lt(checked_at, since), isShown(domain)))
        .orderBy(checked_at, domain)
        .limit(limit - never.length)
      return [...never, ...longAgo.map((row) => row.domain)]
    },
    /** Ids of live listings at the domain, on every site, after the given id. */
    async atDomain(domain: string, after: number, limit: number): Promise<number[]> {
      const live = and(eq(listings.domain, domain), says(listings.status, 'live'), gt(listings.id, after))
      const rows = await db
        .select({ id: listings.id })
        .from(listings)
        .where(live)
        .orderBy(listings.id)
        .limit(limit)
      return rows.map(({ id }) => id)
    },
    async asked(domain: string, checked_at: string): Promise<void> {
      await db
        .insert(domainRatingChecks)
        .values({ domain, checked_at })
        .onConflictDoUpdate({ target: domainRatingChecks.domain, set: { checked_at } })
    },
  }
}
