// What the operator's command line shows of the queue. Each function returns what is printed.
import { Mistake } from '../../mistake.ts'
import type { StoredJob } from '../../storage/jobs.ts'
import type { OpenStorage } from '../../storage/storage.ts'
import { operate, type OperatorPlace } from '../../tools/team/action.ts'
import { retryJob } from '../../tools/team/queue.ts'
import { overdueJobs } from '../../tools/team/overdue.ts'

/**
 * jobs: a line for each kind that waits or runs, except repeating jobs that are on time; then every failed job that is
 * tried again, every dead job and every refused mail, with its number and the reason.
 */
export async function operatorJobs(storage: OpenStorage, now: Date): Promise<string> {
  const open = await storage.jobs.open()
  const count = (kind: string, state: string) =>
    open.filter((job) => job.kind === kind && job.state === state).length
  const overdue = await overdueJobs(storage, now)
  const isResting = (job: StoredJob) =>
    job.key === job.kind &&
    job.state === 'waiting' &&
    job.failures === 0 &&
    !overdue.some(({ kind }) => kind === job.kind)
  const resting = open.filter(isResting).length
  const kinds = [...new Set(open.filter((job) => !isResting(job)).map(({ kind }) => kind))].sort()
  const lines = kinds.map((kind) => {
    const late = overdue.find((one) => one.kind === kind)
    const line = `${kind}\t${count(kind, 'waiting')} waiting\t${count(kind, 'running')} running`
    return late === undefined ? line : `${line}\toverdue by ${late.by_s} s`
  })
  const failing = open
    .filter(({ failures }) => failures > 0)
    .map(({ id, kind, failures, run_at, failure }) =>
      ['failing', id, kind, `${failures} times`, `again at ${run_at}`, failure ?? 'its process died'].join(
        '\t',
      ),
    )
  const dead = (await storage.jobs.dead()).map(({ id, kind, created_at, failure }) =>
    ['dead', id, kind, created_at, failure ?? ''].join('\t'),
  )
  const refused = (await storage.mail.refused()).map(({ id, created_at, recipient, failure }) =>
    ['refused mail', id, created_at, recipient, failure].join('\t'),
  )
  const all = [...lines, ...failing, ...dead, ...refused]
  const rest =
    resting === 0
      ? ''
      : `${resting} ${resting === 1 ? 'job that repeats waits' : 'jobs that repeat wait'} for the next time.`
  if (all.length === 0) return ['Nothing is waiting, running or dead.', rest].join(' ').trimEnd()
  return [...all, ...(rest === '' ? [] : [rest])].join('\n')
}

/** jobs retry: requeues a dead job. */
export async function operatorRetry(storage: OpenStorage, id: string, place: OperatorPlace): Promise<string> {
  const job = (await storage.jobs.dead()).find((one) => String(one.id) === id)
  if (job === undefined) throw new Mistake(`There is no dead job ${id}. "jobs" lists them.`)
  return operate(retryJob, { id: job.id }, { storage, called: `${job.kind} ${id}`, ...place })
}
