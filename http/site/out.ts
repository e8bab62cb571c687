// The way from the page of a listing to its site, on which people are counted as they are when they look at the page.
import type { H3 } from 'h3'
import { FastResponse } from 'srvx'
import { isWebLink } from '../../tools/inputs.ts'
import { noListing } from '../../tools/listings/profile.ts'
import { receive } from './private_page.ts'
import type { Visit, Visits } from './visit.ts'

export const outPath = (slug: string): string => `/out/${slug}`

/** Leads to nothing but the address that stands in the listing: what is asked for cannot lead anybody astray. */
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

/** Somebody who came from a page of ours, and whose browser is not only looking ahead. */
function isGoing({ request: { method, headers }, public_url }: Visit): boolean {
  if (method !== 'GET' || headers.has('sec-purpose')) return false
  const from = headers.get('sec-fetch-site')
  return from === null ? (headers.get('referer') ?? '').startsWith(`${public_url}/`) : from === 'same-origin'
}
