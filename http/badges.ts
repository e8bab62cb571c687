import type { H3 } from 'h3'
import { FastResponse, type ServerRequest } from 'srvx'
import { notFound } from '../tools/errors.ts'
import { badgeSvg } from '../tools/listings/badge_drawing.ts'
import { domainCameFrom } from '../tools/listings/company.ts'
import { badgeAt, shownBadge } from '../tools/listings/badges.ts'
import { weekOf } from '../tools/launches/week.ts'
import type { Services } from './services.ts'
import { documentRoute } from './documents.ts'
import { addressOf } from './request.ts'

/**
 * The images that get_badges names. They are on other people's pages, so a badge that was lost, or never earned,
 * shows "Listed on" instead of a broken image.
 */
export function badgeRoutes(app: H3, services: Services): void {
  documentRoute(app, services, '/badges/**', async ({ req, url }) => {
    const asked = badgeAt(url.pathname)
    if (asked === null) throw notFound('badge at this address')
    const place = services.place(req)
    const { now, site } = place
    const listing = await services.storage.listings.standing(site.id, asked.slug)
    const shown = listing === undefined ? null : shownBadge(listing, asked.key, weekOf(now))
    if (shown === null) throw notFound('badge at this address')
    countBadge(listing!.id, req, place)
    return new FastResponse(badgeSvg(shown, asked.style, site.name), { headers })
  })

  /** Counts views of a badge on other sites; our own pages show badges too. */
  function countBadge(
    listing_id: number,
    request: ServerRequest,
    { now, public_url }: ReturnType<Services['place']>,
  ): void {
    const { headers } = request
    const came_from = domainCameFrom(headers.get('referer'), public_url)
    if (came_from === undefined && headers.get('sec-fetch-site') !== 'cross-site') return
    const visitor = { address: addressOf(request), user_agent: headers.get('user-agent'), came_from }
    services.views.see(listing_id, visitor, now, 'badge')
  }
}

/** Headers for an image on anybody's page: no scripts run and nothing is loaded, even when it is opened directly. */
const headers = {
  'content-type': 'image/svg+xml',
  'cache-control': 'public, max-age=3600',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'x-content-type-options': 'nosniff',
}
