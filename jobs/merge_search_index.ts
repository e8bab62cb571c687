import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Storage } from '../storage/storage.ts'
import { defineJob } from './queue/job.ts'

/** Rewrites the index of a million listings in half an hour, using 1 % of the processor. */
const mostSteps = 100
/** Lets other work run between two steps. */
const pause_ms = 20

/** Loads new words, which every process needs for itself. */
export async function warmSearch({ search }: Pick<Storage, 'search'>, signal: AbortSignal): Promise<void> {
  while (await search.warm()) await sleep(pause_ms, undefined, { signal })
}

/**
 * Keeps searches as fast as with a new index: new words are loaded before somebody misspells them,
 * and the small segments that every edit adds are merged, a few pages at a time.
 */
export const mergeSearchIndex = defineJob({
  kind: 'merge_search_index',
  lane: 'own',
  payload: z.object({}),
  max_failures: 5,
  timeout_ms: 30_000,
  every_s: 60,
  async run(_, { storage, signal }) {
    await warmSearch(storage, signal)
    // A common word's list of a million listings is written in one go, whatever the bound. An import fills the index
    // faster than this empties it, so everybody would wait a second again and again; it merges what it leaves.
    if (storage.importing()) return
    for (let steps = 0; steps < mostSteps; steps += 1) {
      if (!(await storage.write(({ listings }) => listings.mergeIndex()))) return
      await sleep(pause_ms, undefined, { signal })
    }
  },
})
