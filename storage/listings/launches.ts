import type { SQL } from 'drizzle-orm'
import { and, count, desc, eq, gte, sql } from '../drizzle.ts'
import type { Db } from '../connection.ts'
import { keptTotal } from '../kept_totals.ts'
import { prepared, readsAll, says, slot, type Window } from '../prepared.ts'
import { listings } from '../tables/listings.ts'

/** A condition: listings of one status that launch in the week. */
export const launchingIn = (status: 'live' | 'scheduled') =>
  and(
    eq(listings.site_id, slot('site_id')),
    eq(listings.launch_week, slot('week')),
    says(listings.status, status),
  )

/** Listings by launch week. */
export function launchQueries(db: Db) {
  const live = launchingIn('live')
  const onDay = and(live, gte(listings.live_at, slot('from')))
  const ranked = (where: SQL | undefined) =>
    prepared(() =>
      db
        .select({ id: listings.id, week_votes: listings.week_votes })
        .from(listings)
        .where(where)
        .orderBy(desc(listings.week_votes), listings.live_at, listings.id)
        .limit(slot('limit'))
        .offset(slot('offset')),
    )
  const total = keptTotal(db)
  const weekly = ranked(live)
  const daily = ranked(onDay)
  const dailyCount = prepared(() =>
    db
      .select({ count: count() })
      .from(listings)
      .where(and(onDay, readsAll('the launches of one week'))),
  )
  const scheduled = prepared(() =>
    db
      .select({ id: listings.id })
      .from(listings)
      .where(launchingIn('scheduled'))
      .orderBy(listings.id)
      .limit(slot('limit'))
      .offset(slot('offset')),
  )
  const toCome = and(eq(listings.site_id, slot('site_id')), says(listings.status, 'scheduled'))
  const upcoming = prepared(() =>
    db
      .select({ id: listings.id })
      .from(listings)
      .where(toCome)
      .orderBy(listings.launch_week, listings.id)
      .limit(slot('limit'))
      .offset(slot('offset')),
  )

  const bookedAs = (status: 'scheduled' | 'awaiting_badge') =>
    prepared(() =>
      db
        .select({ week: listings.launch_week, plan: listings.plan, count: count() })
        .from(listings)
        .where(
          and(
            eq(listings.site_id, slot('site_id')),
            says(listings.status, status),
            sql`${listings.launch_week} BETWEEN ${slot('from')} AND ${slot('to')}`,
          ),
        )
        .groupBy(listings.launch_week, listings.plan),
    )
  const [scheduledIn, waitingIn] = [bookedAs('scheduled'), bookedAs('awaiting_badge')]

  return {
    /** The number of waiting or scheduled listings for each week of a range of Mondays, by plan. */
    bookedIn: async (site_id: number, from: string, to: string) => [
      ...(await scheduledIn({ site_id, from, to })),
      ...(await waitingIn({ site_id, from, to })),
    ],
    /** How many live launches a week has. */
    launchedCount: (site_id: number, week: string) => total(site_id, `week ${week}`),
    /** The live launches of a week, most community votes first, then the earlier launch, then the lower id. */
    async launchedIn(site_id: number, week: string, { limit, offset }: Window) {
      const ranked = await weekly({ site_id, week, limit, offset })
      return { ranked, total: await total(site_id, `week ${week}`) }
    },
    /** Launches scheduled for a future week. */
    scheduledFor: async (site_id: number, week: string, { limit, offset }: Window) =>
      (await scheduled({ site_id, week, limit, offset })).map((row) => row.id),
    /** Live launches of the week since an instant in it, in the week's order. */
    async launchedOn(site_id: number, week: string, from: string, { limit, offset }: Window) {
      const [found, [counted]] = await Promise.all([
        daily({ site_id, week, from, limit, offset }),
        dailyCount({ site_id, week, from }),
      ])
      return { ids: found.map((row) => row.id), total: counted!.count }
    },
    /** Scheduled launches, the nearest week first. */
    async upcoming(site_id: number, { limit, offset }: Window) {
      const rows = await upcoming({ site_id, limit, offset })
      return { ids: rows.map((row) => row.id), total: await total(site_id, 'upcoming') }
    },
  }
}
