// Preview images of listings, drawn on request. Drawing is slow: one at a time, in another thread, with a short queue;
// results are cached.
import type { H3 } from 'h3'
import { FastResponse } from 'srvx'
import { notFound, Refusal } from '../tools/errors.ts'
import { presentProfile } from '../tools/listings/profile.ts'
import { documentRoute } from './documents.ts'
import type { Services } from './services.ts'
import { previewMark, previewOf, previewSvg, type Previewed } from './site/preview.ts'

const most_waiting = 16
const most_bytes = 8_000_000

/** A cache of images by their content; the oldest is dropped first. */
export function openPictures(draw: (svg: string) => Promise<Uint8Array<ArrayBuffer>>) {
  const kept = new Map<string, Uint8Array<ArrayBuffer>>()
  const coming = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
  let last: Promise<unknown> = Promise.resolve()
  let bytes = 0

  function keep(key: string, picture: Uint8Array<ArrayBuffer>): void {
    bytes += picture.byteLength
    kept.set(key, picture)
    for (const [oldest, { byteLength }] of kept) {
      if (bytes <= most_bytes) break
      kept.delete(oldest)
      bytes -= byteLength
    }
  }

  async function made(key: string, svg: () => string): Promise<Uint8Array<ArrayBuffer>> {
    await last.catch(() => {})
    const picture = await draw(svg())
    keep(key, picture)
    return picture
  }

  return function of(key: string, svg: () => string): Promise<Uint8Array<ArrayBuffer>> {
    const ready = kept.get(key)
    if (ready !== undefined) return Promise.resolve(ready)
    const soon = coming.get(key)
    if (soon !== undefined) return soon
    if (coming.size >= most_waiting)
      throw new Refusal(
        'unavailable',
        'Many pictures are being drawn. Ask for this one again in a few seconds.',
        {
          headers: { 'retry-after': '5' },
        },
      )
    const drawing = made(key, svg).finally(() => coming.delete(key))
    coming.set(key, drawing)
    last = drawing
    return drawing
  }
}

async function drawPng(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  const { renderAsync } = await import('@resvg/resvg-js')
  const picture = await renderAsync(svg, { font: { loadSystemFonts: false }, logLevel: 'off' })
  return new Uint8Array(picture.asPng())
}

export function previewRoutes(app: H3, services: Services): void {
  const pictureOf = openPictures(drawPng)
  documentRoute(app, services, '/previews/:file', async ({ req, context }) => {
    const [, slug, mark] =
      /^([a-z0-9][a-z0-9-]{0,219})-([0-9a-f]{12})\.png$/.exec(context.params?.file ?? '') ?? []
    const place = services.place(req)
    const stored = slug && (await services.storage.listings.profile(place.site.id, slug))
    if (!stored) throw notFound('picture at this address')
    const listing = presentProfile(stored, place.public_url) as Previewed
    // The listing has changed since this address was given out.
    if (mark !== previewMark(listing, place.site.name) || slug !== listing.slug)
      return new FastResponse(null, {
        status: 302,
        headers: {
          ...headers,
          location: previewOf(listing, place),
          'cache-control': 'public, max-age=300',
        },
      })
    const key = `${listing.slug} ${mark}`
    return new FastResponse(await pictureOf(key, () => previewSvg(listing, place.site.name)), { headers })
  })
}

const headers = {
  'content-type': 'image/png',
  'cache-control': 'public, max-age=31536000, immutable',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}
