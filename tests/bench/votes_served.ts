// What the service answers over a whole history of votes, nothing kept, and what a vote on the site takes beside people who read.
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { beginSession, formSeal } from '../../auth/sessions.ts'
import { openStorage } from '../../storage/storage.ts'
import { launches, votesSince, type History } from './votes_history.ts'
import { rssOf, startLoadMaker, startServer } from './processes.ts'
import { get } from './requests.ts'

type Served = { what: string; times: number; p50_ms: number; p99_ms: number; most_ms: number }
const casts = 1000

/** A dozen ways to ask, of each kind. */
function kindsOf(file: string, { weeks, monday }: History): Record<string, string[]> {
  const database = new Database(file, { readonly: true })
  const some = (text: string) => database.prepare<[], string>(text).pluck().all()
  const awards = some('SELECT id FROM awards ORDER BY id DESC LIMIT 12')
  const winners = some(
    'SELECT l.slug FROM awards a JOIN listings l ON l.id = a.listing_id ORDER BY a.id DESC LIMIT 12',
  )
  const size = database.prepare<[], number>('SELECT max(size) FROM checkpoints').pluck().get()!
  database.close()
  const twelve = <T>(make: (n: number) => T) => Array.from({ length: 12 }, (_, n) => make(n))
  const past = twelve((n) => monday(Math.max(0, weeks - 2 - Math.floor((n * weeks) / 12))))
  const sections = ['this-week', 'trending', 'most-voted', 'recent', 'most-viewed', 'upcoming']
  return {
    'home page': ['/'],
    'page of the week that runs': [`/weeks/${monday(weeks - 1)}`],
    'pages of weeks that closed': past.map((week) => `/weeks/${week}`),
    'pages of boards': ['/boards/community-weekly', '/boards/community-all-time'],
    'GET /leaderboards/{board}': twelve((n) => `/api/v1/leaderboards/community-all-time?page=${n + 1}`),
    'GET /launches': sections.map((section) => `/api/v1/launches?section=${section}`),
    'GET /launches/weeks/{week}': past.map((week) => `/api/v1/launches/weeks/${week}`),
    'pages of winners': winners.map((slug) => `/listings/${slug}`),
    'pages of their trophies': winners.map((slug) => `/listings/${slug}/trophies`),
    'pages of awards': awards.map((id) => `/awards/${id}`),
    'Hall of Fame': ['/hall-of-fame'],
    'page of the ledger': ['/ledger'],
    'weeks.json': ['/ledger/main/weeks.json'],
    'checkpoints of weeks': past.map((week) => `/ledger/main/${week}.checkpoint`),
    'proofs of lines': twelve((n) => `/ledger/main/${Math.floor((n * size) / 12)}.tlog-proof`),
    'dumps of weeks': past.map((week) => `/ledger/main/${week}.ndjson`),
  }
}

/** People who have a session, each for some votes in the week that runs. */
async function votesToCast(
  file: string,
  { weeks, people }: History,
  seed: number,
): Promise<[string, string][]> {
  const storage = openStorage(file)
  const all: [string, string][] = []
  for (let n = 0; n < casts / 5; n += 1) {
    const start = { browser: 'The bench', replaces: null, request_id: 'bench', now: new Date() }
    const token = await beginSession(storage, 1 + ((seed * 7919 + n * 4801) % people), start)
    for (let vote = 0; vote < 5; vote += 1) {
      const listing = (weeks - 1) * launches + 1 + ((n * 37 + vote * 113) % launches)
      all.push([token, `/listings/product-${listing}/vote`])
    }
  }
  await storage.close()
  return all
}

export async function measureSite(
  file: string,
  history: History,
): Promise<{ served: Served[]; memory_mb: number }> {
  const kinds = Object.entries(kindsOf(file, history))
  const running = history.monday(history.weeks - 1)
  const before = votesSince(file, running)
  const wanted = await votesToCast(file, history, before)
  const env = { DATA_DIR: dirname(file), RATE_LIMITS: 'off', FRESH: 'on', IDLE: 'on' }
  const server = await startServer('server.ts', env, {
    args: ['--import', './tests/bench/servers/altered.ts'],
  })
  const [load, reading] = [startLoadMaker(), startLoadMaker()]
  const { port } = server
  const page = (path: string) => get(path, path.startsWith('/api') ? {} : { accept: 'text/html' })
  const served: Served[] = []
  for (const [what, paths] of kinds) {
    const job = { port, requests: paths.map(page), connections: 1, count: 12 }
    await load.run(job)
    const times = 60
    const { p50_ms, p99_ms, max_ms, statuses } = await load.run({ ...job, count: times })
    if (statuses['200'] !== times) throw new Error(`${what} answers ${JSON.stringify(statuses)}`)
    served.push({ what, times, p50_ms, p99_ms, most_ms: max_ms })
  }
  const votes = wanted.map(([token, path]) => {
    const body = `vote=cast&seal=${encodeURIComponent(formSeal({ token }, path))}`
    const head = {
      ...{ host: `localhost:${port}`, origin: `http://localhost:${port}`, cookie: `session=${token}` },
      ...{ 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body.length) },
    }
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
    return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
  })
  // Eight people read, twenty times a second each at most, while two others vote.
  const reads = kinds.filter(([what]) => what !== 'dumps of weeks').flatMap(([, paths]) => paths.map(page))
  const [cast, read] = await Promise.all([
    load.run({ port, requests: votes, connections: 2, count: casts, pause_ms: 20 }),
    reading.run({ port, requests: reads, connections: 8, count: 2500, pause_ms: 50 }),
  ])
  const memory_mb = rssOf(server.pid)
  load.stop()
  reading.stop()
  await server.stop()
  const counted = votesSince(file, running) - before
  if (counted < casts * 0.9)
    throw new Error(`Of ${casts} votes ${counted} were taken: ${JSON.stringify(cast.statuses)}`)
  for (const [what, { p50_ms, p99_ms, max_ms }, times] of [
    ['voting on the site beside reads', cast, casts],
    ['reads beside the votes', read, 2500],
  ] as const)
    served.push({ what, times, p50_ms, p99_ms, most_ms: max_ms })
  return { served, memory_mb }
}
