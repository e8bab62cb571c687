import { z } from 'zod'
import { Refusal } from '../errors.ts'
import { lineOf } from '../facts/kinds.ts'
import { refusing } from '../faults.ts'
import { isWebLink, listingId } from '../inputs.ts'
import { shownSections } from '../listings/sections.ts'
import { defineTool } from '../tool.ts'
import { keepMilestonesVersion, mostMilestones } from './milestones.ts'
import { ownedListing } from './owned.ts'
import { madeBy } from './versions.ts'

/** The date in the earliest time zone (UTC+14): where the day begins first it may be tomorrow already. */
const dayAhead = (now: Date): string => new Date(now.getTime() + 14 * 3_600_000).toISOString().slice(0, 10)

const isSecureLink = (text: string) => /^https:/i.test(text) && isWebLink(text)

export default defineTool({
  name: 'add_milestone',
  title: 'Add a milestone',
  description:
    'Records an event in the history of your product, such as customers, revenue or funding reached, ' +
    'on its page. It is saved in any case, and shown publicly on paid listings or once unlocked.',
  scope: 'listings:write',
  http: { method: 'POST', path: '/me/listings/{listing_id}/milestones', status: 201 },
  tag: 'My listings',
  // Milestones are public.
  hints: ['open_world'],
  input: z.strictObject({
    listing_id: listingId,
    date: z.iso.date().describe('Day it happened'),
    title: lineOf(z.string().trim().min(1).max(200)).describe('What was reached'),
    description: z.string().max(2000).optional().describe('More of it'),
    url: z
      .string()
      .max(500)
      .trim()
      .refine(isSecureLink, 'Must be an https address, such as https://example.com/news.')
      .optional()
      .describe('https link that tells of it'),
  }),
  output: z.object({
    milestone_id: z.int(),
    listing_id: z.int(),
    date: z.string(),
    title: z.string(),
    description: z.string().nullable(),
    url: z.string().nullable(),
    shown: z.boolean().describe('Whether the public sees it'),
  }),
  example: { listing_id: 1, date: '2026-03-01', title: 'Hundredth customer' },
  async handler({ listing_id, date, title, description: told = '', url = null }, context) {
    const { storage, caller, now } = context
    const listing = await ownedListing(listing_id, context)
    const message = 'Must be today or before: it is the day on which it happened.'
    if (date > dayAhead(now)) throw refusing([{ pointer: '/date', code: 'in_the_future', message }])
    const before = await storage.updates.milestones(listing_id)
    if (before.length >= mostMilestones)
      throw new Refusal(
        'too_many_milestones',
        `A listing has at most ${mostMilestones} milestones. Delete one with delete_milestone first.`,
        {
          next_steps: [
            { tool: 'get_my_listing', arguments: { listing_id }, why: 'Lists the milestones with their ids' },
          ],
        },
      )
    const milestone = { listing_id, date, title, description: told.trim() || null, url }
    const milestone_id = await storage.updates.addMilestone(milestone)
    await keepMilestonesVersion(storage, listing_id, before, madeBy(caller, 'add_milestone', now))
    return { milestone_id, ...milestone, shown: shownSections(listing).includes('milestones') }
  },
})
