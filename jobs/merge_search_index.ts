import { z } from 'zod'
import { defineJob } from './job.ts'

/** Every edit leaves small segments in the search index; merged a few at a time, they never slow a search down. */
export const mergeSearchIndex = defineJob({
  kind: 'merge_search_index',
  payload: z.object({}),
  max_failures: 5,
  timeout_ms: 30_000,
  every_s: 60,
  async run() {
    return async ({ listings }) => void (await listings.mergeIndex())
  },
})
