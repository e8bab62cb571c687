// Plain SQL files, applied once each in the order of their numbers; user_version remembers the last one. SQLite only.
import { readdirSync, readFileSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { Mistake } from '../mistake.ts'
import { urlKey } from './listings/address.ts'

const folder = new URL('./migrations/', import.meta.url)
const versionOf = (file: string) => Number(file.slice(0, 4))
const versionIn = (database: Database) => database.pragma('user_version', { simple: true }) as number

function files(): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
}

/** The migrations after that version, in order, and the text of one. */
export const migrationsAfter = (version: number) => files().filter((name) => versionOf(name) > version)
export const textOf = (file: string): string => readFileSync(new URL(file, folder), 'utf8')

export function newestMigration(): number {
  return versionOf(files().at(-1)!)
}

/** The error when an older version of the service finds newer data. */
export const newerData = (version: number): Mistake =>
  new Mistake(
    `The database was written by a newer version of this service: it has schema ${version}, and this version knows ${newestMigration()}. ` +
      'Update the service, or put the copy from before the upgrade back with restore.',
  )

/**
 * Applies the migrations up to the newest, or to `to`; each file commits completely or not at all. Foreign keys are off
 * meanwhile, because recreating a table would delete the rows that refer to it; each file ends with a check of the keys
 * it may have broken.
 */
export function migrate(database: Database, to = newestMigration()): void {
  if (versionIn(database) > newestMigration()) throw newerData(versionIn(database))
  // With nothing to do it must not wait for the writer.
  if (versionIn(database) >= to) return
  const enforced = database.pragma('foreign_keys', { simple: true }) as number
  database.pragma('foreign_keys = OFF')
  database.function('url_key', { deterministic: true }, (text) => keyOf(String(text)))
  for (const file of files().filter((name) => versionOf(name) <= to)) {
    const apply = database.transaction(() => {
      if (versionIn(database) >= versionOf(file)) return
      const text = textOf(file)
      database.exec(text)
      for (const table of toCheck(database, text))
        if ((database.pragma(`foreign_key_check(${table})`) as unknown[]).length > 0)
          throw new Error(`${file}: rows of ${table} refer to nothing.`)
      database.pragma(`user_version = ${versionOf(file)}`)
    })
    apply.immediate()
  }
  database.pragma(`foreign_keys = ${enforced}`)
}

const writes =
  /\b(INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM|DROP TABLE|RENAME TO|ALTER TABLE(?= [^;]*\bREFERENCES\b)) +(\w+)/gi

/**
 * The tables whose foreign keys may be broken now: those that were written to, and those that refer to a table with
 * deleted rows. Checking all would take minutes for twenty million votes. No migration changes a key in place.
 */
export function toCheck(database: Database, text: string): string[] {
  const written = new Set<string>()
  const lessened = new Set<string>()
  for (const [, how, table] of text.replaceAll(/--.*/g, '').matchAll(writes)) {
    written.add(table!)
    if (/^(?:DELETE|DROP|RENAME|INSERT OR REPLACE)/i.test(how!)) lessened.add(table!)
  }
  const tables = database
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all()
  const parents = database.prepare<[string], string>('SELECT "table" FROM pragma_foreign_key_list(?)').pluck()
  return tables.filter(
    (table) => written.has(table) || parents.all(table).some((parent) => lessened.has(parent)),
  )
}

function keyOf(text: string): string | null {
  const url = URL.parse(text)
  return url === null ? null : urlKey(url)
}
