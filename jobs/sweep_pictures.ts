import { z } from 'zod'
import { defineJob } from './queue/job.ts'

/** So long a picture that nothing shows stays, for who changes their mind: with the time between two runs less than an hour. */
const kept_ms = 40 * 60_000
/** In one transaction, so that whoever waits to write is not kept long. */
const at_once = 500
const often = { lane: 'own', payload: z.object({}), max_failures: 5, timeout_ms: 60_000 } as const

/** Removes pictures that no listing shows any more: their rows, and then their files. */
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

/** Finds what nothing shows any more without an edit: a listing was removed, or its site shows another logo. */
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
