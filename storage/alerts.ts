import { asc, eq } from './drizzle.ts'
import type { Db } from './connection.ts'
import { readsAll } from './prepared.ts'
import { alerts } from './tables/team.ts'

export type Alert = typeof alerts.$inferSelect

/** The alert of jobs that failed for good. They are counted and shown themselves, so it is not counted beside them. */
export const deadJobsKey = 'dead jobs'

/** Problems that have been reported. */
export function alertQueries(db: Db) {
  return {
    open: async (): Promise<Alert[]> =>
      await db
        .select()
        .from(alerts)
        .where(readsAll('what is wrong, which is little'))
        .orderBy(asc(alerts.began_at), asc(alerts.key)),
    /** False if another process was first. */
    begin: async (alert: Alert): Promise<boolean> =>
      (await db.insert(alerts).values(alert).onConflictDoNothing().returning({ key: alerts.key })).length > 0,
    end: async (key: string): Promise<boolean> =>
      (await db.delete(alerts).where(eq(alerts.key, key)).returning({ key: alerts.key })).length > 0,
  }
}
