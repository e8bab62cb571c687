import { z } from 'zod'
import { addDays } from '../days.ts'
import { defineJob } from './queue/job.ts'

/** So long a picture that nothing shows stays, for who changes their mind and for the site team. */
const days = 7

/** Removes pictures that no listing shows any more: their rows, and then their files. */
export const sweepPictures = defineJob({
  kind: 'sweep_pictures',
  payload: z.object({}),
  max_failures: 5,
  timeout_ms: 60_000,
  every_s: 3600,
  async run(_payload, { now, media }) {
    return async ({ pictures }) => {
      const gone = await pictures.sweep(now.toISOString(), addDays(now, -days).toISOString())
      for (const file of gone) media.remove(file)
    }
  },
})
