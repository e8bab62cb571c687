import { z } from 'zod'
import { notFound } from '../errors.ts'
import { id, listingId } from '../inputs.ts'
import { defineTool } from '../tool.ts'
import { keepMilestonesVersion } from './milestones.ts'
import { ownedListing } from './owned.ts'
import { madeBy } from './versions.ts'

export default defineTool({
  name: 'delete_milestone',
  title: 'Delete a milestone',
  description: 'Deletes (removes, takes off) one event from the history of your product, its milestones.',
  scope: 'listings:write',
  http: { method: 'DELETE', path: '/me/listings/{listing_id}/milestones/{milestone_id}' },
  tag: 'My listings',
  // The page is public.
  hints: ['destructive', 'idempotent', 'open_world'],
  input: z.strictObject({ listing_id: listingId, milestone_id: id.describe('Number from get_my_listing') }),
  output: z.object({
    listing_id: z.int(),
    milestone_id: z.int(),
    milestones_left: z.int(),
  }),
  example: { listing_id: 1, milestone_id: 1 },
  async handler({ listing_id, milestone_id }, context) {
    const { storage, caller, now } = context
    await ownedListing(listing_id, context)
    const before = await storage.updates.milestones(listing_id)
    if (!before.some((one) => one.id === milestone_id))
      throw notFound('milestone with this id on this listing', [
        { tool: 'get_my_listing', arguments: { listing_id }, why: 'Lists its milestones with their ids' },
      ])
    await storage.updates.removeMilestone(listing_id, milestone_id)
    await keepMilestonesVersion(storage, listing_id, before, madeBy(caller, 'delete_milestone', now))
    return { listing_id, milestone_id, milestones_left: before.length - 1 }
  },
})
