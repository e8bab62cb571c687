// A flag for every name: the picture of a listing until it has a logo. The same name always gets the same flag.
// Two colours by the heraldic rule of tincture: a metal (white, yellow) is never put on a metal, nor a colour on a
// colour.
import { html, type Html } from './html.ts'

const paint = { w: '#ffffff', y: '#ffc61e', b: '#1450c8', r: '#d4202f', k: '#0b1f3a' } as const
type Paint = keyof typeof paint
const pairs = ['bw', 'rw', 'kw', 'by', 'ry', 'ky', 'wb', 'wr', 'wk', 'yb', 'yr', 'yk'].map(
  (pair) => [...pair] as [Paint, Paint],
)

/** What is drawn in the first colour on a field of the second, and the letter's position and size. */
const partitions = [
  { draw: 'M0 0h48v48H0zM9 9v30h30V9z', x: 24, y: 24, size: 23 },
  { draw: 'M0 0h48v10H0zM0 38h48v10H0z', x: 24, y: 24, size: 24 },
  { draw: 'M0 0h9v48H0zM39 0h9v48h-9z', x: 24, y: 24, size: 27 },
  { draw: 'M0 0h14v48H0z', x: 31, y: 24, size: 29 },
  { draw: 'M0 0h24L0 24zM48 0v24L24 0zM48 48H24l24-24zM0 48V24l24 24z', x: 24, y: 24, size: 23 },
  { draw: 'M0 0h48v48H0zM24 5a19 19 0 1 0 0 38 19 19 0 0 0 0-38z', x: 24, y: 24, size: 24 },
  { draw: 'M0 0l21 24L0 48z', x: 33, y: 24, size: 25 },
  { draw: 'M0 36h12v12H0zM24 36h12v12H24zM12 24h12v12H12zM36 24h12v12H36z', x: 24, y: 12, size: 19 },
  { draw: 'M0 0h48L0 48z', x: 33, y: 33, size: 23 },
  { draw: 'M0 34h48v14H0z', x: 24, y: 17, size: 27 },
  { draw: 'M0 0h27L0 27zM48 48H21l27-27z', x: 24, y: 24, size: 22 },
  { draw: 'M0 0h48v11H0z', x: 24, y: 30, size: 27 },
]

/** 32 bits from the name: FNV-1a over its characters, mixed once more so that similar names differ. */
function hashOf(text: string): number {
  let bits = 2166136261
  for (const sign of text.normalize('NFC')) bits = Math.imul(bits ^ sign.codePointAt(0)!, 16777619) >>> 0
  bits ^= bits >>> 15
  bits = Math.imul(bits, 2246822507) >>> 0
  return (bits ^ (bits >>> 13)) >>> 0
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The first letter or digit, of any script. */
function letterOf(name: string): string {
  for (const { segment } of graphemes.segment(name.slice(0, 200)))
    if (/[\p{L}\p{N}]/u.test(segment)) return segment.slice(0, 8).toLocaleUpperCase('en')
  return '·'
}

/** The design of a flag, for other renderings than a web page. */
export function flagDesign(name: string) {
  const bits = hashOf(name)
  const partition = partitions[bits % partitions.length]!
  const [charge, field] = pairs[Math.floor(bits / 97) % pairs.length]!
  const ink = field === 'y' || field === 'w' ? paint.k : paint[charge]
  return { ...partition, charge: paint[charge], field: paint[field], ink, letter: letterOf(name) }
}

/** The inside of a flag, in a box of 48 by 48. */
function flagBody(name: string): Html {
  const { draw, x, y, size, charge, field, ink, letter } = flagDesign(name)
  return html`<path fill="${field}" d="M0 0h48v48H0z" /><path
      fill="${charge}"
      fill-rule="evenodd"
      d="${draw}"
    /><text x="${x}" y="${y}" dy=".36em" font-size="${size}" text-anchor="middle" fill="${ink}"
      >${letter}</text
    >`
}

/** Where a logo is served, by the file of the stored picture or its address. */
const served = (logo: string): string => `/media/${logo.slice(logo.lastIndexOf('/') + 1)}`

/** The same inside a drawing: the logo if there is one, else the flag. */
export const flagOrLogo = (name: string, logo: string | null = null): Html =>
  logo === null ? flagBody(name) : html`<image href="${served(logo)}" width="48" height="48" />`

/** The logo if there is one, else the flag. */
export function flag(name: string, logo: string | null = null): Html {
  if (logo !== null)
    return html`<img class="flag" src="${served(logo)}" alt="" width="48" height="48" decoding="async" />`
  return html`<svg class="flag" viewBox="0 0 48 48" aria-hidden="true">${flagBody(name)}</svg>`
}
