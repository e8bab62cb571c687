import { z } from 'zod'
import { lineOf } from '../facts/kinds.ts'
import { listingId } from '../inputs.ts'
import { storyInput, storySchema } from '../listings/story.ts'
import { notices, noticesOfMarkup } from '../notices.ts'
import { defineTool } from '../tool.ts'
import { ownedListing } from './owned.ts'
import { changeListing } from './turn.ts'
import { madeBy } from './versions.ts'

export default defineTool({
  name: 'set_founder_story',
  title: 'Write the founder story',
  description:
    'Writes the founder story of your product, how and why it began, in place of the one before: ' +
    'parts that are left out are empty. It is shown publicly once the story is unlocked.',
  scope: 'listings:write',
  http: { method: 'PUT', path: '/me/listings/{listing_id}/story' },
  tag: 'My listings',
  // Parts that are left out are emptied.
  hints: ['destructive', 'idempotent', 'open_world'],
  input: z.strictObject({
    listing_id: listingId,
    ...storyInput.shape,
    title: lineOf(z.string().max(200)).optional().describe('Headline'),
  }),
  output: z.object({
    listing_id: z.int(),
    story: storySchema.nullable(),
    shown: z.boolean().describe('Whether the public sees it'),
    notices,
  }),
  example: { listing_id: 1, title: 'The night I sent my first reminder', story: 'I was owed 400 euros.' },
  async handler({ listing_id, ...parts }, context) {
    const { storage, caller, now } = context
    const listing = await ownedListing(listing_id, context)
    const written = Object.entries(parts).flatMap(([part, text = '']) =>
      text.trim() === '' ? [] : [[part, text.trim()] as const],
    )
    // An empty object clears nothing; empty texts do.
    const isGiven = Object.values(parts).some((text) => text !== undefined)
    const story = !isGiven ? listing.story : written.length === 0 ? null : Object.fromEntries(written)
    await changeListing(storage, listing, { story }, madeBy(caller, 'set_founder_story', now))
    const shown = story !== null && listing.unlocked_sections.includes('story')
    return { listing_id, story, shown, notices: noticesOfMarkup(parts) }
  },
})
