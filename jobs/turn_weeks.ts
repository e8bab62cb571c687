import { z } from 'zod'
import { closeSeasons } from '../tools/awards/seasons.ts'
import { closeWeek } from '../tools/launches/ranked.ts'
import { weekOf } from '../tools/launches/week.ts'
import { lookNow } from '../tools/my_listings/launch.ts'
import { countWaiting } from '../tools/votes/vote.ts'
import { applyProfile, startWeek } from '../tools/my_listings/turning.ts'
import { waitsForLook, weighWeek } from '../tools/votes/weigh.ts'
import { defineJob } from './queue/job.ts'

/** Listings per transaction, so that other writers do not wait long. */
const atOnce = 50
const mostLooks = 100
/** Each takes a transaction; the rest follows a minute later. */
const mostVotes = 1000

/**
 * Moves the calendar forward: closes weeks that are over, launches listings whose week has begun, and checks homepages
 * when they are due. It makes up for time when the service was off and repeats nothing, so it may run at
 * any time and in any number of processes.
 */
export const turnWeeks = defineJob({
  kind: 'turn_weeks',
  lane: 'own',
  payload: z.object({}),
  max_failures: 5,
  timeout_ms: 120_000,
  every_s: 60,
  async run(_payload, { storage, clock, public_url, vote_rules: mode }) {
    const now = clock()
    const week = weekOf(now)
    // Before closing weeks, so that votes that became valid in time are in the result.
    for (const waiting of await storage.waiting_votes.due(now.toISOString(), mostVotes))
      await storage.write((inside) => countWaiting(inside, waiting, now))
    for (const over of await storage.weeks.unclosed(week)) {
      await weighWeek(storage, over, { mode, now })
      if (!(await waitsForLook(storage, over, mode, now)))
        await storage.write((inside) => closeWeek(inside, over, now))
    }
    await storage.write((inside) => closeSeasons(inside, now))
    for (const id of await storage.badge_checks.waitingWithBadge())
      await storage.write((inside) => applyProfile(inside, id, { now, public_url }))
    for (;;) {
      const begun = await storage.weeks.begun(week, atOnce)
      if (begun.length === 0) break
      await storage.write(async (inside) => {
        for (const id of begun) await startWeek(inside, id, { now, public_url })
      })
    }
    const due = await storage.badge_checks.due(now.toISOString(), mostLooks)
    if (due.length === 0) return
    await storage.write(async (inside) => {
      for (const id of due) await lookNow(inside, id, now)
    })
  },
})
