// A picture as it may be stored: type and size are read from its own bytes, and everything not needed for display is
// removed. It is never decoded in this process, so no decoder can be attacked; unknown structures are refused.
import { hash } from 'node:crypto'
import type { Refusal } from '../errors.ts'
import { refusing } from '../faults.ts'
import { Broken, Unfit, type Drawn } from './drawn.ts'
import { cleanGif } from './gif.ts'
import { cleanJpeg } from './jpeg.ts'
import { cleanPng } from './png.ts'
import { cleanWebp } from './webp.ts'

/** The largest upload in bytes and pixels, and the longest side that pages show. */
export type PictureLimits = { max_bytes: number; max_side: number; shown_side: number }
export type Picture = {
  /** Named after a hash of its content, so that the same picture is stored once. */
  file: string
  bytes: Buffer
  width: number
  height: number
}

export const logoLimits: PictureLimits = { max_bytes: 1_048_576, max_side: 2048, shown_side: 320 }
export const mediumLimits: PictureLimits = { max_bytes: 4_194_304, max_side: 4096, shown_side: 1280 }
/** Smaller pictures are tracking pixels. */
export const min_side = 16

const kinds: [ending: string, begins: RegExp, clean: (bytes: Buffer) => Drawn][] = [
  ['png', /^\x89PNG\r\n\x1a\n/, cleanPng],
  ['jpg', /^\xff\xd8\xff/, cleanJpeg],
  ['webp', /^RIFF[^]{4}WEBP/, cleanWebp],
  ['gif', /^GIF8[79]a/, cleanGif],
]

/** The picture without metadata, or a refusal that says what to send instead. */
export function readPicture(given: Uint8Array, { max_bytes, max_side }: PictureLimits): Picture {
  if (given.length === 0) throw unfit('required', 'Choose a picture first.')
  if (given.length > max_bytes)
    throw unfit('too_big', `Must be at most ${megabytes(max_bytes)}; this has ${megabytes(given.length)}.`)
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  const head = bytes.toString('latin1', 0, 1024)
  const kind = kinds.find(([, begins]) => begins.test(head))
  if (kind === undefined) throw unfit('unknown_kind', sentenceFor(head))
  const [ending, , clean] = kind
  const { parts, width, height } = attempt(() => clean(bytes))
  if (Math.max(width, height) > max_side)
    throw unfit('too_big', `Must be at most ${max_side} pixels wide and high; this is ${width} by ${height}.`)
  if (Math.min(width, height) < min_side)
    throw unfit('too_small', `Must be at least ${min_side} pixels wide and high.`)
  const cleaned = Buffer.concat(parts)
  return { file: `${hash('sha256', cleaned, 'hex').slice(0, 32)}.${ending}`, bytes: cleaned, width, height }
}

function attempt(read: () => Drawn): Drawn {
  try {
    return read()
  } catch (error) {
    if (error instanceof Unfit) throw unfit('unfit', error.message)
    // Reading past the end is a RangeError of the buffer.
    if (error instanceof Broken || error instanceof RangeError)
      throw unfit('broken', 'This picture is damaged or incomplete. Save it again and send that.')
    throw error
  }
}

function sentenceFor(head: string): string {
  if (/^[^]?[^]?[^]?\s*<(?:\?xml|!--|!doctype svg|svg)/i.test(head) && /<svg|<\?xml/i.test(head))
    return 'SVG is not taken, because it can carry scripts. Save it as PNG or WebP and send that.'
  if (/^[^]{4}ftyp/.test(head))
    return 'HEIC and AVIF are not taken, for not every browser shows them. Save it as JPEG or WebP.'
  return 'Must be a PNG, JPEG, WebP or GIF picture.'
}

function unfit(code: string, message: string): Refusal {
  return refusing([{ pointer: '/picture', code, message }])
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(1).replace('.0', '')} MB`
}
