import type { H3, H3Event } from 'h3'
import { FastResponse } from 'srvx'
import { notFound } from '../tools/errors.ts'
import { earnedBadges, isBadgeKey, modes, shapes, sizes } from '../tools/listings/badges.ts'
import { weekOf } from '../tools/launches/week.ts'
import type { Entry } from './app.ts'
import { problemResponse } from './errors.ts'
import { badgeSvg } from './site/badge.ts'

const address = new RegExp(
  `^/badges/([a-z0-9][a-z0-9-]{0,219})/([a-z0-9-]+)-(${shapes.join('|')})-(${modes.join('|')})-(${sizes.join('|')})\\.svg$`,
)

/** The images that get_badges names. A badge the listing has not earned is not there. */
export function badgeRoutes(app: H3, entry: Entry): void {
  app.get('/badges/**', async (event: H3Event) => {
    try {
      entry.admit(event.req)
      const [, slug, key, shape, mode, size] = address.exec(event.url.pathname) ?? []
      if (key === undefined || !isBadgeKey(key)) throw notFound('badge at this address')
      const { now, site } = entry.place(event.req)
      const stored = await entry.storage.listings.profile(site.id, slug!)
      if (stored === undefined || !earnedBadges(stored, weekOf(now)).includes(key))
        throw notFound('badge at this address')
      return new FastResponse(badgeSvg(key, { shape, mode, size } as Parameters<typeof badgeSvg>[1], site), {
        headers: {
          'content-type': 'image/svg+xml',
          'cache-control': 'public, max-age=3600',
          'access-control-allow-origin': '*',
          'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
          'x-content-type-options': 'nosniff',
        },
      })
    } catch (error) {
      return problemResponse(error, entry, event.req)
    }
  })
}
