import { and, eq, gt, isNull, lt, sql } from '../drizzle.ts'
import type { Db } from '../connection.ts'
import { signInLinks } from '../tables/people.ts'

export function signInLinkQueries(db: Db) {
  /** A sign-in link cannot confirm a digest, nor the other way round. */
  const usable = (hash: string, now: string, confirms: number | null) =>
    and(
      and(eq(signInLinks.hash, hash), gt(signInLinks.expires_at, now), isNull(signInLinks.used_at)),
      confirms === null ? isNull(signInLinks.confirms) : eq(signInLinks.confirms, confirms),
    )

  return {
    async add(link: typeof signInLinks.$inferInsert): Promise<void> {
      await db.insert(signInLinks).values(link)
    },
    /** The link, if it is unused and not expired. Looking does not use it up. */
    look: async (hash: string, now: string, confirms: number | null = null) =>
      (
        await db
          .select()
          .from(signInLinks)
          .where(usable(hash, now, confirms))
      )[0],
    /** Uses the link up, unless it is reusable; of two callers only one gets it. */
    spend: async (hash: string, now: string, confirms: number | null = null) =>
      (
        await db
          .update(signInLinks)
          .set({ used_at: sql`CASE WHEN ${signInLinks.reusable} = 1 THEN NULL ELSE ${now} END` })
          .where(usable(hash, now, confirms))
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
