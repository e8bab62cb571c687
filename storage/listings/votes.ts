// Votes, which only people on the site give. Nothing but its vote form calls `cast`; tests/votes.test.ts holds everybody
// else to that.
import { and, eq, sql } from '../drizzle.ts'
import type { Db } from '../connection.ts'
import { votes } from '../tables/community.ts'
import { listingFounders, listingOwners, listings } from '../tables/listings.ts'
import { founders, users } from '../tables/people.ts'
import type { ChangeListing } from './save.ts'
import { addToTrend, trendOf } from './trend.ts'

/** `week` is the Monday of the launch week that is open now. */
export type Moment = { now: Date; week: string }
export type Cast = 'counted' | 'voted_before' | 'not_live' | 'own_listing' | 'account_too_new' | 'nobody'
export type Withdrawn = 'withdrawn' | 'no_vote' | 'week_closed'

const ripe_ms = 3_600_000

export function voteQueries(db: Db, change: ChangeListing) {
  async function isOwn(listing_id: number, user_id: number): Promise<boolean> {
    const [owner] = await db
      .select({ user_id: listingOwners.user_id })
      .from(listingOwners)
      .where(and(eq(listingOwners.listing_id, listing_id), eq(listingOwners.user_id, user_id)))
    if (owner !== undefined) return true
    const [founder] = await db
      .select({ id: founders.id })
      .from(listingFounders)
      .innerJoin(founders, eq(founders.id, listingFounders.founder_id))
      .where(and(eq(listingFounders.listing_id, listing_id), eq(founders.user_id, user_id)))
    return founder !== undefined
  }

  async function listingOf(id: number) {
    const [found] = await db
      .select({ status: listings.status, launch_week: listings.launch_week, trend: listings.trend })
      .from(listings)
      .where(eq(listings.id, id))
    return found
  }

  async function isRipe(user_id: number, now: Date): Promise<boolean | undefined> {
    const [user] = await db
      .select({ created_at: users.created_at, deleted_at: users.deleted_at })
      .from(users)
      .where(eq(users.id, user_id))
    if (user === undefined || user.deleted_at !== null) return undefined
    return now.getTime() - Date.parse(user.created_at) >= ripe_ms
  }

  return {
    /** One vote a person a listing: not for one's own, and not in the first hour of an account. */
    async cast(listing_id: number, user_id: number, { now, week }: Moment): Promise<Cast> {
      const listing = await listingOf(listing_id)
      if (listing?.status !== 'live') return 'not_live'
      const ripe = await isRipe(user_id, now)
      if (ripe === undefined) return 'nobody'
      if (!ripe) return 'account_too_new'
      if (await isOwn(listing_id, user_id)) return 'own_listing'
      const voted_at = now.toISOString()
      const added = await db
        .insert(votes)
        .values({ listing_id, user_id, voted_at })
        .onConflictDoNothing()
        .returning({ user_id: votes.user_id })
      if (added.length === 0) return 'voted_before'
      await change(listing_id, {
        votes: sql`${listings.votes} + 1`,
        ...(listing.launch_week === week && { week_votes: sql`${listings.week_votes} + 1` }),
        trend: addToTrend(listing.trend, voted_at),
      })
      return 'counted'
    },
    /** A vote can be taken back until the week it was given in closes: results never change afterwards. */
    async withdraw(listing_id: number, user_id: number, { week }: Pick<Moment, 'week'>): Promise<Withdrawn> {
      const its = and(eq(votes.listing_id, listing_id), eq(votes.user_id, user_id))
      const [vote] = await db.select({ voted_at: votes.voted_at }).from(votes).where(its)
      const listing = await listingOf(listing_id)
      if (vote === undefined || listing === undefined) return 'no_vote'
      if (vote.voted_at < `${week}T00:00:00.000Z`) return 'week_closed'
      await db.delete(votes).where(its)
      const left = await db
        .select({ voted_at: votes.voted_at })
        .from(votes)
        .where(eq(votes.listing_id, listing_id))
        .orderBy(votes.voted_at)
      await change(listing_id, {
        votes: sql`${listings.votes} - 1`,
        ...(listing.launch_week === week && { week_votes: sql`${listings.week_votes} - 1` }),
        trend: trendOf(left.map(({ voted_at }) => voted_at)),
      })
      return 'withdrawn'
    },
    /** When the person voted for the listing, or null. */
    async of(listing_id: number, user_id: number): Promise<string | null> {
      const [found] = await db
        .select({ voted_at: votes.voted_at })
        .from(votes)
        .where(and(eq(votes.listing_id, listing_id), eq(votes.user_id, user_id)))
      return found?.voted_at ?? null
    },
    /** Of the listings of a site, by slug: which are the person's own, and when they voted for the others. */
    async standing(
      { site_id, user_id }: { site_id: number; user_id: number },
      slugs: readonly string[],
    ): Promise<Map<string, { is_own: boolean; voted_at: string | null }>> {
      const found = await db
        .select({
          slug: listings.slug,
          voted_at: votes.voted_at,
          is_own: sql<number>`EXISTS (SELECT 1 FROM listing_owners o WHERE o.listing_id = ${listings.id} AND o.user_id = ${user_id})
            OR EXISTS (SELECT 1 FROM listing_founders lf JOIN founders f ON f.id = lf.founder_id
              WHERE lf.listing_id = ${listings.id} AND f.user_id = ${user_id})`,
        })
        .from(listings)
        .leftJoin(votes, and(eq(votes.listing_id, listings.id), eq(votes.user_id, user_id)))
        .where(
          and(
            eq(listings.site_id, site_id),
            sql`${listings.slug} IN (SELECT value FROM json_each(${JSON.stringify(slugs)}))`,
          ),
        )
      return new Map(found.map(({ slug, voted_at, is_own }) => [slug, { voted_at, is_own: is_own === 1 }]))
    },
    /** Which of the listings the person voted for. */
    async among(listing_ids: readonly number[], user_id: number): Promise<Set<number>> {
      const found = await db
        .select({ listing_id: votes.listing_id })
        .from(votes)
        .where(
          and(
            eq(votes.user_id, user_id),
            sql`${votes.listing_id} IN (SELECT value FROM json_each(${JSON.stringify(listing_ids)}))`,
          ),
        )
      return new Set(found.map(({ listing_id }) => listing_id))
    },
  }
}
