import type { Db } from './connection.ts'
import { sites } from './tables/sites.ts'

export type Site = typeof sites.$inferSelect

export function siteQueries(db: Db) {
  const all = db.select().from(sites).orderBy(sites.id).prepare()

  return {
    /** Every site of this deployment, the main one first. */
    all: () => all.execute(),
  }
}
