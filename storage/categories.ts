import { sql } from './drizzle.ts'
import type { Db } from './storage.ts'
import { categories } from './schema.ts'

export function categoryQueries(db: Db) {
  const slugs = db
    .select({ slug: categories.slug })
    .from(categories)
    .where(sql`instr(${categories.slug}, ${sql.placeholder('text')}) = 1`)
    .orderBy(categories.slug)
    .prepare()

  const total = db
    .select({ count: sql<number>`count(*)` })
    .from(categories)
    .prepare()

  return {
    count: async () => (await total.execute())[0]!.count,
    /** Slugs that begin with the text. */
    async slugsLike(text: string, limit: number) {
      const found = (await slugs.execute({ text })).map((row) => row.slug)
      return { values: found.slice(0, limit), total: found.length }
    },
  }
}
