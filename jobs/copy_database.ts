import { z } from 'zod'
import { copiesIn, makeCopyAside } from '../storage/copies.ts'
import { defineJob, type Job } from './queue/job.ts'

type Copying = { database_file: string; folder: string; every_h: number; keep: number }

const hour_ms = 3_600_000

/** Copies the database when the newest copy is old enough, and deletes the oldest copy. */
export function copyDatabase({ every_h, ...where }: Copying): Job {
  return defineJob({
    kind: 'copy_database',
    lane: 'own',
    payload: z.object({}),
    max_failures: 5,
    timeout_ms: hour_ms,
    every_s: 600,
    starts_after_s: 600,
    async run(_payload, { now, signal }) {
      const [newest] = copiesIn(where.folder)
      // A copy from the future, made while the clock was ahead, counts as old.
      const age_ms = newest === undefined ? Infinity : Math.abs(now.getTime() - newest.made_at.getTime())
      if (age_ms >= every_h * hour_ms) await makeCopyAside({ ...where, now }, signal)
    },
  })
}
