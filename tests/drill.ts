// npm run drill: faults as an operator meets them, done to real services in scratch folders. A table says what callers saw,
// which alert came after how long, and what recovered by itself. It takes about ten minutes. Disks need root and mount, the
// clock needs Debian's faketime; what is not there is left out and said so.
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, openSync, rmSync, statSync, writeFileSync, writeSync, closeSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import pg from 'pg'
import { openStorage } from '../storage/storage.ts'
import { openOutside, type Host } from './support/outside.ts'
import { startPostgres } from './support/postgres_server.ts'
import { admin, newFolder, startServer, startAdmin } from './support/programs.ts'
import { tide } from './support/tide.ts'

type Outcome = { callers: string; alert: string; recovered: string }
type Drill = { name: string; run(): Promise<Outcome | string> }

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const free = async (data_dir: string, ...words: string[]) => (await admin(data_dir, ...words)).out.trim()

/** A service whose alerts are heard, and which is asked ten times a second for pages that are not kept. */
async function scene(given: Record<string, string> = {}, data_dir?: string) {
  const folder = newFolder()
  const path = data_dir ?? folder.path
  const heard: { at: number; type: string; key: string }[] = []
  const hook = createHttpServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      const { type, data } = JSON.parse(text) as { type: string; data: { key: string } }
      heard.push({ at: performance.now(), type, key: data.key })
      response.end()
    })
  }).listen(0, '127.0.0.1')
  await new Promise((done) => hook.once('listening', done))
  const settings = {
    ALERT_WEBHOOK_URL: `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`,
    ALERT_WEBHOOK_SECRET: `whsec_${Buffer.alloc(24, 7).toString('base64')}`,
    ...given,
  }
  const service = await startServer(path, settings)
  const seen = new Map<string, number>()
  let slowest_ms = 0
  let asked = 0
  let isOver = false
  const note = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1)
  const asking = (async () => {
    while (!isOver) {
      const began = performance.now()
      asked += 1
      await fetch(`${service.url}/api/v1/listings?q=x${asked}`, { signal: AbortSignal.timeout(15_000) }).then(
        async (answer) => note(`${answer.status}${(await answer.text()).length > 0 ? '' : ' empty'}`),
        (error: Error) => note(error.name === 'TimeoutError' ? 'no answer in 15 s' : 'no connection'),
      )
      slowest_ms = Math.max(slowest_ms, performance.now() - began)
      await sleep(100)
    }
  })()
  return {
    ...{ path, service, settings, seen },
    callers: () =>
      `${[...seen].map(([what, count]) => `${count} × ${what}`).join(', ')}; slowest ${seconds(slowest_ms)}`,
    /** When an alert came, from now on; within so many seconds. */
    async alert(pattern: RegExp, within_s: number, type = 'alert.began'): Promise<string> {
      const began = performance.now()
      for (;;) {
        const one = heard.find((alert) => alert.type === type && pattern.test(alert.key))
        if (one !== undefined) return `“${one.key}” after ${seconds(Math.max(0, one.at - began))}`
        if (performance.now() - began > within_s * 1000) return `none within ${within_s} s`
        await sleep(200)
      }
    },
    /** Until what is asked is so again. */
    async until(what: () => Promise<boolean>, within_s: number): Promise<string> {
      const began = performance.now()
      while (!(await what().catch(() => false))) {
        if (performance.now() - began > within_s * 1000) return `not within ${within_s} s`
        await sleep(100)
      }
      return `after ${seconds(performance.now() - began)}`
    },
    answers: async () => (await fetch(`${service.url}/api/v1/blog?page=1`)).status === 200,
    async write(key: string): Promise<number> {
      return (
        await fetch(`${service.url}/api/v1/drafts`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ url: `n${randomUUID()}.test` }),
        })
      ).status
    },
    keyOf: (email: string) =>
      free(path, 'api-key', 'create', '--email', email, '--scopes', 'account:read,listings:write'),
    async end() {
      isOver = true
      await service.stop().catch(() => undefined)
      await asking
      hook.closeAllConnections()
      hook.close()
      folder.remove()
    },
  }
}
type Scene = Awaited<ReturnType<typeof scene>>

async function within(
  given: Record<string, string>,
  work: (here: Scene) => Promise<Omit<Outcome, 'callers'> & { callers?: string }>,
  data_dir?: string,
): Promise<Outcome> {
  const here = await scene(given, data_dir)
  try {
    await sleep(1500)
    const { alert, recovered, callers } = await work(here)
    return { callers: [callers, here.callers()].filter(Boolean).join('; '), alert, recovered }
  } finally {
    await here.end()
  }
}

const faketime = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find((file) => existsSync(file))

const clockBy = (days: number): Drill => ({
  name: `clock ${days > 0 ? 'ahead' : 'back'} by ${Math.abs(days)} days, and right again`,
  async run() {
    if (faketime === undefined) return 'left out: faketime is not installed'
    const folder = newFolder()
    const file = folder.file('clock')
    writeFileSync(file, '+0')
    const faked = {
      ...{ LD_PRELOAD: faketime, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1' },
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    }
    return within(faked, async ({ alert, until, service }) => {
      writeFileSync(file, `${days > 0 ? '+' : '-'}${Math.abs(days)}d`)
      const began = await alert(/^clock$/, 120)
      writeFileSync(file, '+0')
      const over = await alert(/^clock$/, 120, 'alert.over')
      const jobs = await until(
        async () => (await (await fetch(`${service.url}/readyz`)).text()) === '{"status":"ready"}',
        60,
      )
      return { alert: `${began}; over ${over}`, recovered: `jobs run again ${jobs}` }
    }).finally(folder.remove)
  },
})

/** A draft of somebody who has nothing to do with the trouble: how long it takes. */
async function draftOf(here: Scene, url: string): Promise<string> {
  const headers = { authorization: `Bearer ${await here.keyOf('ben@else.example')}` }
  const began = performance.now()
  const made = await fetch(`${here.service.url}/api/v1/drafts`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  })
  const { id } = (await made.json()) as { id: string }
  for (;;) {
    const answer = await fetch(`${here.service.url}/api/v1/drafts/${id}`, { headers })
    const { status } = (await answer.json()) as { status: string }
    if (status === 'ready' || status === 'failed')
      return `${status} after ${seconds(performance.now() - began)}`
    if (performance.now() - began > 120_000) return 'not written in two minutes'
    await sleep(100)
  }
}

async function outsideWith(hosts: Record<string, Host>) {
  const folder = newFolder()
  const outside = await openOutside({ 'tide.test': tide, ...hosts })
  writeFileSync(folder.file('ca.pem'), outside.ca)
  return {
    settings: { OUTBOUND_PROXY: outside.proxy, NODE_EXTRA_CA_CERTS: folder.file('ca.pem') },
    async close() {
      await outside.close()
      folder.remove()
    },
  }
}

const hangingMails: Drill = {
  name: '70 mails to a server that takes them and never answers',
  async run() {
    const held = new Set<Socket>()
    const server = createServer((socket) => void held.add(socket.on('error', () => undefined))).listen(0)
    const outside = await outsideWith({})
    const MAIL_URL = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
    try {
      return await within({ ...outside.settings, MAIL_URL }, async (here) => {
        const storage = openStorage(`${here.path}/launch.db`)
        const created_at = new Date().toISOString()
        await storage.write(async ({ mail }) => {
          for (let n = 0; n < 70; n += 1)
            await mail.add({
              ...{ message_id: `${n}@drill.test`, recipient: `n${n}@drill.test`, subject: 'Drill' },
              ...{ body: 'Drill', created_at },
            })
        })
        await storage.close()
        await sleep(3000)
        const draft = await draftOf(here, 'tide.test')
        return {
          callers: `another's draft was ${draft}`,
          alert: await here.alert(/send_mail/, 420),
          recovered: 'the rest of the service went on',
        }
      })
    } finally {
      for (const socket of held) socket.destroy()
      server.close()
      await outside.close()
    }
  },
}

const slowSites: Drill = {
  name: '12 drafts of one person from sites that answer after 8 s',
  async run() {
    const slow: Host = () => (response) => void setTimeout(() => response.end('<p>Slow'), 8000)
    const hosts = Array.from({ length: 12 }, (_, n) => `slow-${n}.test`)
    const outside = await outsideWith(Object.fromEntries(hosts.map((host) => [host, slow])))
    try {
      return await within(outside.settings, async (here) => {
        const authorization = `Bearer ${await here.keyOf('ana@tide.example')}`
        for (const url of hosts)
          await fetch(`${here.service.url}/api/v1/drafts`, {
            method: 'POST',
            headers: { authorization, 'content-type': 'application/json' },
            body: JSON.stringify({ url }),
          })
        const draft = await draftOf(here, 'tide.test')
        return { callers: `another's draft was ${draft}`, alert: 'none wanted', recovered: 'nothing stood' }
      })
    } finally {
      await outside.close()
    }
  },
}

const damaged: Drill = {
  name: 'pages in the middle of the database overwritten',
  run: () =>
    within({}, async (here) => {
      const file = `${here.path}/launch.db`
      const database = new Database(file)
      database.pragma('wal_checkpoint(TRUNCATE)')
      database.close()
      const size = statSync(file).size
      const handle = openSync(file, 'r+')
      for (let at = 0.3; at < 0.7; at += 0.02)
        writeSync(handle, Buffer.alloc(4096, 0x5a), 0, 4096, Math.floor((size * at) / 4096) * 4096)
      closeSync(handle)
      const alert = await here.alert(/^faults$|^database$/, 180)
      const backup = await admin(here.path, 'backup', `${here.path}/copy.db`)
      const { out, err } = await admin(here.path, 'doctor')
      const doctor = `${err}\n${out}`.split('\n').find((line) => /^BAD\tintegrity|damaged/.test(line))
      return {
        callers: `a copy is ${backup.code === 0 ? 'MADE' : 'refused'}; doctor: ${doctor ?? 'sees nothing'}`,
        alert,
        recovered: 'nothing: a copy must be put back',
      }
    }),
}

/** A disk of its own. */
async function onDisk(work: (path: string) => Promise<Outcome>): Promise<Outcome | string> {
  const folder = newFolder()
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=700m', 'tmpfs', folder.path])
  if (mounted.status !== 0) return 'left out: it takes root and mount'
  try {
    return await work(folder.path)
  } finally {
    spawnSync('umount', ['-l', folder.path])
    folder.remove()
  }
}

const diskFull: Drill = {
  name: 'disk full',
  run: () =>
    onDisk((path) =>
      within(
        {},
        async (here) => {
          const key = await here.keyOf('ana@tide.example')
          const before = await here.write(key)
          spawnSync('sh', ['-c', `cat /dev/zero > ${path}/filler`])
          const full = new Set<number>()
          // What the log of writes has room for already still goes in.
          for (let n = 0; n < 500 && !full.has(503); n += 1) full.add(await here.write(key))
          const alert = await here.alert(/^disk$|^database$/, 180)
          rmSync(`${path}/filler`)
          const again = await here.until(async () => (await here.write(key)) === 201, 30)
          return {
            callers: `a write: ${before}, then ${[...full].join(', ')}`,
            alert,
            recovered: `writes ${again}`,
          }
        },
        path,
      ),
    ),
}

/** What a service that does not start says. */
const sentence = async (data_dir: string, settings: Record<string, string> = {}): Promise<string> =>
  startServer(data_dir, settings).then(
    async (service) => `STARTED ${(await service.stop()).code}`,
    (error: Error) => {
      const { err } = JSON.parse(/\{.*\}/s.exec(error.message)![0]) as { err: string }
      return `“${err.trim().split('\n').at(-1)!}”`
    },
  )

const readOnly: Drill = {
  name: 'start on a disk that is read-only',
  run: () =>
    onDisk(async (path) => {
      await (await startServer(path)).stop()
      spawnSync('mount', ['-o', 'remount,ro', path])
      const said = await sentence(path)
      spawnSync('mount', ['-o', 'remount,rw', path])
      const again = await sentence(path)
      return {
        callers: 'nobody was there',
        alert: said,
        recovered: `then it ${again.slice(0, 7).toLowerCase()}`,
      }
    }),
}

async function onPostgres(
  work: (here: Scene, server: Awaited<ReturnType<typeof startPostgres>>) => Promise<Omit<Outcome, 'callers'>>,
): Promise<Outcome> {
  const server = await startPostgres({ max_connections: '40' })
  const client = new pg.Client(server.url('postgres'))
  await client.connect()
  await client.query('CREATE DATABASE launch')
  await client.end()
  try {
    return await within({ DATABASE_URL: server.url('launch') }, (here) => work(here, server))
  } finally {
    process.kill(server.pid, 'SIGCONT')
    await server.stop()
  }
}

const postgresGone: Drill = {
  name: 'PostgreSQL refuses everybody for 20 s',
  run: () =>
    onPostgres(async (here, server) => {
      const client = new pg.Client(server.url('postgres'))
      await client.connect()
      await client.query('ALTER DATABASE launch ALLOW_CONNECTIONS false')
      await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'launch'`)
      await sleep(20_000)
      await client.query('ALTER DATABASE launch ALLOW_CONNECTIONS true')
      await client.end()
      const recovered = await here.until(here.answers, 60)
      return { alert: await here.alert(/^faults$/, 120), recovered: `answers ${recovered}` }
    }),
}

const postgresFrozen: Drill = {
  name: 'PostgreSQL frozen for 40 s',
  run: () =>
    onPostgres(async (here, server) => {
      const family = spawnSync('pgrep', ['-P', String(server.pid)], { encoding: 'utf8' }).stdout.split('\n')
      const all = [server.pid, ...family.filter(Boolean).map(Number)]
      for (const pid of all) process.kill(pid, 'SIGSTOP')
      await sleep(40_000)
      for (const pid of all) process.kill(pid, 'SIGCONT')
      const recovered = await here.until(here.answers, 60)
      return { alert: await here.alert(/^faults$|^overdue/, 120), recovered: `answers ${recovered}` }
    }),
}

const postgresFull: Drill = {
  name: 'PostgreSQL has no connection left for 20 s',
  run: () =>
    onPostgres(async (here, server) => {
      const greedy: pg.Client[] = []
      for (let n = 0; n < 60; n += 1) {
        const client = new pg.Client(server.url('postgres'))
        client.on('error', () => undefined)
        if (
          await client.connect().then(
            () => true,
            () => false,
          )
        )
          greedy.push(client)
      }
      await sleep(20_000)
      await Promise.all(greedy.map((client) => client.end()))
      const recovered = await here.until(here.answers, 60)
      return { alert: 'none where those it has are enough', recovered: `answers ${recovered}` }
    }),
}

const killed: Drill = {
  name: 'one of two processes killed five times',
  run: () =>
    within({ PROCESSES: '2', LOG_LEVEL: 'info' }, async (here) => {
      for (let n = 0; n < 5; n += 1) {
        const pids = [...here.service.told().matchAll(/"process":\d,"pid":(\d+)/g)].map(([, pid]) =>
          Number(pid),
        )
        process.kill(pids.at(-1)!, 'SIGKILL')
        await sleep(3000)
      }
      const recovered = await here.until(here.answers, 30)
      return { alert: 'none wanted', recovered: `another one each time; answers ${recovered}` }
    }),
}

const refusedStart: Drill = {
  name: 'starts that are refused',
  async run() {
    const folder = newFolder()
    const bad = await sentence(folder.path, { PUBLIC_URL: 'http://launch.example' })
    await startAdmin(folder.path, ['sign-in-link', 'ana@tide.example']).ended
    const database = new Database(`${folder.path}/launch.db`)
    const schema = database.pragma('user_version', { simple: true }) as number
    database.pragma('user_version = 9999')
    database.close()
    const newer = await sentence(folder.path)
    const back = new Database(`${folder.path}/launch.db`)
    back.pragma(`user_version = ${schema}`)
    back.close()
    folder.remove()
    return { callers: 'nobody was there', alert: `${bad} ${newer}`, recovered: 'said at once, status 1' }
  },
}

const drills = [
  ...[clockBy(3), clockBy(-3), hangingMails, slowSites, damaged, diskFull, readOnly],
  ...[postgresGone, postgresFrozen, postgresFull, killed, refusedStart],
]
const wanted = process.argv.slice(2).join(' ')
const waiting = drills.filter(({ name }) => name.includes(wanted))
const rows: [string, Outcome | string][] = []

async function worker(): Promise<void> {
  for (let drill = waiting.shift(); drill !== undefined; drill = waiting.shift()) {
    const { name, run } = drill
    const outcome = await run().catch((error: Error) => `FAILED: ${error.message}`)
    console.error(`${name}: ${JSON.stringify(outcome)}`)
    rows.push([name, outcome])
  }
}
await Promise.all([worker(), worker(), worker()])

console.log('| fault | callers saw | alert | recovered |\n|---|---|---|---|')
for (const { name } of drills) {
  const outcome = rows.find(([one]) => one === name)?.[1]
  if (typeof outcome === 'string') console.log(`| ${name} | ${outcome} | | |`)
  else if (outcome !== undefined)
    console.log(`| ${name} | ${outcome.callers} | ${outcome.alert} | ${outcome.recovered} |`)
}
process.exit(0)
