// Launch feeds and leaderboards among 100,000 listings, beside one listing in the same run: at most twice its p99, where no
// answer is kept and where they are.
import { copyFileSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { loadCatalogue } from './catalogue.ts'
import { slugsIn } from './catalogue_file.ts'
import { corpusFile } from './corpus.ts'
import { inTurn, median, type Contestant, type Line } from './measure.ts'
import { startServer, type LoadMaker, type Running } from './processes.ts'
import { get, mixed } from './requests.ts'
import type { Bench } from './setting.ts'

const size = 100_000
const sections = ['this-week', 'trending', 'most-voted', 'recent', 'most-viewed', 'most-followed', 'upcoming']
const boards = ['community-weekly', 'community-all-time', 'billboard', 'domain-rating', 'revenue']

/** The corpus of search, each listing in the week it went live in, and on every board. */
function fill(folder: string): boolean {
  const real = loadCatalogue()
  if (real === null) return false
  const corpus = corpusFile(join(tmpdir(), 'launch-bench'), real, size, console.log)
  mkdirSync(folder, { recursive: true })
  copyFileSync(corpus, join(folder, 'launch.db'))
  const database = new Database(join(folder, 'launch.db'))
  database.pragma('synchronous = OFF')
  // The corpus ends on a day that has passed; its newest launches are of the week in which this runs.
  database.exec(`
    UPDATE listings SET live_at = strftime('%Y-%m-%dT%H:%M:%fZ', live_at,
      (julianday('now') - julianday((SELECT max(live_at) FROM listings))) || ' days');
    UPDATE listings SET launch_week = date(live_at, '-' || ((strftime('%w', live_at) + 6) % 7) || ' days'),
      week_votes = votes / 10, domain_rating = id % 100, revenue_cents = (id * 7919) % 1000000,
      billboard_cents = iif(id % 50 = 0, id, 0);`)
  database.close()
  return true
}

export async function benchBoards({ folder }: Bench, load: LoadMaker): Promise<Line[]> {
  const filled = join(folder, 'boards')
  if (!fill(filled)) return []
  const slugs = mixed(slugsIn(filled)).slice(0, 5000)
  const pages = [1, 2, 3].flatMap((page) => [
    ...sections.map((section) => `/api/v1/launches?section=${section}&page=${page}`),
    ...boards.map((board) => `/api/v1/leaderboards/${board}?page=${page}`),
  ])
  const env = { DATA_DIR: filled, RATE_LIMITS: 'read=100000000,other=100000000' }
  const lines: Line[] = []
  for (const kept of [false, true]) {
    const server: Running = kept
      ? await startServer('server.ts', env)
      : await startServer(
          'server.ts',
          { ...env, FRESH: 'on' },
          { args: ['--import', './tests/bench/servers/altered.ts'] },
        )
    const contestant = (paths: string[]): Contestant => ({
      server,
      requests: paths.map((path) => get(path)),
      count: 1000,
    })
    const { listing, feeds, ranked } = await inTurn(
      load,
      {
        listing: contestant(slugs.slice(0, kept ? 300 : 5000).map((slug) => `/api/v1/listings/${slug}`)),
        feeds: contestant(pages.filter((path) => path.includes('/launches'))),
        ranked: contestant(pages.filter((path) => path.includes('/leaderboards'))),
      },
      { rounds: 5, connections: 8, warm_up: 3000 },
    )
    await server.stop()
    const told = kept ? 'kept' : 'not kept'
    const line = (what: string, value: number, unit: string, bound: Line['bound']): Line => ({
      ...{ section: 'Boards', what: `${what}, ${told}`, value, unit, noise: null, bound },
    })
    for (const [what, of] of Object.entries({ 'GET /launches': feeds, 'GET /leaderboards/{board}': ranked }))
      lines.push(
        line(`${what}: p99 of GET /listings/{slug}`, median(of.p99_ms) / median(listing.p99_ms), '×', {
          most: 2,
        }),
        line(`${what}: CPU of GET /listings/{slug}`, median(of.cpu_us) / median(listing.cpu_us), '×', null),
        line(`${what}: CPU a request`, median(of.cpu_us), 'µs', null),
      )
    lines.push(line('GET /listings/{slug} among 100,000: p99', median(listing.p99_ms), 'ms', null))
    lines.push(line('GET /listings/{slug} among 100,000: CPU', median(listing.cpu_us), 'µs', null))
  }
  return lines
}
