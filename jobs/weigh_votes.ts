import { z } from 'zod'
import { weekOf } from '../tools/launches/week.ts'
import { weighWeek } from '../tools/votes/weigh.ts'
import { defineJob } from './queue/job.ts'

/** Applies the rules against rings to the current week. The last time is when it closes (turn_weeks). */
export const weighVotes = defineJob({
  kind: 'weigh_votes',
  lane: 'own',
  payload: z.object({}),
  max_failures: 5,
  timeout_ms: 600_000,
  every_s: 21_600,
  starts_after_s: 600,
  async run(_payload, { storage, clock, vote_rules: mode }) {
    const now = clock()
    for (const { id: site_id } of await storage.sites.all())
      await weighWeek(storage, { site_id, week: weekOf(now) }, { mode, now })
  },
})
