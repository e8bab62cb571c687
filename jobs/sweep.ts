import { z } from 'zod'
import { addDays, dayOf } from '../days.ts'
import { keptSince } from '../tools/drafts/kept.ts'
import { defineJob } from './queue/job.ts'

/**
 * Drops what can never matter again: spent links, dead sessions and tokens, clients that never came back, old mail,
 * answers that no Idempotency-Key leads to any more, pages that were read long ago, and who was here yesterday.
 */
export const sweepIdentity = defineJob({
  kind: 'sweep_identity',
  lane: 'own',
  payload: z.object({}),
  max_failures: 5,
  timeout_ms: 60_000,
  every_s: 3600,
  async run(_payload, { now }) {
    const ago = (days: number) => addDays(now, -days).toISOString()
    return async ({
      sessions,
      sign_in_links,
      oauth,
      mail,
      replays,
      drafts,
      claims,
      views,
      reports,
      allowances,
      usage,
      webhooks,
    }) => {
      await sessions.sweep(now.toISOString())
      await sign_in_links.sweep(now.toISOString())
      await oauth.sweep(now.toISOString(), ago(1), ago(30))
      await mail.sweep(now.toISOString(), ago(30))
      await replays.sweep(ago(1))
      // No window is as long as a day: by then all of each is there again.
      await allowances.sweep(ago(1))
      await drafts.dropRawPages(keptSince(now))
      // What was seen just before midnight may still be on its way.
      await views.forgetBefore(dayOf(new Date(now.getTime() - 3_600_000)))
      await claims.sweep(now.toISOString(), ago(180))
      await reports.sweep(ago(180))
      await webhooks.sweep(ago(30))
      await usage.sweep(dayOf(addDays(now, -400)))
      await views.dropSources(dayOf(addDays(now, -400)))
    }
  },
})
