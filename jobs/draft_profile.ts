import { z } from 'zod'
import { factsIn } from '../facts.ts'
import { TooHeavy } from '../tools/drafts/drafter.ts'
import { changeNamed, receiveDraft } from '../tools/drafts/fields.ts'
import { defineJob } from './queue/job.ts'

/** Writes the first profile of a draft from the pages that were read. */
export const draftProfile = defineJob({
  kind: 'draft_profile',
  lane: 'drafting',
  payload: z.object({ draft_id: z.string() }),
  max_failures: 4,
  timeout_ms: 150_000,
  async run({ draft_id }, { storage, drafter, clock, signal }) {
    const waiting = await storage.drafts.byId(draft_id)
    if (waiting === undefined || (waiting.status !== 'drafting' && waiting.failure !== 'internal')) return
    const pages = await storage.drafts.pages(draft_id, 'own')
    if (pages.length === 0) return
    const categories = await storage.categories.told()
    const start_url = pages[0]?.url ?? waiting.url
    const drafted = await drafter.draft(pages, { start_url, categories, signal }).catch((error: unknown) => {
      if (error instanceof TooHeavy) return error
      throw error
    })
    return async ({ drafts }) => {
      if (drafted instanceof TooHeavy)
        return drafts.change(draft_id, {
          status: 'failed',
          failure: drafted.reason,
          progress: { step: 'done', pages_read: pages.length, reading: null },
          updated_at: clock().toISOString(),
        })
      const { found, drafted_by, notices } = drafted
      // Read again: the owner may have typed while the drafter wrote.
      const draft = await drafts.byId(draft_id)
      if (draft === undefined) return
      await drafts.change(draft_id, {
        status: 'ready',
        failure: null,
        profile: changeNamed(draft.profile, factsIn('sought'), receiveDraft, found),
        drafted_by,
        notices: [...new Set([...draft.notices, ...notices])],
        progress: { step: 'done', pages_read: pages.length, reading: null },
        updated_at: clock().toISOString(),
      })
    }
  },
  gaveUp:
    ({ draft_id }, now) =>
    ({ drafts }) =>
      drafts.change(draft_id, { status: 'failed', failure: 'internal', updated_at: now.toISOString() }),
})
