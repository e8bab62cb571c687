import { users } from './tables/people.ts'
import type { Db } from './connection.ts'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

/** A statement takes at most 32,766 values, and no table here has more than 16 columns. */
const rows_at_once = 1000

/** Bulk inserts that only the demo needs. */
export function demoRows(db: Db) {
  return {
    async add<T extends SQLiteTable>(table: T, rows: readonly T['$inferInsert'][]): Promise<void> {
      for (let at = 0; at < rows.length; at += rows_at_once)
        await db.insert(table).values(rows.slice(at, at + rows_at_once))
    },
    /** Adds invented people without an address; returns their ids in the same order. */
    async addPeople(people: readonly { name: string; created_at: string }[]): Promise<number[]> {
      const made = await db
        .insert(users)
        .values(people.map((person) => ({ ...person, demo: true })))
        .returning({ id: users.id, name: users.name })
      const ids = new Map(made.map(({ name, id }) => [name, id]))
      return people.map(({ name }) => ids.get(name)!)
    },
  }
}
