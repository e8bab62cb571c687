import type { Db } from './storage.ts'
import { sites } from './schema.ts'

export type Site = typeof sites.$inferSelect

export function siteQueries(db: Db) {
  const all = db.select().from(sites).orderBy(sites.id).prepare()

  return {
    /** Every site of this deployment, the main one first. */
    all: () => all.execute(),
  }
}
