import { z } from 'zod'
import { isInLists } from '../../storage/listings/has_page.ts'
import { Refusal } from '../errors.ts'
import { addDays } from '../../days.ts'
import { lineOf } from '../facts/kinds.ts'
import { listingId } from '../inputs.ts'
import { tellFollowers } from '../follows/tell_followers.ts'
import { defineTool } from '../tool.ts'
import { ownedListing } from './owned.ts'
import { updates_wait } from './updates_wait.ts'

/** Updates of a listing in a day: each is mailed to the followers. */
const mostInADay = 5

export default defineTool({
  name: 'post_listing_update',
  title: 'Post an update',
  description:
    'Tells followers what is new: posts news of your product, what you shipped, a changelog, in plain text; public at once, and mailed to them. At most 5 a day.',
  scope: 'listings:write',
  http: { method: 'POST', path: '/me/listings/{listing_id}/updates', status: 201 },
  tag: 'My listings',
  // Public at once, and mailed to followers.
  hints: ['destructive', 'open_world'],
  input: z.strictObject({
    listing_id: listingId,
    title: lineOf(z.string().trim().min(1).max(200)).describe('What is new, in a line'),
    body: z.string().trim().min(1).max(5000).describe('Plain text'),
  }),
  output: z.object({
    update_id: z.int(),
    listing_id: z.int(),
    title: z.string(),
    body: z.string(),
    published_at: z.string(),
    followers_told: z.int().describe('How many followers get a mail'),
  }),
  example: { listing_id: 1, title: 'Dark mode', body: 'Every page can be read at night now.' },
  async handler({ listing_id, title, body }, context) {
    const { storage, now } = context
    const listing = await ownedListing(listing_id, context)
    const next_steps = [
      { tool: 'get_my_listing', arguments: { listing_id }, why: 'Shows where the listing stands' },
    ]
    if (!isInLists(listing)) throw new Refusal('not_public', updates_wait, { next_steps })
    if ((await storage.updates.countSince(listing_id, addDays(now, -1).toISOString())) >= mostInADay)
      throw new Refusal(
        'too_many_updates',
        `This listing has posted ${mostInADay} updates within a day. Post the next one tomorrow.`,
        { next_steps },
      )
    const published_at = now.toISOString()
    const { site_id } = listing
    const update_id = await storage.updates.add({ site_id, listing_id, title, body, published_at })
    const followers_told = await tellFollowers({ listing, update: { id: update_id, title, body } }, context)
    return { update_id, listing_id, title, body, published_at, followers_told }
  },
})
