import { z } from 'zod'
import { listingId } from '../inputs.ts'
import { defineTool } from '../tool.ts'
import { ownedListing } from './owned.ts'
import { ownListing, presentOwn } from './view.ts'

export default defineTool({
  name: 'get_my_listing',
  title: 'Read a listing of yours',
  description:
    'Shows a listing you own: its status, plan, when it goes live (launch week), which sections are ' +
    'unlocked, its content, what is still missing before its launch, and what to do about it.',
  scope: 'account:read',
  http: { method: 'GET', path: '/me/listings/{listing_id}' },
  tag: 'My listings',
  input: z.strictObject({ listing_id: listingId }),
  output: ownListing,
  example: { listing_id: 1 },
  async handler({ listing_id }, context) {
    return presentOwn(await ownedListing(listing_id, context), context)
  },
})
