// Drizzle's columns against the database's own: the migrations are the truth of the disk, and storage/tables must say the same.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { afterAll, describe, expect, it } from 'vitest'
import { migrate } from '../../storage/migrate.ts'
import { everyTable } from '../../storage/tables/all.ts'

const folder = mkdtempSync(join(tmpdir(), 'schema-'))
const database = new Database(join(folder, 'launch.db'))
migrate(database)
afterAll(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

type Column = { name: string; type: string; notnull: number; dflt_value: string | null; pk: number }
type Described = { type: string; required: boolean; default: string | null; key: number }

/** All but what storage/search keeps in raw SQL, and what SQLite keeps for itself: full text indexes and their shadows. */
const tables = database
  .prepare<[], { name: string; strict: number }>(
    `SELECT name, strict FROM pragma_table_list
     WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'
       AND name NOT GLOB 'search_*' AND name NOT GLOB 'facet_*'
       AND name NOT IN (SELECT name FROM pragma_table_list WHERE type IN ('virtual', 'shadow')) ORDER BY name`,
  )
  .all()
const described = everyTable

function onDisk(table: string): Record<string, Described> {
  const columns = database.pragma(`table_info(${table})`) as Column[]
  return Object.fromEntries(
    columns.map((column) => [
      column.name,
      {
        type: column.type,
        required: column.notnull === 1 || column.pk > 0,
        default: column.dflt_value === null ? null : column.dflt_value.replace(/^'(.*)'$/s, '$1'),
        key: column.pk,
      },
    ]),
  )
}

function inDrizzle(table: SQLiteTable): Record<string, Described> {
  const config = getTableConfig(table)
  const key = config.primaryKeys[0]?.columns.map((column) => column.name) ?? []
  return Object.fromEntries(
    config.columns.map((column) => [
      column.name,
      {
        type: column.getSQLType().toUpperCase(),
        required: column.notNull || column.primary || key.includes(column.name),
        default: column.default === undefined ? null : stored(column.default, column),
        key: column.primary ? 1 : key.indexOf(column.name) + 1,
      },
    ]),
  )
}

function stored(value: unknown, column: { mapToDriverValue(value: unknown): unknown }): string {
  return String(column.mapToDriverValue(value))
}

/** Kept by triggers and asked in SQLite's own words, by storage/search alone. */
const searchOnly = ['facet_counts', 'search_listings', 'search_ranks', 'search_state', 'search_words']

it('names every table there is, and no other', () => {
  const names = tables.map(({ name }) => name).filter((name) => !searchOnly.includes(name))
  expect(described.map((table) => getTableConfig(table).name).sort()).toEqual(names)
})

it('finds every table STRICT', () => {
  expect(tables.filter(({ strict }) => strict === 0)).toEqual([])
})

describe.each(described.map((table) => [getTableConfig(table).name, table] as const))('%s', (name, table) => {
  it('has the columns, types, NOT NULLs, defaults and keys of the migrations', () => {
    expect(inDrizzle(table)).toEqual(onDisk(name))
  })
})

it('allows exactly the words that storage/tables names, where the database checks them at all', () => {
  const wrong = described.flatMap((table) => {
    const { name, columns } = getTableConfig(table)
    const sql = database
      .prepare<[string], { sql: string }>(`SELECT sql FROM sqlite_schema WHERE name = ?`)
      .get(name)!.sql
    return columns.flatMap((column) => {
      const words = column.enumValues ?? []
      const list = new RegExp(`\\n  ${column.name} [^\\n]*CHECK \\(${column.name} IN \\(([^)]*)\\)\\)`).exec(
        sql,
      )?.[1]
      const allowed = list?.split(',').map((word) => word.trim().replaceAll("'", '')) ?? []
      return list === undefined || words.join() === allowed.join()
        ? []
        : [`${name}.${column.name}: ${words.join()} but ${allowed.join()}`]
    })
  })
  expect(wrong).toEqual([])
})

it('checks no word that will grow, for a new one would need the whole table anew', () => {
  const checked = tables.flatMap(({ name }) => {
    const sql = database
      .prepare<[string], string>('SELECT sql FROM sqlite_schema WHERE name = ?')
      .pluck()
      .get(name)!
    return [...sql.matchAll(/\n  (\w+) [^\n]*CHECK \(\w+ IN/g)].map((match) => `${name}.${match[1]}`)
  })
  expect(checked.sort()).toEqual(['draft_pages.side', 'jobs.state', 'oauth_tokens.kind'])
})

it('is whole: every reference between rows can be followed', () => {
  expect(database.pragma('foreign_key_check')).toEqual([])
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
})
