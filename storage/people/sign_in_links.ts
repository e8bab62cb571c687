import { and, eq, gt, isNull, lt, sql } from '../drizzle.ts'
import type { Db } from '../connection.ts'
import { signInLinks } from '../tables/people.ts'

export function signInLinkQueries(db: Db) {
  const usable = (hash: string, now: string) =>
    and(eq(signInLinks.hash, hash), gt(signInLinks.expires_at, now), isNull(signInLinks.used_at))

  return {
    async add(link: typeof signInLinks.$inferInsert): Promise<void> {
      await db.insert(signInLinks).values(link)
    },
    /** The link, unspent and in time. Looking does not spend it. */
    look: async (hash: string, now: string) =>
      (await db.select().from(signInLinks).where(usable(hash, now)))[0],
    /** Spends the link, unless it is reusable; of two who try, one gets it. */
    spend: async (hash: string, now: string) =>
      (
        await db
          .update(signInLinks)
          .set({ used_at: sql`CASE WHEN ${signInLinks.reusable} = 1 THEN NULL ELSE ${now} END` })
          .where(usable(hash, now))
          .returning()
      )[0],
    async dropOf(email: string): Promise<void> {
      await db.delete(signInLinks).where(sql`${signInLinks.email} = ${email} COLLATE NOCASE`)
    },
    async sweep(now: string): Promise<void> {
      await db.delete(signInLinks).where(lt(signInLinks.expires_at, now))
    },
  }
}
