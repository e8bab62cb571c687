import { z } from 'zod'
import { defineJob } from './queue/job.ts'

/** How long unused pictures are kept, in case of a change of mind: less than an hour with the interval of the job. */
const kept_ms = 40 * 60_000
/** Pictures per transaction, so that other writers do not wait long. */
const at_once = 500
const often = { lane: 'own', payload: z.object({}), max_failures: 5, timeout_ms: 60_000 } as const

/** Deletes unused pictures: their rows, and then their files. */
export const sweepPictures = defineJob({
  ...{ kind: 'sweep_pictures', ...often, every_s: 600 },
  async run(_payload, { storage, now, media, signal }) {
    const at = { now: now.toISOString(), unused_before: new Date(now.getTime() - kept_ms).toISOString() }
    while (!signal.aborted) {
      const files = await storage.pictures.unusedSince(at.unused_before, at_once)
      if (files.length === 0) return
      const galleries = await storage.pictures.inGalleries()
      const gone = await storage.write(({ pictures }) => pictures.sweep(files, galleries, at))
      for (const file of gone) media.remove(file)
    }
  },
})

/** Finds pictures that became unused without an edit: a listing was deleted, or its site has a new logo. */
export const findUnusedPictures = defineJob({
  ...{ kind: 'find_unused_pictures', ...often, every_s: 3600 },
  async run(_payload, { storage, now, signal }) {
    const at = { now: now.toISOString(), unused_before: '' }
    const galleries = await storage.pictures.inGalleries()
    for (let after = ''; !signal.aborted;) {
      const files = await storage.pictures.after(after, at_once)
      if (files.length === 0) return
      await storage.write(({ pictures }) => pictures.sweep(files, galleries, at))
      after = files.at(-1)!
    }
  },
})
