import { totalmem } from 'node:os'
import { openThread, type Thread, type ThreadBounds } from './thread.ts'
import type { tasks } from './tasks.ts'

export type DraftingThread = Thread<typeof tasks>

// Of what the machine, or the cgroup the service runs in, has.
const quarter_mb = Math.floor(Math.min(process.constrainedMemory() || Infinity, totalmem()) / 2 ** 22)

// Computing time: the heaviest real sites take half a second of it, on a slow machine a few.
export const bounds: ThreadBounds<typeof tasks> = {
  limits_ms: {
    robots: 10_000,
    sitemap: 10_000,
    page: 10_000,
    door: 10_000,
    badge: 10_000,
    draft: 30_000,
    texts: 30_000,
    check: 30_000,
    again: 30_000,
  },
  heap_mb: Math.min(256, quarter_mb),
  idle_ms: 30_000,
}

/** Reading and drafting, away from the thread that answers. Nothing is loaded before there is something to read. */
export function openDraftingThread(within = bounds): DraftingThread {
  return openThread<typeof tasks>(new URL('./thread_entry.ts', import.meta.url), within)
}
