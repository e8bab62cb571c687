// How SQLite means to answer: no query reads a whole table that grows, or sorts one, unless it says why it may. Every
// function of the storage is called, on a database of many rows, without statistics and with those of a large one.
import { copyFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { migrate } from '../../storage/migrate.ts'
import { openStorage, type OpenStorage, type Storage } from '../../storage/storage.ts'
import { everyQuery } from '../support/every_query.ts'
import { fillMany } from '../support/many.ts'
import { newFolder } from '../support/programs.ts'
import { whole } from '../support/some.ts'

const listings = whole ? 100_000 : 5000
const folder = newFolder()
const filled = folder.file('many.db')
beforeAll(() => {
  const database = new Database(filled)
  migrate(database)
  fillMany(database, { listings, founders: listings * 0.6, votes: listings * 10 })
  database.close()
}, 300_000)
afterAll(() => folder.remove())

/** Tables that stay small, by the names and aliases that queries give them. */
const small =
  /^(?:sites|categories|category_attributes|former_category_slugs|products|product_prices|interview_questions|closed_weeks|versions|search_state|posts)$/
/** What stands for no table: lists that are given as JSON, steps of a recursion, what SQLite asks itself. */
const passing =
  /^(?:json_each|value|asked|best|chosen|pragma_table_info|sqlite_schema|segments|CONSTANT|\d+|\(.*)$/
/** Columns of which one value may stand in most of a table. */
const common = ['site_id', 'category_id', 'status', 'role', 'state', 'kind', 'launch_week', 'country']

/** The steps by which a statement reads or sorts more than it answers; none where the reading ends with the page. */
function faultsIn(text: string, steps: string[]): string[] {
  if (text.includes('/* reads all: ') || (/^\s*insert/i.test(text) && !/\bselect\b/i.test(text))) return []
  const named = new Set(steps.flatMap((step) => /^(?:CO-ROUTINE|MATERIALIZE) (\S+)/.exec(step)?.[1] ?? []))
  const readings = steps.filter((step) => {
    const [, way, table, how] = /^(SCAN|SEARCH) (\S+)(.*)$/.exec(step) ?? []
    if (table === undefined || small.test(table) || passing.test(table) || named.has(table)) return false
    // An index that is made for one answer is made of the whole table.
    if (how!.includes('AUTOMATIC')) return true
    if (way === 'SCAN') return !/VIRTUAL TABLE INDEX \d+:=/.test(how!)
    const bounds = [...how!.matchAll(/(\w+|<expr>)([=<>])\?/g)]
    // Without a bound it is the least or the greatest; EXISTS ends at the first.
    const isFirst = bounds.length === 0 || how!.startsWith(' EXISTS')
    return !isFirst && bounds.every(([, column, sign]) => sign === '=' && common.includes(column!))
  })
  const sorts = steps.filter((step) => step.includes('TEMP B-TREE'))
  // Rows that an offset passes over are read too: from an index that holds all that is asked.
  const ordered = /\boffset\b/i.test(text) ? /COVERING INDEX|VIRTUAL TABLE|PRIMARY KEY/ : /INDEX|PRIMARY KEY/
  const ends = /\blimit\b/i.test(text) && sorts.length === 0 && readings.every((step) => ordered.test(step))
  return readings.length === 0 || ends ? [] : [...readings, ...sorts]
}

/** Counts of a table two hundred times as large; what few rows share does not grow with it. */
function enlarge(database: Database.Database): void {
  database.exec('ANALYZE')
  const change = database.prepare('UPDATE sqlite_stat1 SET stat = ? WHERE rowid = ?')
  const all = database
    .prepare<[], { rowid: number; stat: string }>('SELECT rowid, stat FROM sqlite_stat1')
    .all()
  for (const { rowid, stat } of all) {
    const [rows, ...shares] = stat.split(' ').map(Number)
    const grown = shares.map((share) => (share > rows! / 50 && share > 1 ? share * 200 : share))
    change.run([rows! * 200, ...grown].join(' '), rowid)
  }
}

class Undone extends Error {}
type Asked = Record<string, Record<string, (...given: unknown[]) => Promise<unknown>>>

/** Every statement that is prepared, with the function that is the first to ask it. */
async function statementsOn(file: string): Promise<Map<string, string>> {
  const statements = new Map<string, string>()
  let asking = 'open'
  const { prepare } = Database.prototype
  const spy = vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (
    this: Database.Database,
    text: string,
  ) {
    if (!statements.has(text)) statements.set(text, asking)
    return prepare.call(this, text)
  } as typeof prepare)
  const storage = openStorage(file)
  for (const [noun, methods] of Object.entries(everyQuery))
    for (const [method, calls] of Object.entries(methods))
      for (const given of calls as unknown[][]) {
        asking = `${noun}.${method}`
        await undone(storage, (inside) => (inside as unknown as Asked)[noun]![method]!(...given))
      }
  storage.close()
  spy.mockRestore()
  return statements
}

/** Does the work, and takes back whatever it changed. */
async function undone(storage: OpenStorage, work: (inside: Storage) => Promise<unknown>): Promise<void> {
  const done = storage.write(async (inside) => {
    await work(inside)
    throw new Undone()
  })
  await done.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
}

function planOf(database: Database.Database, text: string): string[] {
  const bare = text.replace(/'(?:[^']|'')*'|"[^"]*"|\/\*.*?\*\//g, '')
  const slots = bare.match(/\?/g) ?? []
  const named = Object.fromEntries([...bare.matchAll(/@(\w+)/g)].map(([, name]) => [name, null]))
  const steps = database.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`)
  return steps
    .all(...slots.map(() => null), ...(bare.includes('@') ? [named] : []))
    .map(({ detail }) => detail)
}

it.each([
  ['without statistics', () => undefined],
  ['with the statistics of a large one', enlarge],
])(
  'no query reads all of a table that grows, %s',
  async (name, prepare) => {
    const file = folder.file(`${name.length}.db`)
    copyFileSync(filled, file)
    const database = new Database(file)
    prepare(database)
    database.close()
    const statements = await statementsOn(file)
    expect(statements.size).toBeGreaterThan(400)
    const asked = new Database(file, { readonly: true })
    const faults = [...statements].flatMap(([text, asking]) => {
      if (!/^\s*(?:select|with|update|delete|insert)\b/i.test(text)) return []
      const found = faultsIn(text, planOf(asked, text))
      return found.length === 0 ? [] : [{ asking, text: text.replace(/\s+/g, ' '), found }]
    })
    asked.close()
    expect(faults).toEqual([])
  },
  300_000,
)

it.each([
  `SELECT slug FROM founders WHERE EXISTS (SELECT 1 FROM listing_founders lf JOIN listings l ON l.id = lf.listing_id
    WHERE lf.founder_id = founders.id AND l.status = 'live' AND l.site_id = ?) ORDER BY name COLLATE NOCASE, id LIMIT ? OFFSET ?`,
  "SELECT count(*) FROM listings WHERE site_id = ? AND status = 'live'",
  "SELECT slug FROM listings WHERE site_id = ? AND status = 'live' ORDER BY slug LIMIT ? OFFSET ?",
  'SELECT id FROM listings WHERE site_id = ? ORDER BY views DESC LIMIT 20',
  'DELETE FROM mails WHERE subject = ?',
])('refuses %s', (text) => {
  const database = new Database(filled, { readonly: true })
  expect(faultsIn(text, planOf(database, text))).not.toEqual([])
  database.close()
})
