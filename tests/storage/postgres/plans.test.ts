// How PostgreSQL means to answer: with an index for every table that grows. Every function of the storage is called, and each
// statement it asked is planned again without readings of whole tables, and without the joins that take these for granted
// among few rows: where one is left, there is no other way.
import Database from 'better-sqlite3'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { migrate } from '../../../storage/migrate.ts'
import { moveToPostgres } from '../../../storage/postgres/move.ts'
import { openPostgres } from '../../../storage/postgres/open_postgres.ts'
import type { OpenStorage, Storage } from '../../../storage/storage.ts'
import { everyQuery } from '../../support/every_query.ts'
import { addressOf, dropDatabase, emptyDatabase, onPostgres } from '../../support/made_databases.ts'
import { fillMany } from '../../support/many.ts'
import { newFolder } from '../../support/programs.ts'

const listings = 1000
/** Tables that stay small, and what PostgreSQL keeps about itself. */
const small =
  /^(?:sites|categories|category_attributes|former_category_slugs|products|product_prices|interview_questions|closed_weeks|noun_versions|search_state|posts|pg_\w+)$/

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Plan[]
}
type Asked = Record<string, Record<string, (...given: unknown[]) => Promise<unknown>>>
class Undone extends Error {}

/**
 * Tables of which all rows are read, also in the order of an index, unless the reading ends with the page. `parts` are
 * indexes of some rows only, which are made to be read whole.
 */
function readsWhole(plan: Plan, parts: ReadonlySet<string>, ends = false): string[] {
  const { 'Node Type': node, 'Relation Name': table = '', 'Index Name': index = '' } = plan
  const isWhole = /^Index (?:Only )?Scan$/.test(node) && plan['Index Cond'] === undefined && !parts.has(index)
  const below = (plan.Plans ?? []).flatMap((one) => readsWhole(one, parts, ends || node === 'Limit'))
  const isFault = (node === 'Seq Scan' || (isWhole && !ends)) && !small.test(table)
  return isFault ? [`${node} of ${table}`, ...below] : below
}

/** Every statement that is asked, with the function that is the first to ask it. */
async function statementsOf(storage: OpenStorage): Promise<Map<string, string>> {
  const statements = new Map<string, string>()
  let asking = ''
  const { query } = pg.Client.prototype
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [{ text }] = given as [{ text?: string }]
    if (asking !== '' && text !== undefined && !statements.has(text)) statements.set(text, asking)
    return query.apply(this, given as never) as never
  } as never)
  for (const [noun, methods] of Object.entries(everyQuery))
    for (const [method, calls] of Object.entries(methods))
      for (const given of calls as unknown[][]) {
        const work = async (inside: Storage) => {
          asking = `${noun}.${method}`
          await (inside as unknown as Asked)[noun]![method]!(...given)
          asking = ''
          throw new Undone()
        }
        await storage.write(work).catch((error: unknown) => {
          if (!(error instanceof Undone)) throw error
        })
      }
  spy.mockRestore()
  return statements
}

describe.skipIf(!onPostgres)('plans of PostgreSQL', () => {
  const folder = newFolder()
  const file = folder.file('launch.db')
  let storage: OpenStorage
  let client: pg.Client
  let parts: Set<string>
  beforeAll(async () => {
    const filled = folder.file('many.db')
    const database = new Database(filled)
    migrate(database)
    fillMany(database, { listings, founders: listings * 0.6, votes: listings * 10 })
    database.close()
    await emptyDatabase(file)
    await moveToPostgres(filled, addressOf(file))
    storage = await openPostgres(addressOf(file), folder.file('search.db'))
    client = new pg.Client(addressOf(file))
    await client.connect()
    await client.query(
      'ANALYZE; SET enable_seqscan = off; SET enable_mergejoin = off; SET enable_hashjoin = off; SET plan_cache_mode = force_generic_plan',
    )
    const { rows } = await client.query<{ name: string }>(
      'SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indpred IS NOT NULL',
    )
    parts = new Set(rows.map(({ name }) => name))
  }, 300_000)
  afterAll(async () => {
    await client?.end()
    await storage?.close()
    await dropDatabase(file)
    folder.remove()
  })

  const wholesOf = async (text: string) => {
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`,
    )
    return readsWhole(rows[0]!['QUERY PLAN'][0]!.Plan, parts)
  }

  it('find every row of a table that grows by an index', async () => {
    const statements = await statementsOf(storage)
    expect(statements.size).toBeGreaterThan(300)
    const faults = []
    for (const [text, asking] of statements) {
      if (!/^\s*(?:select|with|update|delete|insert)\b/i.test(text) || text.includes('/* reads all: '))
        continue
      const found = await wholesOf(text)
      if (found.length > 0) faults.push({ asking, found, text: text.replace(/\s+/g, ' ') })
    }
    expect(faults).toEqual([])
  }, 300_000)

  it.each([
    "SELECT id FROM listings WHERE tagline = 'x'",
    "DELETE FROM mails WHERE subject = 'x'",
    'SELECT slug FROM founders ORDER BY id',
  ])('would show %s', async (text) => {
    expect(await wholesOf(text)).not.toEqual([])
  })
})
