// Takes jobs from their table and runs them, a few at a time. All state is in the table, so this process may die at any
// moment.
import { randomInt } from 'node:crypto'
import { until } from '../../outbound.ts'
import type { OpenStorage } from '../../storage/storage.ts'
import type { Pulse } from '../watchdog.ts'
import { LeaseLost, type Full, type StoredJob } from '../../storage/jobs.ts'
import {
  backoffSeconds,
  lanes,
  longestWait_s,
  type Job,
  type JobContext,
  type Lane,
  type Room,
} from './job.ts'

export type Worker = {
  /** Looks for jobs at once instead of at the next tick. */
  wake(): void
  /** Resolves when no job is due. */
  idle(): Promise<void>
  /** Waits up to the grace period for running jobs and gives the rest back. */
  stop(grace_ms?: number): Promise<void>
}
export type WorkerOptions = {
  jobs: readonly Job[]
  context: Omit<JobContext, 'now' | 'signal' | 'storage'> & { storage: OpenStorage }
  rooms?: Record<Lane, Room>
  lease_ms?: number
  tick_ms?: number
  chance?: () => number
  /** Receives the state of the queue, which may itself fail. */
  pulse?: Pulse
}

/** After how many ticks run times are corrected; ticks, because they do not depend on the clock. */
const straightenEvery = 20

export function startWorker({
  jobs,
  context,
  rooms = lanes,
  lease_ms = 20_000,
  tick_ms = 250,
  chance = () => randomInt(1000) / 1000,
  pulse,
}: WorkerOptions): Worker {
  const { storage, clock, log, tally } = context
  const byKind = new Map<string, Job>(jobs.map((job) => [job.kind, job]))
  const running = new Map<Promise<void>, { taken: StoredJob; control: AbortController }>()
  const repeating = jobs.filter((job) => job.every_s !== undefined)
  /** Ticks since run times were corrected; the first correction is at the start. */
  let ticks = straightenEvery
  let stopping = false
  let taking = false
  let looking: Promise<void> | null = null
  let isOut = false
  /** When the monitoring job was made that failed here, until one succeeds on any node. (Its id may be reused.) */
  let unwatched: string | null = null

  const later = (ms: number) => new Date(clock().getTime() + ms).toISOString()
  const isDue = async () => ((await storage.jobs.nextAt()) ?? '~') <= clock().toISOString()
  /** Unknown kinds of jobs, which are marked dead, use our own lane. */
  const laneOf = (kind: string): Lane => byKind.get(kind)?.lane ?? 'own'

  /** Kinds whose lane is full, and people who have used their share of one. */
  function full(): Full {
    const here = Map.groupBy(running.values(), ({ taken }) => laneOf(taken.kind))
    const kinds: string[] = []
    const shares: string[] = []
    for (const [lane, some] of here) {
      const { at_once, each = at_once } = rooms[lane]
      const ofLane = [...byKind.keys()].filter((kind) => laneOf(kind) === lane)
      if (some.length >= at_once) kinds.push(...ofLane)
      else
        for (const [person, theirs] of Map.groupBy(some, ({ taken }) => taken.person))
          if (person !== 0 && theirs.length >= each) shares.push(...ofLane.map((kind) => `${kind} ${person}`))
    }
    return { kinds, shares }
  }

  async function look(): Promise<void> {
    while (!stopping && (await storage.jobs.isDue(clock().toISOString(), full())))
      if (!(await takeOne())) return
  }

  async function takeOne(): Promise<boolean> {
    taking = true
    try {
      const taken = await storage.write(({ jobs: table }) =>
        table.claim(clock().toISOString(), later(lease_ms), full()),
      )
      if (taken !== undefined) begin(taken)
      return taken !== undefined
    } finally {
      taking = false
    }
  }

  function begin(taken: StoredJob): void {
    const control = new AbortController()
    const attempt: Promise<void> = perform(taken, control)
      .catch((error: unknown) => log.error({ err: error, job: taken.id }, 'job bookkeeping failed'))
      .finally(() => {
        running.delete(attempt)
        wake()
      })
    running.set(attempt, { taken, control })
  }

  function wake(): void {
    if (stopping || looking !== null) return
    looking = (ticks < straightenEvery ? look() : straighten().then(look))
      .then(
        () => {
          isOut = false
          pulse?.beat('queue')
        },
        (error: unknown) => {
          // Logged once for each outage, because the next tick comes soon.
          if (!isOut) log.error({ err: error }, 'looking for jobs failed')
          isOut = true
          pulse?.beat('queue', error)
        },
      )
      .finally(() => (looking = null))
  }

  async function perform(taken: StoredJob, control: AbortController): Promise<void> {
    const job = byKind.get(taken.kind)
    // A repeating job that the settings or this version no longer have.
    if (job === undefined && taken.key === taken.kind)
      return storage.write(({ jobs: table }) => table.finish(taken))
    if (job === undefined || taken.failures >= job.max_failures)
      return bury(
        taken,
        job,
        job === undefined ? 'No such kind of job.' : 'The process died while doing this.',
      )
    const beat = setInterval(() => {
      storage
        .write(({ jobs: table }) => table.extend(taken, later(lease_ms)))
        .catch((error: unknown) => control.abort(error))
    }, lease_ms / 3)
    const limit = AbortSignal.timeout(job.timeout_ms)
    const signal = AbortSignal.any([control.signal, limit])
    try {
      const payload = job.payload.parse(taken.payload)
      // A job that ignores its signal is abandoned when that is aborted.
      const outcome = await until(signal, job.run(payload, { ...context, now: clock(), signal }))
      await storage.write(async (inside) => {
        await inside.jobs.finish(taken)
        await outcome?.(inside)
        if (job.every_s !== undefined) await enqueueAgain(inside, job, job.every_s * 1000)
      })
      tally?.job(job.kind, 'done')
      if (job.kind === 'watch') hasWatched()
      log.info({ job: job.kind, id: taken.id, attempt: taken.attempt }, 'job done')
    } catch (error) {
      if (error instanceof LeaseLost || control.signal.reason instanceof LeaseLost) return
      if (stopping && control.signal.aborted)
        return storage.write(({ jobs: table }) => table.giveBack(taken, clock().toISOString()))
      if (job.kind === 'watch') {
        pulse?.beat('watch', error)
        unwatched = taken.created_at
      }
      await failed(taken, job, error)
    } finally {
      clearInterval(beat)
    }
  }

  async function failed(taken: StoredJob, job: Job, error: unknown): Promise<void> {
    const failure = error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 500) : 'unknown'
    const failures = taken.failures + 1
    tally?.job(job.kind, 'failed')
    log.warn({ job: job.kind, id: taken.id, failures, err: error }, 'job failed')
    if (failures >= job.max_failures) return bury(taken, job, failure)
    const wait_ms = backoffSeconds(failures, chance()) * 1000
    await storage.write(({ jobs: table }) => table.retry(taken, later(wait_ms), failure))
  }

  async function bury(taken: StoredJob, job: Job | undefined, failure: string): Promise<void> {
    const payload = job?.payload.safeParse(taken.payload)
    await storage.write(async (inside) => {
      await inside.jobs.bury(taken, failure)
      if (payload?.success === true) await job?.gaveUp?.(payload.data, clock())?.(inside)
      if (job?.every_s !== undefined) await enqueueAgain(inside, job, job.every_s * 1000)
    })
    tally?.job(taken.kind, 'dead')
    log.error({ job: taken.kind, id: taken.id, failure }, 'job is dead')
  }

  async function enqueueAgain(inside: Pick<OpenStorage, 'jobs'>, job: Job, wait_ms: number): Promise<void> {
    const { kind } = job
    const created_at = clock().toISOString()
    await inside.jobs.enqueue({ kind, key: kind, payload: {}, run_at: later(wait_ms), created_at })
  }

  /**
   * If the clock was ahead for a while, jobs enqueued then would wait until that time comes again: so no job waits
   * longer than its limit, and repeating jobs are re-created.
   */
  async function straighten(): Promise<void> {
    ticks = 0
    await lookForWatching()
    const times = await storage.jobs.times()
    for (const { kind, last } of times) {
      const { every_s, waits_s = longestWait_s } = byKind.get(kind) ?? {}
      const longest = later((every_s ?? waits_s) * 1000)
      const to = later((every_s ?? 0) * 1000)
      if (last <= longest) continue
      log.warn({ job: kind, until: last }, 'a job would have waited too long; the clock must have been ahead')
      await storage.write(({ jobs: table }) => table.bringForward(kind, longest, to, later(lease_ms)))
    }
    const missing = repeating.filter((job) => !times.some(({ kind }) => kind === job.kind))
    if (missing.length > 0)
      await storage.write(async (inside) => {
        for (const job of missing) await enqueueAgain(inside, job, (job.starts_after_s ?? 0) * 1000)
      })
  }

  function hasWatched(): void {
    unwatched = null
    pulse?.beat('watch')
  }

  /** A monitoring job that failed here may have succeeded on another node: then its row is gone, and it is not dead. */
  async function lookForWatching(): Promise<void> {
    if (unwatched === null) return
    const next = await storage.jobs.openSince('watch')
    if (next === undefined || next === unwatched) return
    const since = unwatched
    const isDead = (await storage.jobs.dead()).some(
      ({ kind, created_at }) => kind === 'watch' && created_at >= since,
    )
    if (isDead) unwatched = next
    else hasWatched()
  }

  const ticking = setInterval(() => {
    ticks += 1
    wake()
  }, tick_ms)
  wake()

  return {
    wake,
    async idle() {
      for (;;) {
        wake()
        await looking
        // Read first, because due jobs may be taken during the await.
        const isMore = await isDue()
        if (running.size > 0) await Promise.race(running.keys())
        else if (!isMore && !taking) return
      }
    },
    async stop(grace_ms = 2000) {
      stopping = true
      clearInterval(ticking)
      await looking
      const hurry = setTimeout(() => {
        for (const { control } of running.values()) control.abort(new Error('The service stops.'))
      }, grace_ms)
      await Promise.all(running.keys())
      clearTimeout(hurry)
    },
  }
}
