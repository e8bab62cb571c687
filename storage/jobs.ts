import { and, asc, eq, lte, ne, notInArray, sql } from './drizzle.ts'
import type { Db } from './connection.ts'
import { prepared, slot } from './prepared.ts'
import { jobs } from './tables/queue.ts'

export type StoredJob = typeof jobs.$inferSelect
export type NewJob = {
  kind: string
  payload: Record<string, unknown>
  /** Two unfinished jobs never carry the same key; the second is not enqueued. */
  key?: string
  run_at: string
  created_at: string
}

/** The lease has passed to somebody else: whatever this attempt did must not be kept. */
export class LeaseLost extends Error {}

/** Which attempt of a job this is: only the newest attempt may still change the job. */
export type Hold = Pick<StoredJob, 'id' | 'attempt'>

export function jobQueries(db: Db) {
  const first = prepared(() =>
    db
      .select({ run_at: jobs.run_at })
      .from(jobs)
      .where(ne(jobs.state, 'dead'))
      .orderBy(asc(jobs.run_at), asc(jobs.id))
      .limit(1),
  )

  const open = prepared(() =>
    db
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(eq(jobs.key, slot('key')), ne(jobs.state, 'dead'))),
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
    async enqueue(job: NewJob): Promise<void> {
      await db.insert(jobs).values(job).onConflictDoNothing()
    },
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
      const due = db
        .select({ id: jobs.id })
        .from(jobs)
        .where(and(ne(jobs.state, 'dead'), lte(jobs.run_at, now), notInArray(jobs.kind, [...except])))
        .orderBy(asc(jobs.run_at), asc(jobs.id))
        .limit(1)
      const [taken] = await db
        .update(jobs)
        .set({
          run_at: lease_ends_at,
          attempt: sql`${jobs.attempt} + 1`,
          failures: sql`${jobs.failures} + CASE WHEN ${jobs.state} = 'running' THEN 1 ELSE 0 END`,
          state: 'running',
        })
        .where(sql`${jobs.id} = (${due} /* postgres: FOR UPDATE SKIP LOCKED */)`)
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
      await db.select().from(jobs).where(eq(jobs.state, 'dead')).orderBy(asc(jobs.id)),
    deadOne: async (id: number): Promise<StoredJob | undefined> =>
      (
        await db
          .select()
          .from(jobs)
          .where(and(eq(jobs.id, id), eq(jobs.state, 'dead')))
      )[0],
    /** Deletes a dead job. */
    async dismiss(id: number): Promise<void> {
      await db.delete(jobs).where(and(eq(jobs.id, id), eq(jobs.state, 'dead')))
    },
    /** Everything that waits or runs. */
    open: async (): Promise<StoredJob[]> =>
      await db.select().from(jobs).where(ne(jobs.state, 'dead')).orderBy(asc(jobs.id)),
    /** Makes a dead job wait again. */
    async revive(id: number, now: string): Promise<void> {
      await db
        .update(jobs)
        .set({ state: 'waiting', run_at: now, failures: 0 })
        .where(and(eq(jobs.id, id), eq(jobs.state, 'dead')))
    },
  }
}
