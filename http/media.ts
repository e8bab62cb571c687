import type { H3, H3Event } from 'h3'
import { FastResponse } from 'srvx'
import { notFound } from '../tools/errors.ts'
import { picturePath } from '../tools/pictures/keep.ts'
import { problemResponse } from './errors.ts'
import { matches } from './etag.ts'
import type { Services } from './services.ts'

const types: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
}

/** Serves the stored pictures. Other people made them, so they are displayed as pictures and never run anything. */
export function mediaRoutes(app: H3, services: Services): void {
  app.get(`${picturePath}**`, async (event: H3Event) => {
    try {
      services.admit(event.req)
      const file = event.url.pathname.slice(picturePath.length)
      const bytes = await services.media.read(file)
      if (bytes === null) throw notFound('picture at this address')
      const headers = { ...safe, etag: `"${file}"`, 'content-type': types[file.split('.')[1]!]! }
      return matches(event.req.headers.get('if-none-match'), headers.etag)
        ? new FastResponse(null, { status: 304, headers })
        : new FastResponse(bytes, { headers })
    } catch (error) {
      return problemResponse(error, services, event.req)
    }
  })
}

const safe = {
  // The address contains the content's hash, so the content never changes.
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': 'inline',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}
