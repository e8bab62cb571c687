import { z } from 'zod'
import { sealWeek } from '../tools/ledger/seal.ts'
import { defineJob } from './queue/job.ts'

/** Seals closed weeks in the public ledger, the oldest first. A failure blocks the later weeks of the same site. */
export const sealWeeks = defineJob({
  kind: 'seal_weeks',
  lane: 'own',
  payload: z.object({}),
  max_failures: 5,
  timeout_ms: 600_000,
  every_s: 60,
  async run(_payload, { storage, clock, public_url }) {
    const sites = new Map((await storage.sites.all()).map((site) => [site.id, site]))
    for (const over of await storage.ledger.unsigned())
      await sealWeek(storage, over, { site: sites.get(over.site_id)!, now: clock(), public_url })
  },
})
