import { addDays } from '../days.ts'
import { z } from 'zod'
import { OutboundRefusal } from '../outbound_refusal.ts'
import type { Listing } from '../storage/listings/read.ts'
import { TooHeavy } from '../tools/drafts/drafter.ts'
import { companyKeyOf } from '../tools/listings/company.ts'
import { afterLook } from '../tools/my_listings/turning.ts'
import { siteUrlOf } from '../tools/site/site_url.ts'
import { defineJob, type JobContext } from './queue/job.ts'
import { fetchAllowed } from './reading/robots.ts'

/** Checks the homepage of a listing for its badge, and changes the listing's status accordingly. */
export const checkBadge = defineJob({
  kind: 'check_badge',
  lane: 'looking',
  payload: z.object({ listing_id: z.int() }),
  max_failures: 4,
  timeout_ms: 60_000,
  async run({ listing_id }, context) {
    const { storage, public_url, clock } = context
    const listing = await storage.listings.byId(listing_id)
    if (listing === undefined || (await storage.badge_checks.of(listing_id)) === undefined) return
    const site = (await storage.sites.all()).find((one) => one.id === listing.site_id)!
    const host = new URL(siteUrlOf(site, public_url)).host
    const slugs = [listing.slug, ...(await storage.owners.formerSlugs(listing_id))]
    const outcome = await look(listing, { host, slugs }, context)
    return (inside) => afterLook(inside, listing_id, outcome, { now: clock(), public_url })
  },
  gaveUp:
    ({ listing_id }, now) =>
    ({ badge_checks }) =>
      badge_checks.change(listing_id, { next_check_at: addDays(now, 1).toISOString() }),
})

type Sought = { host: string; slugs: string[] }

/** Checks the product's page, and the start page of its domain if that is another. */
async function look({ url }: Pick<Listing, 'url'>, sought: Sought, context: JobContext): Promise<string> {
  const outcome = await lookAt(url, sought, context)
  if (outcome === 'unreachable' && url.startsWith('https:')) {
    const plainly = await lookAt(url.replace('https:', 'http:'), sought, context)
    // A proxy may answer for a host that does not, but never with a page.
    return /^(?:seen|nofollow|not_found|only_in_\w+)$/.test(plainly) ? 'no_https' : outcome
  }
  const home = new URL('/', url).href
  // On hosts that give each product a path, the start page belongs to somebody else.
  if (outcome === 'seen' || home === url || companyKeyOf(new URL(url)).includes('/')) return outcome
  return (await lookAt(home, sought, context)) === 'seen' ? 'seen' : outcome
}

/** "seen", or why not: a code of tools/my_listings/badge_faults.ts. */
async function lookAt(url: string, sought: Sought, context: JobContext): Promise<string> {
  const { thread, signal } = context
  try {
    const answer = await fetchAllowed(context, {
      url,
      accept: 'text/html, application/xhtml+xml;q=0.9, */*;q=0.1',
      max_bytes: 2_097_152,
      cut: true,
      timeout_ms: 15_000,
    })
    if ('forbidden' in answer) return answer.forbidden
    if (answer.status < 200 || answer.status >= 300) return `http_status:${answer.status}`
    const { body, url: page_url } = answer
    const content_type = answer.headers['content-type'] ?? ''
    return await thread.run('badge', { body, content_type, page_url, ...sought }, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof TooHeavy) return 'too_heavy'
    if (error instanceof OutboundRefusal) return error.reason === 'stopped' ? 'robots' : error.reason
    throw error
  }
}
