// What the operator's command line says of the queue. Each function returns what is to be printed.
import { Mistake } from '../../mistake.ts'
import type { OpenStorage } from '../../storage/storage.ts'
import { overdueJobs } from '../../tools/team/overdue.ts'

/** jobs: one line for each kind that waits or runs, then every dead job and every refused mail, with its number and why. */
export async function operatorJobs(storage: OpenStorage, now: Date): Promise<string> {
  const open = await storage.jobs.open()
  const kinds = [...new Set(open.map(({ kind }) => kind))].sort()
  const count = (kind: string, state: string) =>
    open.filter((job) => job.kind === kind && job.state === state).length
  const overdue = await overdueJobs(storage, now)
  const lines = kinds.map((kind) => {
    const late = overdue.find((one) => one.kind === kind)
    const line = `${kind}\t${count(kind, 'waiting')} waiting\t${count(kind, 'running')} running`
    return late === undefined ? line : `${line}\toverdue by ${late.by_s} s`
  })
  const dead = (await storage.jobs.dead()).map(({ id, kind, created_at, failure }) =>
    ['dead', id, kind, created_at, failure ?? ''].join('\t'),
  )
  const refused = (await storage.mail.refused()).map(({ id, created_at, recipient, failure }) =>
    ['refused mail', id, created_at, recipient, failure].join('\t'),
  )
  return [...lines, ...dead, ...refused].join('\n') || 'Nothing is waiting, running or dead.'
}

/** jobs retry: makes a dead job wait again. */
export async function operatorRetry(storage: OpenStorage, id: string, now: Date): Promise<string> {
  const job = (await storage.jobs.dead()).find((one) => String(one.id) === id)
  if (job === undefined) throw new Mistake(`There is no dead job ${id}. "jobs" lists them.`)
  await storage.write(({ jobs }) => jobs.revive(job.id, now.toISOString()))
  return `${job.kind} ${id} waits again.`
}
