// Moves all data from a SQLite file into an empty PostgreSQL database, or from there into a new file: unchanged,
// all or nothing, with a count at the end.
import { existsSync, renameSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { Mistake } from '../../mistake.ts'
import type { Upgrade } from '../backup.ts'
import { migrate } from '../migrate.ts'
import { fillIndex } from '../search/rebuild.ts'
import { asking, demandUsable, openPool, transact, type Ask, type Pool } from './pool.ts'
import { bringUp, copySchema, tables } from './schema.ts'

const atOnce = 500

/** The number of tables, and of rows in all of them. */
type Moved = { tables: number; rows: number }

export async function moveToPostgres(file: string, url: string): Promise<Moved> {
  const source = new Database(file)
  try {
    // One snapshot of the file, however long the copy takes.
    source.exec('BEGIN')
    return await withPool(url, (pool) =>
      transact(pool, 'READ COMMITTED', async (connection) => {
        const ask = asking(connection)
        await ask('SELECT pg_advisory_xact_lock(20261122)')
        await demandEmpty(ask)
        return demandEqual(await copySchema(ask, source), (table) => countIn(ask, table))
      }),
    )
  } finally {
    source.close()
  }
}

async function demandEmpty(ask: Ask): Promise<void> {
  const found = (await ask(
    "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace ORDER BY relname",
  )) as [string][]
  if (found.length === 0) return
  const names = found.map(([name]) => name)
  const what = tables.every(({ name }) => names.includes(name))
    ? `data of this service, with ${await countIn(ask, 'users')} people and ${await countIn(ask, 'listings')} listings`
    : `${names.length} tables, ${names.slice(0, 3).join(', ')} among them`
  throw new Mistake(
    `The database of DATABASE_URL is not empty: it holds ${what}. Nothing was moved. Name another, or make it anew with dropdb and createdb if nobody needs what it holds.`,
  )
}

const countIn = async (ask: Ask, table: string): Promise<number> =>
  ((await ask(`SELECT count(*) FROM "${table}"`)) as [[number]])[0][0]

async function demandEqual(
  moved: Map<string, number>,
  count: (table: string) => Promise<number>,
): Promise<Moved> {
  for (const [table, rows] of moved) {
    const there = await count(table)
    if (there !== rows) throw new Mistake(`Of ${rows} rows of ${table}, ${there} arrived. Nothing was moved.`)
  }
  return { tables: moved.size, rows: [...moved.values()].reduce((sum, rows) => sum + rows, 0) }
}

export async function moveToFile(
  url: string,
  file: string,
  tell: (upgrade: Upgrade) => void,
): Promise<Moved> {
  if (existsSync(file)) throw new Mistake(`${file} is there already. Nothing was moved.`)
  const part = `${file}.part`
  rmSync(part, { force: true })
  const target = new Database(part)
  try {
    migrate(target)
    target.pragma('foreign_keys = OFF')
    const moved = await withPool(url, async (pool) => {
      // A node still running would go on writing to the old database.
      const [[others]] = (await asking(pool)(
        `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
         AND application_name = 'launch-directory'`,
      )) as [[number]]
      const [[isOurs]] = (await asking(pool)("SELECT to_regclass('migrations') IS NOT NULL")) as [[number]]
      if (isOurs === 0) throw new Mistake('The database of DATABASE_URL holds no data of this service.')
      if (others > 0) throw new Mistake('A node still runs on this PostgreSQL. Stop all of them first.')
      const upgrade = await transact(pool, 'READ COMMITTED', (connection) => bringUp(asking(connection)))
      if (upgrade !== null) tell(upgrade)
      return transact(pool, 'REPEATABLE READ, READ ONLY', (connection) => copyAll(asking(connection), target))
    })
    const counts = await demandEqual(moved, async (table) =>
      target.prepare<[], number>(`SELECT count(*) FROM "${table}"`).pluck().get()!,
    )
    const lost = target.pragma('foreign_key_check') as { table: string }[]
    if (lost.length > 0) throw new Mistake(`Rows of ${lost[0]!.table} refer to nothing. Nothing was moved.`)
    target.exec('UPDATE search_state SET is_empty = 1')
    fillIndex(target)
    target.pragma('optimize = 0x10002')
    target.close()
    renameSync(part, file)
    return counts
  } catch (error) {
    target.close()
    rmSync(part, { force: true })
    throw error
  }
}

async function copyAll(ask: Ask, target: Database.Database): Promise<Map<string, number>> {
  const moved = new Map<string, number>()
  for (const { name } of tables) target.exec(`DELETE FROM "${name}"`)
  for (const { name, columns } of tables) {
    const list = columns.map((column) => `"${column.name}"`).join(', ')
    const insert = target.prepare(
      `INSERT INTO "${name}" (${list}) VALUES (${columns.map(() => '?').join(', ')})`,
    )
    const put = target.transaction((rows: unknown[][]) => rows.forEach((row) => insert.run(...row)))
    await ask(`DECLARE moving_${name} CURSOR FOR SELECT ${list} FROM "${name}"`)
    let count = 0
    for (let rows: unknown[][]; (rows = await ask(`FETCH ${atOnce} FROM moving_${name}`)).length > 0;) {
      put(rows)
      count += rows.length
    }
    moved.set(name, count)
  }
  return moved
}

async function withPool<T>(url: string, work: (pool: Pool) => Promise<T>): Promise<T> {
  const pool = openPool(url, 1)
  try {
    await demandUsable(pool)
    return await work(pool)
  } finally {
    await pool.end()
  }
}
