import { and, eq, gt, isNull, lt, sql } from '../drizzle.ts'
import type { Db } from '../connection.ts'
import { prepared, slot } from '../prepared.ts'
import { oauthAssertions, oauthClients, oauthGrants, oauthRepeats, oauthTokens } from '../tables/oauth.ts'

/** The applications that ask, and what they have sent to prove who they are. */
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
    /** Whether anybody allows this client something now. */
    hasGrant: async (client_id: string, now: string) => (await liveGrant({ client_id, now })).length === 1,
    async addClient(row: typeof oauthClients.$inferInsert): Promise<void> {
      await db.insert(oauthClients).values(row)
    },
    async touchClient(id: string, now: string): Promise<void> {
      await db.update(oauthClients).set({ last_used_at: now }).where(eq(oauthClients.id, id))
    },
    /** False when this assertion was seen before. */
    rememberAssertion: async (hash: string, expires_at: string) =>
      (
        await db
          .insert(oauthAssertions)
          .values({ hash, expires_at })
          .onConflictDoNothing()
          .returning({ hash: oauthAssertions.hash })
      ).length === 1,

    /** Drops what can never matter again. `day_ago` and `month_ago` are seen from now. */
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
