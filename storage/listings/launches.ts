import { and, eq, sql } from '../drizzle.ts'
import type { Db } from '../connection.ts'
import { boardCounts } from '../tables/community.ts'
import { listings } from '../tables/listings.ts'
import type { Window } from './rankings.ts'

const slot = sql.placeholder

/** Listings by the week they launch in. */
export function launchQueries(db: Db) {
  const weekly = db
    .select({ id: listings.id, week_votes: listings.week_votes })
    .from(listings)
    .where(
      and(
        eq(listings.site_id, slot('site_id')),
        eq(listings.launch_week, slot('week')),
        eq(listings.status, 'live'),
      ),
    )
    .orderBy(sql`${listings.week_votes} DESC`, listings.live_at, listings.id)
    .limit(slot('limit'))
    .offset(slot('offset'))
    .prepare()
  const weeklyCount = db
    .select({ count: sql<number>`count(*)` })
    .from(listings)
    .where(
      and(
        eq(listings.site_id, slot('site_id')),
        eq(listings.launch_week, slot('week')),
        eq(listings.status, 'live'),
      ),
    )
    .prepare()

  const scheduled = db
    .select({ id: listings.id })
    .from(listings)
    .where(
      and(
        eq(listings.site_id, slot('site_id')),
        eq(listings.launch_week, slot('week')),
        eq(listings.status, 'scheduled'),
      ),
    )
    .orderBy(listings.created_at, listings.id)
    .limit(slot('limit'))
    .prepare()
  const onDay = and(
    eq(listings.site_id, slot('site_id')),
    eq(listings.launch_week, slot('week')),
    eq(listings.status, 'live'),
    sql`${listings.live_at} >= ${slot('from')}`,
  )
  const daily = db
    .select({ id: listings.id })
    .from(listings)
    .where(onDay)
    .orderBy(sql`${listings.week_votes} DESC`, listings.live_at, listings.id)
    .limit(slot('limit'))
    .offset(slot('offset'))
    .prepare()
  const dailyCount = db
    .select({ count: sql<number>`count(*)` })
    .from(listings)
    .where(onDay)
    .prepare()
  const toCome = and(eq(listings.site_id, slot('site_id')), eq(listings.status, 'scheduled'))
  const upcoming = db
    .select({ id: listings.id })
    .from(listings)
    .where(toCome)
    .orderBy(listings.launch_week, listings.id)
    .limit(slot('limit'))
    .offset(slot('offset'))
    .prepare()
  const upcomingCount = db
    .select({ count: boardCounts.listings })
    .from(boardCounts)
    .where(and(eq(boardCounts.site_id, slot('site_id')), eq(boardCounts.board, 'upcoming')))
    .prepare()

  return {
    /** The live launches of a week, most community votes first, then the earlier launch, then the lower id. */
    async launchedIn(site_id: number, week: string, { limit, offset }: Window) {
      const [ranked, [counted]] = await Promise.all([
        weekly.execute({ site_id, week, limit, offset }),
        weeklyCount.execute({ site_id, week }),
      ])
      return { ranked, total: counted!.count }
    },
    /** Launches scheduled for a week still to come. */
    scheduledFor: async (site_id: number, week: string, limit: number) =>
      (await scheduled.execute({ site_id, week, limit })).map((row) => row.id),
    /** Live launches of the week since an instant of it, in the order of the week. */
    async launchedOn(site_id: number, week: string, from: string, { limit, offset }: Window) {
      const [found, [counted]] = await Promise.all([
        daily.execute({ site_id, week, from, limit, offset }),
        dailyCount.execute({ site_id, week, from }),
      ])
      return { ids: found.map((row) => row.id), total: counted!.count }
    },
    /** Scheduled launches, the nearest week first. */
    async upcoming(site_id: number, { limit, offset }: Window) {
      const [found, [counted]] = await Promise.all([
        upcoming.execute({ site_id, limit, offset }),
        upcomingCount.execute({ site_id }),
      ])
      return { ids: found.map((row) => row.id), total: counted?.count ?? 0 }
    },
  }
}
