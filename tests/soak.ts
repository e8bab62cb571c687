// npm run soak -- [--minutes=60] [--part=0.1 | --rate=20] [--folder=DIR]: the service as it is started, at a part of what it
// can do or at so many requests a second, reading, editing and drafting all the while. Every minute a line says what it holds: memory, descriptors, the log of writes,
// its own log, the database. At the end it says what is flat and what is not; exit 1 when something grows that should not.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { fillFolder, slugsIn } from './bench/catalogue_file.ts'
import { keepDrafting, keysOf } from './bench/keep_drafting.ts'
import { median } from './bench/measure.ts'
import { everyKind } from './bench/process.ts'
import { root, rssOf, startLoadMaker, startSites } from './bench/processes.ts'
import { get, mixed } from './bench/requests.ts'
import { editsOf } from './bench/several.ts'
import { hasData } from './support/outside.ts'
import { freePort } from './support/programs.ts'

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    part: { type: 'string', default: '0.1' },
    rate: { type: 'string' },
    folder: { type: 'string' },
  },
})
const minutes = Number(options.minutes)
const connections = 8

const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'launch-soak-'))
const data = join(folder, 'data')
const log = join(folder, 'log')
fillFolder(data)
const slugs = slugsIn(data)
const { edits } = await editsOf(join(data, 'launch.db'), slugs)
// A person has at most a hundred open drafts: these last for two hours.
const keys = await keysOf(join(data, 'launch.db'), 20)
const sites = hasData ? await startSites() : null
const port = await freePort()
const out = openSync(log, 'w')
const service = spawn(process.execPath, ['server.ts'], {
  cwd: root,
  env: {
    ...process.env,
    ...{ DATA_DIR: data, PORT: String(port), LOG_LEVEL: 'info', RATE_LIMITS: 'off', DAILY_CAPS: 'off' },
    ...(sites !== null && { OUTBOUND_PROXY: sites.proxy }),
  },
  stdio: ['ignore', out, out],
})
const pid = service.pid!
const ended = once(service, 'exit')
process.once('exit', () => void service.kill('SIGKILL'))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const isReady = () =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
while (!(await isReady())) {
  if (service.exitCode !== null) throw new Error(readFileSync(log, 'utf8'))
  await sleep(50)
}

/** Of twenty requests one edits, four are pages of the site, and the rest are every kind of call. */
const pages = [
  '/',
  '/categories',
  '/search?q=invoice',
  '/founders',
  '/awards',
  '/boards/community-all-time',
  '/updates',
  '/blog',
]
const requests = everyKind(mixed(slugs)).map((read, n) => {
  if (n % 20 === 0) return edits[n % edits.length]!
  if (n % 5 !== 1) return read
  const page = n % 2 === 0 ? `/listings/${slugs[n % slugs.length]!}` : pages[(n >> 1) % pages.length]!
  return get(page, { accept: 'text/html' })
})
const load = startLoadMaker()
process.once('exit', () => (load.stop(), sites?.stop()))
/** Each minute goes on where the one before it ended. */
let at = 0
function run(count: number, pause_ms?: number) {
  const some = Array.from({ length: count }, (_, n) => requests[(at + n) % requests.length]!)
  at += count
  return load.run({ port, requests: some, connections, count, pause_ms })
}

/** What stands in files, in megabytes. */
const megabytes = (path: string): number => {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return 0
  if (!stats.isDirectory()) return stats.size / 2 ** 20
  return readdirSync(path).reduce((sum, name) => sum + megabytes(join(path, name)), 0)
}

const looks = {
  memory_mb: () => rssOf(pid),
  descriptors: () => readdirSync(`/proc/${pid}/fd`).length,
  threads: () => readdirSync(`/proc/${pid}/task`).length,
  wal_mb: () => megabytes(join(data, 'launch.db-wal')),
  log_mb: () => megabytes(log),
  database_mb: () => megabytes(join(data, 'launch.db')),
  rest_mb: () => ['media', 'mail', 'backups'].reduce((sum, name) => sum + megabytes(join(data, name)), 0),
}
type Row = Record<keyof typeof looks | 'p99_ms' | 'wrong', number>

await run(4000)
const { seconds } = await run(4000)
const a_second = options.rate === undefined ? (4000 / seconds) * Number(options.part) : Number(options.rate)
console.log(
  `It answers ${Math.round(4000 / seconds)} a second; now ${a_second.toFixed(0)}, for ${minutes} minutes.`,
)
console.log(`| minute | ${[...Object.keys(looks), 'p99_ms', 'wrong'].join(' | ')} |`)
const drafting = sites === null ? null : keepDrafting(port, keys, 90_000)
const rows: Row[] = []
for (let minute = 1; minute <= minutes; minute += 1) {
  const began_ms = performance.now()
  const { statuses, p99_ms } = await run(Math.round(a_second * 60), (connections / a_second) * 1000)
  await sleep(Math.max(0, 60_000 - (performance.now() - began_ms)))
  const wrong = Object.entries(statuses).reduce(
    (sum, [status, count]) => sum + (/^[23]/.test(status) ? 0 : count),
    0,
  )
  const row = Object.fromEntries([
    ...Object.entries(looks).map(([name, look]) => [name, look()]),
    ['p99_ms', p99_ms],
    ['wrong', wrong],
  ]) as Row
  rows.push(row)
  console.log(
    `| ${minute} | ${Object.values(row)
      .map((value) => (Number.isInteger(value) ? value : value.toFixed(1)))
      .join(' | ')} |`,
  )
}
const drafts = await drafting?.stop()
console.log(`drafts: ${JSON.stringify(drafts)}`)

/** Code is compiled and caches are filled in the first third; after that the middle and the last are held side by side. */
const third = Math.max(1, Math.floor(rows.length / 3))
const grown = (name: keyof Row) => {
  const [middle, last] = [rows.slice(-2 * third, -third), rows.slice(-third)].map((some) =>
    median(some.map((row) => row[name])),
  )
  return { name, middle: middle!, last: last! }
}
let isFlat = rows.every(({ wrong }) => wrong === 0) && (drafts?.refused ?? 0) === 0
for (const [name, most] of [
  ['memory_mb', 1.1],
  ['descriptors', 1.1],
  ['threads', 1.1],
  ['wal_mb', 1.5],
] as const) {
  const { middle, last } = grown(name)
  const isFine = last <= middle * most + 1
  isFlat &&= isFine
  console.log(
    `${name}: ${middle.toFixed(1)} in the middle, ${last.toFixed(1)} at the end${isFine ? '' : ', GROWS'}`,
  )
}
const written = at / 20
for (const name of ['database_mb', 'log_mb'] as const) {
  const more = rows.at(-1)![name] - rows[0]![name]
  console.log(
    `${name}: ${more.toFixed(1)} more, ${((more / at) * 2 ** 20).toFixed(0)} bytes a request; ${Math.round(written)} edits`,
  )
}
load.stop()
sites?.stop()
service.kill('SIGTERM')
await ended
if (options.folder === undefined) rmSync(folder, { recursive: true, force: true })
process.exit(isFlat ? 0 : 1)
