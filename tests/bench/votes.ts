// A whole history of votes on one node: node tests/bench/votes.ts SCALE [FOLDER [WEEKS]]. At 1 it is 1,000,000 people, 300,000 launches and
// 20,000,000 votes over 500 weeks; a week is as large at every scale. Says what closing, signing, the rules, casting and a recount take.
// A folder is kept, and a run that was stopped goes on there; of WEEKS only the last so many are closed, signed and counted again.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { migrate } from '../../storage/migrate.ts'
import { addToTrend } from '../../storage/listings/trend.ts'
import { openStorage, type OpenStorage } from '../../storage/storage.ts'
import { chance } from '../../tools/catalogue/demo_activity.ts'
import { closeWeek } from '../../tools/launches/ranked.ts'
import { addWeeks } from '../../tools/launches/week.ts'
import { recount } from '../../tools/ledger/recount.ts'
import { sealWeek } from '../../tools/ledger/seal.ts'
import { weighWeek } from '../../tools/votes/weigh.ts'

const scale = Number(process.argv[2] ?? 0.02)
const keptIn = process.argv[3]
const closing = Number(process.argv[4] ?? Infinity)
const weeks = Math.max(2, Math.round(500 * scale))
const people = Math.round(1_000_000 * scale)
const [launches, votes, categories] = [600, 40_000, 200]
// At 1 the last week is the one that begins on 23 November 2026.
const weekOfNumber = (n: number) => addWeeks('2026-11-23', n - weeks + 1)
const folder = keptIn ?? mkdtempSync(join(tmpdir(), 'ledger-bench-'))
mkdirSync(folder, { recursive: true })
const file = join(folder, 'launch.db')

/** People, launches week by week, and votes: some products are loved, and some people vote a lot. */
function fill(): void {
  const half = `${file}-filling`
  rmSync(half, { force: true })
  const database = new Database(half)
  migrate(database)
  database.pragma('synchronous = OFF')
  database.pragma('foreign_keys = OFF')
  database.pragma('cache_size = -1000000')
  // Made of all at once afterwards: each vote would write to two pages far apart.
  database.exec('DROP INDEX votes_by_voter; DROP INDEX votes_by_user; DROP INDEX votes_in_turn')
  const at = `${weekOfNumber(0)}T00:00:00.000Z`
  const next = chance('whole history')
  const user = database.prepare(
    'INSERT INTO users(id, email, mailbox, name, created_at) VALUES (?, ?, ?, ?, ?)',
  )
  const listing =
    database.prepare(`INSERT INTO listings(id, site_id, company_id, category_id, slug, name, name_key, url, domain, url_key,
    status, plan, launch_week, live_at, created_at, updated_at, tagline, votes, week_votes, trend)
    VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?, ?, 'live', 'launch', ?, ?, ?, ?, ?, ?, ?, ?)`)
  const vote = database.prepare(
    'INSERT INTO votes(listing_id, voter, user_id, voted_at, nonce) VALUES (?, ?, ?, ?, ?)',
  )
  const mailboxes = Array.from({ length: people + 1 }, (_, person) =>
    createHash('sha256').update(String(person)).digest('base64url'),
  )
  database.transaction(() => {
    const category = database.prepare('INSERT INTO categories(id, slug, name) VALUES (?, ?, ?)')
    for (let n = 1; n <= categories; n += 1) category.run(n, `category-${n}`, `Category ${n}`)
    for (let n = 1; n <= people; n += 1)
      user.run(n, `person-${n}@many.example`, mailboxes[n], `Person ${n}`, at)
    const company = database.prepare('INSERT INTO companies(id, key, created_at) VALUES (?, ?, ?)')
    for (let n = 1; n <= weeks * launches; n += 1) company.run(n, `p${n}.example`, at)
  })()
  for (let n = 0; n < weeks; n += 1)
    database.transaction(() => {
      const week = weekOfNumber(n)
      const begin = Date.parse(week)
      const begun = n * launches + 1
      const given = new Map<number, { votes: number; trend: number }>()
      const sent = n === weeks - 1 ? [] : Array.from({ length: votes }, () => next() ** 1.5 * 7 * 86_400_000)
      const pairs = new Set<string>()
      for (const offset of sent.sort((a, b) => a - b)) {
        const person = 1 + Math.floor(next() ** 2 * people)
        const id = begun + Math.floor(next() ** 3 * launches)
        if (pairs.size === pairs.add(`${person} ${id}`).size) continue
        const nonce = Math.floor(next() * 2 ** 48)
          .toString(36)
          .padStart(22, 'n')
        const voted_at = new Date(begin + offset).toISOString()
        vote.run(id, mailboxes[person], person, voted_at, nonce)
        const so_far = given.get(id) ?? { votes: 0, trend: 0 }
        given.set(id, { votes: so_far.votes + 1, trend: addToTrend(so_far.trend, voted_at) })
      }
      for (let l = 0; l < launches; l += 1) {
        const id = begun + l
        const [domain, live] = [`p${id}.example`, new Date(begin + (l % 24) * 3_600_000).toISOString()]
        const its = given.get(id) ?? { votes: 0, trend: 0 }
        listing.run(
          ...[id, id, 1 + (id % categories), `product-${id}`, `Product ${id}`, `product ${id}`],
          ...[`https://${domain}`, domain, domain, week, live, at, at],
          ...[`What ${id} people need`, its.votes, its.votes, its.trend],
        )
      }
    })()
  database.exec(`CREATE INDEX votes_by_voter ON votes(voter, voted_at);
    CREATE INDEX votes_by_user ON votes(user_id);
    CREATE INDEX votes_in_turn ON votes(voted_at);`)
  database.pragma('wal_checkpoint(TRUNCATE)')
  database.pragma('analysis_limit = 1000')
  database.exec('ANALYZE')
  database.close()
  renameSync(half, file)
}

const times = new Map<string, { ms: number; cpu: number }[]>()
async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const [began, cpu] = [performance.now(), process.cpuUsage()]
  const result = await work()
  const used = process.cpuUsage(cpu)
  const all = times.get(what) ?? times.set(what, []).get(what)!
  all.push({ ms: performance.now() - began, cpu: (used.user + used.system) / 1000 })
  return result
}
function tell(what: string): void {
  const all = times.get(what)!
  const of = (key: 'ms' | 'cpu', part: number) =>
    all
      .map((one) => one[key])
      .sort((a, b) => a - b)
      [Math.min(all.length - 1, Math.floor(all.length * part))]!.toFixed(1)
  console.log(
    `${what}: ${all.length} times; median ${of('ms', 0.5)} ms (CPU ${of('cpu', 0.5)}), p99 ${of('ms', 0.99)} ms (CPU ${of('cpu', 0.99)}), longest ${of('ms', 1)} ms`,
  )
}

/** Votes of the last week, one after the other, beside whatever else runs. */
async function castMany(storage: OpenStorage, count: number, what: string, seed: string): Promise<void> {
  const next = chance(seed)
  const week = weekOfNumber(weeks - 1)
  for (let n = 0; n < count; n += 1) {
    const voted_at = new Date(Date.parse(week) + n * 1000).toISOString()
    const listing = (weeks - 1) * launches + 1 + Math.floor(next() ** 3 * launches)
    const person = 1 + Math.floor(next() * people)
    await timed(what, () =>
      storage.write((inside) => inside.votes.add(listing, person, { voted_at, monday: week })),
    )
    await timed(`${what}, reading the week`, () =>
      storage.listings.launchedIn(1, week, { limit: 30, offset: 0 }),
    )
  }
}

console.log(
  `${people} people, ${weeks * launches} launches, about ${(weeks - 1) * votes} votes over ${weeks} weeks`,
)
const began = performance.now()
const say = (what: string) =>
  console.log(
    `${((performance.now() - began) / 1000).toFixed(0)} s, ${(process.cpuUsage().user / 1e6).toFixed(0)} of CPU: ${what}; load ${loadavg()[0]!.toFixed(1)}, ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MB memory`,
  )
if (!existsSync(file)) await timed('filling', async () => fill())
say(`${(statSync(file).size / 2 ** 20).toFixed(0)} MB of database`)
const storage = openStorage(file)
say('opened')
const about = { site: { key: 'main', host: null }, public_url: 'https://bench.example' }
const firstOfThem = Math.max(0, weeks - 1 - closing)
for (let n = firstOfThem; n < weeks - 1; n += 1) {
  const over = { site_id: 1, week: weekOfNumber(n) }
  const now = new Date(weekOfNumber(n + 1))
  if (n === weeks - 2)
    await timed('weighing the last week', () => weighWeek(storage, over, { mode: 'on', now }))
  await timed('closing a week', () => storage.write((inside) => closeWeek(inside, over, now)))
  const sealing = timed('signing a week', () => sealWeek(storage, over, { ...about, now }))
  if (n === weeks - 2) await castMany(storage, 500, 'casting beside the signing', 'beside')
  await sealing
  if (n % 10 === 0) say(`signed ${over.week}`)
}
await castMany(storage, 2000, 'casting', 'alone')
const most = Math.max(...(await storage.ledger.checkpoints(1)).map(({ size }) => size))
for (let n = 0; n < most; n += Math.ceil(most / 200))
  await timed('a proof', () => storage.ledger.hash(1, 0, most - (n % 1000)))
for (const what of times.keys()) tell(what)
for (let n = firstOfThem; n < weeks - 1; n += 1) {
  const over = { site_id: 1, week: weekOfNumber(n) }
  const { faults } = await timed('recounting a week', () => recount(storage, over))
  if (faults.length > 0) throw new Error(faults.join('\n'))
  if (n % 10 === 0) say(`counted ${over.week} again`)
}
tell('recounting a week')
const all = times.get('recounting a week')!.reduce((sum, { ms }) => sum + ms, 0)
console.log(
  `recount of all these ${(all / 1000).toFixed(1)} s; ${most} lines; ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MB memory`,
)
await storage.close()
const database = new Database(file)
database.pragma('wal_checkpoint(TRUNCATE)')
database.close()
console.log(`${(statSync(file).size / 2 ** 20).toFixed(0)} MB with the ledger`)
if (keptIn === undefined) rmSync(folder, { recursive: true })
