// What others feel of one address that asks for all it may of what is most expensive, each request unlike the last: the
// service as it is started, with its limits, among many listings, nothing kept.
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { manyFile } from './answers.ts'
import { linesOfSection, type Line } from './measure.ts'
import { longSearch } from './neighbour.ts'
import { startLoadMaker, startServer, type LoadMaker } from './processes.ts'
import { get } from './requests.ts'
import type { Bench } from './setting.ts'

const size = Number(process.env.SIZE ?? 100_000)
const rounds = 2
/** What a caller with a key may ask in a minute: here everybody may, and the one who floods asks it at once. */
const at_once = 600

/** Long searches, the last pages of what is sorted, and what is most like a listing. */
function floodOf(slugs: string[], round: number): string[] {
  const words = longSearch.split(' ')
  return Array.from({ length: at_once }, (_, i) => {
    const n = i + round * at_once
    const slug = slugs[n % slugs.length]!
    const path = [
      `/listings?q=${words.map((word, at) => word + ((n >> (at % 10)) % 10)).join('+')}`,
      `/listings?sort=newest&per_page=100&page=${1000 - (n % 500)}`,
      `/listings/${slug}/alternatives?per_page=100`,
      `/listings?country=us&q=${slug.replaceAll('-', '+')}+${words[n % words.length]}`,
    ][i % 4]!
    return get(`/api/v1${path}`)
  })
}

export async function benchFlood({ folder }: Bench, load: LoadMaker): Promise<Line[]> {
  const made = manyFile(size)
  if (made === null) return []
  const filled = join(folder, 'flood')
  mkdirSync(filled, { recursive: true })
  copyFileSync(made, join(filled, 'launch.db'))
  const database = new Database(join(filled, 'launch.db'), { readonly: true })
  const slugs = database
    .prepare<[], string>(
      "SELECT slug FROM listings WHERE status = 'live' ORDER BY id * 7919 % 10007 LIMIT 3000",
    )
    .pluck()
    .all()
  database.close()
  const args = ['--import', './tests/bench/servers/altered.ts']
  const server = await startServer(
    'server.ts',
    { DATA_DIR: filled, FRESH: 'on', IDLE: 'on', RATE_LIMITS: `read=${at_once}` },
    { args },
  )
  const requests = slugs.slice(0, 1000).map((slug) => get(`/api/v1/listings/${slug}`))
  // Each of the others asks seldom enough for the limits.
  const others = (round: number) => ({
    ...{ port: server.port, requests, connections: 30, count: 900, pause_ms: 60 },
    from: Array.from({ length: 30 }, (_, n) => `127.0.${round}.${n + 10}`),
  })
  const clock = { by_clock_of: server.pid }
  const attacker = startLoadMaker()
  const names = ['alone', 'beside', 'cpu_alone', 'cpu', 'slowest'] as const
  const found = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<
    (typeof names)[number],
    number[]
  >
  try {
    await load.run({ ...others(1), count: 1000 })
    for (let round = 0; round < rounds; round += 1) {
      found.alone.push((await load.run(others(4 * round + 2))).p99_ms)
      found.cpu_alone.push((await load.run({ ...others(4 * round + 3), ...clock })).p99_ms)
      for (const [at, watched, by] of [
        [4, found.beside, {}],
        [5, found.cpu, clock],
      ] as const) {
        const flood = attacker.run({
          ...{
            port: server.port,
            connections: 64,
            count: at_once,
            from: [`127.0.0.${round * 10 + at + 10}`],
          },
          requests: floodOf(slugs, round * 2 + at),
        })
        watched.push((await load.run({ ...others(4 * round + at), ...by })).p99_ms)
        const { statuses, max_ms } = await flood
        found.slowest.push(max_ms)
        console.log(`      the flood was answered ${JSON.stringify(statuses)}`)
      }
    }
  } finally {
    attacker.stop()
    await server.stop()
  }
  const line = linesOfSection(`A flood by one address, ${size} listings`)
  return [
    line('p99 of others with nobody beside', found.alone, 'ms'),
    line('p99 of others beside it', found.beside, 'ms', { most: 50 }),
    line('what the server worked meanwhile: p99 with nobody beside', found.cpu_alone, 'ms'),
    line('what the server worked meanwhile: p99 beside it', found.cpu, 'ms', { most: 50 }),
    line('the longest that the one who floods waited', found.slowest, 'ms'),
  ]
}
