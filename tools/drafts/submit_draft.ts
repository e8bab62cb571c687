import { z } from 'zod'
import { draftId } from '../inputs.ts'
import { Refusal } from '../errors.ts'
import { nextStep } from '../next_step.ts'
import { missingOf, progressOf } from '../my_listings/launch.ts'
import { listingSteps } from '../my_listings/next_steps.ts'
import { defineTool } from '../tool.ts'
import { listingLost, ownedDraft } from './owned.ts'
import { createListing } from './save_listing.ts'

export default defineTool({
  name: 'submit_draft',
  title: 'Save a draft as a listing',
  description:
    'Makes a ready draft your listing, saved but not published; nothing is charged. Calling it again ' +
    'returns the same listing; later edits of the draft reach the listing by themselves.',
  scope: 'listings:write',
  http: { method: 'POST', path: '/drafts/{id}/submit' },
  tag: 'Drafts',
  // Submitting again returns the same listing.
  hints: ['idempotent'],
  input: z.strictObject({ id: draftId }),
  output: z.object({
    draft_id: z.guid(),
    listing_id: z.int(),
    slug: z.string(),
    status: z.string().describe('draft until it is queued or paid for'),
    next_steps: z.array(nextStep),
  }),
  example: { id: '7c9e6679-7425-40de-944b-e07fc1f90ae7' },
  async handler({ id }, context) {
    const { storage, caller, now } = context
    const draft = await ownedDraft(id, context)
    if (draft.status !== 'ready')
      throw new Refusal(
        'draft_not_ready',
        'Only a ready draft can be submitted. get_draft says how far this one is, or why it failed.',
        {
          next_steps: [
            { tool: 'get_draft', arguments: { id: draft.id }, why: 'Shows how far it is, or why it failed' },
          ],
        },
      )
    const listing_id = draft.listing_id ?? (await createListing(draft, context))
    if (draft.listing_id === null) {
      const at = now.toISOString()
      await storage.drafts.change(draft.id, { listing_id, submitted_at: at, updated_at: at })
    }
    const listing = await storage.owners.listing(caller.user_id, listing_id)
    if (listing === undefined) throw listingLost()
    const progress = await progressOf(listing, context)
    const missing = missingOf(listing, progress, context.public_url)
    return {
      draft_id: draft.id,
      listing_id,
      slug: listing.slug,
      status: listing.status,
      next_steps: [
        ...listingSteps(listing, missing, progress),
        {
          tool: 'get_draft',
          arguments: { id: draft.id },
          why: 'Shows what is still blank; edits reach the listing',
        },
      ],
    }
  },
})
