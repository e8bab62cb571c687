import { z } from 'zod'
import { addDays, dayOf } from '../days.ts'
import { keptSince } from '../tools/drafts/kept.ts'
import { defineJob } from './queue/job.ts'

/**
 * Deletes what is no longer needed: used links, ended sessions and tokens, unused clients, old mails, answers of old
 * Idempotency-Keys, the HTML of old pages, and yesterday's visitor hashes.
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
      // No limit's window is longer than a day: by then every limit is full again.
      await allowances.sweep(ago(1))
      await drafts.dropRawPages(keptSince(now))
      // Views from just before midnight may not have been written yet.
      await views.forgetBefore(dayOf(new Date(now.getTime() - 3_600_000)))
      await claims.sweep(now.toISOString(), ago(180))
      await reports.sweep(ago(180))
      await webhooks.sweep(ago(30))
      await usage.sweep(dayOf(addDays(now, -400)))
      await views.dropSources(dayOf(addDays(now, -400)))
    }
  },
})
