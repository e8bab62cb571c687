import type { Logger } from 'pino'
import type { z } from 'zod'
import type { Seller } from '../../config.ts'
import type { Caps } from '../../policies.ts'
import type { Outbound } from '../../outbound.ts'
import type { JobKind, JobPayloads } from '../../storage/jobs.ts'
import type { MediaFolder } from '../../storage/media_folder.ts'
import type { OpenStorage, Storage } from '../../storage/storage.ts'
import type { Drafter } from '../../tools/drafts/drafter.ts'
import type { Payments } from '../../tools/orders/payment.ts'
import type { Delivery } from '../delivery.ts'
import type { DraftingThread } from '../reading/drafting_thread.ts'

/** Counters for the metrics. */
export type Tally = {
  job(kind: string, outcome: 'done' | 'failed' | 'dead'): void
  draft(drafted_by: string): void
}

/** What every job may use. */
export type JobContext = {
  storage: OpenStorage
  outbound: Outbound
  /** The thread that parses fetched data. */
  thread: DraftingThread
  drafter: Drafter
  delivery: Delivery
  /** The folder of stored pictures. */
  media: MediaFolder
  /** null if payments are simulated or off. */
  payments: Payments | null
  seller: Seller
  vote_rules: 'shadow' | 'on'
  caps: Caps
  /** When the attempt began. */
  now: Date
  clock: () => Date
  public_url: string
  log: Logger
  /** Null if metrics are off. */
  tally: Tally | null
  /** Aborted when the service stops or the lease is lost: stop any work that can be repeated. */
  signal: AbortSignal
}

/** Writes the result of a job, in the transaction that also ends the job: both happen, or neither. */
type Outcome = ((storage: Storage) => Promise<void>) | void

/** How many jobs of a lane run at once in a process, and how many of these for one person. */
export type Room = { at_once: number; each?: number }

/**
 * Jobs wait only for others of their lane, so that no mail server, slow website or payment provider delays unrelated
 * jobs; and in lanes that people wait for, one person's jobs do not delay another's.
 */
export const lanes = {
  mail: { at_once: 6, each: 4 },
  /** Websites of drafts. */
  reading: { at_once: 8, each: 2 },
  drafting: { at_once: 4, each: 2 },
  /** Other people's websites, for jobs that nobody waits for. */
  looking: { at_once: 4, each: 2 },
  money: { at_once: 3 },
  /** Receivers of webhooks, which may be slow. */
  webhooks: { at_once: 6, each: 2 },
  /** Monitoring of the other jobs. */
  alerts: { at_once: 2 },
  /** Jobs that need only our own database. */
  own: { at_once: 3 },
} satisfies Record<string, Room>
export type Lane = keyof typeof lanes

export type Job<Kind extends JobKind = JobKind> = {
  kind: Kind
  payload: z.ZodType<JobPayloads[Kind]>
  /** After so many failures the job is dead, and stays visible. */
  max_failures: number
  /** The time limit of one attempt. */
  timeout_ms: number
  lane: Lane
  /** The longest wait of this job, if it exceeds `longestWait_s`. */
  waits_s?: number
  /** The interval of a job that the service repeats. */
  every_s?: number
  /** The delay before its first run. */
  starts_after_s?: number
  run(payload: JobPayloads[Kind], context: JobContext): Promise<Outcome>
  /** What happens to the job's subject when the job is dead, in the transaction that marks it so. */
  gaveUp?(payload: JobPayloads[Kind], now: Date): Outcome
}

/** Returns its argument; it exists so that TypeScript checks a definition where it is written. */
export function defineJob<Kind extends JobKind>(job: Job<Kind>): Job {
  return job as unknown as Job
}

/** The longest wait of a job that neither repeats nor sets its own. */
export const longestWait_s = 600

/** Seconds until the next attempt: 2, 4, 8 … up to ten minutes, a third of it random. */
export function backoffSeconds(failures: number, chance: number): number {
  const full = Math.min(longestWait_s, 2 ** Math.max(1, failures))
  return full * (1 - chance / 3)
}
