import { z } from 'zod'
import { defineJob } from './queue/job.ts'

/** Once a day the database counts its rows again, so that it goes on planning well while they become more. */
export const refreshStatistics = defineJob({
  kind: 'refresh_statistics',
  lane: 'own',
  payload: z.object({}),
  max_failures: 5,
  timeout_ms: 60_000,
  every_s: 86_400,
  run: async (_payload, { storage }) => storage.refreshStatistics(),
})
