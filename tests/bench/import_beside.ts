// An import of 20,000 rows beside a live server: how long it takes, and what those feel who write meanwhile.
//   node tests/bench/import_beside.ts
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
import { root } from './processes.ts'

const count = 20_000
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

const waits_ms: number[] = []
const done = new AbortController()
const writers = ids.map(async (id) => {
  for (let n = 0; !done.signal.aborted; n += 1) {
    const began_ms = performance.now()
    const answer = await fetch(`${server.url}/api/v1/drafts/${id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ fields: { tagline: `Tagline ${n}` } }),
    })
    if (!answer.ok) throw new Error(await answer.text())
    await answer.arrayBuffer()
    waits_ms.push(performance.now() - began_ms)
    await sleep(20)
  }
})
await sleep(2000)
const at = (part: number) => waits_ms.sort((a, b) => a - b)[Math.floor(waits_ms.length * part)]!.toFixed(0)
console.log(`alone: ${waits_ms.length} writes, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`)
waits_ms.length = 0
const began_ms = performance.now()
const child = spawn(process.execPath, [join(root, 'admin.ts'), 'import', rows, '--categories', categories], {
  env: { ...process.env, DATA_DIR: data },
  stdio: 'inherit',
})
await once(child, 'exit')
const took_s = (performance.now() - began_ms) / 1000
done.abort()
await Promise.all(writers)
console.log(
  `${count} rows in ${took_s.toFixed(1)} s; ${waits_ms.length} writes meanwhile, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, slowest ${at(1 - 1e-9)} ms`,
)
await server.stop()
rmSync(folder, { recursive: true, force: true })
