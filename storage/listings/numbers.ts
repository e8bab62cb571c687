// A listing's daily numbers: views, clicks to its site, votes, and where visitors came from.
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
    /** Votes for all listings that a person owns. */
    votesOf: async (user_id: number, from: string): Promise<DayCount[]> =>
      await db
        .select({ day, count: count() })
        .from(votes)
        .innerJoin(listingOwners, eq(listingOwners.listing_id, votes.listing_id))
        .where(and(eq(listingOwners.user_id, user_id), gte(votes.voted_at, from), counts))
        .groupBy(day)
        .orderBy(day),
    /** Days without events are left out. */
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
    /** Domains with the most visitors or badge views; '' stands for all that are not counted separately. */
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
