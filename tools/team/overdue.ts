import type { Storage } from '../../storage/storage.ts'

export type Overdue = { kind: string; by_s: number }

/** A queue may be busy for a moment; a job that waits longer than this means it is stopped or too slow. */
const patience_ms = 120_000

/** Kinds of jobs of which at least one should have started long ago. */
export async function overdueJobs({ jobs }: Storage, now: Date): Promise<Overdue[]> {
  return (await jobs.times())
    .map(({ kind, first }) => ({ kind, by_ms: now.getTime() - Date.parse(first) }))
    .filter(({ by_ms }) => by_ms > patience_ms)
    .map(({ kind, by_ms }) => ({ kind, by_s: Math.floor(by_ms / 1000) }))
}
