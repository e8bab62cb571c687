import { z } from 'zod'
import { factsIn } from '../facts.ts'
import { TooHeavy } from '../tools/drafts/drafter.ts'
import { arePagesUnread } from '../tools/drafts/failures.ts'
import { changeNamed, receiveDraft, receivePart } from '../tools/drafts/fields.ts'
import { spentBy, whyByRules } from '../tools/usage.ts'
import { endDraft, failDraft } from './drafting/end_draft.ts'
import { defineJob } from './queue/job.ts'

/** Writes the first profile of a draft from the pages that were read. */
export const draftProfile = defineJob({
  kind: 'draft_profile',
  lane: 'drafting',
  payload: z.object({ draft_id: z.string() }),
  max_failures: 4,
  timeout_ms: 150_000,
  async run({ draft_id }, { storage, drafter, caps, tally, clock, signal }) {
    const waiting = await storage.drafts.byId(draft_id)
    if (waiting === undefined || (waiting.status !== 'drafting' && waiting.failure !== 'internal')) return
    const pages = await storage.drafts.pages(draft_id, 'own')
    if (pages.length === 0) return
    const categories = await storage.categories.told()
    const start_url = pages[0]?.url ?? waiting.url
    const by_rules = await whyByRules(storage, waiting.user_id, caps, clock())
    const spent = spentBy(storage, waiting.user_id, clock)
    const site = { start_url, categories, by_rules, spent, signal }
    const drafted = await drafter.draft(pages, site).catch((error: unknown) => {
      if (error instanceof TooHeavy) return error
      throw error
    })
    if (!(drafted instanceof TooHeavy)) tally?.draft(drafted.drafted_by)
    return async (inside) => {
      const { drafts } = inside
      if (drafted instanceof TooHeavy)
        return endDraft(inside, draft_id, {
          status: 'failed',
          failure: drafted.reason,
          progress: { step: 'done', pages_read: pages.length, reading: null },
          now: clock(),
        })
      const { found, drafted_by, notices } = drafted
      // Read again, because the owner may have typed while the drafter wrote.
      const draft = await drafts.byId(draft_id)
      if (draft === undefined) return
      const receive = arePagesUnread(draft.notices) ? receivePart : receiveDraft
      await endDraft(inside, draft_id, {
        status: 'ready',
        failure: null,
        profile: changeNamed(draft.profile, factsIn('sought'), receive, found),
        drafted_by,
        notices: [...new Set([...draft.notices, ...notices])],
        progress: { step: 'done', pages_read: pages.length, reading: null },
        now: clock(),
      })
    }
  },
  gaveUp: failDraft,
})
