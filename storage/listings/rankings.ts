import { and, count, eq, isNotNull, isNull, sql } from '../drizzle.ts'
import { awards } from '../tables/community.ts'
import { listings } from '../tables/listings.ts'
import type { Db } from '../connection.ts'
import { keptTotal } from '../kept_totals.ts'
import { prepared, readsAll, says, slot, type Window } from '../prepared.ts'

/** The column of each metric board; null or zero keeps a listing off the board. */
const metrics = {
  billboard: { column: listings.billboard_cents, stated: sql`${listings.billboard_cents} > 0` },
  'domain-rating': { column: listings.domain_rating, stated: isNotNull(listings.domain_rating) },
  revenue: { column: listings.revenue_cents, stated: isNotNull(listings.revenue_cents) },
} as const
type MetricBoard = keyof typeof metrics

export function rankingQueries(db: Db) {
  const byMetric = ({ column, stated }: (typeof metrics)[MetricBoard]) =>
    prepared(() =>
      db
        .select({ id: listings.id, metric: sql<number>`${column}` })
        .from(listings)
        .where(and(eq(listings.site_id, slot('site_id')), says(listings.status, 'live'), stated))
        .orderBy(sql`${column} DESC`, listings.id)
        .limit(slot('limit'))
        .offset(slot('offset')),
    )
  const boards = {
    billboard: byMetric(metrics.billboard),
    'domain-rating': byMetric(metrics['domain-rating']),
    revenue: byMetric(metrics.revenue),
  }
  const total = keptTotal(db)
  const given = and(
    eq(awards.site_id, slot('site_id')),
    says(listings.status, 'live'),
    says(awards.kind, 'week'),
    isNull(awards.revoked_at),
    sql`(CAST(${slot('slug')} AS TEXT) IS NULL OR ${listings.slug} = ${slot('slug')})`,
    readsAll('three a week'),
  )
  const awardItems = prepared(() =>
    db
      .select({
        number: awards.id,
        week: awards.week,
        place: awards.place,
        votes: awards.votes,
        listing_id: awards.listing_id,
      })
      .from(awards)
      .innerJoin(listings, eq(listings.id, awards.listing_id))
      .where(given)
      .orderBy(sql`${awards.week} DESC`, awards.place)
      .limit(slot('limit'))
      .offset(slot('offset')),
  )
  const awardTotal = prepared(() =>
    db
      .select({ count: count() })
      .from(awards)
      .innerJoin(listings, eq(listings.id, awards.listing_id))
      .where(given),
  )

  return {
    /** Live listings by a metric, highest first. */
    async board(board: MetricBoard, site_id: number, { limit, offset }: Window) {
      const ranked = await boards[board]({ site_id, limit, offset })
      return { ranked, total: await total(site_id, board) }
    },
    /** Awards of weeks, newest week first, without revoked ones; of one listing if a slug is given. */
    async awards(site_id: number, slug: string | null, { limit, offset }: Window) {
      const [items, [counted]] = await Promise.all([
        awardItems({ site_id, slug, limit, offset }),
        awardTotal({ site_id, slug }),
      ])
      return { items, total: counted!.count }
    },
  }
}
