import type { SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { getTableColumns, getTableConfig, or, sql } from '../drizzle.ts'
import type { Db } from '../connection.ts'
import { readsAll } from '../prepared.ts'
import { everyTable } from '../tables/all.ts'

/** Columns that contain a person's id, and those with an address. */
const numbers = ['user_id', 'person']
const addresses = ['email', 'recipient']
/** Secrets are not exported. */
const secret = /^(?:hash|link_hash|token|secret_hash|secret|old_secret|key|mailbox|body_hash)$/

type Person = { id: number; email: string | null }

/** All data about a person, by table, for their right of access: every row with their id or address. */
export function everythingOf(db: Db) {
  return {
    async everythingOf({ id, email }: Person): Promise<Record<string, unknown[]>> {
      const found: Record<string, unknown[]> = {}
      for (const table of everyTable) {
        const columns = getTableColumns(table) as Record<string, SQLiteColumn>
        const { name } = getTableConfig(table)
        const theirs = Object.entries(columns).flatMap(([key, column]): SQL[] => {
          if (numbers.includes(key) || (name === 'users' && key === 'id')) return [sql`${column} = ${id}`]
          return addresses.includes(key) && email !== null ? [sql`${column} = ${email} COLLATE NOCASE`] : []
        })
        if (theirs.length === 0) continue
        const shown = Object.fromEntries(Object.entries(columns).filter(([key]) => !secret.test(key)))
        const rows = await db
          .select(shown)
          .from(table as SQLiteTable)
          .where(sql`${or(...theirs)} AND ${readsAll('what is kept about one person')}`)
        if (rows.length > 0) found[name] = rows
      }
      return found
    },
  }
}
