// What each person used of what costs the operator money. tools/usage.ts decides the limits.
import { and, desc, eq, gte, lt, sql } from './drizzle.ts'
import type { Db } from './connection.ts'
import { readsAll } from './prepared.ts'
import { users } from './tables/people.ts'
import { usageByDay } from './tables/usage.ts'

type Row = typeof usageByDay.$inferSelect
export type Usage = Omit<Row, 'day' | 'user_id'>
const kinds = ['drafts', 'pages', 'bytes', 'input_tokens', 'output_tokens', 'mails'] as const

const sums = Object.fromEntries(
  kinds.map((kind) => [kind, sql<number>`CAST(coalesce(sum(${usageByDay[kind]}), 0) AS REAL)`]),
) as { [K in keyof Usage]: ReturnType<typeof sql<number>> }

export function usageQueries(db: Db) {
  return {
    /** `day` is a date in UTC, such as 2026-11-23. */
    async add(user_id: number, day: string, used: Partial<Usage>): Promise<void> {
      const given = kinds.filter((kind) => (used[kind] ?? 0) > 0)
      if (given.length === 0) return
      const set = Object.fromEntries(given.map((kind) => [kind, sql`${usageByDay[kind]} + ${used[kind]}`]))
      await db
        .insert(usageByDay)
        .values({ day, user_id, ...used })
        .onConflictDoUpdate({ target: [usageByDay.day, usageByDay.user_id], set })
    },
    on: async (user_id: number, day: string): Promise<Usage | undefined> =>
      (
        await db
          .select()
          .from(usageByDay)
          .where(and(eq(usageByDay.day, day), eq(usageByDay.user_id, user_id)))
      )[0],
    /** The sum of all people since that day. */
    async since(day: string): Promise<Usage> {
      const [all] = await db.select(sums).from(usageByDay).where(gte(usageByDay.day, day))
      return all!
    },
    /** A row for each person since that day, the largest use of the model first. */
    byPerson: async (day: string, limit: number) =>
      await db
        .select({ user_id: usageByDay.user_id, email: users.email, ...sums })
        .from(usageByDay)
        .leftJoin(users, eq(users.id, usageByDay.user_id))
        .where(and(gte(usageByDay.day, day), readsAll('a list for the operator')))
        .groupBy(usageByDay.user_id, users.email)
        .orderBy(
          desc(sql`sum(${usageByDay.input_tokens} + ${usageByDay.output_tokens})`),
          desc(sql`sum(${usageByDay.pages})`),
        )
        .limit(limit),
    async sweep(before: string): Promise<void> {
      await db.delete(usageByDay).where(lt(usageByDay.day, before))
    },
  }
}
