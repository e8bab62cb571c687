// An import beside a live server: how many rows a second, what it takes of memory, and what those feel who read and write
// meanwhile, each answer made anew.
//   node tests/bench/import_beside.ts [ROWS, 20000 unless told]
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { operatorKey } from '../../auth/operator.ts'
import { openStorage } from '../../storage/storage.ts'
import { emptyProfile } from '../../tools/drafts/fields.ts'
import { startServer } from '../support/programs.ts'
import { inventRows } from './catalogue_file.ts'
import { cpuOf, root, rssOf } from './processes.ts'

const count = Number(process.argv[2] ?? 20_000)
const folder = mkdtempSync(join(tmpdir(), 'launch-import-'))
const data = join(folder, 'data')
const server = await startServer(data)
const storage = openStorage(join(data, 'launch.db'))
const now = new Date()
const email = 'ana@tide.example'
const key = await operatorKey(storage, { email, scopes: 'account:read,listings:write' }, now)
const ids = [1, 2, 3, 4].map(() => randomUUID())
await storage.write(async ({ drafts, users }) => {
  const { id: user_id } = await users.ensure(email, now.toISOString())
  for (const id of ids) {
    const at = { created_at: now.toISOString(), updated_at: now.toISOString() }
    const progress = { step: 'done' as const, pages_read: 0, reading: null }
    const url = `https://${id}.example/`
    await drafts.add({
      id,
      site_id: 1,
      user_id,
      url,
      url_key: url,
      status: 'ready',
      profile: emptyProfile(),
      progress,
      ...at,
    })
  }
})
storage.close()
const { rows, categories } = inventRows(folder, 3, count)

const writes_ms: number[] = []
const reads_ms: number[] = []
let turnedAway = 0
const done = new AbortController()
const writers = ids.map(async (id) => {
  for (let n = 0; !done.signal.aborted; n += 1) {
    const began_ms = performance.now()
    const answer = await fetch(`${server.url}/api/v1/drafts/${id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ fields: { tagline: `Tagline ${n}` } }),
    })
    if (answer.status === 503) turnedAway += 1
    else if (!answer.ok) throw new Error(await answer.text())
    await answer.arrayBuffer()
    writes_ms.push(performance.now() - began_ms)
    await sleep(20)
  }
})
const readers = [1, 2, 3, 4].map(async (reader) => {
  for (let n = 0; !done.signal.aborted; n += 1) {
    const began_ms = performance.now()
    // No page of it is asked twice, so that none is kept.
    const answer = await fetch(`${server.url}/api/v1/listings?per_page=${reader}&page=${1 + (n % 1000)}`)
    if (!answer.ok) throw new Error(await answer.text())
    await answer.arrayBuffer()
    reads_ms.push(performance.now() - began_ms)
    await sleep(20)
  }
})
await sleep(2000)
const at = (of: number[], part: number) =>
  of.toSorted((a, b) => a - b)[Math.floor(of.length * part)]!.toFixed(0)
const told = (reads = reads_ms, writes = writes_ms) =>
  Object.entries({ reads, writes })
    .map(
      ([what, of]) =>
        `${of.length} ${what}, p50 ${at(of, 0.5)} ms, p99 ${at(of, 0.99)} ms, slowest ${at(of, 1 - 1e-9)} ms`,
    )
    .join('; ')
console.log(`alone: ${told()}`)
reads_ms.length = 0
writes_ms.length = 0
const began_ms = performance.now()
const child = spawn(process.execPath, [join(root, 'admin.ts'), 'import', rows, '--categories', categories], {
  env: { ...process.env, DATA_DIR: data },
  stdio: 'inherit',
})
const most = { mb: 0, cpu_s: 0 }
// What reads and writes felt is told every minute, so that an import that is given up has said something.
let last = { at_ms: began_ms, reads: 0, writes: 0 }
const tellMinute = () => {
  if (performance.now() - last.at_ms < 60_000) return
  const since = told(reads_ms.slice(last.reads), writes_ms.slice(last.writes))
  last = { at_ms: performance.now(), reads: reads_ms.length, writes: writes_ms.length }
  console.log(
    `minute ${Math.floor((last.at_ms - began_ms) / 60_000)}: ${since}; ${most.mb.toFixed(0)} MB at most`,
  )
}
const sampling = setInterval(() => {
  try {
    most.mb = Math.max(most.mb, rssOf(child.pid!))
    most.cpu_s = cpuOf(child.pid!)
  } catch {
    // It has ended, which is told a moment later.
  }
  tellMinute()
}, 500)
await once(child, 'exit')
clearInterval(sampling)
const took_s = (performance.now() - began_ms) / 1000
done.abort()
await Promise.all([...writers, ...readers])
console.log(
  `${count} rows in ${took_s.toFixed(0)} s, ${(count / took_s).toFixed(0)} a second, ${(count / most.cpu_s).toFixed(0)} for each second of CPU, ${most.mb.toFixed(0)} MB at most`,
)
console.log(`meanwhile: ${told()}; ${turnedAway} writes were told to come again`)
await server.stop()
rmSync(folder, { recursive: true, force: true })
