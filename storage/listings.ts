import { and, eq, sql } from './drizzle.ts'
import type { Db } from './storage.ts'
import { listings } from './schema.ts'

export function listingQueries(db: Db) {
  const slugs = db
    .select({ slug: listings.slug })
    .from(listings)
    .where(
      and(
        eq(listings.site_id, sql.placeholder('site_id')),
        sql`${listings.slug} >= ${sql.placeholder('from')}`,
        sql`${listings.slug} < ${sql.placeholder('to')}`,
        eq(listings.status, 'live'),
      ),
    )
    .orderBy(listings.slug)
    .limit(sql.placeholder('limit'))
    .prepare()
  const live = db
    .select({ count: sql<number>`count(*)` })
    .from(listings)
    .where(and(eq(listings.site_id, sql.placeholder('site_id')), eq(listings.status, 'live')))
    .prepare()

  return {
    liveCount: async (site_id: number) => (await live.execute({ site_id }))[0]!.count,
    /** Slugs of live listings that begin with the text. */
    async slugsLike(site_id: number, text: string, limit: number) {
      const values = (await slugs.execute({ site_id, from: text, to: `${text}\uffff`, limit })).map(
        (row) => row.slug,
      )
      return { values, total: values.length }
    },
  }
}
