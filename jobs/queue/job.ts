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

/** What is counted for the metrics. */
export type Tally = {
  job(kind: string, outcome: 'done' | 'failed' | 'dead'): void
  draft(drafted_by: string): void
}

/** What every job may touch. */
export type JobContext = {
  storage: OpenStorage
  outbound: Outbound
  /** Where what was fetched is read. */
  thread: DraftingThread
  drafter: Drafter
  delivery: Delivery
  /** Where pictures are kept. */
  media: MediaFolder
  /** null where payments are simulated, or nothing is sold. */
  payments: Payments | null
  seller: Seller
  vote_rules: 'shadow' | 'on'
  caps: Caps
  /** The instant the attempt began. */
  now: Date
  clock: () => Date
  public_url: string
  log: Logger
  /** Null where nothing is measured. */
  tally: Tally | null
  /** Ends when the service stops or the lease is lost: give up what can be done again. */
  signal: AbortSignal
}

/** What a job has to write when it is done, in the transaction that also ends the job: both happen, or neither. */
type Outcome = ((storage: Storage) => Promise<void>) | void

/** How many of a lane run at once in a process, and how many of these for one person. */
export type Room = { at_once: number; each?: number }

/**
 * Jobs wait for others of their lane and for nobody else, so that no mail server, slow website or payment provider holds
 * up what it has nothing to do with; and where somebody waits for them, one person's do not hold up another's.
 */
export const lanes = {
  mail: { at_once: 6, each: 4 },
  /** The website of a draft. */
  reading: { at_once: 8, each: 2 },
  drafting: { at_once: 4, each: 2 },
  /** Other people's websites, with nobody waiting. */
  looking: { at_once: 4, each: 2 },
  money: { at_once: 3 },
  /** Receivers of webhooks, which may be slow. */
  webhooks: { at_once: 6, each: 2 },
  /** What watches over all others. */
  alerts: { at_once: 2 },
  /** What waits for our own database alone. */
  own: { at_once: 3 },
} satisfies Record<string, Room>
export type Lane = keyof typeof lanes

export type Job<Kind extends JobKind = JobKind> = {
  kind: Kind
  payload: z.ZodType<JobPayloads[Kind]>
  /** A job that fails this often is dead, and stays to be seen. */
  max_failures: number
  /** Bounds one attempt. */
  timeout_ms: number
  lane: Lane
  /** The longest it is told to wait, where that is longer than `longestWait_s`. */
  waits_s?: number
  /** Set for a job that the service itself starts again and again. */
  every_s?: number
  /** How long it waits when it is started for the first time. */
  starts_after_s?: number
  run(payload: JobPayloads[Kind], context: JobContext): Promise<Outcome>
  /** What becomes of the job's subject when the job is dead, in the transaction that buries it. */
  gaveUp?(payload: JobPayloads[Kind], now: Date): Outcome
}

/** Identity; it exists so that a definition is checked where it stands. */
export function defineJob<Kind extends JobKind>(job: Job<Kind>): Job {
  return job as unknown as Job
}

/** No job is told to wait longer, but one that repeats or says how long it waits. */
export const longestWait_s = 600

/** Seconds until the next attempt: 2, 4, 8 … up to ten minutes, a third of it left to chance. */
export function backoffSeconds(failures: number, chance: number): number {
  const full = Math.min(longestWait_s, 2 ** Math.max(1, failures))
  return full * (1 - chance / 3)
}
