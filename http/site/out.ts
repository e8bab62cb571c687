// The redirect from a listing's page to its site. Visitors who follow it are counted, as views of the page are.
import type { H3 } from 'h3'
import { FastResponse } from 'srvx'
import { isWebLink } from '../../tools/inputs.ts'
import { noListing } from '../../tools/listings/profile.ts'
import { receive } from './private_page.ts'
import type { Visit, Visits } from './visit.ts'

export const outPath = (slug: string): string => `/out/${slug}`

/** Redirects only to the address stored in the listing, so it cannot be abused as an open redirect. */
export function outRoutes(app: H3, visits: Visits): void {
  app.get(outPath(':slug'), (event) =>
    receive(visits, event, 'GET /out/:slug', async (visit) => {
      visits.services.admit(event.req)
      const slug = visit.params.slug ?? ''
      const listing = await visit.storage.listings.profile(visit.site.id, slug)
      if (listing === undefined || !isWebLink(listing.listing.url)) throw noListing(slug)
      const { id, url } = listing.listing
      if (isGoing(visit)) {
        const visitor = { address: visit.address, user_agent: visit.request.headers.get('user-agent') }
        visits.services.views.see(id, visitor, visit.now, 'click')
      }
      return new FastResponse(null, {
        status: 302,
        headers: { location: url, 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' },
      })
    }),
  )
}

/** Whether somebody follows the link from a page of ours, and their browser does not just prefetch it. */
function isGoing({ request: { method, headers }, public_url }: Visit): boolean {
  if (method !== 'GET' || headers.has('sec-purpose')) return false
  const from = headers.get('sec-fetch-site')
  return from === null ? (headers.get('referer') ?? '').startsWith(`${public_url}/`) : from === 'same-origin'
}
