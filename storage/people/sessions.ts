import { and, desc, eq, gt, lt } from '../drizzle.ts'
import type { Db } from '../connection.ts'
import { prepared, slot } from '../prepared.ts'
import { sessions, users } from '../tables/people.ts'

export function sessionQueries(db: Db) {
  const byHash = prepared(() =>
    db
      .select({ session: sessions, user: users })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.user_id))
      .where(and(eq(sessions.hash, slot('hash')), gt(sessions.expires_at, slot('now')))),
  )

  return {
    find: async (hash: string, now: string) => (await byHash({ hash, now }))[0],
    begin: async (session: Omit<typeof sessions.$inferInsert, 'id'>): Promise<number> =>
      (await db.insert(sessions).values(session).returning({ id: sessions.id }))[0]!.id,
    async end(hash: string): Promise<void> {
      await db.delete(sessions).where(eq(sessions.hash, hash))
    },
    /** Ends one session of this person, or all. */
    async endOf(user_id: number, id?: number): Promise<void> {
      const theirs = eq(sessions.user_id, user_id)
      await db.delete(sessions).where(id === undefined ? theirs : and(theirs, eq(sessions.id, id)))
    },
    ofUser: async (user_id: number, now: string) =>
      await db
        .select()
        .from(sessions)
        .where(and(eq(sessions.user_id, user_id), gt(sessions.expires_at, now)))
        .orderBy(desc(sessions.created_at)),
    async sweep(now: string): Promise<void> {
      await db.delete(sessions).where(lt(sessions.expires_at, now))
    },
  }
}
