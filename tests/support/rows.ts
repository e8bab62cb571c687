// Statements beside everything that the service would say to its database, for rows that no operation can write.
import Database from 'better-sqlite3'
import { asking, openPool } from '../../storage/postgres/pool.ts'
import { addressOf, onPostgres } from './made_databases.ts'

type Row = Record<string, any>
/** Statements in SQLite's words, beside everything that the service would say to them. */
export type Rows = {
  run(text: string, ...values: unknown[]): Promise<void>
  all<T = Row>(text: string, ...values: unknown[]): Promise<T[]>
}

/** Opens the database beside the service for the time of the work. */
export async function besideRows<T>(file: string, work: (rows: Rows) => Promise<T>): Promise<T> {
  if (onPostgres) return besidesPostgres(await addressOf(file), work)
  const database = new Database(file)
  database.pragma('foreign_keys = ON')
  try {
    return await work({
      run: async (text, ...values) => void database.prepare(text).run(...values),
      all: async <T>(text: string, ...values: unknown[]) => database.prepare(text).all(...values) as T[],
    })
  } finally {
    database.close()
  }
}

async function besidesPostgres<T>(address: string, work: (rows: Rows) => Promise<T>): Promise<T> {
  const pool = openPool(address, 1)
  const ask = asking(pool)
  try {
    return await work({
      run: async (text, ...values) => void (await ask(text, values)),
      all: async <T>(text: string, ...values: unknown[]) => {
        const [rows] = (await ask(
          `SELECT coalesce(json_agg(to_json(found)), '[]') FROM (${text}) AS found`,
          values,
        )) as [[string]]
        return JSON.parse(rows![0]) as T[]
      },
    })
  } finally {
    await pool.end()
  }
}

/** The statement that inserts a row as it is; objects become JSON. */
export function insertion(table: string, row: Row): { text: string; values: unknown[] } {
  const columns = Object.keys(row)
  const values = Object.values(row).map((value) =>
    typeof value === 'boolean'
      ? Number(value)
      : typeof value === 'object' && value !== null
        ? JSON.stringify(value)
        : value,
  )
  const text = `INSERT INTO ${table}(${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
  return { text, values }
}

/** Inserts the row. Returns its id, where it has one. */
export async function insertRow(rows: Rows, table: string, row: Row): Promise<number> {
  const { text, values } = insertion(table, row)
  await rows.run(text, ...values)
  if (row.id !== undefined) return Number(row.id)
  const [last] = await rows.all<{ id: number }>(`SELECT max(id) AS id FROM ${table}`).catch(() => [])
  return last?.id ?? 0
}
