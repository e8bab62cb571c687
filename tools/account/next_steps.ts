import type { Caller } from '../../auth/caller.ts'
import { categoryFinder } from '../categories/finder.ts'
import { missingOf } from '../drafts/completeness.ts'
import { draftSteps } from '../drafts/next_steps.ts'
import type { NextStep } from '../next_step.ts'
import type { Context } from '../tool.ts'

const readingSteps = ['get_draft', 'list_categories']

/** Calls that continue the caller's newest draft or listing, as far as the caller's scopes allow. */
export async function nextSteps({ caller, storage, site }: Context<Caller>): Promise<NextStep[]> {
  const writes = caller.scopes.includes('listings:write')
  const newest = await storage.drafts.list(caller.user_id, site.id, { limit: 1, offset: 0 })
  const draft = newest.items[0]
  if (draft === undefined) {
    const why =
      'Lists your drafts. There are none yet: call submit_listing with the url of the product, and one is written from its website.'
    return writes ? [{ tool: 'list_my_drafts', arguments: {}, why }] : []
  }
  if (draft.listing_id !== null) {
    const [listing] = (await storage.owners.list(caller.user_id, { limit: 1, offset: 0 })).items
    const why = 'Shows where your newest listing stands and what is still missing before its launch'
    return [{ tool: 'get_my_listing', arguments: { listing_id: listing?.id ?? draft.listing_id }, why }]
  }
  const { has } = await categoryFinder(storage)
  // Redrafting is never the first step, so we need not know whether it is possible.
  const steps = draftSteps(draft, missingOf(draft.profile, has), false)
  return steps.filter(({ tool }) => writes || readingSteps.includes(tool)).slice(0, 1)
}
