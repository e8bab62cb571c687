import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openDrafter } from '../../../jobs/drafter.ts'
import { readConfig } from '../../../config.ts'
import { openDraftingThread } from '../../../jobs/reading/drafting_thread.ts'
import { operatorJobs, operatorRetry } from '../../../jobs/queue/operator.ts'
import { backoffSeconds, defineJob, lanes, type Job, type Lane, type Room } from '../../../jobs/queue/job.ts'
import { startWorker, type Worker } from '../../../jobs/queue/worker.ts'
import { openOutbound } from '../../../outbound.ts'
import { LeaseLost } from '../../../storage/jobs.ts'
import { openMediaFolder } from '../../../storage/media_folder.ts'
import type { OpenStorage } from '../../../storage/storage.ts'
import { newDatabase, openTestStorage } from '../../support/made_databases.ts'

let folder: string
let storage: OpenStorage
let clock: { now: Date }
const workers: Worker[] = []
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'launch-jobs-'))
  await newDatabase(join(folder, 'launch.db'))
  storage = await openTestStorage(join(folder, 'launch.db'))
  clock = { now: new Date('2026-11-19T12:00:00.000Z') }
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop(0)))
  await storage.close()
  rmSync(folder, { recursive: true, force: true })
})

const outbound = openOutbound()
function start(
  jobs: Job[],
  more: { lease_ms?: number; rooms?: Partial<Record<Lane, Room>>; store?: OpenStorage } = {},
): Worker {
  const { store = storage, rooms = {}, ...options } = more
  const context = {
    storage: store,
    outbound,
    thread: openDraftingThread(),
    drafter: openDrafter(null),
    delivery: { deliver: async () => undefined, close: () => undefined },
    payments: null,
    media: openMediaFolder(folder),
    vote_rules: 'shadow' as const,
    seller: readConfig({}).SELLER,
    caps: readConfig({}).CAPS,
    tally: null,
    clock: () => clock.now,
    public_url: 'https://launch.test',
    log: pino({ level: 'silent' }),
  }
  const worker = startWorker({
    ...{ jobs, context, tick_ms: 5, chance: () => 0, rooms: { ...lanes, ...rooms }, ...options },
  })
  workers.push(worker)
  return worker
}
const running = async () => (await storage.jobs.open()).filter(({ state }) => state === 'running').length
declare module '../../../storage/jobs.ts' {
  interface JobPayloads {
    count: { n: number }
    slow: { n: number }
    later: Record<string, never>
    sweep: Record<string, never>
    'unheard of': { n: number }
  }
}

const payload = z.object({ n: z.int() })
const enqueue = (
  n: number,
  more: { key?: string; kind?: 'slow' | 'unheard of'; in_ms?: number; person?: number } = {},
  store = storage,
) =>
  store.write(({ jobs }) =>
    jobs.enqueue({
      kind: more.kind ?? 'count',
      payload: { n },
      key: more.key,
      person: more.person,
      run_at: new Date(clock.now.getTime() + (more.in_ms ?? 0)).toISOString(),
      created_at: clock.now.toISOString(),
    }),
  )
const later = (ms: number) => void (clock.now = new Date(clock.now.getTime() + ms))
const counting = (done: number[], run: (n: number) => Promise<void> | void = () => undefined): Job =>
  defineJob({
    kind: 'count',
    lane: 'own',
    payload,
    max_failures: 3,
    timeout_ms: 5000,
    async run({ n }) {
      await run(n)
      return async () => void done.push(n)
    },
  })

describe('the worker', () => {
  it('does what is due, in order, and leaves nothing behind', async () => {
    for (const n of [1, 2, 3]) await enqueue(n)
    await enqueue(4, { in_ms: 60_000 })
    const done: number[] = []
    const worker = start([counting(done)], { rooms: { own: { at_once: 1 } } })
    await worker.idle()
    expect(done).toEqual([1, 2, 3])
    expect(await storage.jobs.open()).toMatchObject([{ payload: { n: 4 } }])
    later(60_000)
    await worker.idle()
    expect(await storage.jobs.open()).toEqual([])
  })

  it('is not idle while what it has just found is being taken', async () => {
    let asked = 0
    async function nextAt() {
      // The first who asks is told at once, and takes the job before the other hears.
      if ((asked += 1) > 1) await sleep(20)
      return storage.jobs.nextAt()
    }
    const done: string[] = []
    const repeats = defineJob({
      kind: 'sweep',
      lane: 'own',
      payload: z.object({}),
      max_failures: 3,
      timeout_ms: 5000,
      every_s: 60,
      run: () => sleep(100).then(() => void done.push('once')),
    })
    const worker = start([repeats], { store: { ...storage, jobs: { ...storage.jobs, nextAt } } })
    await worker.idle()
    expect(done).toEqual(['once'])
  })

  it('does only so many at once', async () => {
    for (let n = 0; n < 10; n += 1) await enqueue(n)
    const { promise: three, resolve } = Promise.withResolvers<void>()
    let open = 0
    let most = 0
    const worker = start(
      [
        counting([], async () => {
          most = Math.max(most, (open += 1))
          if (open === 3) resolve()
          await three
          // A fourth would have time to come.
          await sleep(10)
          open -= 1
        }),
      ],
      { rooms: { own: { at_once: 3 } } },
    )
    await worker.idle()
    expect(most).toBe(3)
  })

  it('lets jobs of one lane pass when those of another fill their places', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const done: number[] = []
    const slow = defineJob({
      kind: 'slow',
      lane: 'reading',
      payload,
      max_failures: 3,
      timeout_ms: 5000,
      run: () => promise.then(() => undefined),
    })
    for (let n = 0; n < 5; n += 1) await enqueue(n, { kind: 'slow' })
    await enqueue(7)
    const worker = start([slow, counting(done)], { rooms: { reading: { at_once: 2 } } })
    await expect.poll(() => done).toEqual([7])
    await expect.poll(running).toBe(2)
    resolve()
    await worker.idle()
    expect(await storage.jobs.open()).toEqual([])
  })

  it('gives one person a share of a lane, and the rest of it to others', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const done: number[] = []
    const slow = defineJob({
      kind: 'slow',
      lane: 'reading',
      payload,
      max_failures: 3,
      timeout_ms: 5000,
      run: async ({ n }) => {
        if (n < 12) await promise
        return async () => void done.push(n)
      },
    })
    for (let n = 0; n < 12; n += 1) await enqueue(n, { kind: 'slow', person: 1 })
    await enqueue(12, { kind: 'slow', person: 2 })
    await enqueue(13, { kind: 'slow' })
    const worker = start([slow], { rooms: { reading: { at_once: 4, each: 2 } } })
    await expect.poll(() => done).toEqual([12, 13])
    expect(await running()).toBe(2)
    resolve()
    await worker.idle()
    expect(done).toHaveLength(14)
  })

  it('lets nothing wait for a clock that was ahead: neither what repeats, nor a retry, nor a lease', async () => {
    const rounds: string[] = []
    const sweep = defineJob({
      kind: 'sweep',
      lane: 'own',
      payload: z.object({}),
      max_failures: 3,
      timeout_ms: 1000,
      every_s: 3600,
      run: async (_payload, { now }) => void rounds.push(now.toISOString()),
    })
    const day_ms = 86_400_000
    const done: number[] = []
    const first = start([sweep])
    await first.idle()
    later(3 * day_ms)
    await first.idle()
    await first.stop(0)
    await enqueue(1)
    await enqueue(2)
    // It dies while it does this one.
    const held = await storage.write(({ jobs }) =>
      jobs.claim(clock.now.toISOString(), '2026-11-22T12:00:20Z'),
    )
    expect(held).toMatchObject({ kind: 'count', payload: { n: 1 } })
    later(-3 * day_ms)
    const worker = start([sweep, counting(done)])
    await expect.poll(() => done).toEqual([2])
    const until = async () =>
      Object.fromEntries((await storage.jobs.times()).map(({ kind, last }) => [kind, last]))
    expect(await until()).toEqual({ count: '2026-11-19T12:00:20.000Z', sweep: '2026-11-19T13:00:00.000Z' })
    later(20_000)
    await expect.poll(() => done).toEqual([2, 1])
    later(3_600_000)
    await worker.idle()
    expect(rounds).toEqual([
      '2026-11-19T12:00:00.000Z',
      '2026-11-22T12:00:00.000Z',
      '2026-11-19T13:00:20.000Z',
    ])
  })

  it('starts anew what repeats and has disappeared', async () => {
    let rounds = 0
    const sweep = defineJob({
      kind: 'sweep',
      lane: 'own',
      payload: z.object({}),
      max_failures: 3,
      timeout_ms: 1000,
      every_s: 3600,
      run: async () => void (rounds += 1),
    })
    await start([sweep]).idle()
    const [job] = await storage.jobs.open()
    await storage.write(async ({ jobs }) => {
      await jobs.finish((await jobs.claim(job!.run_at, job!.run_at))!)
    })
    await expect.poll(() => rounds).toBe(2)
  })

  it('never takes two unfinished jobs with one key, and takes the next when the first is done', async () => {
    await enqueue(1, { key: 'a' })
    await enqueue(2, { key: 'a' })
    const done: number[] = []
    const worker = start([counting(done)])
    await worker.idle()
    await enqueue(3, { key: 'a' })
    await worker.idle()
    expect(done).toEqual([1, 3])
  })

  it('tries again after a pause that grows, then buries, and the dead are seen', async () => {
    await enqueue(1)
    let tries = 0
    const worker = start([
      counting([], () => {
        tries += 1
        throw new Error('no luck')
      }),
    ])
    await worker.idle()
    expect(tries).toBe(1)
    expect((await storage.jobs.open())[0]).toMatchObject({
      failures: 1,
      failure: 'Error: no luck',
      run_at: '2026-11-19T12:00:02.000Z',
    })
    later(2000)
    await worker.idle()
    expect((await storage.jobs.open())[0]!.run_at).toBe('2026-11-19T12:00:06.000Z')
    later(4000)
    await worker.idle()
    expect(tries).toBe(3)
    expect(await storage.jobs.open()).toEqual([])
    expect(await storage.jobs.dead()).toMatchObject([{ kind: 'count', failure: 'Error: no luck' }])
    await storage.write(({ jobs }) => jobs.revive(1, clock.now.toISOString()))
    await worker.idle()
    // It has all its tries again.
    expect([tries, (await storage.jobs.open())[0]!.failures]).toEqual([4, 1])
  })

  it('shows the operator what fails, how often, why and until when it waits, and not what repeats in its time', async () => {
    const created_at = clock.now.toISOString()
    await storage.write(({ jobs }) => jobs.enqueue({ kind: 'watch', key: 'watch', payload: {}, created_at }))
    expect(await operatorJobs(storage, clock.now)).toBe(
      'Nothing is waiting, running or dead. 1 job that repeats waits for the next time.',
    )
    await enqueue(1)
    const kinds = { kinds: ['watch'], shares: [] }
    await storage.write(async ({ jobs }) => {
      const taken = await jobs.claim(created_at, created_at, kinds)
      await jobs.retry(taken!, '2026-11-19T12:05:00.000Z', 'Error: ESOCKET')
    })
    expect((await operatorJobs(storage, clock.now)).split('\n')).toEqual([
      'count\t1 waiting\t0 running',
      'failing\t2\tcount\t1 times\tagain at 2026-11-19T12:05:00.000Z\tError: ESOCKET',
      '1 job that repeats waits for the next time.',
    ])
  })

  it('tells the subject of a dead job, in the transaction that buries it', async () => {
    await enqueue(1)
    const told: number[] = []
    const job = defineJob({
      kind: 'count',
      lane: 'own',
      payload,
      max_failures: 1,
      timeout_ms: 50,
      run: () => new Promise(() => undefined),
      gaveUp:
        ({ n }) =>
        async () =>
          void told.push(n),
    })
    await start([job]).idle()
    expect(told).toEqual([1])
    expect(await storage.jobs.dead()).toHaveLength(1)
  })

  it('forgets what repeats and is not asked for any more, such as copies where the settings make none', async () => {
    const created_at = clock.now.toISOString()
    await storage.write(({ jobs }) =>
      jobs.enqueue({ kind: 'copy_database', key: 'copy_database', payload: {}, created_at }),
    )
    await start([counting([])]).idle()
    expect([await storage.jobs.open(), await storage.jobs.dead()]).toEqual([[], []])
  })

  it('shows the operator what waits and what is dead, and lets a dead job wait again', async () => {
    expect(await operatorJobs(storage, clock.now)).toBe('Nothing is waiting, running or dead.')
    await enqueue(1, { kind: 'unheard of' })
    await enqueue(2, { in_ms: 60_000 })
    const worker = start([counting([])])
    await worker.idle()
    expect((await operatorJobs(storage, clock.now)).split('\n')).toEqual([
      'count\t1 waiting\t0 running',
      'dead\t1\tunheard of\t2026-11-19T12:00:00.000Z\tNo such kind of job.',
    ])
    await worker.stop(0)
    const place = { now: clock.now, public_url: 'http://localhost', seller: readConfig({}).SELLER }
    await expect(operatorRetry(storage, '2', place)).rejects.toThrow('There is no dead job 2')
    expect(await operatorRetry(storage, '1', place)).toBe('unheard of 1: waits again.')
    expect(await operatorJobs(storage, clock.now)).toContain('unheard of\t1 waiting')
    later(181_000)
    expect(await operatorJobs(storage, clock.now)).toContain('count\t1 waiting\t0 running\toverdue by 121 s')
  })

  it('buries what it does not know', async () => {
    await enqueue(1, { kind: 'unheard of' })
    await start([counting([])]).idle()
    expect(await storage.jobs.dead()).toMatchObject([{ kind: 'unheard of' }])
  })

  it('keeps effect and end together: what fails in the outcome leaves nothing', async () => {
    await enqueue(1)
    const job = defineJob({
      kind: 'count',
      lane: 'own',
      payload,
      max_failures: 9,
      timeout_ms: 1000,
      run: async () => async (inside) => {
        await inside.jobs.enqueue({
          kind: 'later',
          payload: {},
          run_at: '2099-01-01',
          created_at: '2026-01-01',
        })
        throw new Error('half way')
      },
    })
    await start([job]).idle()
    expect((await storage.jobs.open()).map(({ kind }) => kind)).toEqual(['count'])
  })

  it('fences an attempt whose lease has passed to another', async () => {
    await enqueue(1)
    const first = await storage.write(({ jobs }) =>
      jobs.claim('2026-11-19T12:00:00.000Z', '2026-11-19T12:00:20.000Z'),
    )
    expect(
      await storage.write(({ jobs }) => jobs.claim('2026-11-19T12:00:19.000Z', '2026-11-19T12:00:40.000Z')),
    ).toBeUndefined()
    const second = await storage.write(({ jobs }) =>
      jobs.claim('2026-11-19T12:00:20.000Z', '2026-11-19T12:00:40.000Z'),
    )
    expect(second).toMatchObject({ attempt: 2, failures: 1 })
    for (const change of ['finish', 'giveBack', 'bury'] as const)
      await expect(storage.write(({ jobs }) => jobs[change](first!, 'x'))).rejects.toThrow(LeaseLost)
    await storage.write(({ jobs }) => jobs.finish(second!))
    expect(await storage.jobs.open()).toEqual([])
  })

  it('keeps its lease while it works', async () => {
    await enqueue(1)
    const { promise, resolve } = Promise.withResolvers<void>()
    const done: number[] = []
    const worker = start([counting(done, () => promise)], { lease_ms: 60 })
    await expect.poll(running).toBe(1)
    const before = (await storage.jobs.open())[0]!.run_at
    later(1000)
    await expect.poll(async () => (await storage.jobs.open())[0]!.run_at > before).toBe(true)
    resolve()
    await worker.idle()
    expect(done).toEqual([1])
  })

  it('lets what runs finish at a clean stop, and returns what does not without blame', async () => {
    await enqueue(1)
    await enqueue(2)
    const done: number[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const worker = start([counting(done, (n) => (n === 1 ? promise : new Promise(() => undefined)))])
    await expect.poll(running).toBe(2)
    const stopped = worker.stop(100)
    resolve()
    await stopped
    expect(done).toEqual([1])
    expect(await storage.jobs.open()).toMatchObject([
      { payload: { n: 2 }, state: 'waiting', failures: 0, attempt: 1 },
    ])
  })

  it('shares a queue with another process and does nothing twice', async () => {
    const other = await openTestStorage(join(folder, 'launch.db'))
    for (let n = 0; n < 60; n += 1) await enqueue(n)
    const done: number[] = []
    const one = start([counting(done, () => sleep(1).then(() => undefined))])
    const two = start([counting(done, () => sleep(1).then(() => undefined))], { store: other })
    await Promise.all([one.idle(), two.idle()])
    expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, n) => n))
    await two.stop(0)
    await other.close()
  })

  it.each([
    ['was done', 3, async () => undefined],
    ['died', 1, () => Promise.reject(new Error('no luck'))],
  ])(
    'starts what repeats by itself, once for each round, also when the one before %s',
    async (_, max_failures, end) => {
      let rounds = 0
      const job = defineJob({
        kind: 'sweep',
        lane: 'own',
        payload: z.object({}),
        max_failures,
        timeout_ms: 1000,
        every_s: 60,
        run: async () => {
          rounds += 1
          await end()
        },
      })
      const workers = [start([job]), start([job])]
      const idle = () => Promise.all(workers.map((worker) => worker.idle()))
      await idle()
      expect(rounds).toBe(1)
      later(60_000)
      await idle()
      expect(rounds).toBe(2)
    },
  )

  it('waits 2, 4, 8 seconds and never more than ten minutes, a third of it left to chance', () => {
    expect([1, 2, 3, 20].map((failures) => backoffSeconds(failures, 0))).toEqual([2, 4, 8, 600])
    expect(backoffSeconds(3, 0.999)).toBeGreaterThan(5.3)
  })
})
