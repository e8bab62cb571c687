// The engines that search is measured against, each as anybody would set it up.
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import MiniSearch from 'minisearch'
import pg from 'pg'
import { openSearch } from '../../storage/search/search.ts'
import { nameKey, wordsOf } from '../../storage/search/words.ts'
import { everything, type Doc } from './queries.ts'

export type Engine = {
  name: string
  /** The ids of the best ten. */
  search(q: string): number[] | Promise<number[]>
  close(): void | Promise<void>
}

export function ours(file: string): Engine {
  const reader = new Database(file)
  reader.pragma('query_only = ON')
  const { search, warm } = openSearch(reader)
  while (warm());
  return {
    name: 'launch-directory',
    search: (q) => search({ ...everything, q }).ids,
    close: () => void reader.close(),
  }
}

export function miniSearch(docs: Iterable<Doc>): Engine {
  const index = new MiniSearch<{ id: number; name: string; head: string; description: string }>({
    fields: ['name', 'head', 'description'],
    // The same words as ours, so that accents and case make no difference between the two.
    tokenize: (text) => wordsOf(text),
    processTerm: (term) => term,
  })
  for (const doc of docs)
    index.add({
      id: doc.id,
      name: doc.name,
      head: `${doc.tagline} ${doc.keywords.join(' ')}`,
      description: doc.description,
    })
  return {
    name: 'minisearch',
    search: (q) =>
      index
        .search(q, {
          combineWith: 'AND',
          boost: { name: 10, head: 4 },
          fuzzy: (term) => (term.length >= 8 ? 2 : term.length >= 4 ? 1 : false),
          prefix: (_, i, terms) => i === terms.length - 1,
        })
        .slice(0, 10)
        .map(({ id }) => id as number),
    close() {},
  }
}

const binaries = ['/usr/lib/postgresql/17/bin', '/usr/lib/postgresql/16/bin', '/usr/lib/postgresql/15/bin']

/** Debian keeps the server's binaries out of the path. */
export const postgresBinaries = (): string | undefined =>
  binaries.find((folder) => existsSync(join(folder, 'postgres')))

export async function startPostgres(folder: string, bin: string) {
  // PostgreSQL refuses to run as root.
  const isRoot = process.getuid!() === 0
  const [uid, gid] = isRoot
    ? ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })))
    : [process.getuid!(), process.getgid!()]
  const data = join(folder, 'postgres')
  rmSync(data, { recursive: true, force: true })
  mkdirSync(data, { recursive: true })
  chownSync(data, uid!, gid!)
  const as = { uid: uid!, gid: gid!, cwd: data, stdio: 'ignore' as const }
  execFileSync(
    join(bin, 'initdb'),
    ['-D', join(data, 'db'), '-U', 'bench', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'],
    as,
  )
  const server = spawn(
    join(bin, 'postgres'),
    [
      '-D',
      join(data, 'db'),
      '-k',
      data,
      '-c',
      'listen_addresses=',
      '-c',
      'shared_buffers=256MB',
      '-c',
      'jit=off',
      '-c',
      'max_parallel_workers_per_gather=0',
      '-c',
      'plan_cache_mode=force_custom_plan',
      '-c',
      'fsync=off',
      '-c',
      'maintenance_work_mem=256MB',
    ],
    as,
  )
  async function stop(connection: pg.Client): Promise<void> {
    await connection.end()
    server.kill('SIGINT')
    await new Promise((done) => server.once('exit', done))
    rmSync(data, { recursive: true, force: true })
  }
  const client = () => new pg.Client({ host: data, user: 'bench', database: 'postgres' })
  for (let tries = 0; tries < 100; tries += 1) {
    const connection = client()
    try {
      await connection.connect()
      return { connection, stop: () => stop(connection) }
    } catch {
      await sleep(100)
    }
  }
  throw new Error('PostgreSQL did not start')
}

/** Weighted tsvector, trigrams on names, and a table of words to correct queries with. */
export async function postgres(folder: string, bin: string, docs: Iterable<Doc>): Promise<Engine> {
  const { connection, stop } = await startPostgres(folder, bin)
  await connection.query(`
    CREATE EXTENSION pg_trgm; CREATE EXTENSION fuzzystrmatch;
    CREATE TABLE listings(id int PRIMARY KEY, name text, name_key text, votes int, words tsvector)`)
  let batch: unknown[][] = [[], [], [], [], [], [], []]
  async function flush(): Promise<void> {
    await connection.query(
      `INSERT INTO listings SELECT id, name, key, votes,
         setweight(to_tsvector('simple', name), 'A') || setweight(to_tsvector('simple', head), 'B') ||
         setweight(to_tsvector('simple', description), 'D')
       FROM unnest($1::int[], $2::text[], $3::text[], $4::int[], $5::text[], $6::text[]) AS t(id, name, key, votes, head, description)`,
      batch.slice(0, 6),
    )
    batch = [[], [], [], [], [], [], []]
  }
  const plain = (text: string) => wordsOf(text).join(' ')
  for (const doc of docs) {
    const head = plain(`${doc.tagline} ${doc.keywords.join(' ')}`)
    const row = [doc.id, plain(doc.name), nameKey(doc.name), doc.votes, head, plain(doc.description)]
    row.forEach((value, i) => batch[i]!.push(value))
    if (batch[0]!.length === 5000) await flush()
  }
  await flush()
  await connection.query(`
    CREATE INDEX ON listings USING gin(words);
    CREATE INDEX ON listings USING gin(name gin_trgm_ops);
    CREATE INDEX ON listings(name_key, votes DESC);
    CREATE TABLE words AS SELECT word, ndoc FROM ts_stat('SELECT words FROM listings');
    CREATE INDEX ON words USING gin(word gin_trgm_ops);
    CREATE INDEX ON words(word);`)
  await connection.query('VACUUM ANALYZE')
  await connection.query('SET pg_trgm.similarity_threshold = 0.3')

  const ids = async (name: string, text: string, values: unknown[]): Promise<number[]> =>
    (await connection.query<{ id: number }>({ name, text, values })).rows.map(({ id }) => id)
  const byWords = (query: string) =>
    ids(
      'words',
      `SELECT id FROM listings, to_tsquery('simple', $1) q WHERE words @@ q
       ORDER BY ts_rank('{0.1, 0.2, 0.4, 1}', words, q) DESC, votes DESC LIMIT 10`,
      [query],
    )
  async function corrections(word: string): Promise<string[]> {
    const edits = word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0
    if (edits === 0) return [word]
    const { rows } = await connection.query<{ word: string }>({
      name: 'corrections',
      text: `SELECT word FROM words WHERE word % $1 AND levenshtein_less_equal(word, $1, $2) <= $2
             ORDER BY levenshtein_less_equal(word, $1, $2), ndoc DESC LIMIT 8`,
      values: [word, edits],
    })
    return [...new Set([word, ...rows.map((row) => row.word)])]
  }
  async function search(q: string): Promise<number[]> {
    const words = wordsOf(q)
    if (words.length === 0) return []
    const found = new Set(
      await ids('key', 'SELECT id FROM listings WHERE name_key = $1 ORDER BY votes DESC LIMIT 10', [
        nameKey(q),
      ]),
    )
    const add = (more: number[]) => more.forEach((id) => found.add(id))
    add(await byWords(words.map((word, i) => (i === words.length - 1 ? `${word}:*` : word)).join(' & ')))
    if (found.size < 10) {
      const choices: string[][] = []
      for (const word of words) choices.push(await corrections(word))
      add(await byWords(choices.map((some) => `(${some.join(' | ')})`).join(' & ')))
    }
    if (found.size < 10)
      add(
        await ids(
          'names',
          'SELECT id FROM listings WHERE name % $1 ORDER BY similarity(name, $1) DESC, votes DESC LIMIT 10',
          [words.join(' ')],
        ),
      )
    return [...found].slice(0, 10)
  }
  return {
    name: 'postgresql',
    search,
    close: stop,
  }
}
