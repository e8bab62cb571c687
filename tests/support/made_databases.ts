// Databases that every test begins with are made once and copied: one that is migrated and empty, and one that holds the
// demo catalogue as of the fixed Thursday. With TEST_DATABASE=postgres each is one in the PostgreSQL of the run
// (postgres_run.ts), and its address stands in the file.
import { randomBytes, randomUUID } from 'node:crypto'
import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { loadDemo } from '../../tools/catalogue/demo.ts'
import { openPostgres } from '../../storage/postgres/open_postgres.ts'
import { openStorage, type OpenStorage } from '../../storage/storage.ts'

const thursday = new Date('2026-11-19T12:00:00.000Z')

const makers = {
  empty: async (file: string) => openStorage(file).close(),
  async demo(file: string) {
    await newFile(file, 'empty')
    const storage = openStorage(file)
    await loadDemo(storage, thursday)
    storage.close()
  },
}

export const onPostgres = process.env.TEST_DATABASE === 'postgres'
const server = () => process.env.TEST_POSTGRES_URL!

async function byServer(text: string): Promise<void> {
  const client = new pg.Client(server())
  await client.connect()
  await client.query(text).finally(() => client.end())
}

/** Where the database is that stands for this file. */
export const addressOf = (file: string): string => readFileSync(file, 'utf8')

/** A database in which there is nothing yet, or a copy of one that was made. */
export async function emptyDatabase(file: string, kind?: keyof typeof makers): Promise<void> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await byServer(
    `CREATE DATABASE ${name} TEMPLATE ${kind === undefined ? 'template0' : `launch_${kind}`} STRATEGY FILE_COPY`,
  )
  const address = new URL(server())
  address.pathname = name
  writeFileSync(file, address.href)
}

/** What a program is told, beside its folder, to work on the database of this file. */
export const settingsFor = (file: string): Record<string, string> =>
  onPostgres ? { DATABASE_URL: addressOf(file) } : {}

/** Takes the database away that a file stood for, before the file goes. */
export async function dropDatabase(file: string): Promise<void> {
  if (!onPostgres || !existsSync(file)) return
  await byServer(`DROP DATABASE IF EXISTS ${new URL(addressOf(file)).pathname.slice(1)} WITH (FORCE)`)
}

let opened = 0

/** Opens the data of this file as one more process, or node, would. */
export async function openTestStorage(file: string): Promise<OpenStorage> {
  if (!onPostgres) return openStorage(file)
  if (!existsSync(file)) await newDatabase(file)
  opened += 1
  const index_file = `${file}.index-${process.pid}-${opened}`
  // Every index begins as a SQLite that is migrated and empty.
  await newFile(index_file, 'empty')
  return openPostgres(addressOf(file), index_file)
}

/** Puts a new database there. */
export async function newDatabase(file: string, kind: keyof typeof makers = 'empty'): Promise<void> {
  await (onPostgres ? emptyDatabase(file, kind) : newFile(file, kind))
}

async function newFile(file: string, kind: keyof typeof makers): Promise<void> {
  // Set by vitest.config.ts; programs that are no test make their own.
  const folder = process.env.MADE_DATABASES
  if (folder === undefined) return makers[kind](file)
  const made = join(folder, `${kind}.db`)
  if (!existsSync(made)) {
    // Several workers may be first; the last one's stays, and is as good.
    const own = join(folder, `${kind}-${randomUUID()}.db`)
    await makers[kind](own)
    renameSync(own, made)
  }
  copyFileSync(made, file)
}
