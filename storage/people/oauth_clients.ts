import { and, eq, gt, isNull, lt, sql } from '../drizzle.ts'
import type { Db } from '../connection.ts'
import { prepared, slot } from '../prepared.ts'
import { oauthAssertions, oauthClients, oauthGrants, oauthRepeats, oauthTokens } from '../tables/oauth.ts'

/** OAuth clients, and the assertions they have used. */
export function oauthClientQueries(db: Db) {
  const client = prepared(() =>
    db
      .select()
      .from(oauthClients)
      .where(eq(oauthClients.id, slot('id'))),
  )
  const liveGrant = prepared(() =>
    db
      .select({ id: oauthGrants.id })
      .from(oauthGrants)
      .where(
        and(
          eq(oauthGrants.client_id, slot('client_id')),
          isNull(oauthGrants.revoked_at),
          gt(oauthGrants.expires_at, slot('now')),
        ),
      )
      .limit(1),
  )

  return {
    findClient: async (id: string) => (await client({ id }))[0],
    /** Whether anybody has a valid grant for this client. */
    hasGrant: async (client_id: string, now: string) => (await liveGrant({ client_id, now })).length === 1,
    async addClient(row: typeof oauthClients.$inferInsert): Promise<void> {
      await db.insert(oauthClients).values(row)
    },
    async touchClient(id: string, now: string): Promise<void> {
      await db.update(oauthClients).set({ last_used_at: now }).where(eq(oauthClients.id, id))
    },
    /** False if this assertion was used before. */
    rememberAssertion: async (hash: string, expires_at: string) =>
      (
        await db
          .insert(oauthAssertions)
          .values({ hash, expires_at })
          .onConflictDoNothing()
          .returning({ hash: oauthAssertions.hash })
      ).length === 1,

    /** Deletes expired rows. `day_ago` and `month_ago` are relative to now. */
    async sweep(now: string, day_ago: string, month_ago: string): Promise<void> {
      await db.delete(oauthAssertions).where(lt(oauthAssertions.expires_at, now))
      await db.delete(oauthRepeats).where(lt(oauthRepeats.expires_at, now))
      await db.delete(oauthTokens).where(lt(oauthTokens.expires_at, day_ago))
      await db
        .delete(oauthClients)
        .where(and(isNull(oauthClients.last_used_at), lt(oauthClients.created_at, day_ago)))
      await db
        .delete(oauthGrants)
        .where(sql`coalesce(${oauthGrants.revoked_at}, ${oauthGrants.expires_at}) < ${month_ago}`)
    },
  }
}
