import { and, asc, eq, sql } from './drizzle.ts'
import type { Db } from './connection.ts'
import { prepared, readsAll, says, slot } from './prepared.ts'
import { jobs } from './tables/queue.ts'

export type StoredJob = typeof jobs.$inferSelect

/** Every kind of job, and what one is told. What is done then is defined in jobs/. */
export interface JobPayloads {
  check_badge: { listing_id: number }
  compare_competitor: { draft_id: string }
  crawl_site: { draft_id: string; bare: boolean }
  draft_profile: { draft_id: string }
  fetch_ratings: Record<string, never>
  keep_logo: { listing_id: number }
  merge_search_index: Record<string, never>
  note_country: { order_id: number }
  play_payment: { order_id: number }
  reconcile_payments: Record<string, never>
  refresh_statistics: Record<string, never>
  /** Without a payment it is the one that the order was carried out for. */
  refund_payment: { order_id: number; payment?: string }
  send_mail: { mail_id: number }
  sweep_identity: Record<string, never>
  sweep_pictures: Record<string, never>
  turn_weeks: Record<string, never>
}
export type JobKind = keyof JobPayloads
type NewJob<Kind extends JobKind> = {
  kind: Kind
  payload: JobPayloads[Kind]
  /** Two unfinished jobs never carry the same key; the second is not enqueued. */
  key?: string
  /** Left out, at once. */
  run_at?: string
  created_at: string
}

/** Puts a job into the queue, with the caller's transaction. */
export async function enqueue<Kind extends JobKind>(db: Db, job: NewJob<Kind>): Promise<void> {
  await db
    .insert(jobs)
    .values({ run_at: job.created_at, ...job })
    .onConflictDoNothing()
}

/** The lease has passed to somebody else: whatever this attempt did must not be kept. */
export class LeaseLost extends Error {}

/** Which attempt of a job this is: only the newest attempt may still change the job. */
type Hold = Pick<StoredJob, 'id' | 'attempt'>

export function jobQueries(db: Db) {
  const first = prepared(() =>
    db
      .select({ run_at: jobs.run_at })
      .from(jobs)
      .where(sql`${jobs.state} <> 'dead'`)
      .orderBy(asc(jobs.run_at), asc(jobs.id))
      .limit(1),
  )

  const open = prepared(() =>
    db
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(eq(jobs.key, slot('key')), sql`${jobs.state} <> 'dead'`)),
  )

  const held = ({ id, attempt }: Hold) =>
    and(eq(jobs.id, id), eq(jobs.attempt, attempt), eq(jobs.state, 'running'))

  async function change(hold: Hold, set: Partial<StoredJob> | { failures: unknown }): Promise<void> {
    const changed = await db
      .update(jobs)
      .set(set as Partial<StoredJob>)
      .where(held(hold))
      .returning({ id: jobs.id })
    if (changed.length === 0) throw new LeaseLost()
  }

  return {
    enqueue: <Kind extends JobKind>(job: NewJob<Kind>) => enqueue(db, job),
    /** Whether an unfinished job carries this key. */
    isOpen: async (key: string): Promise<boolean> => (await open({ key })).length > 0,
    /** When the next job is due or the next lease ends; null when there is nothing to do. */
    nextAt: async (): Promise<string | null> => (await first())[0]?.run_at ?? null,
    /**
     * Takes the job that has waited longest, of any kind but those excepted. One that is found running was left behind
     * by a process that died, and that counts as a failure: a job that kills its process must not do so for ever.
     */
    async claim(
      now: string,
      lease_ends_at: string,
      except: readonly string[] = [],
    ): Promise<StoredJob | undefined> {
      const due = sql`SELECT id FROM jobs WHERE state <> 'dead' AND run_at <= ${now}`
      const first = sql`ORDER BY run_at, id LIMIT 1`
      // The first of each kind, found by steps from kind to kind: of one that is excepted, a million may be waiting.
      const others = sql`WITH RECURSIVE kinds(kind) AS (
          SELECT min(kind) FROM jobs WHERE state <> 'dead'
          UNION ALL SELECT (SELECT min(kind) FROM jobs WHERE state <> 'dead' AND kind > kinds.kind) FROM kinds WHERE kind IS NOT NULL
        ) SELECT j.id FROM kinds CROSS JOIN jobs j ON j.id = (${due} AND kind = kinds.kind ${first})
        WHERE kinds.kind NOT IN (SELECT value FROM json_each(${JSON.stringify(except)}))
        AND ${readsAll('kinds of jobs, which are few')} ORDER BY j.run_at, j.id LIMIT 1`
      const [taken] = await db
        .update(jobs)
        .set({
          run_at: lease_ends_at,
          attempt: sql`${jobs.attempt} + 1`,
          failures: sql`${jobs.failures} + CASE WHEN ${jobs.state} = 'running' THEN 1 ELSE 0 END`,
          state: 'running',
        })
        .where(
          sql`${jobs.id} = (${except.length > 0 ? others : sql`${due} ${first} /* postgres: FOR UPDATE SKIP LOCKED */`})`,
        )
        .returning()
      return taken
    },
    extend: (hold: Hold, lease_ends_at: string) => change(hold, { run_at: lease_ends_at }),
    /** Belongs into the transaction of what the job has done. */
    async finish(hold: Hold): Promise<void> {
      const gone = await db.delete(jobs).where(held(hold)).returning({ id: jobs.id })
      if (gone.length === 0) throw new LeaseLost()
    },
    retry: (hold: Hold, run_at: string, failure: string) =>
      change(hold, { state: 'waiting', run_at, failure, failures: sql`${jobs.failures} + 1` }),
    /** Returned unfinished at a clean stop, which is nobody's failure. */
    giveBack: (hold: Hold, now: string) => change(hold, { state: 'waiting', run_at: now }),
    bury: (hold: Hold, failure: string) => change(hold, { state: 'dead', failure }),
    dead: async (): Promise<StoredJob[]> =>
      await db
        .select()
        .from(jobs)
        .where(and(says(jobs.state, 'dead'), readsAll('what failed, for the team')))
        .orderBy(asc(jobs.id)),
    deadOne: async (id: number): Promise<StoredJob | undefined> =>
      (
        await db
          .select()
          .from(jobs)
          .where(and(eq(jobs.id, id), says(jobs.state, 'dead')))
      )[0],
    /** Deletes a dead job. */
    async dismiss(id: number): Promise<void> {
      await db.delete(jobs).where(and(eq(jobs.id, id), says(jobs.state, 'dead')))
    },
    /** Everything that waits or runs. */
    open: async (): Promise<StoredJob[]> =>
      await db
        .select()
        .from(jobs)
        .where(and(sql`${jobs.state} <> 'dead'`, readsAll('what waits, for the operator')))
        .orderBy(asc(jobs.id)),
    /** Makes a dead job wait again. */
    async revive(id: number, now: string): Promise<void> {
      await db
        .update(jobs)
        .set({ state: 'waiting', run_at: now, failures: 0 })
        .where(and(eq(jobs.id, id), says(jobs.state, 'dead')))
    },
  }
}
