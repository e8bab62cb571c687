// How a listing is doing, day by day: who looked at it, who went on to its site, who voted, and from where they came.
import { and, asc, count, eq, gte, sql } from '../drizzle.ts'
import type { Db } from '../connection.ts'
import { listingClicks, listingSources, listingViews, votes } from '../tables/community.ts'
import { listingOwners } from '../tables/listings.ts'
import { counts } from './week_votes.ts'

export type DayCount = { day: string; count: number }

const visitorsOf = sql<number>`sum(${listingSources.visitors})`.mapWith(Number)
const sourcesOf = (listing_id: number, kind: 'view' | 'badge', from: string) =>
  and(eq(listingSources.listing_id, listing_id), eq(listingSources.kind, kind), gte(listingSources.day, from))

export function numberQueries(db: Db) {
  const day = sql<string>`substr(${votes.voted_at}, 1, 10)`
  return {
    /** Votes for everything that a person owns, of whatever listing. */
    votesOf: async (user_id: number, from: string): Promise<DayCount[]> =>
      await db
        .select({ day, count: count() })
        .from(votes)
        .innerJoin(listingOwners, eq(listingOwners.listing_id, votes.listing_id))
        .where(and(eq(listingOwners.user_id, user_id), gte(votes.voted_at, from), counts))
        .groupBy(day)
        .orderBy(day),
    /** Days on which nothing happened are not among them. */
    async daily(
      listing_id: number,
      from: string,
    ): Promise<Record<'views' | 'clicks' | 'votes' | 'badges', DayCount[]>> {
      const viewed = await db
        .select({ day: listingViews.viewed_on, count: listingViews.views })
        .from(listingViews)
        .where(and(eq(listingViews.listing_id, listing_id), gte(listingViews.viewed_on, from)))
        .orderBy(asc(listingViews.viewed_on))
      const clicked = await db
        .select({ day: listingClicks.clicked_on, count: listingClicks.clicks })
        .from(listingClicks)
        .where(and(eq(listingClicks.listing_id, listing_id), gte(listingClicks.clicked_on, from)))
        .orderBy(asc(listingClicks.clicked_on))
      const voted = await db
        .select({ day, count: count() })
        .from(votes)
        .where(and(eq(votes.listing_id, listing_id), gte(votes.voted_at, from), counts))
        .groupBy(day)
        .orderBy(day)
      const shown = await db
        .select({ day: listingSources.day, count: visitorsOf })
        .from(listingSources)
        .where(sourcesOf(listing_id, 'badge', from))
        .groupBy(listingSources.day)
        .orderBy(listingSources.day)
      return { views: viewed, clicks: clicked, votes: voted, badges: shown }
    },
    /** The domains that most came from, or saw the badge on; an empty one stands for all that have no number of their own. */
    sources: async (listing_id: number, kind: 'view' | 'badge', from: string, limit: number) =>
      await db
        .select({
          domain: listingSources.domain,
          visitors: visitorsOf,
        })
        .from(listingSources)
        .where(sourcesOf(listing_id, kind, from))
        .groupBy(listingSources.domain)
        .orderBy(sql`${visitorsOf} DESC`, listingSources.domain)
        .limit(limit),
  }
}
