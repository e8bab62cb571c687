// PROCESSES=2: one command, one port, one database; and what happens when one of the two is gone.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inventRows } from '../bench/catalogue_file.ts'
import { admin, newFolder, surroundings } from '../support/programs.ts'
import { ask, startSeveral, type Several } from '../support/several.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const data = newFolder()
let several: Several
const settings = { RATE_LIMITS: 'read=1000000,other=20', METRICS: 'on', TRUST_PROXY: 'loopback' }
beforeAll(async () => void (several = await startSeveral(data.path, settings)))
afterAll(() => {
  several.child.kill('SIGKILL')
  data.remove()
})

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** In this order: each leaves to the next what it needs. */
describe('two processes', () => {
  it('greet once, and share the work evenly', async () => {
    expect(several.told().match(/is running/g)).toHaveLength(1)
    expect(several.told()).toMatch(/sign-in\/link\?token=/)
    for (let call = 0; call < 10; call += 1)
      expect((await ask(several.port, '/api/v1/site')).status).toBe(200)
    const lines = () =>
      several
        .told()
        .split('\n')
        .slice(0, -1)
        .filter((line) => line.includes('"call"'))
    // A line is written after its answer, so the last one may still be on its way.
    while (lines().length < 10) await sleep(10)
    const by = lines().map((line) => (JSON.parse(line) as { process: number }).process)
    expect([1, 2].map((number) => by.filter((one) => one === number).length)).toEqual([5, 5])
    // Whoever is asked says what both have measured, each kind of figure in one piece, as Prometheus wants it.
    for (let scrape = 0; scrape < 2; scrape += 1) {
      const { body } = await ask(several.port, '/metrics')
      const told = body.matchAll(/call_duration_seconds_count\{[^}]*process="(\d)"[^}]*\} 5/g)
      expect([...told].map(([, number]) => number).sort()).toEqual(['1', '2'])
      expect(body.match(/^# TYPE call_duration_seconds /gm)).toHaveLength(1)
      expect(body.match(/^process_start_time_seconds\{/gm)).toHaveLength(2)
    }
  })

  it('count a caller together', async () => {
    const statuses: number[] = []
    for (let call = 0; call < 40; call += 1) {
      statuses.push((await ask(several.port, '/llms.txt')).status)
      await sleep(10)
    }
    const allowed = statuses.filter((status) => status === 200).length
    expect(allowed).toBeGreaterThanOrEqual(20)
    // Twenty, one more for each three seconds, and what was under way before the other was told.
    expect(allowed).toBeLessThan(35)
    expect(statuses.slice(-5)).toContain(429)
    // Whose connection was handed over is known: the proxy is believed, and another caller is another.
    const from = (address: string) => ask(several.port, '/llms.txt', { 'x-forwarded-for': address })
    expect((await from('203.0.113.9')).status).toBe(200)
    expect((await from('203.0.113.10')).status).toBe(200)
  })

  it('lose one under load, and nobody notices whom it was not answering', async () => {
    const failed: { begun_ms: number; at_ms: number }[] = []
    const killed: number[] = []
    let answered = 0
    let isOver = false
    const lanes = Array.from({ length: 6 }, async () => {
      while (!isOver) {
        const begun_ms = performance.now()
        const answer = await ask(several.port, '/api/v1/listings').catch(() => null)
        if (answer?.status === 200) answered += 1
        else failed.push({ begun_ms, at_ms: performance.now() })
      }
    })
    for (const number of [1, 2, 1]) {
      await sleep(150)
      killed.push(performance.now())
      await several.kill(number)
    }
    isOver = true
    await Promise.all(lanes)
    expect(answered).toBeGreaterThan(50)
    // Only what was on its way when one was killed may have ended with it; each lane asks one thing at a time.
    const wasOnItsWay = ({ begun_ms, at_ms }: (typeof failed)[number]) =>
      killed.some((kill_ms) => begun_ms < kill_ms && kill_ms < at_ms)
    expect(failed.filter((one) => !wasOnItsWay(one))).toEqual([])
    expect(failed.length).toBeLessThanOrEqual(3 * 6)
  })

  it('find what an import beside them brings, and answer meanwhile', async () => {
    const { rows, categories } = inventRows(data.path, 7, 300)
    let isOver = false
    const importing = admin(data.path, 'import', rows, '--categories', categories).finally(
      () => (isOver = true),
    )
    let answered = 0
    while (!isOver) {
      expect((await ask(several.port, '/api/v1/listings')).status).toBe(200)
      answered += 1
    }
    expect(await importing).toMatchObject({ code: 0 })
    expect(answered).toBeGreaterThan(5)
    const last = (JSON.parse(readFileSync(rows, 'utf8').trim().split('\n').at(-1)!) as { slug: string }).slug
    // By turns, so each of them.
    for (let call = 0; call < 2; call += 1) {
      expect((await ask(several.port, `/api/v1/listings/${last}`)).status).toBe(200)
      const { body } = await ask(several.port, `/api/v1/listings?per_page=100&q=${last.split('-')[0]}`)
      expect(JSON.parse(body).items.map(({ slug }: { slug: string }) => slug)).toContain(last)
    }
  })

  it('answer what one of them was handed and never took', async () => {
    process.kill(several.pid(2), 'SIGSTOP')
    const answers = Array.from({ length: 6 }, () => ask(several.port, '/api/v1/site'))
    let answered = 0
    for (const answer of answers)
      answer.then(
        () => (answered += 1),
        () => undefined,
      )
    // Up to half of them wait at the one that is frozen.
    while (answered < 3) await sleep(10)
    expect(answered).toBeLessThan(6)
    await several.kill(2)
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(6).fill(200))
  })

  it('end with the one that leads them, and leave the data to the next', async () => {
    const pids = [several.pid(1), several.pid(2)]
    several.child.kill('SIGKILL')
    await several.ended
    while (pids.some(isAlive)) await sleep(10)
    several = await startSeveral(data.path, settings)
    expect((await ask(several.port, '/readyz')).status).toBe(200)
  })

  it('keep restore out, answer what they have begun, and leave', async () => {
    const copy = data.file('copy')
    expect((await admin(data.path, 'backup', copy)).code).toBe(0)
    const refused = await admin(data.path, 'restore', copy)
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('Stop it first')])
    const pids = [several.pid(1), several.pid(2)]
    const answers = Array.from({ length: 40 }, () => ask(several.port, '/api/v1/listings?per_page=100'))
    await Promise.race(answers)
    const ended = several.stop()
    for (const { status, body } of await Promise.all(answers))
      expect([status, Object.keys(JSON.parse(body))[0]]).toEqual([200, 'items'])
    const { out, ...left } = await ended
    expect(left).toEqual({ code: 0, err: '' })
    expect(out.match(/.*"the service stopped".*/g)).toEqual([expect.stringContaining('"signal":"SIGTERM"')])
    expect(pids.map(isAlive)).toEqual([false, false])
    expect((await admin(data.path, 'restore', copy)).code).toBe(0)
  })
})

describe('two processes that cannot start say why in one sentence', () => {
  async function refusal(settings: Record<string, string>): Promise<string> {
    const child = spawn(process.execPath, ['server.ts'], {
      cwd: root,
      env: { ...surroundings, PROCESSES: '2', ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [out, err] = ['', '']
    child.stdout.on('data', (part: Buffer) => (out += part.toString()))
    child.stderr.on('data', (part: Buffer) => (err += part.toString()))
    const [code] = (await once(child, 'close')) as [number | null]
    expect([code, out]).toEqual([1, ''])
    return err
  }

  it('when the port is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const port = String((server.address() as AddressInfo).port)
    const said = await refusal({ PORT: port, DATA_DIR: data.path })
    expect(said).toBe(`Port ${port} is taken. Set PORT to another one.\n`)
    server.close()
  })

  it('when a newer version wrote the database', async () => {
    const newer = newFolder()
    const database = new Database(newer.file('launch.db'))
    database.pragma('user_version = 9999')
    database.close()
    const said = await refusal({ PORT: '0', DATA_DIR: newer.path })
    expect(said).toMatch(/^The database was written by a newer version [^\n]+\n$/)
    newer.remove()
  })
})
