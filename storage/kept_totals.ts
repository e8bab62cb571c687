// Facts about large tables that need no full scan: totals kept by triggers, and ranges of ids.
import type { SQL } from 'drizzle-orm'
import { and, eq, sql } from './drizzle.ts'
import type { Db } from './connection.ts'
import { prepared, readsAll, slot } from './prepared.ts'
import { boardCounts } from './tables/community.ts'

/** The total of a board, week, category or of founders, updated in the transaction of every change. */
export function keptTotal(db: Db) {
  const query = prepared(() =>
    db
      .select({ total: boardCounts.listings })
      .from(boardCounts)
      .where(and(eq(boardCounts.site_id, slot('site_id')), eq(boardCounts.board, slot('board')))),
  )
  return async (site_id: number, board: string): Promise<number> =>
    (await query({ site_id, board }))[0]?.total ?? 0
}

/** A range of a table: `size` ids, from `number * size` on. */
export type Part = { number: number; size: number }
export const idsOf = ({ number, size }: Part) => ({ from: number * size, to: (number + 1) * size })

/** The numbers of the ranges in which the site has a row, by a loose scan of an index of `site_id` and the id. */
export async function filledParts(db: Db, id: SQL, rows: SQL, ids: number): Promise<number[]> {
  // A literal, not a bound value: SQLite binds it as a float, and would not divide integers.
  const size = sql.raw(String(ids))
  const parts = sql`(WITH RECURSIVE part(number) AS (
      SELECT (SELECT min(${id}) ${rows}) / ${size}
      UNION ALL
      SELECT (SELECT min(${id}) ${rows} AND ${id} >= (part.number + 1) * ${size}) / ${size} FROM part WHERE number IS NOT NULL AND ${readsAll('the first of each part')}
    ) SELECT number FROM part WHERE number IS NOT NULL) AS parts`
  return (await db.select({ number: sql<number>`number` }).from(parts)).map(({ number }) => number)
}
