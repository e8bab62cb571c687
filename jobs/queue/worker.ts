// Takes jobs from their table and does them, a few at a time. The table holds the state, so this process may die at any
// moment.
import { randomInt } from 'node:crypto'
import { until } from '../../outbound.ts'
import type { OpenStorage } from '../../storage/storage.ts'
import { LeaseLost, type StoredJob } from '../../storage/jobs.ts'
import { backoffSeconds, type Job, type JobContext } from './job.ts'

export type Worker = {
  /** Looks for work at once instead of at the next tick. */
  wake(): void
  /** Resolves when nothing that is due is left. */
  idle(): Promise<void>
  /** Ends what runs within the grace and gives the rest back. */
  stop(grace_ms?: number): Promise<void>
}
export type WorkerOptions = {
  jobs: readonly Job[]
  context: Omit<JobContext, 'now' | 'signal' | 'storage'> & { storage: OpenStorage }
  at_once?: number
  /** How many of these may be slow ones. */
  slow_at_once?: number
  lease_ms?: number
  tick_ms?: number
  chance?: () => number
}

export function startWorker({
  jobs,
  context,
  at_once = 6,
  slow_at_once = Math.min(at_once, 4),
  lease_ms = 20_000,
  tick_ms = 250,
  chance = () => randomInt(1000) / 1000,
}: WorkerOptions): Worker {
  const { storage, clock, log } = context
  const byKind = new Map<string, Job>(jobs.map((job) => [job.kind, job]))
  const running = new Map<Promise<void>, AbortController>()
  const slowKinds: string[] = jobs.filter((job) => job.slow === true).map((job) => job.kind)
  let slow = 0
  let stopping = false
  let taking = false
  let looking: Promise<void> | null = null

  const later = (ms: number) => new Date(clock().getTime() + ms).toISOString()
  const isDue = async () => ((await storage.jobs.nextAt()) ?? '~') <= clock().toISOString()

  async function look(): Promise<void> {
    while (!stopping && running.size < at_once && (await isDue())) if (!(await takeOne())) return
  }

  async function takeOne(): Promise<boolean> {
    taking = true
    try {
      const taken = await storage.write(({ jobs: table }) =>
        table.claim(clock().toISOString(), later(lease_ms), slow < slow_at_once ? [] : slowKinds),
      )
      if (taken !== undefined) begin(taken)
      return taken !== undefined
    } finally {
      taking = false
    }
  }

  function begin(taken: StoredJob): void {
    const isSlow = slowKinds.includes(taken.kind)
    if (isSlow) slow += 1
    const control = new AbortController()
    const attempt: Promise<void> = perform(taken, control)
      .catch((error: unknown) => log.error({ err: error, job: taken.id }, 'job bookkeeping failed'))
      .finally(() => {
        running.delete(attempt)
        if (isSlow) slow -= 1
        wake()
      })
    running.set(attempt, control)
  }

  function wake(): void {
    if (stopping || looking !== null) return
    looking = look()
      .catch((error: unknown) => log.error({ err: error }, 'looking for jobs failed'))
      .finally(() => (looking = null))
  }

  async function perform(taken: StoredJob, control: AbortController): Promise<void> {
    const job = byKind.get(taken.kind)
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
      // A job that does not listen to its signal is left behind when it ends.
      const outcome = await until(signal, job.run(payload, { ...context, now: clock(), signal }))
      await storage.write(async (inside) => {
        await inside.jobs.finish(taken)
        await outcome?.(inside)
        if (job.every_s !== undefined) await enqueueAgain(inside, job, job.every_s * 1000)
      })
      log.info({ job: job.kind, id: taken.id, attempt: taken.attempt }, 'job done')
    } catch (error) {
      if (error instanceof LeaseLost || control.signal.reason instanceof LeaseLost) return
      if (stopping && control.signal.aborted)
        return storage.write(({ jobs: table }) => table.giveBack(taken, clock().toISOString()))
      await failed(taken, job, error)
    } finally {
      clearInterval(beat)
    }
  }

  async function failed(taken: StoredJob, job: Job, error: unknown): Promise<void> {
    const failure = error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 500) : 'unknown'
    const failures = taken.failures + 1
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
    log.error({ job: taken.kind, id: taken.id, failure }, 'job is dead')
  }

  async function enqueueAgain(inside: Pick<OpenStorage, 'jobs'>, job: Job, wait_ms: number): Promise<void> {
    const { kind } = job
    const created_at = clock().toISOString()
    await inside.jobs.enqueue({ kind, key: kind, payload: {}, run_at: later(wait_ms), created_at })
  }

  const repeating = jobs.filter((job) => job.every_s !== undefined)
  // A stop that comes at once waits for this like for any look.
  if (repeating.length > 0)
    looking = storage
      .write(async (inside) => {
        for (const job of repeating) await enqueueAgain(inside, job, 0)
      })
      .catch((error: unknown) => log.error({ err: error }, 'repeating jobs were not enqueued'))
      .finally(() => {
        looking = null
        wake()
      })
  const ticking = setInterval(wake, tick_ms)
  wake()

  return {
    wake,
    async idle() {
      for (;;) {
        wake()
        await looking
        // Asked first: what is due may be taken while the answer is on its way.
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
        for (const control of running.values()) control.abort(new Error('The service stops.'))
      }, grace_ms)
      await Promise.all(running.keys())
      clearTimeout(hurry)
    },
  }
}
