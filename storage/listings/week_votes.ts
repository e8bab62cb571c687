// Which votes count, and for which week: decided by when they were given.
import type { SQL } from 'drizzle-orm'
import { addDays, beginOf, dayOf } from '../../days.ts'
import { eq, sql } from '../drizzle.ts'
import { votes } from '../tables/community.ts'

/** Neither withdrawn nor voided, nor excluded by a rule. */
export const counts = eq(votes.weight, 1)

export const isIn = (week: string | null, instant: string): boolean =>
  week !== null && instant >= beginOf(week) && instant < endOf(week)
const endOf = (week: string): string => beginOf(dayOf(addDays(new Date(week), 7)))

/** The number of counting votes that a listing got in a week, by their time, whatever its status was. */
export const votesIn = (week: string | null, listing_id: SQL | number): SQL<number> =>
  week === null
    ? sql<number>`0`
    : sql<number>`(SELECT count(*) FROM votes WHERE votes.listing_id = ${listing_id} AND votes.weight = 1
        AND votes.voted_at >= ${beginOf(week)} AND votes.voted_at < ${endOf(week)})`
