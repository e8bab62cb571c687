import { and, eq, gte, lt, sql } from '../drizzle.ts'
import { hasPageSql } from './has_page.ts'
import { profileColumns, summaryColumns, type Summary } from './rows.ts'
import { formerSlugs, listings } from '../tables/listings.ts'
import { categories } from '../tables/sites.ts'
import type { Db } from '../connection.ts'
import { filledParts, idsOf, type Part } from '../kept_totals.ts'
import { prepared, says, slot } from '../prepared.ts'
import type { openSearch } from '../search/search.ts'

export type Listing = typeof listings.$inferSelect

export function listingQueries(db: Db, search: Pick<ReturnType<typeof openSearch>, 'liveCount'>) {
  const byIds = prepared(() =>
    db
      .select(summaryColumns)
      .from(listings)
      .where(sql`${listings.id} IN (SELECT value FROM json_each(${slot('ids')}))`),
  )
  const profile = prepared(() =>
    db
      .select({ listing: listings, ...profileColumns })
      .from(listings)
      .where(
        and(eq(listings.site_id, slot('site_id')), eq(listings.slug, slot('slug')), hasPageSql('listings')),
      ),
  )
  const formerSlug = prepared(() =>
    db
      .select({ slug: listings.slug })
      .from(formerSlugs)
      .innerJoin(listings, eq(listings.id, formerSlugs.listing_id))
      .where(and(eq(formerSlugs.site_id, slot('site_id')), eq(formerSlugs.slug, slot('slug')))),
  )
  const slugs = prepared(() =>
    db
      .select({ slug: listings.slug })
      .from(listings)
      .where(
        and(
          eq(listings.site_id, slot('site_id')),
          sql`${listings.slug} >= ${slot('from')}`,
          sql`${listings.slug} < ${slot('to')}`,
          says(listings.status, 'live'),
        ),
      )
      .orderBy(listings.slug)
      .limit(slot('limit')),
  )
  const dates = prepared(() =>
    db
      .select({ slug: listings.slug, live_at: listings.live_at })
      .from(listings)
      .where(
        and(
          eq(listings.site_id, slot('site_id')),
          sql`${listings.slug} IN (SELECT value FROM json_each(${slot('slugs')}))`,
        ),
      ),
  )
  const beside = prepared(() =>
    db
      .select({ slug: listings.slug, logo: listings.logo, category_name: categories.name })
      .from(listings)
      .innerJoin(categories, eq(categories.id, listings.category_id))
      .where(
        and(
          eq(listings.site_id, slot('site_id')),
          sql`${listings.slug} IN (SELECT value FROM json_each(${slot('slugs')}))`,
        ),
      ),
  )

  const doorsDue = prepared(() =>
    db
      .select({ id: listings.id })
      .from(listings)
      .where(sql`${listings.doors_due_at} <= ${slot('now')}`)
      .orderBy(listings.doors_due_at)
      .limit(slot('limit')),
  )

  return {
    /** Listings whose doors (facts.ts) are due for a check, the longest overdue first. */
    doorsDue: async (now: string, limit: number) => (await doorsDue({ now, limit })).map(({ id }) => id),
    /** What pages show of listings beside their summaries, by slug: the file of the logo, and the category's name. */
    async shownBeside(site_id: number, slugs: readonly string[]) {
      const rows = slugs.length === 0 ? [] : await beside({ site_id, slugs: JSON.stringify(slugs) })
      return new Map(rows.map(({ slug, ...shown }) => [slug, shown]))
    },
    /** Summaries in the order of the ids. */
    async summaries(ids: readonly number[]): Promise<Summary[]> {
      if (ids.length === 0) return []
      const byId = new Map((await byIds({ ids: JSON.stringify(ids) })).map((row) => [row.id, row]))
      return ids.flatMap((id) => byId.get(id) ?? [])
    },
    /** The data of a public page; a former slug also finds the listing. */
    async profile(site_id: number, slug: string) {
      const [found] = await profile({ site_id, slug })
      if (found !== undefined) return found
      const [former] = await formerSlug({ site_id, slug })
      return former === undefined ? undefined : (await profile({ site_id, slug: former.slug }))[0]
    },
    /** The number of live listings on the site, counted by the search index. */
    liveCount: async (site_id: number) => search.liveCount(site_id),
    /** When each of the slugs went live. */
    async datesOf(site_id: number, slugs: readonly string[]) {
      const rows = await dates({ site_id, slugs: JSON.stringify(slugs) })
      return new Map(rows.map((row) => [row.slug, row]))
    },
    /** Slugs of live listings that begin with the text. */
    async slugsLike(site_id: number, text: string, limit: number) {
      const values = (await slugs({ site_id, from: text, to: `${text}\uffff`, limit })).map((row) => row.slug)
      return { values, total: values.length }
    },
  }
}

/** All live listings, a range of ids at a time. */
export function livePartQueries(db: Db) {
  const liveSlugs = prepared(() =>
    db
      .select({ slug: listings.slug, updated_at: listings.updated_at })
      .from(listings)
      .where(
        and(
          eq(listings.site_id, slot('site_id')),
          says(listings.status, 'live'),
          gte(listings.id, slot('from')),
          lt(listings.id, slot('to')),
        ),
      )
      .orderBy(listings.id),
  )
  return {
    /** Slugs of the live listings in this range of ids, and when each last changed. */
    liveSlugs: (site_id: number, part: Part) => liveSlugs({ site_id, ...idsOf(part) }),
    /** Numbers of the ranges, of `size` ids each, that contain a live listing. */
    liveParts: (site_id: number, size: number) =>
      filledParts(db, sql`id`, sql`FROM listings WHERE site_id = ${site_id} AND status = 'live'`, size),
  }
}
