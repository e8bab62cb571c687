// A visitor reports a listing. On the site alone, and no operation: an agent has nothing to report that its person could
// not say here.
import { z } from 'zod'
import { reportReasons } from '../../storage/tables/team.ts'
import { defineAction } from '../action.ts'
import { Refusal } from '../errors.ts'
import { refusing } from '../faults.ts'
import { noListing } from './profile.ts'

/** More say nothing new, and would only hide what others report. */
const mostOpen = 30

const input = z.strictObject({
  slug: z.string(),
  reason: z.enum(reportReasons, 'Choose what is wrong.'),
  body: z.string().trim().max(2000),
  /** The mark of a review of it, where that is what is reported. */
  review: z.string().max(40).nullable(),
})

/** Keeps the report. What one person has reported and nobody has looked at yet is not reported twice. */
export const reportListing = defineAction({
  ...{ name: 'report_listing', by: 'anyone', input },
  async handler({ slug, ...report }, { storage, site, caller, now }) {
    const listing = await storage.listings.profile(site.id, slug)
    if (listing === undefined) throw noListing(slug)
    const listing_id = listing.listing.id
    const user_id = caller?.user_id ?? null
    if (report.reason === 'other' && report.body === '')
      throw refusing([{ pointer: '/body', code: 'required', message: 'Say what is wrong.' }])
    const { review } = report
    const what = review === null ? 'listing' : 'review'
    if (review !== null && (await storage.reviews.byMark(listing_id, review))?.hidden_at !== null)
      throw new Refusal('invalid_input', 'This review is no longer there.')
    if (user_id !== null && (await storage.reports.openOf(listing_id, { user_id, review })) > 0)
      throw new Refusal(
        'invalid_input',
        `You have reported this ${what} already. The site team will look at it.`,
      )
    if ((await storage.reports.openOf(listing_id)) >= mostOpen)
      throw new Refusal(
        'invalid_input',
        'This listing has been reported often enough. The site team will look at it.',
      )
    await storage.reports.add({ ...report, listing_id, user_id, created_at: now.toISOString() })
  },
})
