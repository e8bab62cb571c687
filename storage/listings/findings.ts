// The data that the rules against rings need beside the votes of a week, and their findings.
import { addDays, beginOf, dayOf } from '../../days.ts'
import type { Db } from '../connection.ts'
import { and, asc, eq, gte, isNull, lt, sql } from '../drizzle.ts'
import { readsAll } from '../prepared.ts'
import { closedWeeks, voteFindings, votes } from '../tables/community.ts'
import { listingOwners, listings } from '../tables/listings.ts'
import type { Week } from '../weeks.ts'

export type Finding = typeof voteFindings.$inferSelect
export type FindingKind = Finding['kind']
type Decided = Pick<Finding, 'decision' | 'decided_at' | 'decided_by' | 'reason'>

const end = (week: string): string => beginOf(dayOf(addDays(new Date(week), 7)))
const of = ({ site_id, week }: Week) => and(eq(voteFindings.site_id, site_id), eq(voteFindings.week, week))

export function findingQueries(db: Db) {
  return {
    /** Counting votes of a week by people without a counting vote in an earlier week. */
    newcomers: async ({ site_id, week }: Week) =>
      await db
        .select({
          voter: votes.voter,
          listing_id: votes.listing_id,
          launch_week: listings.launch_week,
        })
        .from(votes)
        .innerJoin(listings, and(eq(listings.id, votes.listing_id), sql`+${listings.site_id} = ${site_id}`))
        .where(
          and(
            gte(votes.voted_at, beginOf(week)),
            lt(votes.voted_at, end(week)),
            isNull(votes.withdrawn_at),
            sql`NOT EXISTS (SELECT 1 FROM votes e WHERE e.voter = votes.voter AND e.voted_at < ${beginOf(week)} AND e.weight = 1)`,
            readsAll('the votes of one week'),
          ),
        ),
    launchesIn: async ({ site_id, week }: Week): Promise<number> =>
      (
        await db
          .select({ launches: closedWeeks.launches })
          .from(closedWeeks)
          .where(and(eq(closedWeeks.site_id, site_id), eq(closedWeeks.week, week)))
      )[0]?.launches ?? 0,
    /**
     * Replaces the findings of a week. A decision to count stays. Votes that the team excluded are not found again, so
     * a finding after that needs a new decision.
     */
    async put(
      over: Week,
      found: readonly Pick<Finding, 'listing_id' | 'kind' | 'vote_ids'>[],
      found_at: string,
    ) {
      await db.delete(voteFindings).where(and(of(over), isNull(voteFindings.decision)))
      for (const one of found)
        await db
          .insert(voteFindings)
          .values({ ...over, ...one, found_at })
          .onConflictDoUpdate({
            target: [voteFindings.site_id, voteFindings.week, voteFindings.listing_id, voteFindings.kind],
            set: {
              ...{ vote_ids: [...one.vote_ids], found_at, decision: null },
              ...{ decided_at: null, decided_by: null, reason: null },
            },
            setWhere: eq(voteFindings.decision, 'aside'),
          })
    },
    of: async (over: Week) =>
      await db
        .select({ finding: voteFindings, name: listings.name, slug: listings.slug })
        .from(voteFindings)
        .innerJoin(listings, eq(listings.id, voteFindings.listing_id))
        .where(and(of(over), readsAll('what was found in one week')))
        .orderBy(asc(voteFindings.listing_id), asc(voteFindings.kind)),
    async decide(over: Week, { listing_id, kind }: Pick<Finding, 'listing_id' | 'kind'>, decided: Decided) {
      await db
        .update(voteFindings)
        .set(decided)
        .where(and(of(over), eq(voteFindings.listing_id, listing_id), eq(voteFindings.kind, kind)))
    },
    /** Whether the person owns a launch of the week: then they may not decide about its votes. */
    launches: async (user_id: number, { site_id, week }: Week): Promise<boolean> =>
      (
        await db
          .select({ id: listings.id })
          .from(listingOwners)
          .innerJoin(
            listings,
            and(eq(listings.id, listingOwners.listing_id), sql`+${listings.site_id} = ${site_id}`),
          )
          .where(and(eq(listingOwners.user_id, user_id), sql`${listings.launch_week} || '' = ${week}`))
          .limit(1)
      ).length === 1,
  }
}
