import { and, desc, eq, gt, isNull, sql } from '../drizzle.ts'
import type { Db } from '../connection.ts'
import { oauthGrants, oauthTokens } from '../tables/oauth.ts'
import { users } from '../tables/people.ts'

export type Grant = typeof oauthGrants.$inferSelect
type NewGrant = Omit<typeof oauthGrants.$inferInsert, 'id'>
type NewToken = typeof oauthTokens.$inferInsert

export function oauthQueries(db: Db) {
  const token = db
    .select({ token: oauthTokens, grant: oauthGrants, user: users })
    .from(oauthTokens)
    .innerJoin(oauthGrants, eq(oauthGrants.id, oauthTokens.grant_id))
    .innerJoin(users, eq(users.id, oauthGrants.user_id))
    .where(eq(oauthTokens.hash, sql.placeholder('hash')))
    .prepare()
  // Every call with a token runs this one, so it reads no column that is not needed. SQLite joins in a third of the time
  // when it is told, by a bound that is no parameter, that there is only one token to begin with.
  const one = db
    .select()
    .from(oauthTokens)
    .where(and(eq(oauthTokens.hash, sql.placeholder('hash')), eq(oauthTokens.kind, 'access')))
    .limit(sql.raw('1') as unknown as number)
    .as('one')
  const access = db
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
    .where(and(isNull(oauthGrants.revoked_at), isNull(users.deleted_at)))
    .prepare()
  const spendToken = db
    .update(oauthTokens)
    .set({ used_at: sql`${sql.placeholder('now')}` })
    .where(and(eq(oauthTokens.hash, sql.placeholder('hash')), isNull(oauthTokens.used_at)))
    .returning({ hash: oauthTokens.hash })
    .prepare()
  const addToken = db
    .insert(oauthTokens)
    .values({
      hash: sql.placeholder('hash'),
      kind: sql.placeholder('kind'),
      grant_id: sql.placeholder('grant_id'),
      scope: sql.placeholder('scope'),
      resources: sql.placeholder('resources'),
      created_at: sql.placeholder('created_at'),
      expires_at: sql.placeholder('expires_at'),
    })
    .prepare()

  return {
    findToken: async (hash: string) => (await token.execute({ hash }))[0],
    /** An access token whose grant and whose person are alive. */
    findAccess: async (hash: string) => (await access.execute({ hash }))[0],
    /** False when it was spent before. */
    spendToken: async (hash: string, now: string) => (await spendToken.execute({ hash, now })).length === 1,

    async addGrant(grant: NewGrant): Promise<number> {
      return (await db.insert(oauthGrants).values(grant).returning({ id: oauthGrants.id }))[0]!.id
    },
    async addToken(row: NewToken): Promise<void> {
      await addToken.execute(row)
    },
    async touchGrant(id: number, now: string): Promise<void> {
      await db.update(oauthGrants).set({ last_used_at: now }).where(eq(oauthGrants.id, id))
    },
    /** Ends a family of tokens: none of them works from now on. */
    async revokeGrant(id: number, why: string, now: string): Promise<void> {
      await db
        .update(oauthGrants)
        .set({ revoked_at: now, revoked_why: why })
        .where(and(eq(oauthGrants.id, id), isNull(oauthGrants.revoked_at)))
    },
    /** Ends one family of this person, or every one. */
    async revokeGrantsOf(user_id: number, why: string, now: string, id?: number): Promise<void> {
      const theirs = and(eq(oauthGrants.user_id, user_id), isNull(oauthGrants.revoked_at))
      await db
        .update(oauthGrants)
        .set({ revoked_at: now, revoked_why: why })
        .where(id === undefined ? theirs : and(theirs, eq(oauthGrants.id, id)))
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
            // A consent whose code was never redeemed connected nothing.
            sql`EXISTS (SELECT 1 FROM ${oauthTokens} WHERE ${oauthTokens.grant_id} = ${oauthGrants.id})`,
          ),
        )
        .orderBy(desc(oauthGrants.id)),
  }
}
