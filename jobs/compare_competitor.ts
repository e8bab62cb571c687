import { z } from 'zod'
import { factsIn } from '../facts.ts'
import type { Draft } from '../storage/drafts.ts'
import type { Comparison, DraftProfile } from '../storage/tables/drafts.ts'
import type { Storage } from '../storage/storage.ts'
import { TooHeavy, type FoundProfile } from '../tools/drafts/drafter.ts'
import { count, spentBy, whyByRules } from '../tools/usage.ts'
import type { Usage } from '../storage/usage.ts'
import { defineJob } from './queue/job.ts'

const compared = ['name', 'categories', ...factsIn('compared')] as const

/** Reads a competitor's website like the product's own, and compares them, each value with its quote. */
export const compareCompetitor = defineJob({
  kind: 'compare_competitor',
  lane: 'looking',
  payload: z.object({ draft_id: z.string() }),
  max_failures: 3,
  timeout_ms: 200_000,
  async run({ draft_id }, { storage, outbound, thread, drafter, caps, clock, public_url, signal }) {
    const begun = await storage.drafts.byId(draft_id)
    const url = begun?.competitor_url ?? null
    if (begun === undefined || url === null) return
    const keep = (used: Partial<Usage>, what: (draft: Draft, drafts: Storage['drafts']) => Promise<void>) => {
      return async (inside: Storage) => {
        const { drafts, jobs } = inside
        await count(inside, begun.user_id, clock(), used)
        const draft = await drafts.byId(draft_id)
        if (draft === undefined || draft.competitor_url === null) return
        if (draft.competitor_url === url) return what(draft, drafts)
        // Another competitor was named meanwhile, and its job waited for this one to end.
        const key = `compare_competitor ${draft_id}`
        const created_at = clock().toISOString()
        await jobs.enqueue({
          kind: 'compare_competitor',
          key,
          payload: { draft_id },
          person: draft.user_id,
          created_at,
        })
      }
    }
    const { readSite } = await import('./reading/read_site.ts')
    const { SiteUnreadable } = await import('./reading/visitor.ts')
    try {
      const site = await readSite({ url, bare: true }, { outbound, thread, clock, signal, public_url })
      const categories = await storage.categories.told()
      const by_rules = await whyByRules(storage, begun.user_id, caps, clock())
      const { start_url, pages, bytes } = site
      const spent = spentBy(storage, begun.user_id, clock)
      const drafted = await drafter.draft(pages, { start_url, categories, by_rules, spent, signal })
      return keep({ pages: pages.length, bytes }, async (draft, drafts) => {
        // No draft is made from these pages, so their text is enough for looking quotes up.
        const texts = pages.map((page) => ({ ...page, html: new Uint8Array() }))
        await drafts.keepPages(draft_id, 'competitor', texts)
        const comparison = sideBySide(draft.profile, drafted.found)
        await drafts.change(draft_id, { comparison, updated_at: clock().toISOString() })
      })
    } catch (error) {
      if (!(error instanceof SiteUnreadable || error instanceof TooHeavy)) throw error
      return keep({}, (_draft, drafts) => drafts.change(draft_id, { comparison: failed(error.reason) }))
    }
  },
  gaveUp:
    ({ draft_id }) =>
    ({ drafts }) =>
      drafts.change(draft_id, { comparison: failed('internal') }),
})

function failed(reason: string): Comparison {
  return { status: 'failed', reason, rows: [] }
}

function sideBySide(own: DraftProfile, theirs: FoundProfile): Comparison {
  const rows = compared.map((attribute) => {
    const { value = null, evidence = [] } = own.fields[attribute] ?? {}
    return {
      attribute,
      own: { value, evidence },
      theirs: theirs.fields[attribute] ?? { value: null, evidence: [] },
    }
  })
  return { status: 'ready', reason: null, rows }
}
