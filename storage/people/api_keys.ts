import { and, count, desc, eq, gt, isNull, or } from '../drizzle.ts'
import type { Db } from '../connection.ts'
import { prepared, slot } from '../prepared.ts'
import { apiKeys, users } from '../tables/people.ts'

export type ApiKey = typeof apiKeys.$inferSelect

export function apiKeyQueries(db: Db) {
  const byHash = prepared(() =>
    db
      .select({ key: apiKeys, user: users })
      .from(apiKeys)
      .innerJoin(users, eq(users.id, apiKeys.user_id))
      .where(and(eq(apiKeys.hash, slot('hash')), isNull(apiKeys.revoked_at))),
  )
  const live = (user_id: number, now: string) =>
    and(
      eq(apiKeys.user_id, user_id),
      isNull(apiKeys.revoked_at),
      or(isNull(apiKeys.expires_at), gt(apiKeys.expires_at, now)),
    )

  return {
    find: async (hash: string) => (await byHash({ hash }))[0],
    async add(key: Omit<typeof apiKeys.$inferInsert, 'id'>): Promise<number> {
      return (await db.insert(apiKeys).values(key).returning({ id: apiKeys.id }))[0]!.id
    },
    ofUser: async (user_id: number): Promise<ApiKey[]> =>
      await db
        .select()
        .from(apiKeys)
        .where(eq(apiKeys.user_id, user_id))
        .orderBy(desc(apiKeys.id))
        .limit(100),
    async liveCount(user_id: number, now: string): Promise<number> {
      const [found] = await db.select({ count: count() }).from(apiKeys).where(live(user_id, now))
      return found!.count
    },
    /** Revokes one key of this person, or all. */
    async revoke(user_id: number, now: string, id?: number): Promise<void> {
      const theirs = live(user_id, now)
      await db
        .update(apiKeys)
        .set({ revoked_at: now })
        .where(id === undefined ? theirs : and(theirs, eq(apiKeys.id, id)))
    },
    byId: async (id: number): Promise<ApiKey | undefined> =>
      (await db.select().from(apiKeys).where(eq(apiKeys.id, id)))[0],
    async touch(id: number, now: string): Promise<void> {
      await db.update(apiKeys).set({ last_used_at: now }).where(eq(apiKeys.id, id))
    },
  }
}
