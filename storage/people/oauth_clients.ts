import { and, eq, gt, isNull, sql } from '../drizzle.ts'
import type { Db } from '../connection.ts'
import { oauthAssertions, oauthClients, oauthGrants } from '../tables/oauth.ts'

/** The applications that ask, and what they have sent to prove who they are. */
export function oauthClientQueries(db: Db) {
  const client = db
    .select()
    .from(oauthClients)
    .where(eq(oauthClients.id, sql.placeholder('id')))
    .prepare()
  const liveGrant = db
    .select({ id: oauthGrants.id })
    .from(oauthGrants)
    .where(
      and(
        eq(oauthGrants.client_id, sql.placeholder('client_id')),
        isNull(oauthGrants.revoked_at),
        gt(oauthGrants.expires_at, sql.placeholder('now')),
      ),
    )
    .limit(1)
    .prepare()

  return {
    findClient: async (id: string) => (await client.execute({ id }))[0],
    /** Whether anybody allows this client something now. */
    hasGrant: async (client_id: string, now: string) =>
      (await liveGrant.execute({ client_id, now })).length === 1,
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
  }
}
