// How well needs are answered: judged queries over the real catalogue, ours beside MiniSearch, FTS5 bm25 and PostgreSQL's
// full text, each as anybody would set it up for words of which any may match.
//   npm run bench:search [-- --queries FILE] [--worst 20] [--no-postgres] [--folder DIR] [--ablate]
// --ablate says what each ingredient of ours is worth instead (ablation.ts). One half of the queries was used to tune, the other only to measure; a file of other queries is all unseen.
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import Database from 'better-sqlite3'
import MiniSearch from 'minisearch'
import { migrate } from '../../storage/migrate.ts'
import type { IndexedListing } from '../../storage/search/document.ts'
import { openIndex } from '../../storage/search/index.ts'
import { openSearch } from '../../storage/search/search.ts'
import { wordsOf, wordsSought } from '../../storage/search/words.ts'
import { ablations, openWithout } from './ablation.ts'
import { loadCatalogue, loadCategories, loadSlugs } from './catalogue.ts'
import { halves, kinds, mean, readJudged, score, type Judged, type Scored } from './needs_score.ts'
import { everything } from './queries.ts'
import { table } from './report.ts'
import { postgresBinaries, startPostgres } from './search_engines.ts'

type Answer = { ids: number[]; total: number }
type Engine = { name: string; ask(q: string): Answer | Promise<Answer>; close(): void | Promise<void> }

const judged = new URL('../../../shared/data/queries/queries.jsonl', import.meta.url)
const { values: options } = parseArgs({
  options: {
    queries: { type: 'string' },
    worst: { type: 'string', default: '0' },
    'no-postgres': { type: 'boolean', default: false },
    ablate: { type: 'boolean', default: false },
    folder: { type: 'string', default: join(tmpdir(), 'launch-bench') },
  },
})
const real = loadCatalogue()
if (real === null || !existsSync(options.queries ?? judged)) {
  console.log('needs bench skipped: ../shared/data/catalog.jsonl or the queries are not there')
  process.exit(0)
}
const slugs = loadSlugs()
const queries = readJudged(options.queries ?? judged)

function indexed(listings: IndexedListing[]): Database.Database {
  const database = new Database(':memory:')
  migrate(database)
  const category = database.prepare('INSERT INTO categories(id, slug, name, parent_id) VALUES (?, ?, ?, ?)')
  for (const { id, slug, name, parent_id } of loadCategories()) category.run(id, slug, name, parent_id)
  openIndex(database).putAll(listings.map((one) => [null, one]))
  return database
}

function ours(database: Database.Database, { search } = openSearch(database)): Engine {
  return { name: 'ours', ask: (q) => search({ ...everything, q }), close: () => void database.close() }
}

const textOf = ({ name, tagline, keywords, description }: IndexedListing) => ({
  name,
  head: `${tagline} ${keywords.join(' ')}`,
  description,
})

function miniSearch(listings: IndexedListing[]): Engine {
  const index = new MiniSearch({ fields: ['name', 'head', 'description'], tokenize: wordsOf })
  index.addAll(listings.map((listing) => ({ id: listing.id, ...textOf(listing) })))
  const fuzzy = (word: string) => (word.length >= 8 ? 2 : word.length >= 4 ? 1 : false)
  return {
    name: 'MiniSearch',
    ask(q) {
      const found = index.search(q, { boost: { name: 4, head: 2 }, fuzzy, prefix: true })
      return { ids: found.slice(0, 10).map(({ id }) => id as number), total: found.length }
    },
    close() {},
  }
}

function bm25(listings: IndexedListing[]): Engine {
  const database = new Database(':memory:')
  database.exec("CREATE VIRTUAL TABLE texts USING fts5(name, head, description, tokenize='porter unicode61')")
  const insert = database.prepare(
    'INSERT INTO texts(rowid, name, head, description) VALUES (@id, @name, @head, @description)',
  )
  for (const listing of listings) insert.run({ id: listing.id, ...textOf(listing) })
  const best = database
    .prepare<[string], number>(
      'SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY bm25(texts, 4, 2, 1) LIMIT 10',
    )
    .pluck()
  const count = database.prepare<[string], number>('SELECT count(*) FROM texts WHERE texts MATCH ?').pluck()
  return {
    name: 'FTS5 bm25',
    ask(q) {
      const words = wordsSought(q)
      const any = words.map((word) => `"${word}"`).join(' OR ')
      return words.length === 0 ? { ids: [], total: 0 } : { ids: best.all(any), total: count.get(any)! }
    },
    close: () => void database.close(),
  }
}

async function postgres(listings: IndexedListing[]): Promise<Engine> {
  const { connection, stop } = await startPostgres(options.folder, postgresBinaries()!)
  await connection.query('CREATE TABLE texts(id int PRIMARY KEY, words tsvector)')
  const rows = listings.map((listing) => ({ id: listing.id, ...textOf(listing) }))
  await connection.query(
    `INSERT INTO texts SELECT id, setweight(to_tsvector('english', name), 'A') ||
       setweight(to_tsvector('english', head), 'B') || setweight(to_tsvector('english', description), 'D')
     FROM json_to_recordset($1) AS t(id int, name text, head text, description text)`,
    [JSON.stringify(rows)],
  )
  const match = `words @@ replace(plainto_tsquery('english', $1)::text, '&', '|')::tsquery`
  return {
    name: 'PostgreSQL',
    async ask(q) {
      const { rows: found } = await connection.query<{ id: number; total: string }>(
        `SELECT id, count(*) OVER () AS total FROM texts WHERE ${match}
         ORDER BY ts_rank(words, replace(plainto_tsquery('english', $1)::text, '&', '|')::tsquery, 1) DESC, id LIMIT 10`,
        [q],
      )
      return { ids: found.map(({ id }) => id), total: Number(found[0]?.total ?? 0) }
    },
    close: stop,
  }
}

const { tuned, unseen } = halves(queries)
const ndcgOf = (scored: Scored[], some: readonly Judged[]): number =>
  mean(scored.filter(({ query }) => some.includes(query)).map(({ ndcg }) => ndcg))!

/** The change of both halves when an ingredient is taken out: what costs most first. */
async function ablate(): Promise<void> {
  const database = indexed(real!)
  const whole = await scoreAll(ours(database))
  const rows = []
  for (const [number, [name]] of ablations.entries()) {
    const scored = await scoreAll(ours(database, await openWithout(number, database)))
    rows.push([name, ...[tuned, unseen].map((half) => ndcgOf(scored, half) - ndcgOf(whole, half))] as const)
  }
  rows.sort((a, b) => a[1]! + a[2]! - b[1]! - b[2]!)
  const change = (by: number) => `${by > 0 ? '+' : ''}${by.toFixed(4)}`
  console.log(
    table(
      ['without', 'the half tuned on', 'the other'],
      rows.map(([name, ...by]) => [name, ...by.map(change)]),
    ),
  )
  database.close()
}
if (options.ablate) {
  await ablate()
  process.exit(0)
}

const engines = [ours(indexed(real)), miniSearch(real), bm25(real)]
if (!options['no-postgres'] && postgresBinaries() !== undefined) engines.push(await postgres(real))

async function scoreAll(engine: Engine): Promise<Scored[]> {
  const scored: Scored[] = []
  for (const query of queries) {
    const { ids, total } = await engine.ask(query.q)
    scored.push(
      score(
        query,
        ids.map((id) => slugs[id - 1]!),
        total,
      ),
    )
  }
  return scored
}
const found = new Map<Engine, Scored[]>()
for (const engine of engines) found.set(engine, await scoreAll(engine))

const show = (value: number | null) => (value === null ? '' : value.toFixed(3))
const of = (some: readonly Judged[], pick: (one: Scored) => number | null) =>
  engines.map((engine) =>
    show(
      mean(
        found
          .get(engine)!
          .filter(({ query }) => some.includes(query))
          .map(pick),
      ),
    ),
  )
const parts: [string, Judged[]][] =
  options.queries === undefined
    ? [
        ['the half tuned on', tuned],
        ['the half not tuned on', unseen],
      ]
    : []
const known = queries.filter(({ kind }) => kind === 'known')
console.log(
  table(
    ['nDCG@10', 'queries', ...engines.map(({ name }) => name)],
    [
      ...kinds
        .filter((kind) => kind !== 'none' && queries.some((query) => query.kind === kind))
        .map((kind) => [kind, queries.filter((query) => query.kind === kind)] as const),
      ...parts,
      ['all', queries] as const,
    ].map(([name, some]) => [name, String(some.length), ...of(some, ({ ndcg }) => ndcg)]),
  ),
)
console.log(
  `\n${table(
    ['', 'queries', ...engines.map(({ name }) => name)],
    [
      ['known: right at first', String(known.length), ...of(known, ({ first }) => first)],
      [
        'none: more than five answers',
        String(queries.filter(({ kind }) => kind === 'none').length),
        ...of(queries, ({ many }) => many),
      ],
    ],
  )}`,
)
// Only of the half tuned on, so that nobody tunes on the other by reading it.
const shown = options.queries === undefined ? tuned : queries
for (const { query, ndcg, top } of found
  .get(engines[0]!)!
  .filter((one) => one.ndcg !== null && shown.includes(one.query))
  .sort((a, b) => a.ndcg! - b.ndcg!)
  .slice(0, Number(options.worst)))
  console.log(`${show(ndcg)} ${query.id} ${JSON.stringify(query.q)} ${top.slice(0, 4).join(' ')}`)
for (const engine of engines) await engine.close()
