// One node on a PostgreSQL against two, each with its index, on the same mix as several processes; and, while two are under
// this load, how soon one finds what was written at the other, and whether each finds at once what was written there. The
// PostgreSQL is the one from npm, which waits for the disk as one in service does. Who balances is left out.
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { moveToPostgres } from '../../storage/postgres/move.ts'
import { startPostgres } from '../support/postgres_server.ts'
import { median, linesOfSection, type Line } from './measure.ts'
import { everyKind } from './process.ts'
import { rssOf, type LoadMaker } from './processes.ts'
import { mixed } from './requests.ts'
import { cpuOfAll, editsOf } from './several.ts'
import type { Bench } from './setting.ts'

const rounds = 5
const [requestsEach, warm_up] = [3000, 4000]
const lagged = 200

/** As somebody sets it up who wants to lose nothing. */
export const safePostgres = {
  ...{ fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', shared_buffers: '256MB' },
}

type Measured = { a_second: number[]; cpu_us: number[]; postgres_us: number[] }

export async function benchNodes({ start, slugs, folder, filled }: Bench, load: LoadMaker): Promise<Line[]> {
  const file = join(filled, 'launch.db')
  const { edits, key, ids } = await editsOf(file, slugs)
  const mix = everyKind(mixed(slugs)).map((read, n) => (n % 10 === 9 ? edits[n]! : read))
  const postgres = await startPostgres(safePostgres)
  const node = (database: string, name: string) => {
    const own = join(folder, name)
    const media = join(folder, `media-${database}`)
    for (const one of [own, media]) mkdirSync(one, { recursive: true })
    symlinkSync(media, join(own, 'media'))
    return start.product({}, { DATABASE_URL: postgres.url(database), DATA_DIR: own })
  }
  for (const database of ['one', 'two'])
    await fillPostgres(postgres.url('postgres'), postgres.url(database), file)
  const nodes = {
    one: [await node('one', 'alone')],
    two: [await node('two', 'left'), await node('two', 'right')],
  }
  const names = ['one', 'two'] as const
  const measured = Object.fromEntries(
    names.map((name) => [name, { a_second: [], cpu_us: [], postgres_us: [] }]),
  ) as unknown as Record<'one' | 'two', Measured>
  const run = async (name: 'one' | 'two', count: number, connections = 16) => {
    const port = nodes[name].map((one) => one.port)
    const answered = await load.run({ port, requests: mix, connections, count })
    if (answered.statuses['200'] !== count)
      throw new Error(`${name}: ${JSON.stringify(answered.statuses)} of ${count}`)
    return answered
  }
  const cpuOfNodes = (name: 'one' | 'two') => nodes[name].reduce((sum, one) => sum + cpuOfAll(one), 0)
  for (const name of names) await run(name, warm_up)
  for (let round = 0; round < rounds; round += 1)
    for (const name of names) {
      const before_s = [cpuOfNodes(name), cpuOfAll(postgres)] as const
      const { seconds } = await run(name, requestsEach)
      measured[name].a_second.push(requestsEach / seconds)
      measured[name].cpu_us.push(((cpuOfNodes(name) - before_s[0]) / requestsEach) * 1e6)
      measured[name].postgres_us.push(((cpuOfAll(postgres) - before_s[1]) / requestsEach) * 1e6)
    }
  const rss = median(nodes.two.map(({ pid }) => rssOf(pid)))
  const [here, there] = nodes.two.map(({ port }) => `http://127.0.0.1:${port}/api/v1`) as [string, string]
  const quiet = await lagsOf({ here, there, key, ids, word: 'quiet' })
  let isOver = false
  const loading = (async () => {
    while (!isOver) await run('two', 200, 4)
  })()
  const busy = await lagsOf({ here, there, key, ids, word: 'busy' })
  isOver = true
  await loading
  for (const one of [...nodes.one, ...nodes.two]) await one.stop()
  await postgres.stop()
  return linesOf(measured, { quiet, busy, rss })
}

/** Makes a database on the server and moves a file into it. */
export async function fillPostgres(server: string, address: string, file: string): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  await client.query(`CREATE DATABASE ${new URL(address).pathname.slice(1)}`)
  await client.end()
  await moveToPostgres(file, address)
}

type Lags = { ms: number[]; missed: number }
type Pair = { here: string; there: string; key: string; ids: number[]; word: string }

/** From the answer to an edit at one node until an answer of the other has it, this one's own time included. */
async function lagsOf({ here, there, key, ids, word }: Pair): Promise<Lags> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const finds = async (node: string, q: string) => {
    const answer = await fetch(`${node}/listings?q=${q}&per_page=1`)
    return ((await answer.json()) as { total: number }).total > 0
  }
  const ms: number[] = []
  let missed = 0
  for (let n = 0; n < lagged; n += 1) {
    const [at, other] = n % 2 === 0 ? [here, there] : [there, here]
    const q = `${word}${n.toString(36)}zq`
    const body = JSON.stringify({ fields: { tagline: `Invoices that are ${q}` } })
    const edited = await fetch(`${at}/me/listings/${ids[n % ids.length]}`, { method: 'PATCH', headers, body })
    if (!edited.ok) throw new Error(`An edit gave ${edited.status}`)
    const began_ms = performance.now()
    const own = finds(at, q)
    while (!(await finds(other, q))) await sleep(1)
    ms.push(performance.now() - began_ms)
    if (!(await own)) missed += 1
  }
  return { ms: ms.toSorted((a, b) => a - b), missed }
}

function linesOf(
  { one, two }: Record<'one' | 'two', Measured>,
  { quiet, busy, rss }: { quiet: Lags; busy: Lags; rss: number },
): Line[] {
  const line = linesOfSection('Several nodes')
  const gains = two.a_second.map((a_second, round) => a_second / one.a_second[round]!)
  // What a shared machine distorts: PostgreSQL and the load want the same cores.
  const capacity = one.cpu_us.map((cpu_us, round) => (2 * cpu_us) / two.cpu_us[round]!)
  const lag = (what: string, { ms }: Lags, part: number, bound: Line['bound'] = null) =>
    line(what, [ms[Math.floor((ms.length - 1) * part)]!], 'ms', bound)
  return [
    line('a mix with a tenth writes: two nodes answer so many times what one does', gains, '×', {
      least: 1.3,
    }),
    line('the same by CPU a request, as two free machines would give it', capacity, '×', { least: 1.3 }),
    line('the mix: one node, answers a second', one.a_second, ''),
    line('the mix: two nodes, answers a second', two.a_second, ''),
    line('the mix: CPU a request of one node', one.cpu_us, 'µs'),
    line('the mix: CPU a request of two nodes', two.cpu_us, 'µs'),
    line('the mix: CPU a request of PostgreSQL under one node', one.postgres_us, 'µs'),
    line('the mix: CPU a request of PostgreSQL under two nodes', two.postgres_us, 'µs'),
    lag('found at the other node, nothing else to do: p50', quiet, 0.5),
    lag('found at the other node, nothing else to do: p99', quiet, 0.99, { most: 50 }),
    lag('found at the other node, both under the mix: p50', busy, 0.5),
    lag('found at the other node, both under the mix: p99', busy, 0.99, { most: 50 }),
    line('own writes missed', [quiet.missed + busy.missed], '', { most: 0 }),
    line('resident memory of each node, after all this', [rss], 'MB'),
  ]
}
