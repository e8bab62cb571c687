// A whole history of votes on one node: node tests/bench/votes.ts SCALE [FOLDER [WEEKS]]. At 1 it is 1,000,000 people, 300,000 launches and
// 20,000,000 votes over 500 weeks; a week is as large at every scale. Says what closing, signing, the rules, casting, pages and a recount
// take, as a table beside the bounds. A folder is kept: a run that was stopped goes on there, and one that was not closes and signs the
// last three weeks once more. Of WEEKS only the last so many are closed, signed and counted again.
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { migrationsAfter, newestMigration, textOf, toCheck } from '../../storage/migrate.ts'
import { openStorage, type OpenStorage } from '../../storage/storage.ts'
import { chance } from '../../tools/catalogue/demo_activity.ts'
import { closeWeek } from '../../tools/launches/ranked.ts'
import { recount } from '../../tools/ledger/recount.ts'
import { sealWeek } from '../../tools/ledger/seal.ts'
import { weighWeek } from '../../tools/votes/weigh.ts'
import { fill, historyOf, launches, reopen, votes, votesSince } from './votes_history.ts'
import { measureSite } from './votes_served.ts'

const history = historyOf(Number(process.argv[2] ?? 0.02))
const { weeks, people, monday } = history
const keptIn = process.argv[3]
const closing = Number(process.argv[4] ?? Infinity)
const closedAgain = 3
const folder = keptIn ?? mkdtempSync(join(tmpdir(), 'ledger-bench-'))
mkdirSync(folder, { recursive: true })
const file = join(folder, 'launch.db')

const began = performance.now()
const memory_mb = () => process.memoryUsage().rss / 2 ** 20
const disk_mb = () => statSync(file).size / 2 ** 20
const say = (what: string) =>
  console.log(
    `${((performance.now() - began) / 1000).toFixed(0)} s: ${what}; load ${loadavg()[0]!.toFixed(1)}, ${memory_mb().toFixed(0)} MB memory`,
  )

const times = new Map<string, { ms: number; cpu: number }[]>()
async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const [start, cpu] = [performance.now(), process.cpuUsage()]
  const result = await work()
  const used = process.cpuUsage(cpu)
  const all = times.get(what) ?? times.set(what, []).get(what)!
  all.push({ ms: performance.now() - start, cpu: (used.user + used.system) / 1000 })
  return result
}

const rows: string[] = [
  '| what | times | p50 | p99 | longest | CPU, p50 | bound |',
  '| - | - | - | - | - | - | - |',
]
const inWords = (ms: number): string => (ms >= 2000 ? `${(ms / 1000).toFixed(1)} s` : `${ms.toFixed(1)} ms`)
const bound = (value: number, most: number | null, of: string) =>
  most === null ? '' : `${of} ≤ ${inWords(most)}: ${value <= most ? 'met' : '**missed**'}`
const row = (what: string, count: number, all: (number | null)[], bounds: string) =>
  void rows.push(
    `| ${[what, count, ...all.map((ms) => (ms === null ? '' : inWords(ms))), bounds].join(' | ')} |`,
  )

/** One row of what was timed under this name; the bound is of its p99, its longest, or all of it together. */
function tell(what: string, most: { p99?: number; longest?: number; sum?: number } = {}): void {
  const all = times.get(what)
  if (all === undefined) return
  const of = (key: 'ms' | 'cpu', part: number) =>
    all.map((one) => one[key]).sort((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * part))]!
  const sum = all.reduce((so_far, { ms }) => so_far + ms, 0)
  const bounds = [
    bound(of('ms', 0.99), most.p99 ?? null, 'p99'),
    bound(of('ms', 1), most.longest ?? null, 'longest'),
    bound(sum, most.sum ?? null, `all together ${inWords(sum)},`),
  ]
  const said = bounds.filter((one) => one !== '').join('; ')
  row(what, all.length, [of('ms', 0.5), of('ms', 0.99), of('ms', 1), of('cpu', 0.5)], said)
}

/** Votes of the last week, one after the other, beside whatever else runs. */
async function castMany(storage: OpenStorage, count: number, what: string, seed: string): Promise<void> {
  const next = chance(seed)
  const week = monday(weeks - 1)
  for (let n = 0; n < count; n += 1) {
    const voted_at = new Date(Date.parse(week) + n * 1000).toISOString()
    const listing = (weeks - 1) * launches + 1 + Math.floor(next() ** 3 * launches)
    const person = 1 + Math.floor(next() * people)
    await timed(what, () =>
      storage.write((inside) => inside.votes.add(listing, person, { voted_at, monday: week })),
    )
    await timed(`reading the week after ${what}`, () =>
      storage.listings.launchedIn(1, week, { limit: 30, offset: 0 }),
    )
  }
}

const first = Math.max(0, weeks - 1 - closing)
const overs = Array.from({ length: weeks - 1 - first }, (_, n) => ({ site_id: 1, week: monday(first + n) }))

/** Closes and signs what is not, with votes beside the last of them. */
async function closeAll(storage: OpenStorage, seed: string): Promise<void> {
  const about = { site: { key: 'main', host: null }, public_url: 'https://bench.example' }
  for (const [at, over] of overs.entries()) {
    if ((await storage.ledger.checkpoint(over)) !== undefined) continue
    const now = new Date(monday(first + at + 1))
    const isLast = over === overs.at(-1)
    if (isLast) await timed('the rules on the last week', () => weighWeek(storage, over, { mode: 'on', now }))
    const signing = timed('a week closed and signed', async () => {
      await timed('of that, closed in one transaction', () =>
        storage.write((inside) => closeWeek(inside, over, now)),
      )
      await sealWeek(storage, over, { ...about, now })
    })
    if (isLast) await castMany(storage, 500, 'a vote beside the closing', `beside ${seed}`)
    await signing
    if (at % 10 === 0) say(`signed ${over.week}`)
  }
}

/** What the checks of the five newest migrations look through. */
function checkReferences(): void {
  const database = new Database(file, { readonly: true })
  for (const migration of migrationsAfter(newestMigration() - 5))
    for (const table of toCheck(database, textOf(migration))) database.pragma(`foreign_key_check(${table})`)
  database.close()
}

say(`${people} people, ${weeks * launches} launches, about ${(weeks - 1) * votes} votes over ${weeks} weeks`)
if (!existsSync(file)) await timed('the data made', async () => fill(file, history))
say(`${disk_mb().toFixed(0)} MB of database`)
let storage = await timed('the file opened', async () => openStorage(file))
const unsigned = await Promise.all(overs.map((over) => storage.ledger.checkpoint(over)))
if (!unsigned.includes(undefined)) {
  await storage.close()
  reopen(file, overs.at(-closedAgain)!.week)
  storage = openStorage(file)
}
// Nobody votes twice for the same.
const seed = `after ${votesSince(file, monday(weeks - 1))}`
await closeAll(storage, seed)
await castMany(storage, 2000, 'a vote', `alone ${seed}`)
const lines = Math.max(...(await storage.ledger.checkpoints(1)).map(({ size }) => size))
for (let n = 0; n < 200; n += 1) await timed('a root', () => storage.ledger.hash(1, 0, lines - n * 37))
say('closed, signed and voted')
await timed('references checked for five migrations', async () => checkReferences())
await storage.close()
const { served, memory_mb: served_mb } = await measureSite(file, history)
say('asked for its pages')
storage = openStorage(file)
for (const [at, over] of overs.entries()) {
  const { faults } = await timed('a week counted again', () => recount(storage, over))
  if (faults.length > 0) throw new Error(faults.join('\n'))
  if (at % 50 === 0) say(`counted ${over.week} again`)
}
await storage.close()
const database = new Database(file)
database.pragma('wal_checkpoint(TRUNCATE)')
database.close()

tell('the data made')
tell('the file opened')
tell('a week closed and signed', { longest: 10_000 })
tell('of that, closed in one transaction')
tell('the rules on the last week')
for (const what of ['a vote', 'a vote beside the closing']) {
  tell(what, { p99: 50 })
  tell(`reading the week after ${what}`)
}
tell('a root')
tell('references checked for five migrations')
tell('a week counted again', { longest: 300_000, sum: 1_800_000 })
for (const { what, times: count, p50_ms, p99_ms, most_ms } of served) {
  const most = what.startsWith('dumps') ? null : 50
  row(what, count, [p50_ms, p99_ms, most_ms, null], bound(p99_ms, most, 'p99'))
}
console.log(`\n${rows.join('\n')}\n`)
console.log(
  `${lines} lines in the ledger; ${disk_mb().toFixed(0)} MB on the disk; ${memory_mb().toFixed(0)} MB of memory here, ${served_mb.toFixed(0)} in the service`,
)
if (keptIn === undefined) rmSync(folder, { recursive: true })
