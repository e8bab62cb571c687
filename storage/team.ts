// Queries for the site team, and the record of its actions.
import { setImmediate } from 'node:timers/promises'
import type { SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { and, desc, eq, isNotNull, isNull, lte, ne, or, sql, gt } from './drizzle.ts'
import { deadJobsKey } from './alerts.ts'
import type { Db } from './connection.ts'
import { countFar, readsAll, says, seldomFar, type Window } from './prepared.ts'
import { claims } from './tables/claims.ts'
import { listingOwners, listings, listingVersions } from './tables/listings.ts'
import { orders, payments } from './tables/orders.ts'
import { users } from './tables/people.ts'
import { jobs, mails } from './tables/queue.ts'
import { alerts, reports, teamActions } from './tables/team.ts'

type NewAction = Omit<typeof teamActions.$inferInsert, 'id'>
export type TeamAction = Awaited<ReturnType<ReturnType<typeof teamQueries>['done']>>['items'][number]
export type Edit = Awaited<ReturnType<ReturnType<typeof teamQueries>['edits']>>['items'][number]

const idsAtOnce = 5000
const heldIn = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

export function teamQueries(db: Db) {
  const edited = {
    version: listingVersions,
    listing: { id: listings.id, name: listings.name, slug: listings.slug, status: listings.status },
    person: { id: users.id, name: users.name, email: users.email },
  }
  const withListing = () =>
    db
      .select(edited)
      .from(listingVersions)
      .innerJoin(listings, eq(listings.id, listingVersions.listing_id))
      .leftJoin(users, eq(users.id, listingVersions.user_id))
  // Changes by the service itself need no review.
  const byPeople = sql`${listingVersions.via} <> 'service'`
  const unseen = and(isNull(listingVersions.seen_at), byPeople)
  const seen = and(isNotNull(listingVersions.seen_at), byPeople)
  const deed = { action: teamActions, person: { id: users.id, name: users.name, email: users.email } }

  /** Goes through a whole table in parts, so that other requests can run. */
  async function throughIds<Row>(
    table: SQLiteTable,
    id: SQLiteColumn,
    look: (part: SQL | undefined) => PromiseLike<Row[]>,
  ): Promise<Row[]> {
    const rows: Row[] = []
    const [last] = await db.select({ id: sql<number>`coalesce(max(${id}), 0)` }).from(table)
    for (let from = 0; from <= last!.id; from += idsAtOnce) {
      rows.push(...(await look(and(gt(id, from), lte(id, from + idsAtOnce)))))
      await setImmediate()
    }
    return rows
  }

  return {
    async record(action: NewAction): Promise<void> {
      await db.insert(teamActions).values(action)
    },
    /** After an account was deleted, the record about it stays, without the name. */
    async forgetName(user_id: number): Promise<void> {
      await db
        .update(teamActions)
        .set({ name: `Account ${user_id}` })
        .where(and(eq(teamActions.about, 'person'), eq(teamActions.about_id, String(user_id))))
    },
    /** The team's actions, newest first. */
    async done({ limit, offset }: Window) {
      const items = await db
        .select(deed)
        .from(teamActions)
        .leftJoin(users, eq(users.id, teamActions.user_id))
        .where(seldomFar)
        .orderBy(desc(teamActions.id))
        .limit(limit)
        .offset(offset)
      return { items, total: await countFar(db, teamActions) }
    },
    /** The actions on one subject, newest first. */
    doneAbout: async (about: string, about_id: string, limit: number) =>
      await db
        .select(deed)
        .from(teamActions)
        .leftJoin(users, eq(users.id, teamActions.user_id))
        .where(and(eq(teamActions.about, about), eq(teamActions.about_id, about_id)))
        .orderBy(desc(teamActions.id))
        .limit(limit),

    /** Edits by people: unseen ones, oldest first, or seen ones, newest first. */
    async edits(wanted: 'unseen' | 'seen', { limit, offset }: Window) {
      const which = wanted === 'unseen' ? unseen : seen
      const order = wanted === 'unseen' ? listingVersions.id : desc(listingVersions.id)
      const items = await withListing()
        .where(and(which, seldomFar))
        .orderBy(order)
        .limit(limit)
        .offset(offset)
      return { items, total: await countFar(db, listingVersions, which) }
    },
    /** All versions of one listing, those by the service included, newest first. */
    editsOf: async (listing_id: number, limit: number) =>
      await withListing()
        .where(eq(listingVersions.listing_id, listing_id))
        .orderBy(desc(listingVersions.id))
        .limit(limit),
    edit: async (id: number) => (await withListing().where(eq(listingVersions.id, id)))[0],
    /** Names of the columns that later versions of the listing have changed. */
    async changedAfter({ id, listing_id }: { id: number; listing_id: number }): Promise<Set<string>> {
      const later = await db
        .select({ after: listingVersions.after })
        .from(listingVersions)
        .where(and(eq(listingVersions.listing_id, listing_id), gt(listingVersions.id, id)))
      return new Set(later.flatMap(({ after }) => Object.keys(after)))
    },

    /** The owners of a listing, deleted accounts included. */
    ownersOf: async (listing_id: number) =>
      await db
        .select({ id: users.id, name: users.name, email: users.email, since: listingOwners.since })
        .from(listingOwners)
        .innerJoin(users, eq(users.id, listingOwners.user_id))
        .where(eq(listingOwners.listing_id, listing_id))
        .orderBy(listingOwners.since),

    /** Listings in any status whose slug, name or domain contains the text, the closest names first. */
    async findListings(text: string, limit: number) {
      const held = heldIn(text)
      const { id, name, slug, url, status, plan } = listings
      const rows = await throughIds(listings, id, (part) =>
        db
          .select({ id, name, slug, url, status, plan })
          .from(listings)
          .where(
            and(
              part,
              or(
                sql`${slug} LIKE ${held} ESCAPE '\\'`,
                sql`lower(${name}) LIKE ${held} ESCAPE '\\'`,
                sql`${listings.domain} LIKE ${held} ESCAPE '\\'`,
              ),
            ),
          )
          .orderBy(sql`length(${name})`, id)
          .limit(limit),
      )
      return rows.sort((a, b) => a.name.length - b.name.length || a.id - b.id).slice(0, limit)
    },

    /** People whose address or name contains the text; without a text, the team. */
    async findPeople(text: string, limit: number) {
      const here = and(isNull(users.deleted_at), eq(users.demo, false))
      const among = (which: SQL | undefined) =>
        db.select().from(users).where(and(which, here)).orderBy(users.id).limit(limit)
      if (text === '') return await among(says(users.role, 'team'))
      const held = heldIn(text)
      const isMeant = or(
        sql`lower(${users.email}) LIKE ${held} ESCAPE '\\'`,
        sql`lower(${users.name}) LIKE ${held} ESCAPE '\\'`,
      )
      return (await throughIds(users, users.id, (part) => among(and(part, isMeant)))).slice(0, limit)
    },
    /** The number of pending orders. */
    standingOrders: () => countFar(db, orders, says(orders.status, 'pending')),

    /** The number of waiting and running jobs of each kind. */
    queue: async () =>
      await db
        .select({
          kind: jobs.kind,
          waiting: sql<number>`sum(CASE WHEN ${jobs.state} = 'waiting' THEN 1 ELSE 0 END)`,
          running: sql<number>`sum(CASE WHEN ${jobs.state} = 'running' THEN 1 ELSE 0 END)`,
        })
        .from(jobs)
        .where(and(sql`${jobs.state} <> 'dead'`, readsAll('what waits, for the team')))
        .groupBy(jobs.kind)
        .orderBy(jobs.kind),

    /** Numbers of what waits for the team. */
    async waiting() {
      const unsent = and(isNotNull(mails.failure), ne(mails.failure, 'expired'))
      return {
        edits: await countFar(db, listingVersions, unseen),
        disputes: await countFar(db, claims, says(claims.status, 'disputed')),
        reports: await countFar(db, reports, isNull(reports.settled_at)),
        payments: await countFar(db, payments, and(isNotNull(payments.note), isNull(payments.seen_at))),
        jobs: await countFar(db, jobs, says(jobs.state, 'dead')),
        alerts: await countFar(db, alerts, ne(alerts.key, deadJobsKey)),
        mails: await countFar(db, mails, unsent),
      }
    },
  }
}
