import type { SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db } from './connection.ts'
import { and, count, sql } from './drizzle.ts'

/** Where a prepared query takes a value: `slot('id')` takes the `id` it is called with. */
export const slot = sql.placeholder

/** Which part of a list is asked for. */
export type Window = { limit: number; offset: number }

/** No page reaches further: page is at most 1000, per_page at most 100. */
export const furthest = 100_001

/** The word stands in the statement: only then, and not when it is bound, an index of rows with that word is used. */
export const says = (column: SQLiteColumn, word: string) => sql`${column} = ${sql.raw(`'${word}'`)}`

/** Stands in a query that reads a whole table that grows, and says why it may; tests/storage/plans.test.ts refuses others. */
export const readsAll = (why: string): SQL => sql.raw(`1 = 1 /* reads all: ${why} */`)

/** The team's own lists lead to whole rows at once: they are long, but nobody reads their thousandth page. */
export const seldomFar = readsAll('pages of the team, in the order of an index')

/** How many rows there are, as far as pages reach. */
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
 * A query that is asked often. It is built and prepared when it is first called, so that a start pays for none, and then
 * only run: built anew for each call it costs 130 µs instead of 20.
 */
export function prepared<Rows>(build: () => { prepare(): Prepared<Rows> }) {
  let query: Prepared<Rows> | undefined
  return (values?: Record<string, unknown>): Promise<Rows> => (query ??= build().prepare()).execute(values)
}
