// The state of limits that count over all processes and nodes. auth/kept_limits.ts decides how a limit refills.
import { eq, lte } from './drizzle.ts'
import type { Db } from './connection.ts'
import { allowances } from './tables/allowances.ts'

export function allowanceQueries(db: Db) {
  return {
    of: async (name: string) => (await db.select().from(allowances).where(eq(allowances.name, name)))[0],
    async keep(name: string, remaining: number, at: string): Promise<void> {
      const set = { remaining, at }
      await db
        .insert(allowances)
        .values({ name, ...set })
        .onConflictDoUpdate({ target: allowances.name, set })
    },
    /** Deletes limits that nobody has used since then. */
    async sweep(since: string): Promise<void> {
      await db.delete(allowances).where(lte(allowances.at, since))
    },
  }
}
