import { and, desc, eq, gt, isNull, sql } from '../drizzle.ts'
import type { Db } from '../connection.ts'
import { prepared, slot } from '../prepared.ts'
import { oauthGrants, oauthTokens } from '../tables/oauth.ts'
import { users } from '../tables/people.ts'

export type Grant = typeof oauthGrants.$inferSelect
type NewGrant = Omit<typeof oauthGrants.$inferInsert, 'id'>
type NewToken = typeof oauthTokens.$inferInsert

export function oauthQueries(db: Db) {
  const token = prepared(() =>
    db
      .select({ token: oauthTokens, grant: oauthGrants, user: users })
      .from(oauthTokens)
      .innerJoin(oauthGrants, eq(oauthGrants.id, oauthTokens.grant_id))
      .innerJoin(users, eq(users.id, oauthGrants.user_id))
      .where(eq(oauthTokens.hash, slot('hash'))),
  )
  // Runs for every call with a token, so it reads only needed columns. With a literal LIMIT SQLite knows that there is
  // one token, and joins in a third of the time.
  const one = db
    .select()
    .from(oauthTokens)
    .where(and(eq(oauthTokens.hash, slot('hash')), eq(oauthTokens.kind, 'access')))
    .limit(sql.raw('1') as unknown as number)
    .as('one')
  const access = prepared(() =>
    db
      .select({
        scope: one.scope,
        resources: one.resources,
        expires_at: one.expires_at,
        grant_id: oauthGrants.id,
        client_name: oauthGrants.client_name,
        last_used_at: oauthGrants.last_used_at,
        user_id: users.id,
        email: users.email,
        name: users.name,
        role: users.role,
      })
      .from(one)
      .innerJoin(oauthGrants, eq(oauthGrants.id, one.grant_id))
      .innerJoin(users, eq(users.id, oauthGrants.user_id))
      .where(and(isNull(oauthGrants.revoked_at), isNull(users.deleted_at), isNull(users.closed_at))),
  )
  const spendToken = prepared(() =>
    db
      .update(oauthTokens)
      .set({ used_at: sql`${slot('now')}` })
      .where(and(eq(oauthTokens.hash, slot('hash')), isNull(oauthTokens.used_at)))
      .returning({ hash: oauthTokens.hash }),
  )
  const addToken = prepared(() =>
    db.insert(oauthTokens).values({
      hash: slot('hash'),
      kind: slot('kind'),
      grant_id: slot('grant_id'),
      scope: slot('scope'),
      resources: slot('resources'),
      created_at: slot('created_at'),
      expires_at: slot('expires_at'),
    }),
  )

  return {
    findToken: async (hash: string) => (await token({ hash }))[0],
    /** A valid access token of an active grant and person. */
    findAccess: async (hash: string) => (await access({ hash }))[0],
    /** False if it was used before. */
    spendToken: async (hash: string, now: string) => (await spendToken({ hash, now })).length === 1,

    async addGrant(grant: NewGrant): Promise<number> {
      return (await db.insert(oauthGrants).values(grant).returning({ id: oauthGrants.id }))[0]!.id
    },
    async addToken(row: NewToken): Promise<void> {
      await addToken(row)
    },
    async touchGrant(id: number, now: string): Promise<void> {
      await db.update(oauthGrants).set({ last_used_at: now }).where(eq(oauthGrants.id, id))
    },
    /** Revokes a grant: none of its tokens works from now on. */
    async revokeGrant(id: number, why: string, now: string): Promise<void> {
      await db
        .update(oauthGrants)
        .set({ revoked_at: now, revoked_why: why })
        .where(and(eq(oauthGrants.id, id), isNull(oauthGrants.revoked_at)))
    },
    /** Revokes one grant of this person, or all. */
    async revokeGrantsOf(user_id: number, why: string, now: string, id?: number): Promise<void> {
      const theirs = and(eq(oauthGrants.user_id, user_id), isNull(oauthGrants.revoked_at))
      await db
        .update(oauthGrants)
        .set({ revoked_at: now, revoked_why: why })
        .where(id === undefined ? theirs : and(theirs, eq(oauthGrants.id, id)))
    },
    grant: async (id: number): Promise<Grant | undefined> =>
      (await db.select().from(oauthGrants).where(eq(oauthGrants.id, id)))[0],
    grantsOfClient: async (client_id: string): Promise<number[]> =>
      (
        await db.select({ id: oauthGrants.id }).from(oauthGrants).where(eq(oauthGrants.client_id, client_id))
      ).map(({ id }) => id),
    /** Revokes all grants of this client; returns their number. */
    async revokeClient(client_id: string, why: string, now: string): Promise<number> {
      const ended = await db
        .update(oauthGrants)
        .set({ revoked_at: now, revoked_why: why })
        .where(and(eq(oauthGrants.client_id, client_id), isNull(oauthGrants.revoked_at)))
        .returning({ id: oauthGrants.id })
      return ended.length
    },
    liveGrantsOf: async (user_id: number, now: string): Promise<Grant[]> =>
      await db
        .select()
        .from(oauthGrants)
        .where(
          and(
            eq(oauthGrants.user_id, user_id),
            isNull(oauthGrants.revoked_at),
            gt(oauthGrants.expires_at, now),
            // A grant whose code was never redeemed connected nothing.
            sql`EXISTS (SELECT 1 FROM ${oauthTokens} WHERE ${oauthTokens.grant_id} = ${oauthGrants.id})`,
          ),
        )
        .orderBy(desc(oauthGrants.id)),
  }
}
