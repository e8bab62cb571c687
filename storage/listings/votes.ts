// Votes, which only people on the site give. Only the actions of tools/votes may add one; tests/votes.test.ts checks
// that. A vote belongs to a mailbox and not to an account, so it is looked up by the person's mailbox.
import { randomBytes } from 'node:crypto'
import type { SQL } from 'drizzle-orm'
import { beginOf } from '../../days.ts'
import type { Db } from '../connection.ts'
import { and, count, desc, eq, gte, isNull, sql } from '../drizzle.ts'
import { readsAll, type Window } from '../prepared.ts'
import { votes } from '../tables/community.ts'
import { listings } from '../tables/listings.ts'
import { users } from '../tables/people.ts'
import type { ChangeListing } from './save.ts'
import { addToTrend, trendOf } from './trend.ts'
import { counts, isIn } from './week_votes.ts'

export type Vote = typeof votes.$inferSelect

const mailboxOf = (user_id: number): SQL<string> =>
  sql<string>`(SELECT mailbox FROM users WHERE users.id = ${user_id} AND users.deleted_at IS NULL)`

export function voteQueries(db: Db, change: ChangeListing) {
  /** Updates the listing's vote counts and trend after votes were added or removed. */
  async function recount(listing_id: number, moved: readonly Pick<Vote, 'voted_at'>[], sign: 1 | -1) {
    const [listing] = await db
      .select({ launch_week: listings.launch_week, trend: listings.trend })
      .from(listings)
      .where(eq(listings.id, listing_id))
    const { launch_week, trend } = listing!
    const standing = () =>
      db
        .select({ voted_at: votes.voted_at })
        .from(votes)
        .where(and(eq(votes.listing_id, listing_id), counts))
        .orderBy(votes.voted_at)
    const ofWeek = moved.filter(({ voted_at }) => isIn(launch_week, voted_at)).length
    await change(listing_id, {
      votes: sql`${listings.votes} + ${sign * moved.length}`,
      week_votes: sql`${listings.week_votes} + ${sign * ofWeek}`,
      trend:
        sign === 1
          ? moved.reduce((so_far, { voted_at }) => addToTrend(so_far, voted_at), trend)
          : trendOf((await standing()).map(({ voted_at }) => voted_at)),
    })
  }

  /** Changes these votes, and the counts of their listings if a weight changed. */
  async function mark(which: SQL | undefined, set: Partial<Vote> & Pick<Vote, 'weight'>): Promise<Vote[]> {
    const before = await db.select().from(votes).where(which)
    if (before.length === 0) return []
    await db.update(votes).set(set).where(which)
    const weighed = before.filter(({ weight }) => weight !== set.weight)
    for (const [listing_id, moved] of Map.groupBy(weighed, (vote) => vote.listing_id))
      await recount(listing_id, moved, set.weight === 1 ? 1 : -1)
    return before
  }

  const its = (listing_id: number, user_id: number) =>
    and(eq(votes.listing_id, listing_id), eq(votes.voter, mailboxOf(user_id)), isNull(votes.withdrawn_at))

  return {
    isOwn: async (listing_id: number, user_id: number): Promise<boolean> =>
      (
        await db
          .select({ is_own: isOwn(user_id) })
          .from(listings)
          .where(eq(listings.id, listing_id))
      )[0]?.is_own === 1,
    /** The vote of the person's mailbox for the listing, voided or not, unless it was withdrawn. */
    async of(listing_id: number, user_id: number): Promise<Vote | undefined> {
      return (await db.select().from(votes).where(its(listing_id, user_id)))[0]
    },
    /** False if the mailbox has voted for it. A vote withdrawn in this week, since `monday`, is given again. */
    async add(
      listing_id: number,
      user_id: number,
      { voted_at, monday }: { voted_at: string; monday: string },
    ): Promise<boolean> {
      if ((await db.select().from(votes).where(its(listing_id, user_id))).length > 0) return false
      const again = await db
        .update(votes)
        .set({ voted_at, user_id, nonce: newNonce(), weight: 1, why: null, withdrawn_at: null })
        .where(
          sql`${votes.id} = (SELECT max(id) FROM votes WHERE listing_id = ${listing_id}
            AND voter = ${mailboxOf(user_id)} AND voted_at >= ${beginOf(monday)})`,
        )
        .returning({ id: votes.id })
      const added =
        again.length > 0
          ? again
          : await db
              .insert(votes)
              .values({ listing_id, user_id, voter: mailboxOf(user_id), voted_at, nonce: newNonce() })
              .onConflictDoNothing()
              .returning({ id: votes.id })
      if (added.length === 0) return false
      await recount(listing_id, [{ voted_at }], 1)
      return true
    },
    async withdraw(vote_id: number, withdrawn_at: string): Promise<void> {
      await mark(and(eq(votes.id, vote_id), isNull(votes.voided_at)), {
        ...{ withdrawn_at, weight: 0, why: 'withdrawn' as const },
      })
    },
    /** Voids those of these votes that were given since that Monday; returns the changed ones. */
    void: (
      vote_ids: readonly number[],
      monday: string,
      voided: Pick<Vote, 'voided_at' | 'voided_why'>,
    ): Promise<Vote[]> =>
      mark(and(these(vote_ids, monday), isNull(votes.voided_at)), { ...voided, weight: 0, why: 'team' }),
    /** Counts these votes, given since that Monday, although a rule or the team excluded them; returns them. */
    lift: (vote_ids: readonly number[], monday: string, lifted_at: string | null): Promise<Vote[]> =>
      mark(and(these(vote_ids, monday), lifted_at === null ? undefined : eq(votes.weight, 0)), {
        ...{ voided_at: null, voided_why: null, lifted_at, weight: 1, why: null },
      }),
    /** Excludes these votes by a rule; null counts them again. Withdrawn votes and what the team decided stay as they are. */
    weigh: (vote_ids: readonly number[], why: 'newcomers' | 'ring' | null): Promise<Vote[]> =>
      mark(
        and(among(vote_ids), isNull(votes.withdrawn_at), isNull(votes.voided_at), isNull(votes.lifted_at)),
        { weight: why === null ? 1 : 0, why },
      ),
    /** Votes since that Monday for the team, the newest first: of a listing, or of a person's mailbox. */
    since: async (which: { listing_id: number } | { user_id: number }, monday: string, limit: number) =>
      await db
        .select({
          vote: votes,
          person: { id: users.id, name: users.name, email: users.email, created_at: users.created_at },
          listing: { id: listings.id, name: listings.name },
        })
        .from(votes)
        .innerJoin(listings, eq(listings.id, votes.listing_id))
        .leftJoin(users, eq(users.id, votes.user_id))
        .where(
          and(
            'listing_id' in which
              ? eq(votes.listing_id, which.listing_id)
              : eq(votes.voter, mailboxOf(which.user_id)),
            gte(votes.voted_at, beginOf(monday)),
            isNull(votes.withdrawn_at),
          ),
        )
        .orderBy(desc(votes.id))
        .limit(limit),
    /** These votes, the earliest first. */
    byIds: async (vote_ids: readonly number[]): Promise<Vote[]> =>
      await db.select().from(votes).where(among(vote_ids)).orderBy(votes.voted_at),
    /** A vote of this person, by its id. */
    own: async (id: number, user_id: number): Promise<Vote | undefined> =>
      (
        await db
          .select()
          .from(votes)
          .where(and(eq(votes.id, id), eq(votes.user_id, user_id)))
      )[0],
    /** A person's votes on a site, the newest first, withdrawn ones included. */
    async ofPerson(user_id: number, site_id: number, { limit, offset }: Window) {
      const its = and(eq(votes.user_id, user_id), readsAll('what one person voted for'))
      const of = and(eq(listings.id, votes.listing_id), sql`+${listings.site_id} = ${site_id}`)
      const [[counted], items] = await Promise.all([
        db.select({ total: count() }).from(votes).innerJoin(listings, of).where(its),
        db
          .select({ vote: votes, slug: listings.slug, name: listings.name })
          .from(votes)
          .innerJoin(listings, of)
          .where(its)
          .orderBy(desc(votes.id))
          .limit(limit)
          .offset(offset),
      ])
      return { items, total: counted!.total }
    },
    /** The votes of a deleted account stay, without the person and without the nonce of the ledger line. */
    async leaveOf(user_id: number): Promise<void> {
      await db.update(votes).set({ user_id: null, nonce: null }).where(eq(votes.user_id, user_id))
    },
    /** For listings of a site, by slug: which are the person's own, and the state of their vote for the others. */
    async standing(
      { site_id, user_id }: { site_id: number; user_id: number },
      slugs: readonly string[],
    ): Promise<Map<string, { is_own: boolean; vote: Pick<Vote, 'voted_at' | 'weight' | 'why'> | null }>> {
      const rows = await db
        .select({
          ...{ slug: listings.slug, is_own: isOwn(user_id) },
          vote: { voted_at: votes.voted_at, weight: votes.weight, why: votes.why },
        })
        .from(listings)
        .leftJoin(
          votes,
          and(
            eq(votes.listing_id, listings.id),
            eq(votes.voter, mailboxOf(user_id)),
            isNull(votes.withdrawn_at),
          ),
        )
        .where(
          and(
            eq(listings.site_id, site_id),
            sql`${listings.slug} IN (SELECT value FROM json_each(${JSON.stringify(slugs)}))`,
          ),
        )
      return new Map(rows.map(({ slug, vote, is_own }) => [slug, { vote, is_own: is_own === 1 }]))
    },
  }
}

/** 128 random bits. */
const newNonce = (): string => randomBytes(16).toString('base64url')

const among = (vote_ids: readonly number[]) =>
  sql`${votes.id} IN (SELECT value FROM json_each(${JSON.stringify(vote_ids)}))`

/** A condition: those of the votes that may still be decided about. */
const these = (vote_ids: readonly number[], monday: string) =>
  and(among(vote_ids), gte(votes.voted_at, beginOf(monday)), isNull(votes.withdrawn_at))

/** All accounts of one mailbox count as one person. */
const isOwn = (user_id: number) => {
  const theirs = sql`(SELECT twin.id FROM users me JOIN users twin ON twin.id = me.id OR twin.mailbox = me.mailbox
    WHERE me.id = ${user_id})`
  return sql<number>`CASE WHEN EXISTS (SELECT 1 FROM listing_owners o WHERE o.listing_id = listings.id AND o.user_id IN ${theirs})
    OR EXISTS (SELECT 1 FROM listing_founders lf JOIN founders f ON f.id = lf.founder_id
      WHERE lf.listing_id = listings.id AND f.user_id IN ${theirs}) THEN 1 ELSE 0 END`
}
