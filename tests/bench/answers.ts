// Every operation that anybody may call and every page that anybody may open, not kept: the first answer and the median of
// a dozen inputs each, among few listings and many, with the last page a list has and the largest filter there is.
import { constants, copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { createKey } from '../../auth/api_keys.ts'
import { addDays } from '../../days.ts'
import { openStorage } from '../../storage/storage.ts'
import { weekOf } from '../../tools/launches/week.ts'
import { fillMany } from '../support/many.ts'
import { startPostgres, type PostgresServer } from '../support/postgres_server.ts'
import { loadCatalogue } from './catalogue.ts'
import { corpusFile } from './corpus.ts'
import { linesOfSection, type Line } from './measure.ts'
import { fillPostgres, safePostgres } from './nodes.ts'
import { cpuOf, startServer, type LoadMaker, type Running } from './processes.ts'
import { get } from './requests.ts'
import type { Bench } from './setting.ts'

const rounds = 3
const bounds = { p50_ms: 10, p99_ms: 50, growth: 4 }
/** Asked of a name that only the bench has: whose account, and whose desk, it looks at. */
const person = 'bench@many.example'

/** The corpus of search with people, founders, votes and all that waits for a team beside it, made once for each size. */
export function manyFile(size: number): string | null {
  const real = loadCatalogue()
  if (real === null) return null
  const kept = join(tmpdir(), 'launch-bench')
  mkdirSync(kept, { recursive: true })
  const file = join(kept, `many-${size}.db`)
  if (existsSync(file)) return file
  copyFileSync(corpusFile(kept, real, size, console.log), file)
  const database = new Database(file)
  fillMany(database, { listings: size, founders: Math.floor(size * 0.6), votes: size * 10 })
  // The corpus ends on a day that has passed; its newest launches are of the week in which this runs.
  database.exec(`
    UPDATE listings SET live_at = strftime('%Y-%m-%dT%H:%M:%fZ', live_at,
      (julianday('now') - julianday((SELECT max(live_at) FROM listings))) || ' days');
    UPDATE listings SET launch_week = date(live_at, '-' || ((strftime('%w', live_at) + 6) % 7) || ' days'),
      domain_rating = id % 100, revenue_cents = (id * 7919) % 1000000, billboard_cents = iif(id % 50 = 0, id, 0);
    DELETE FROM jobs`)
  database.close()
  return file
}

/** A dozen ways to ask, of each kind; `{n}` counts through slugs, pages and words. */
function kindsOf(database: Database.Database): Record<string, string[]> {
  const some = (text: string) => database.prepare<[], string>(text).pluck().all()
  const slugs = some("SELECT slug FROM listings WHERE status = 'live' AND id % 37 = 5 LIMIT 12")
  const categories = some('SELECT slug FROM categories ORDER BY id LIMIT 12')
  const founders = some(
    'SELECT f.slug FROM founders f JOIN listed_founders l ON l.founder_id = f.id LIMIT 12',
  )
  const twelve = <T>(make: (n: number) => T) => Array.from({ length: 12 }, (_, n) => make(n))
  const far = (path: string) => twelve((n) => `${path}${path.includes('?') ? '&' : '?'}page=${1000 - n}`)
  const api = '/api/v1'
  const weeks = twelve((n) => weekOf(addDays(new Date(), -7 * n)))
  const parts = Math.max(
    1,
    Math.floor((database.prepare('SELECT max(id) FROM listings').pluck().get() as number) / 2000),
  )
  const sections = [
    'today',
    'this-week',
    'trending',
    'most-voted',
    'recent',
    'most-viewed',
    'most-followed',
    'upcoming',
  ]
  const boards = ['community-weekly', 'community-all-time', 'billboard', 'domain-rating', 'revenue']
  return {
    get_site_info: twelve((n) => `${api}/site?${n}`.replace(/\?.*/, '')),
    'search_listings, browsing': twelve((n) => `${api}/listings?page=${n + 1}`),
    'search_listings, page 1000': far(`${api}/listings?per_page=100&sort=newest`),
    'search_listings, two filters': twelve(
      (n) => `${api}/listings?country=us&pricing_model=Free&page=${n + 1}`,
    ),
    'search_listings, words': twelve((n) => `${api}/listings?q=${slugs[n]!.split('-')[0]}`),
    get_listing: slugs.map((slug) => `${api}/listings/${slug}`),
    get_alternatives: slugs.map((slug) => `${api}/listings/${slug}/alternatives`),
    'get_alternatives, page 1000': slugs.map(
      (slug) => `${api}/listings/${slug}/alternatives?page=1000&per_page=100`,
    ),
    get_badges: slugs.map((slug) => `${api}/listings/${slug}/badges`),
    compare_listings: slugs.map((slug, n) => `${api}/compare?a=${slug}&b=${slugs[(n + 1) % 12]}`),
    list_categories: twelve((n) => `${api}/categories?include_empty=${n % 2 === 0}`),
    get_category: categories.map((slug) => `${api}/categories/${slug}`),
    'get_category, page 1000': categories.map((slug) => `${api}/categories/${slug}?page=1000&per_page=100`),
    get_launch_week: weeks.map((week) => `${api}/launches/weeks/${week}`),
    list_launches: sections.map((section) => `${api}/launches?section=${section}`),
    'list_launches, page 1000': sections.map(
      (section) => `${api}/launches?section=${section}&page=1000&per_page=100`,
    ),
    get_leaderboard: boards.map((board) => `${api}/leaderboards/${board}`),
    'get_leaderboard, page 1000': boards.map(
      (board) => `${api}/leaderboards/${board}?page=1000&per_page=100`,
    ),
    list_founders: twelve((n) => `${api}/founders?per_page=1&page=${n + 1}`),
    'list_founders, page 1000': far(`${api}/founders?per_page=100`),
    'list_founders, a country': twelve((n) => `${api}/founders?country=us&page=${n + 1}`),
    'list_founders, a letter': twelve((n) => `${api}/founders?q=${String.fromCharCode(97 + n)}`),
    get_founder: founders.map((slug) => `${api}/founders/${slug}`),
    list_blog_posts: twelve((n) => `${api}/blog?page=${n + 1}`),
    list_awards: twelve((n) => `${api}/awards?page=${n + 1}`),
    'page: home': ['/'],
    'page: search': twelve((n) => `/search?page=${n + 1}`),
    'page: listing': slugs.map((slug) => `/listings/${slug}`),
    'page: categories': ['/categories'],
    'page: category': categories.map((slug) => `/categories/${slug}`),
    'page: week': weeks.map((week) => `/weeks/${week}`),
    'page: boards': boards.map((board) => `/boards/${board}`),
    'page: founders': twelve((n) => `/founders?page=${n + 1}`),
    'page: founders, page 1000': far('/founders'),
    'page: founder': founders.map((slug) => `/founders/${slug}`),
    'page: blog': ['/blog'],
    'page: awards': ['/awards'],
    'page: updates': twelve((n) => `/updates?page=${n + 1}`),
    'page: updates, the last': twelve((n) => `/updates?page=${250 - n}`),
    feeds: ['launches', 'updates', 'blog', 'awards'].flatMap((name) =>
      ['xml', 'json'].map((form) => `/feeds/${name}.${form}`),
    ),
    'sitemap.xml': ['/sitemap.xml'],
    'sitemap of listings': twelve((n) => `/sitemaps/listings-${1 + Math.floor((n * parts) / 12)}.xml`),
    'sitemap of founders': ['/sitemaps/founders-1.xml'],
    'openapi.json': [`${api}/openapi.json`],
  }
}

/** What only somebody who is signed in may ask. */
const own: Record<string, string[]> = {
  get_account: ['/api/v1/me'],
  list_my_listings: ['/api/v1/me/listings', '/api/v1/me/listings?page=1000&per_page=100'],
  list_my_drafts: ['/api/v1/drafts'],
  list_my_claims: ['/api/v1/claims'],
  list_my_orders: ['/api/v1/orders'],
}

type Timed = { first_ms: number; p50_ms: number; p99_ms: number; worked_ms: number; cpu_us: number }

/** By the clock on the wall, and by what the thread that answers worked, which a busy machine changes little. */
async function timed(load: LoadMaker, { pid, port }: Running, requests: string[]): Promise<Timed | string> {
  const job = { port, requests, connections: 1, count: Math.max(12, requests.length) }
  const one = await load.run({ ...job, requests: requests.slice(0, 1), count: 1 })
  const all = await load.run(job)
  const before_s = cpuOf(pid)
  const { p99_ms: worked_ms } = await load.run({ ...job, by_clock_of: pid })
  const cpu_us = ((cpuOf(pid) - before_s) / job.count) * 1e6
  const wrong = Object.keys(all.statuses).filter((status) => status !== '200')
  if (wrong.length > 0) return `answers ${JSON.stringify(all.statuses)}`
  return { first_ms: one.max_ms, p50_ms: all.p50_ms, p99_ms: all.p99_ms, worked_ms, cpu_us }
}

/** An owner of a twentieth of all listings, and a key of theirs. */
async function keyOn(file: string): Promise<string> {
  const storage = openStorage(file)
  const now = new Date()
  const key = await storage.write(async (inside) => {
    const { id: user_id } = await inside.users.ensure(person, now.toISOString())
    return createKey(inside, {
      user_id,
      name: 'Bench',
      scopes: ['account:read', 'orders:write'],
      expires_at: null,
      now,
    })
  })
  await storage.close()
  if (key === null) throw new Error('The person of the bench has no key.')
  const database = new Database(file)
  database
    .prepare(
      'UPDATE OR IGNORE listing_owners SET user_id = (SELECT id FROM users WHERE email = ?) WHERE user_id = 1000004',
    )
    .run(person)
  database.close()
  return key
}

/** The service over so many listings, nothing kept, and all that is asked of it. */
async function startAmong(size: number, file: string, folder: string, postgres: PostgresServer | null) {
  const filled = join(folder, `answers-${size}`)
  mkdirSync(filled, { recursive: true })
  const copy = join(filled, 'launch.db')
  copyFileSync(file, copy, constants.COPYFILE_FICLONE)
  const key = await keyOn(copy)
  const database = new Database(copy, { readonly: true })
  const kinds = Object.entries(kindsOf(database))
  database.close()
  const env: Record<string, string> = { DATA_DIR: filled, RATE_LIMITS: 'off', FRESH: 'on', IDLE: 'on' }
  if (postgres !== null) {
    env.DATABASE_URL = postgres.url(`among_${size}`)
    await fillPostgres(postgres.url('postgres'), env.DATABASE_URL, copy)
    rmSync(copy)
  }
  const server = await startServer('server.ts', env, {
    args: ['--import', './tests/bench/servers/altered.ts'],
  })
  const bearer = { authorization: `Bearer ${key}` }
  const page = (path: string) => get(path, path.startsWith('/api') ? {} : { accept: 'text/html' })
  const asked = new Map([
    ...kinds.map(([kind, paths]): [string, string[]] => [kind, paths.map(page)]),
    ...Object.entries(own).map(([kind, paths]): [string, string[]] => [
      kind,
      paths.map((path) => get(path, bearer)),
    ]),
  ])
  return { size, server, asked }
}

/** On PostgreSQL the CPU and what the server worked are the node's alone. */
export async function benchAnswers(
  { folder }: Bench,
  load: LoadMaker,
  sizes: number[],
  on: 'SQLite' | 'PostgreSQL' = 'SQLite',
): Promise<Line[]> {
  const section = on === 'SQLite' ? 'Answers' : 'Answers, PostgreSQL'
  const postgres = on === 'SQLite' ? null : await startPostgres(safePostgres)
  const files = sizes.map((size) => [size, manyFile(size)] as const)
  const all: Awaited<ReturnType<typeof startAmong>>[] = []
  for (const [size, file] of files)
    if (file !== null) all.push(await startAmong(size, file, folder, postgres))
  // Code is compiled before anything is measured.
  for (const { server, asked } of all)
    for (const requests of asked.values())
      await load.run({ port: server.port, requests, connections: 4, count: 24 })
  const lines: Line[] = []
  for (const kind of all[0]?.asked.keys() ?? []) {
    const found = new Map<number, Timed[]>(all.map(({ size }) => [size, []]))
    for (let round = 0; round < rounds; round += 1)
      for (const { size, server, asked } of all) {
        const one = await timed(load, server, asked.get(kind)!)
        if (typeof one === 'string') throw new Error(`${kind} among ${size}: ${one}`)
        found.get(size)!.push(one)
      }
    lines.push(...linesOf(section, kind, found))
  }
  for (const { server } of all) await server.stop()
  await postgres?.stop()
  return lines
}

function linesOf(section: string, kind: string, bySize: Map<number, Timed[]>): Line[] {
  const line = linesOfSection(section)
  const bound = (most: number) => (kind === 'search_listings, words' ? null : { most })
  const lines = [...bySize].flatMap(([size, times]) => {
    const each = (name: keyof Timed) => times.map((one) => one[name])
    return [
      line(`${kind}: CPU a request among ${size}`, each('cpu_us'), 'µs'),
      line(`${kind}: first among ${size}`, each('first_ms').slice(0, 1), 'ms'),
      line(`${kind}: p50 among ${size}`, each('p50_ms'), 'ms', bound(bounds.p50_ms)),
      line(`${kind}: p99 among ${size}`, each('p99_ms'), 'ms', bound(bounds.p99_ms)),
      line(
        `${kind}: what the server worked, p99 among ${size}`,
        each('worked_ms'),
        'ms',
        bound(bounds.p99_ms),
      ),
    ]
  })
  const [few = [], ...more] = [...bySize.values()]
  const most = more.at(-1)
  if (most === undefined) return lines
  const growth = most.map(({ cpu_us }, round) => cpu_us / few[round]!.cpu_us)
  return [
    ...lines,
    line(`${kind}: CPU among the most beside the fewest`, growth, '×', { most: bounds.growth }),
  ]
}
