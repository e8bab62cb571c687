import { z } from 'zod'
import { addDays } from '../days.ts'
import { defineJob, type Job } from './queue/job.ts'

/** Deletes audit entries older than so many days. */
export function sweepAudit(days: number): Job {
  return defineJob({
    kind: 'sweep_audit',
    lane: 'own',
    payload: z.object({}),
    max_failures: 5,
    timeout_ms: 60_000,
    every_s: 3600,
    async run(_payload, { now }) {
      return ({ audit }) => audit.sweep(addDays(now, -days).toISOString())
    },
  })
}
