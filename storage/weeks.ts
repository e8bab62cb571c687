import { addDays, beginOf, dayOf } from '../days.ts'
import { and, asc, count, eq, sql } from './drizzle.ts'
import type { Db } from './connection.ts'
import { prepared, readsAll, says, slot, type Window } from './prepared.ts'
import { awards, closedWeeks, weekResults } from './tables/community.ts'
import { listings } from './tables/listings.ts'
import { launchingIn } from './listings/launches.ts'
import { votesIn } from './listings/week_votes.ts'

export type Week = { site_id: number; week: string }

/**
 * Weeks before this one with launches and without a result, by a loose scan of an index of launches; and the last week,
 * if there were votes in it, because they are counted too.
 */
const unclosed = (this_week: string) => sql`(WITH RECURSIVE launched(site_id, week) AS (
    SELECT id, (SELECT min(launch_week) FROM listings WHERE site_id = sites.id AND status = 'live' AND launch_week < ${this_week})
    FROM sites
    UNION ALL
    SELECT site_id, (SELECT min(launch_week) FROM listings
      WHERE site_id = launched.site_id AND status = 'live' AND launch_week > launched.week AND launch_week < ${this_week})
    FROM launched WHERE week IS NOT NULL
  ), begun(site_id, week) AS (
    SELECT site_id, week FROM launched
    UNION SELECT id, ${weekBefore(this_week)} FROM sites WHERE EXISTS (
      SELECT 1 FROM votes v WHERE (SELECT l.site_id FROM listings l WHERE l.id = v.listing_id) = sites.id
      AND v.voted_at >= ${beginOf(weekBefore(this_week))} AND v.voted_at < ${beginOf(this_week)})
  ) SELECT site_id, week FROM begun WHERE week IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM closed_weeks c WHERE c.site_id = begun.site_id AND c.week = begun.week))`

const weekBefore = (week: string): string => dayOf(addDays(new Date(week), -7))

/** Queries for the beginning and closing of launch weeks. */
export function weekQueries(db: Db) {
  const closed = prepared(() =>
    db
      .select({ votes: closedWeeks.votes })
      .from(closedWeeks)
      .where(and(eq(closedWeeks.site_id, slot('site_id')), eq(closedWeeks.week, slot('week')))),
  )
  const placed = and(
    eq(weekResults.site_id, slot('site_id')),
    eq(weekResults.week, slot('week')),
    says(listings.status, 'live'),
    readsAll('the launches of one week'),
  )
  const places = prepared(() =>
    db
      .select({ id: weekResults.listing_id, week_votes: weekResults.votes, place: weekResults.place })
      .from(weekResults)
      .innerJoin(listings, eq(listings.id, weekResults.listing_id))
      .where(placed)
      .orderBy(asc(weekResults.place))
      .limit(slot('limit'))
      .offset(slot('offset')),
  )
  const unplaced = prepared(() =>
    db
      .select({ id: listings.id })
      .from(listings)
      .where(
        and(
          launchingIn('live'),
          readsAll('the launches of one week'),
          sql`NOT EXISTS (SELECT 1 FROM week_results r WHERE r.listing_id = listings.id AND r.week = listings.launch_week)`,
        ),
      )
      .orderBy(asc(listings.live_at), asc(listings.id))
      .limit(slot('limit'))
      .offset(slot('offset')),
  )
  const placesCount = prepared(() =>
    db
      .select({ count: count() })
      .from(weekResults)
      .innerJoin(listings, eq(listings.id, weekResults.listing_id))
      .where(placed),
  )

  return {
    /** Scheduled and waiting listings whose week has begun by now, of all sites. */
    begun: async (week: string, limit: number): Promise<number[]> =>
      (
        await db
          .select({ id: sql<number>`id` })
          // A listing that launched before and lost its badge waits for no week.
          .from(
            sql`(SELECT id, launch_week FROM listings WHERE status = 'scheduled' AND launch_week <= ${week}
              UNION ALL SELECT id, launch_week FROM listings
              WHERE status = 'awaiting_badge' AND launch_week <= ${week} AND live_at IS NULL) AS waiting`,
          )
          .orderBy(sql`launch_week`, sql`id`)
          .limit(limit)
      ).map((row) => row.id),
    /** Weeks before this one with launches or votes, and without a result. */
    unclosed: async (this_week: string): Promise<Week[]> =>
      await db
        .select({ site_id: sql<number>`site_id`, week: sql<string>`week` })
        .from(unclosed(this_week))
        .orderBy(sql`week`, sql`site_id`),
    isClosed: async ({ site_id, week }: Week): Promise<boolean> =>
      (await closed({ site_id, week })).length > 0,
    /** The number of votes of all launches when the week closed; undefined if it is open. */
    votesWhenClosed: async ({ site_id, week }: Week): Promise<number | undefined> =>
      (await closed({ site_id, week }))[0]?.votes,
    /**
     * Freezes the ranking of a week: by votes, then the earlier launch, then the lower id. Votes are counted from their
     * rows, by time. False if the week was closed before.
     */
    async close({ site_id, week }: Week, closed_at: string, rules: string): Promise<boolean> {
      const standing = sql`FROM (SELECT id, slug, live_at, ${votesIn(week, sql`listings.id`)} AS given FROM listings
        WHERE site_id = ${site_id} AND launch_week = ${week} AND status = 'live'
          AND ${readsAll('the launches of one week, once')}) AS launches`
      const [begun] = await db
        .insert(closedWeeks)
        .values({
          site_id,
          week,
          launches: sql`(SELECT count(*) ${standing})`,
          votes: sql`(SELECT coalesce(sum(given), 0) ${standing})`,
          closed_at,
          rules,
        })
        .onConflictDoNothing()
        .returning({ week: closedWeeks.week })
      if (begun === undefined) return false
      await db.run(sql`INSERT INTO week_results (site_id, week, place, listing_id, votes, slug, live_at)
        SELECT CAST(${site_id} AS BIGINT), ${week}, row_number() OVER (ORDER BY given DESC, live_at, id), id, given, slug, live_at ${standing}`)
      return true
    },
    award: async (award: typeof awards.$inferInsert): Promise<void> => {
      await db.insert(awards).values(award).onConflictDoNothing()
    },
    /** Live listings of a closed week without a place in its result, because they were imported later. */
    unplaced: async (site_id: number, week: string, { limit, offset }: Window): Promise<number[]> =>
      (await unplaced({ site_id, week, limit, offset })).map((row) => row.id),
    /** The frozen result, without listings that are no longer shown. */
    async results(site_id: number, week: string, { limit, offset }: Window) {
      const [ranked, [counted]] = await Promise.all([
        places({ site_id, week, limit, offset }),
        placesCount({ site_id, week }),
      ])
      return { ranked, total: counted!.count }
    },
  }
}
