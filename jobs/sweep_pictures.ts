import { z } from 'zod'
import { addDays } from '../days.ts'
import { defineJob } from './queue/job.ts'

/** So long a picture that nothing shows stays, for who changes their mind and for the site team. */
const days = 7
/** In one transaction, so that whoever waits to write is not kept long. */
const at_once = 500

/** Removes pictures that no listing shows any more: their rows, and then their files. */
export const sweepPictures = defineJob({
  kind: 'sweep_pictures',
  lane: 'own',
  payload: z.object({}),
  max_failures: 5,
  timeout_ms: 60_000,
  every_s: 3600,
  async run(_payload, { storage, now, media, signal }) {
    const at = { now: now.toISOString(), unused_before: addDays(now, -days).toISOString() }
    const galleries = await storage.pictures.inGalleries()
    for (let after = ''; !signal.aborted;) {
      const files = await storage.pictures.after(after, at_once)
      if (files.length === 0) return
      const gone = await storage.write(({ pictures }) => pictures.sweep(files, galleries, at))
      for (const file of gone) media.remove(file)
      after = files.at(-1)!
    }
  },
})
