// A database of the release before, filled with everything there is, comes through the newest migration whole.
import { readFileSync, readdirSync } from 'node:fs'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadDemo } from '../../tools/catalogue/demo.ts'
import { migrate, newestMigration, textOf, toCheck } from '../../storage/migrate.ts'
import { openStorage } from '../../storage/storage.ts'
import { thursday } from '../support/service.ts'
import { newFolder } from '../support/programs.ts'
import { fillTown, insert } from '../support/town.ts'
import { whole } from '../support/some.ts'

const folder = newFolder()
const migrations = new URL('../../storage/migrations/', import.meta.url)
const now = new Date('2026-11-19T12:00:00.000Z')
type Row = Record<string, unknown>
/** Made from the listings, and not copied. */
const isIndex = (table: string) => /^(?:(?:search|browse|facet)_|board_counts$|listed_founders$)/.test(table)

const sorted = (some: Row[]) => some.map((row) => JSON.stringify(row)).sort()

let old: Database.Database
/** What stood in the old tables before they were brought up. */
const before: Record<string, Row[]> = {}
let after: Database.Database

beforeAll(async () => {
  const demo = openStorage(folder.file('demo.db'))
  await loadDemo(demo, now)
  demo.close()
  old = new Database(folder.file('launch.db'))
  for (const file of readdirSync(migrations).sort().slice(0, 5))
    old.exec(readFileSync(new URL(file, migrations), 'utf8'))
  old.pragma('user_version = 5')
  old.pragma('foreign_keys = OFF')
  old.transaction(() => {
    copyInto(old, folder.file('demo.db'))
    addWhatNoDemoHas(old)
  })()
  for (const name of plainTables(old)) before[name] = old.prepare(`SELECT * FROM ${name}`).all() as Row[]
  old.close()
  openStorage(folder.file('launch.db')).close()
  after = new Database(folder.file('launch.db'))
})
afterAll(() => {
  after?.close()
  folder.remove()
})

function plainTables(database: Database.Database): string[] {
  return database
    .prepare<[], string>(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'`,
    )
    .pluck()
    .all()
}

const columnsOf = (database: Database.Database, table: string): string[] =>
  (database.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name)

/** The rows of a newer database, as far as the old one has places for them. */
function copyInto(database: Database.Database, file: string): void {
  const newer = new Database(file, { readonly: true })
  for (const name of plainTables(database)) {
    if (name === 'products' || isIndex(name) || !plainTables(newer).includes(name)) continue
    const columns = columnsOf(database, name).filter((column) => columnsOf(newer, name).includes(column))
    database.exec(`DELETE FROM ${name}`)
    const rows = newer.prepare(`SELECT ${columns.join(', ')} FROM ${name}`).all() as Row[]
    for (const row of rows) insert(database, name, row)
  }
  newer.close()
}

/** Drafts, versions and two listings of one address, which nothing forbade then. */
function addWhatNoDemoHas(database: Database.Database): void {
  const at = now.toISOString()
  const user_id = insert(database, 'users', { email: 'ana@tide.test', created_at: at })
  const listing = database.prepare('SELECT * FROM listings ORDER BY id LIMIT 1').get() as Row
  const { id: listing_id, url } = listing
  insert(database, 'listings', {
    ...listing,
    id: 9001,
    slug: 'the-same-again',
    url: `${String(url)}index.html`,
  })
  insert(database, 'listings', { ...listing, id: 9002, slug: 'the-same-gone', status: 'withdrawn' })
  const draft = { id: 'a draft', site_id: 1, user_id, url, url_key: 'x', status: 'ready', listing_id }
  insert(database, 'drafts', { ...draft, profile: {}, progress: {}, created_at: at, updated_at: at })
  database.exec(
    `INSERT INTO draft_pages VALUES ('a draft', 'own', 0, 'https://tide.test/', '${at}', 'hash', 'text', x'00')`,
  )
  const version = { listing_id, user_id, before: {}, after: {}, created_at: at }
  insert(database, 'listing_versions', { ...version, via: 'oauth: Claude: desktop' })
  insert(database, 'listing_versions', { ...version, via: 'session' })
  insert(database, 'listing_owners', { listing_id, user_id, since: at })
}

it('has a number of its own for each migration, for of two with the same the second is never applied', () => {
  const numbers = readdirSync(migrations).map((file) => file.slice(0, 4))
  expect(numbers).toEqual([...new Set(numbers)])
})

it('keeps every row of every table, and every value in it', () => {
  const moved = ['listing_versions', 'products']
  for (const [table, rows] of Object.entries(before)) {
    if (moved.includes(table) || isIndex(table)) continue
    const columns = Object.keys(rows[0] ?? {})
    if (columns.length === 0) continue
    const kept = after.prepare(`SELECT ${columns.join(', ')} FROM ${table}`).all() as Row[]
    expect([table, sorted(kept)]).toEqual([table, sorted(rows)])
  }
  expect(before.votes!.length).toBeGreaterThan(1000)
  expect(before.listing_updates!.length).toBeGreaterThan(10)
})

it('gives a price of each site to every product, and a site to every update', () => {
  const priced = after
    .prepare(
      `SELECT p.key, name, kind, amount_cents, minimum_cents, position, active
       FROM products p JOIN product_prices ON product_key = key AND site_id = 1 ORDER BY key`,
    )
    .all()
  // What they are called stays; what they are was said anew.
  const then = before.products!.map(({ description: _, ...product }) => product)
  expect(priced).toEqual(then.toSorted((a, b) => (String(a.key) < String(b.key) ? -1 : 1)))
  expect(after.prepare('SELECT count(*) FROM listing_updates WHERE site_id <> 1').pluck().get()).toBe(0)
})

it('takes apart who made a version', () => {
  expect(after.prepare('SELECT via, client_name, seen_at FROM listing_versions ORDER BY id').all()).toEqual([
    { via: 'oauth', client_name: 'Claude: desktop', seen_at: null },
    { via: 'session', client_name: null, seen_at: null },
  ])
})

it('gives one listing of an address the key of it, and leaves the others as they are', () => {
  const keys = after.prepare<[number], string | null>('SELECT url_key FROM listings WHERE id = ?').pluck()
  const first = before.listings![0]!
  expect(keys.get(first.id as number)).toBe(new URL(String(first.url)).hostname)
  expect([keys.get(9001), keys.get(9002)]).toEqual([null, null])
  const rest = after.prepare('SELECT count(*) FROM listings WHERE url_key IS NULL').pluck().get()
  expect(rest).toBe(2)
})

it('leaves a database that is whole', () => {
  expect(after.pragma('foreign_key_check')).toEqual([])
  expect(after.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(after.pragma('foreign_keys', { simple: true })).toBe(1)
})

it('checks references where a file may have broken them, and looks through no other table', () => {
  const early = new Database(':memory:')
  migrate(early, 49)
  early.pragma('foreign_keys = OFF')
  insert(early, 'milestones', { listing_id: 9999, date: '2026-11-19', title: 'Lost' })
  expect(() => migrate(early, 50)).toThrow('0050_milestone_ids.sql: rows of milestones refer to nothing.')
  expect(early.pragma('user_version', { simple: true })).toBe(49)
  early.close()
  expect(toCheck(after, textOf('0050_milestone_ids.sql'))).toEqual(['milestones'])
  expect(toCheck(after, textOf('0057_sources.sql'))).toEqual([])
  expect(toCheck(after, 'ALTER TABLE listings ADD COLUMN motto TEXT; -- UPDATE votes')).toEqual([])
  expect(toCheck(after, 'ALTER TABLE votes ADD COLUMN by INTEGER DEFAULT 1 REFERENCES users(id)')).toEqual([
    'votes',
  ])
  expect(toCheck(after, 'UPDATE listings SET tagline = 1')).toEqual(['listings'])
  expect(toCheck(after, 'DELETE FROM listings WHERE id = 1')).toEqual(
    expect.arrayContaining(['listings', 'votes', 'awards']),
  )
})

const versions = readdirSync(migrations)
  .map((file) => Number(file.slice(0, 4)))
  .filter((version) => version > 0 && version < newestMigration())
  // The newest releases, and every fourth of those before; all with WHOLE=on.
  .filter((version) => whole || version % 4 === 1 || version > newestMigration() - 5)

it('keeps every row of whatever release it comes from', async () => {
  const town = openStorage(folder.file('town.db'))
  await fillTown(town, thursday, folder.file('town.db'))
  town.close()
  for (const version of versions) {
    const file = folder.file(`from-${version}.db`)
    const early = new Database(file)
    migrate(early, version)
    early.pragma('foreign_keys = OFF')
    early.transaction(() => copyInto(early, folder.file('town.db')))()
    const tables = plainTables(early).filter((table) => !isIndex(table))
    const rows = new Map(
      tables.map((table) => [table, early.prepare(`SELECT * FROM ${table}`).all() as Row[]]),
    )
    early.close()

    openStorage(file).close()
    const late = new Database(file)
    expect([version, late.pragma('user_version', { simple: true })]).toEqual([version, newestMigration()])
    expect(late.pragma('foreign_key_check')).toEqual([])
    expect(late.pragma('integrity_check', { simple: true })).toBe('ok')
    // What is counted in versions begins anew.
    const apart = ['products', 'versions']
    for (const table of plainTables(late).filter((name) => !apart.includes(name) && rows.has(name))) {
      const [first = {}] = rows.get(table)!
      // Mailboxes are told apart, and votes are theirs, from when the database is opened.
      const isGiven = (column: string) => ['mailbox', 'voter'].includes(column)
      const columns = columnsOf(late, table).filter((column) => column in first && !isGiven(column))
      if (columns.length === 0) continue
      const kept = late.prepare(`SELECT ${columns.join(', ')} FROM ${table}`).all() as Row[]
      const given = rows
        .get(table)!
        .map((row) => Object.fromEntries(columns.map((name) => [name, row[name]])))
      expect([version, table, sorted(kept)]).toEqual([version, table, sorted(given)])
    }
    expect(rows.get('listings')!.length).toBeGreaterThan(10)
    late.close()
  }
})
