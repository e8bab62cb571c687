import { z } from 'zod'
import { Refusal } from '../errors.ts'
import { listingId } from '../inputs.ts'
import { defineTool } from '../tool.ts'
import { lookNow } from './launch.ts'
import { ownedListing } from './owned.ts'
import { isHindered, queueForFree, type Hindrance } from './status.ts'
import { turn } from './turn.ts'
import { freeWeekFor } from './weeks.ts'
import { madeBy } from './versions.ts'
import { ownListing, presentOwn } from './view.ts'

export default defineTool({
  name: 'choose_free_listing',
  title: 'Choose the free plan',
  description:
    'Launches a saved listing without paying: the free plan (basic tier, no cost, no budget) queues it to wait for a later week. It launches then if the badge is on the homepage and the founder profile is complete. Calling it again has the homepage looked at again.',
  scope: 'listings:write',
  http: { method: 'POST', path: '/me/listings/{listing_id}/free' },
  tag: 'My listings',
  // Looks at the homepage.
  hints: ['open_world'],
  policy: 'checks',
  input: z.strictObject({
    listing_id: listingId,
    week: z.string().max(100).optional().describe('A free week in launch_options'),
  }),
  output: ownListing,
  example: { listing_id: 1 },
  async handler({ listing_id, week }, context) {
    const { storage, caller, now } = context
    const listing = await ownedListing(listing_id, context)
    const isChosen = week !== undefined || listing.plan === null
    const launch_week = isChosen ? await freeWeekFor(listing, week, context) : ''
    const turned = queueForFree(listing, launch_week, week !== undefined)
    if (isHindered(turned)) throw hindered(turned, listing_id)
    await turn(storage, listing, turned, madeBy(caller, 'choose_free_listing', now))
    // A listing that went live another way, such as by an import, never had to show a badge.
    const promised = turned !== listing || (await storage.badge_checks.of(listing_id)) !== undefined
    if (promised) {
      await storage.badge_checks.begin(listing_id, now.toISOString())
      await lookNow(storage, listing_id, now, caller.user_id)
    }
    return presentOwn(await ownedListing(listing_id, context), context)
  },
})

const sentences: Record<Hindrance, string> = {
  paid_already: 'This listing has a paid launch, which needs neither the free plan nor its badge.',
  suspended: 'The site team has suspended this listing; status_reason of get_my_listing says why.',
  withdrawn: 'This listing was withdrawn. Submit the address to list it again.',
}

function hindered(hindrance: Hindrance, listing_id: number): Refusal {
  return new Refusal(hindrance, sentences[hindrance], {
    next_steps: [
      { tool: 'get_my_listing', arguments: { listing_id }, why: 'Shows where the listing stands' },
    ],
  })
}
