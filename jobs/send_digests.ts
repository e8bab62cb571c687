import { z } from 'zod'
import { sendDigests as sendTo } from '../tools/follows/digest.ts'
import { defineJob } from './queue/job.ts'

/** Sends the weekly letters to followers once a week has closed. */
export const sendDigests = defineJob({
  kind: 'send_digests',
  lane: 'own',
  payload: z.object({}),
  max_failures: 5,
  timeout_ms: 120_000,
  every_s: 60,
  async run(_payload, { storage, clock, public_url }) {
    for (const site of await storage.sites.all()) await sendTo(storage, site, { now: clock(), public_url })
  },
})
