import type { Db } from './connection.ts'
import { prepared } from './prepared.ts'
import { sites } from './tables/sites.ts'

export type Site = typeof sites.$inferSelect

export function siteQueries(db: Db) {
  const all = prepared(() => db.select().from(sites).orderBy(sites.id))

  return {
    /** Every site of this deployment, the main one first. */
    all: () => all(),
  }
}
