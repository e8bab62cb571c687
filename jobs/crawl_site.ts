import { z } from 'zod'
import { endDraft, failDraft } from './drafting/end_draft.ts'
import { count } from '../tools/usage.ts'
import { defineJob } from './queue/job.ts'

/** Reads the website of a draft and passes its pages to the drafter; a failure is shown to the owner. */
export const crawlSite = defineJob({
  kind: 'crawl_site',
  lane: 'reading',
  payload: z.object({ draft_id: z.string(), bare: z.boolean() }),
  max_failures: 4,
  timeout_ms: 90_000,
  async run({ draft_id, bare }, { storage, outbound, thread, clock, public_url, signal }) {
    const draft = await storage.drafts.byId(draft_id)
    // If the operator retries a dead job, its draft has failed with "internal".
    if (draft === undefined || (draft.status !== 'crawling' && draft.failure !== 'internal')) return
    // Loaded with the first site, so that a service without drafts saves the memory.
    const { readSite } = await import('./reading/read_site.ts')
    const { SiteUnreadable } = await import('./reading/visitor.ts')
    try {
      const progressAt = (url: string, pages_read: number) =>
        storage.write(({ drafts }) =>
          drafts.change(draft_id, { progress: { step: 'reading', pages_read, reading: url } }),
        )
      const crawl = { outbound, thread, clock, signal, public_url, reading: progressAt }
      const site = await readSite({ url: draft.url, bare }, crawl)
      return async (inside) => {
        const { drafts, jobs } = inside
        await count(inside, draft.user_id, clock(), { pages: site.pages.length, bytes: site.bytes })
        // The owner may have deleted the account meanwhile, and the draft with it.
        if ((await drafts.byId(draft_id)) === undefined) return
        const now = clock().toISOString()
        await drafts.keepPages(draft_id, 'own', [...site.pages, ...site.doors])
        await drafts.change(draft_id, {
          status: 'drafting',
          failure: null,
          notices: site.notices,
          progress: { step: 'writing', pages_read: site.pages.length, reading: null },
          updated_at: now,
        })
        const key = `draft_profile ${draft_id}`
        await jobs.enqueue({
          kind: 'draft_profile',
          key,
          payload: { draft_id },
          person: draft.user_id,
          created_at: now,
        })
      }
    } catch (error) {
      if (!(error instanceof SiteUnreadable)) throw error
      return async (inside) => {
        await endDraft(inside, draft_id, {
          status: 'failed',
          failure: error.reason,
          progress: { step: 'done', pages_read: 0, reading: null },
          now: clock(),
        })
      }
    }
  },
  gaveUp: failDraft,
})
