// A visitor reports a listing. On the site only, and no operation: an agent has nothing to report that its person could
// not say here.
import { z } from 'zod'
import { reportReasons } from '../../storage/tables/team.ts'
import { defineAction } from '../action.ts'
import { Refusal } from '../errors.ts'
import { refusing } from '../faults.ts'
import type { Context } from '../tool.ts'
import { noListing } from './profile.ts'

/** The most open reports of one listing: more say nothing new, and would only hide others. */
const mostOpen = 30

const input = z.strictObject({
  slug: z.string(),
  reason: z.enum(reportReasons, 'Choose what is wrong.'),
  body: z.string().trim().max(2000),
  /** The public id (`mark`) of a review, if the report is about one. */
  review: z.string().max(40).nullable(),
})

/** A public listing; for signed-in people also a hidden one: if it cannot be claimed, they are sent here. */
export async function reportable(
  slug: string,
  { storage, site, caller }: Pick<Context<{ user_id: number } | null>, 'storage' | 'site' | 'caller'>,
): Promise<{ id: number; slug: string; name: string; has_page: boolean }> {
  const shown = await storage.listings.profile(site.id, slug)
  if (shown !== undefined) return { ...shown.listing, has_page: true }
  const hidden = caller === null ? undefined : await storage.listings.standing(site.id, slug)
  if (hidden === undefined || hidden.status === 'withdrawn') throw noListing(slug)
  // The name of a hidden listing is known to its owners only, so the slug is used.
  return { id: hidden.id, slug, name: slug, has_page: false }
}

/** Saves the report. A person's open report on the same listing is not saved twice. */
export const reportListing = defineAction({
  ...{ name: 'report_listing', by: 'anyone', input },
  async handler({ slug, ...report }, context) {
    const { storage, caller, now } = context
    const { id: listing_id } = await reportable(slug, context)
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
