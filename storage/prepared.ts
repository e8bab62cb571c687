import type { SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db } from './connection.ts'
import { and, count, sql } from './drizzle.ts'

/** A placeholder in a prepared query: `slot('id')` stands for the `id` it is called with. */
export const slot = sql.placeholder

/** The requested part of a list. */
export type Window = { limit: number; offset: number }

/** The furthest row of any page: page is at most 1000, per_page at most 100. */
export const furthest = 100_001

/** Compares with a literal in the statement: with a bound value SQLite would not use a partial index for it. */
export const says = (column: SQLiteColumn, word: string) => sql`${column} = ${sql.raw(`'${word}'`)}`

/** Marks a query that reads a whole growing table, with the reason; tests/storage/plans.test.ts refuses others. */
export const readsAll = (why: string): SQL => sql.raw(`1 = 1 /* reads all: ${why} */`)

/** For the team's own lists, which read whole rows: they are long, but nobody reads their thousandth page. */
export const seldomFar = readsAll('pages of the team, in the order of an index')

/** The number of rows, counted only as far as pages reach. */
export async function countFar(db: Db, table: SQLiteTable, where?: SQL): Promise<number> {
  const some = db
    .select({ one: sql<number>`1`.as('one') })
    .from(table)
    .where(and(where, readsAll('as far as pages reach')))
    .limit(furthest)
  return (await db.select({ total: count() }).from(some.as('some')))[0]!.total
}

type Prepared<Rows> = { execute(values?: Record<string, unknown>): Promise<Rows> }

/**
 * A query that is used often. It is built and prepared on its first call, so that startup does not pay for it, and then
 * reused: building it for each call would take 130 µs instead of 20.
 */
export function prepared<Rows>(build: () => { prepare(): Prepared<Rows> }) {
  let query: Prepared<Rows> | undefined
  return (values?: Record<string, unknown>): Promise<Rows> => (query ??= build().prepare()).execute(values)
}
