import { and, asc, eq, sql } from './drizzle.ts'
import type { Db } from './connection.ts'
import { prepared, readsAll, says, slot } from './prepared.ts'
import { jobs } from './tables/queue.ts'

export type StoredJob = typeof jobs.$inferSelect

/** Every kind of job with its payload. jobs/ defines what they do. */
export interface JobPayloads {
  ask_witnesses: Record<string, never>
  check_badge: { listing_id: number }
  compare_competitor: { draft_id: string }
  copy_database: Record<string, never>
  crawl_site: { draft_id: string; bare: boolean }
  draft_profile: { draft_id: string }
  fetch_ratings: Record<string, never>
  look_at_doors: Record<string, never>
  keep_logo: { listing_id: number }
  merge_search_index: Record<string, never>
  note_country: { order_id: number }
  play_payment: { order_id: number }
  read_facts_again: Record<string, never>
  reconcile_payments: Record<string, never>
  refresh_statistics: Record<string, never>
  /** Without a payment: the one that the order was carried out for. */
  refund_payment: { order_id: number; payment?: string }
  send_alert: { id: string; at: string; type: string; key: string; what: string; remedy: string }
  seal_weeks: Record<string, never>
  send_digests: Record<string, never>
  send_mail: { mail_id: number }
  send_webhook: { delivery_id: number }
  sweep_audit: Record<string, never>
  sweep_identity: Record<string, never>
  sweep_pictures: Record<string, never>
  find_unused_pictures: Record<string, never>
  turn_weeks: Record<string, never>
  watch: Record<string, never>
  weigh_votes: Record<string, never>
  write_needs: Record<string, never>
}
export type JobKind = keyof JobPayloads
type NewJob<Kind extends JobKind> = {
  kind: Kind
  payload: JobPayloads[Kind]
  /** An unfinished job with the same key makes this one superfluous; it is not enqueued. */
  key?: string
  /** Whose job it is, if many jobs of one person must not delay others. */
  person?: number
  /** Without it the job runs at once. */
  run_at?: string
  created_at: string
}

/** Enqueues a job in the caller's transaction. */
export async function enqueue<Kind extends JobKind>(db: Db, job: NewJob<Kind>): Promise<void> {
  await db
    .insert(jobs)
    .values({ run_at: job.created_at, ...job })
    .onConflictDoNothing()
}

/** Jobs not to be taken now: whole kinds, and kinds of certain people, each as "kind person". */
export type Full = { kinds: readonly string[]; shares: readonly string[] }
const nothingFull: Full = { kinds: [], shares: [] }

/**
 * The combinations of kind and person that have waiting or running jobs. A loose index scan: there may be millions of
 * jobs, but few combinations.
 */
const queues = sql`WITH RECURSIVE kinds(kind) AS (
    SELECT min(kind) FROM jobs WHERE state <> 'dead'
    UNION ALL SELECT (SELECT min(kind) FROM jobs WHERE state <> 'dead' AND kind > kinds.kind) FROM kinds WHERE kind IS NOT NULL
  ), queues(kind, person) AS (
    SELECT kind, (SELECT min(person) FROM jobs WHERE state <> 'dead' AND kind = kinds.kind) FROM kinds WHERE kind IS NOT NULL
    UNION ALL SELECT kind, (SELECT min(person) FROM jobs WHERE state <> 'dead' AND kind = queues.kind AND person > queues.person)
    FROM queues WHERE person IS NOT NULL
  )`

/** Another worker has the lease now: the work of this attempt must be rolled back. */
export class LeaseLost extends Error {}

/** An attempt of a job: only the newest attempt may still change the job. */
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

  /** The id of the job that has waited longest, except those of `full`. */
  function next(now: string, { kinds, shares }: Full) {
    const due = sql`SELECT id FROM jobs WHERE state <> 'dead' AND run_at <= ${now}`
    const first = sql`ORDER BY run_at, id LIMIT 1`
    if (kinds.length + shares.length === 0) return sql`${due} ${first}`
    return sql`${queues} SELECT j.id FROM queues
      CROSS JOIN jobs j ON j.id = (${due} AND kind = queues.kind AND person = queues.person ${first})
      WHERE queues.kind NOT IN (SELECT value FROM json_each(${JSON.stringify(kinds)}))
      AND queues.kind || ' ' || queues.person NOT IN (SELECT value FROM json_each(${JSON.stringify(shares)}))
      AND ${readsAll('kinds of jobs and people who wait, which are few')} ORDER BY j.run_at, j.id LIMIT 1`
  }

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
    /** Whether an unfinished job has this key. */
    isOpen: async (key: string): Promise<boolean> => (await open({ key })).length > 0,
    /** When the next job is due or the next lease ends; null if there are no jobs. */
    nextAt: async (): Promise<string | null> => (await first())[0]?.run_at ?? null,
    /** Whether a job could be taken. */
    isDue: async (now: string, full = nothingFull): Promise<boolean> =>
      (
        await db
          .select({ id: jobs.id })
          .from(jobs)
          .where(sql`${jobs.id} = (${next(now, full)})`)
      ).length > 0,
    /**
     * Takes the job that has waited longest. A running job whose lease has ended was left by a process that died; that
     * counts as a failure, because a job that kills its process must not do so for ever.
     */
    async claim(now: string, lease_ends_at: string, full = nothingFull): Promise<StoredJob | undefined> {
      const isAny = full.kinds.length + full.shares.length === 0
      const [taken] = await db
        .update(jobs)
        .set({
          run_at: lease_ends_at,
          attempt: sql`${jobs.attempt} + 1`,
          failures: sql`${jobs.failures} + CASE WHEN ${jobs.state} = 'running' THEN 1 ELSE 0 END`,
          state: 'running',
        })
        .where(
          sql`${jobs.id} = (${next(now, full)}${isAny ? sql` /* postgres: FOR UPDATE SKIP LOCKED */` : sql``})`,
        )
        .returning()
      return taken
    },
    /** For each kind, the first and last time at which a job is due or a lease ends. */
    async times(): Promise<{ kind: string; first: string; last: string }[]> {
      const timed = (which: string) =>
        sql`(SELECT ${sql.raw(which)}(run_at) FROM jobs WHERE state <> 'dead' AND kind = queues.kind AND person = queues.person)`
      return await db
        .select({ kind: sql<string>`s.kind`, first: sql<string>`s.first`, last: sql<string>`s.last` })
        .from(
          sql`(${queues} SELECT kind, min(${timed('min')}) AS first, max(${timed('max')}) AS last
            FROM queues WHERE person IS NOT NULL GROUP BY kind) AS s`,
        )
        .where(readsAll('kinds of jobs, which are few'))
    },
    /** When the unfinished job with this key was made; there is at most one. */
    async openSince(key: string): Promise<string | undefined> {
      const isOpen = and(eq(jobs.key, key), sql`state <> 'dead'`)
      return (await db.select({ created_at: jobs.created_at }).from(jobs).where(isOpen))[0]?.created_at
    },
    /** For each kind, the number of jobs that have failed at least three times and are tried again. */
    failing: async (): Promise<{ kind: string; count: number }[]> =>
      await db
        .select({ kind: jobs.kind, count: sql<number>`count(*)` })
        .from(jobs)
        .where(
          sql`failures >= 3 AND state <> 'dead' AND ${readsAll('what fails, which has an index of its own')}`,
        )
        .groupBy(jobs.kind),
    /** Jobs of this kind due after `beyond` become due at `to`; their leases end at `lease_ends_at`. */
    async bringForward(kind: string, beyond: string, to: string, lease_ends_at: string): Promise<void> {
      const run_at = sql`CASE WHEN ${jobs.state} = 'running' THEN ${lease_ends_at} ELSE ${to} END`
      await db
        .update(jobs)
        .set({ run_at })
        .where(
          and(
            eq(jobs.kind, kind),
            sql`${jobs.run_at} > ${beyond}`,
            sql`${jobs.state} <> 'dead'`,
            readsAll('what a wrong clock has put down'),
          ),
        )
    },
    extend: (hold: Hold, lease_ends_at: string) => change(hold, { run_at: lease_ends_at }),
    /** Call it in the transaction of the job's work. */
    async finish(hold: Hold): Promise<void> {
      const gone = await db.delete(jobs).where(held(hold)).returning({ id: jobs.id })
      if (gone.length === 0) throw new LeaseLost()
    },
    retry: (hold: Hold, run_at: string, failure: string) =>
      change(hold, { state: 'waiting', run_at, failure, failures: sql`${jobs.failures} + 1` }),
    /** Returns an unfinished job at a clean shutdown, without counting a failure. */
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
    /** All jobs that wait or run. */
    open: async (): Promise<StoredJob[]> =>
      await db
        .select()
        .from(jobs)
        .where(and(sql`${jobs.state} <> 'dead'`, readsAll('what waits, for the operator')))
        .orderBy(asc(jobs.id)),
    /** Requeues a dead job. False if it is not dead, or a newer job with its key is unfinished. */
    async revive(id: number, now: string): Promise<boolean> {
      const isAlone = sql`NOT EXISTS (SELECT 1 FROM jobs newer WHERE newer.key = ${jobs.key} AND newer.state <> 'dead')`
      const revived = await db
        .update(jobs)
        .set({ state: 'waiting', run_at: now, failures: 0 })
        .where(and(eq(jobs.id, id), says(jobs.state, 'dead'), isAlone))
        .returning({ id: jobs.id })
      return revived.length > 0
    },
  }
}
