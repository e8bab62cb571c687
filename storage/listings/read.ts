import { and, eq, inArray, ne, sql } from '../drizzle.ts'
import { profileColumns, summaryColumns, type Summary } from './rows.ts'
import { alternatives, formerSlugs, listings } from '../tables/listings.ts'
import type { Db } from '../connection.ts'
import type { Window } from './rankings.ts'

export type Listing = typeof listings.$inferSelect

const shown = ['live', 'scheduled'] as const
const slot = sql.placeholder

export function listingQueries(db: Db) {
  const byIds = db
    .select(summaryColumns)
    .from(listings)
    .where(sql`${listings.id} IN (SELECT value FROM json_each(${slot('ids')}))`)
    .prepare()
  const profile = db
    .select({ listing: listings, ...profileColumns })
    .from(listings)
    .where(
      and(
        eq(listings.site_id, slot('site_id')),
        eq(listings.slug, slot('slug')),
        inArray(listings.status, shown),
      ),
    )
    .prepare()
  const formerSlug = db
    .select({ slug: listings.slug })
    .from(formerSlugs)
    .innerJoin(listings, eq(listings.id, formerSlugs.listing_id))
    .where(and(eq(formerSlugs.site_id, slot('site_id')), eq(formerSlugs.slug, slot('slug'))))
    .prepare()
  const live = db
    .select({ count: sql<number>`live` })
    .from(sql`facet_counts`)
    .where(sql`site_id = ${slot('site_id')} AND facet = ''`)
    .prepare()
  const slugs = db
    .select({ slug: listings.slug })
    .from(listings)
    .where(
      and(
        eq(listings.site_id, slot('site_id')),
        sql`${listings.slug} >= ${slot('from')}`,
        sql`${listings.slug} < ${slot('to')}`,
        eq(listings.status, 'live'),
      ),
    )
    .orderBy(listings.slug)
    .limit(slot('limit'))
    .prepare()
  const approved = db
    .select({ id: alternatives.alternative_id })
    .from(alternatives)
    .innerJoin(listings, eq(listings.id, alternatives.alternative_id))
    .where(
      and(
        eq(alternatives.listing_id, slot('id')),
        eq(listings.status, 'live'),
        eq(listings.site_id, slot('site_id')),
      ),
    )
    .orderBy(alternatives.approved_at, alternatives.alternative_id)
    .prepare()
  const sameCategory = and(
    eq(listings.category_id, slot('category_id')),
    eq(listings.status, 'live'),
    eq(listings.site_id, slot('site_id')),
    ne(listings.id, slot('id')),
    sql`${listings.id} NOT IN (SELECT value FROM json_each(${slot('without')}))`,
  )
  const others = db
    .select({ id: listings.id })
    .from(listings)
    .where(sameCategory)
    .orderBy(sql`${listings.votes} DESC`, listings.id)
    .limit(slot('limit'))
    .offset(slot('offset'))
    .prepare()
  const othersCount = db
    .select({ count: sql<number>`count(*)` })
    .from(listings)
    .where(sameCategory)
    .prepare()
  const among = db
    .select({ id: listings.id })
    .from(listings)
    .where(
      and(
        sql`${listings.id} IN (SELECT value FROM json_each(${slot('ids')}))`,
        eq(listings.category_id, slot('category_id')),
        eq(listings.status, 'live'),
      ),
    )
    .prepare()

  return {
    /** Summaries in the order of the ids. */
    async summaries(ids: readonly number[]): Promise<Summary[]> {
      if (ids.length === 0) return []
      const found = new Map((await byIds.execute({ ids: JSON.stringify(ids) })).map((row) => [row.id, row]))
      return ids.flatMap((id) => found.get(id) ?? [])
    },
    /** What the public may see of a listing, live or scheduled; a former slug leads to the listing's present one. */
    async profile(site_id: number, slug: string) {
      const [found] = await profile.execute({ site_id, slug })
      if (found !== undefined) return found
      const [former] = await formerSlug.execute({ site_id, slug })
      return former === undefined ? undefined : (await profile.execute({ site_id, slug: former.slug }))[0]
    },
    /** How many are live on the site; the search index keeps count. */
    liveCount: async (site_id: number) => (await live.execute({ site_id }))[0]?.count ?? 0,
    /** Slugs of live listings that begin with the text. */
    async slugsLike(site_id: number, text: string, limit: number) {
      const values = (await slugs.execute({ site_id, from: text, to: `${text}\uffff`, limit })).map(
        (row) => row.slug,
      )
      return { values, total: values.length }
    },
    /**
     * Ids of live listings: those the owner approved, then others of the same primary category, the most like it first
     * (alike gives these in their order) and behind them the most voted.
     */
    async alternatives(
      listing: Pick<Listing, 'id' | 'site_id' | 'category_id'>,
      alike: readonly number[],
      { limit, offset }: Window,
    ) {
      const chosen = (await approved.execute({ ...listing })).map((row) => row.id)
      const filed = new Set(
        (await among.execute({ ...listing, ids: JSON.stringify(alike) })).map((row) => row.id),
      )
      const first = [...new Set([...chosen, ...alike.filter((id) => filed.has(id))])]
      const without = JSON.stringify(first)
      const ids = first.slice(offset, offset + limit)
      if (ids.length < limit) {
        const behind = { limit: limit - ids.length, offset: Math.max(0, offset - first.length) }
        ids.push(...(await others.execute({ ...listing, without, ...behind })).map((row) => row.id))
      }
      const [counted] = await othersCount.execute({ ...listing, without })
      return { ids, approved: new Set(chosen), total: first.length + counted!.count }
    },
  }
}
