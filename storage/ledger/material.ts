// The data for the lines of a week.
import { addDays, beginOf, dayOf } from '../../days.ts'
import type { Db } from '../connection.ts'
import { and, asc, eq, gt, gte, isNotNull, isNull, lt, lte, or, sql } from '../drizzle.ts'
import { readsAll } from '../prepared.ts'
import { awards, closedWeeks, votes, weekResults } from '../tables/community.ts'
import { ledgerKeys } from '../tables/ledger.ts'
import { listings } from '../tables/listings.ts'
import { users } from '../tables/people.ts'
import type { Week } from '../weeks.ts'

/** A vote for the ledger; `email` is its voter's address, while the account exists. */
export type GivenVote = Awaited<ReturnType<ReturnType<typeof ledgerMaterial>['votesOf']>>[number]

export function ledgerMaterial(db: Db) {
  return {
    /** All votes of a site and week, counting or not, in the order of their time. */
    votesOf: async ({ site_id, week }: Week, after: { voted_at: string; id: number } | null, limit: number) =>
      await db
        .select({
          voter: votes.voter,
          ...{ id: votes.id, voted_at: votes.voted_at, listing_id: votes.listing_id, user_id: votes.user_id },
          ...{ weight: votes.weight, why: votes.why, nonce: votes.nonce, lifted_at: votes.lifted_at },
          email: users.email,
        })
        .from(votes)
        .innerJoin(listings, and(eq(listings.id, votes.listing_id), sql`+${listings.site_id} = ${site_id}`))
        .leftJoin(users, eq(users.id, votes.user_id))
        .where(
          and(
            after === null
              ? gte(votes.voted_at, beginOf(week))
              : or(
                  gt(votes.voted_at, after.voted_at),
                  and(eq(votes.voted_at, after.voted_at), gt(votes.id, after.id)),
                ),
            gte(votes.voted_at, after?.voted_at ?? beginOf(week)),
            lt(votes.voted_at, beginOf(dayOf(addDays(new Date(week), 7)))),
          ),
        )
        .orderBy(asc(votes.voted_at), asc(votes.id))
        .limit(limit),
    /** Gives older votes a nonce, if their voter's account still exists. */
    async nameVotes(given: readonly { id: number; nonce: string }[]): Promise<void> {
      for (const { id, nonce } of given)
        await db
          .update(votes)
          .set({ nonce })
          .where(and(eq(votes.id, id), isNull(votes.nonce), isNotNull(votes.user_id)))
    },
    /** The frozen result of a week. */
    placesOf: async ({ site_id, week }: Week) =>
      await db
        .select()
        .from(weekResults)
        .where(and(eq(weekResults.site_id, site_id), eq(weekResults.week, week)))
        .orderBy(asc(weekResults.place)),
    rulesOf: async ({ site_id, week }: Week) =>
      (
        await db
          .select({ rules: closedWeeks.rules })
          .from(closedWeeks)
          .where(and(eq(closedWeeks.site_id, site_id), eq(closedWeeks.week, week)))
      )[0]?.rules,
    /** Awards up to a week that have no line in the ledger yet, or whose revocation has none. */
    unstated: async ({ site_id, week }: Week) =>
      await db
        .select({ award: awards, slug: listings.slug })
        .from(awards)
        .innerJoin(listings, eq(listings.id, awards.listing_id))
        .where(
          and(
            eq(awards.site_id, site_id),
            lte(awards.week, week),
            or(isNull(awards.ledger_n), and(isNotNull(awards.revoked_at), isNull(awards.revoked_n))),
            readsAll('three a week, once a week'),
          ),
        )
        .orderBy(asc(awards.week), asc(awards.id)),
    /** Records the line of an award, a revocation, a key or a theft. */
    async stand(what: 'award' | 'revoke' | 'key' | 'stolen', id: number, n: number): Promise<void> {
      if (what === 'key' || what === 'stolen')
        await db
          .update(ledgerKeys)
          .set(what === 'key' ? { ledger_n: n } : { stolen_n: n })
          .where(eq(ledgerKeys.id, id))
      else
        await db
          .update(awards)
          .set(what === 'award' ? { ledger_n: n } : { revoked_n: n })
          .where(eq(awards.id, id))
    },
  }
}
