import type { H3 } from 'h3'
import { notFound } from '../tools/errors.ts'
import { picturePath } from '../tools/pictures/keep.ts'
import { documentRoute } from './documents.ts'
import { unlessKnown } from './etag.ts'
import type { Services } from './services.ts'

const types: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
}

/** Serves the stored pictures. Other people made them, so they are displayed as pictures and never run anything. */
export function mediaRoutes(app: H3, services: Services): void {
  documentRoute(app, services, `${picturePath}**`, async ({ req, url }) => {
    const file = url.pathname.slice(picturePath.length)
    const bytes = await services.media.read(file)
    if (bytes === null) throw notFound('picture at this address')
    return unlessKnown(req, bytes, {
      ...safe,
      etag: `"${file}"`,
      'content-type': types[file.split('.')[1]!]!,
    })
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
