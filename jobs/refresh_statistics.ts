import { z } from 'zod'
import { defineJob } from './queue/job.ts'

/** Updates the database's statistics once a day, so that it plans queries well as tables grow. */
export const refreshStatistics = defineJob({
  kind: 'refresh_statistics',
  lane: 'own',
  payload: z.object({}),
  max_failures: 5,
  timeout_ms: 60_000,
  every_s: 86_400,
  run: async (_payload, { storage }) => storage.refreshStatistics(),
})
