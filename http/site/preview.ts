// The preview image of a listing on other sites: its flag on its pole, its name and its tagline.
// Letters are outlines, so no font is loaded; characters without an outline are left out.
import { hash } from 'node:crypto'
import { isDrawn, openLettering, round, widthOf, type Font } from '../../tools/listings/lettering.ts'
import { flagDesign } from './flag.ts'
import { titled } from './parts.ts'

/** Increase it when the drawing changes, so that addresses change too. */
const drawing = 1
const [left, room] = [462, 678]
const navy = '#0b1f3a'
const soft = '#33475f'

export type Previewed = { slug: string; name: string; tagline: string | null; category: { name: string } }

/** A hash of what the image shows; it is part of the address. */
export function previewMark({ name, tagline, category }: Previewed, site_name: string): string {
  return hash('sha256', JSON.stringify([drawing, site_name, name, tagline, category.name]), 'hex').slice(
    0,
    12,
  )
}

type Place = { public_url: string; site: { name: string } }

export function previewOf(listing: Previewed, { public_url, site }: Place): string {
  return `${public_url}/previews/${listing.slug}-${previewMark(listing, site.name)}.png`
}

/** The text in letters that have outlines: a letter that lacks one is drawn without its accents. */
export function drawable(font: Font, words: string): string {
  const signs = [...words.slice(0, 400).normalize('NFC')].map((sign) => {
    if (/\s/u.test(sign)) return ' '
    if (isDrawn(font, sign)) return sign
    return [...sign.normalize('NFKD')].filter((part) => isDrawn(font, part)).join('')
  })
  return signs
    .join('')
    .replace(/\(\s*\)|\[\s*\]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\((.*)\)$/, '$1')
}

const lettersIn = (words: string) => words.match(/[\p{L}\p{N}]/gu)?.length ?? 0

/** The drawable text, or null if more than half of its letters are missing. */
function legible(font: Font, words: string): string | null {
  const shown = drawable(font, words)
  return lettersIn(shown) > 0 && lettersIn(shown) * 2 >= lettersIn(words.slice(0, 400)) ? shown : null
}

/** The text on at most `most` lines; words too long for a line, and text beyond the last line, are cut. */
function wrapped(font: Font, words: string, size: number, most: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of words.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(font, longer, size) <= room) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    if (lines.length >= most) break
  }
  if (line !== '') lines.push(line)
  const isCut = lines.length > most
  return lines.slice(0, most).map((one, index) => fitting(font, one, size, isCut && index === most - 1))
}

function fitting(font: Font, line: string, size: number, isCut: boolean): string {
  if (!isCut && widthOf(font, line, size) <= room) return line
  let shown = line
  while (shown !== '' && widthOf(font, `${shown}…`, size) > room) shown = shown.slice(0, -1)
  return `${shown.trimEnd()}…`
}

/** The name as large as fits on one line, else on two. */
function nameLines(name: string): { size: number; lines: string[] } {
  const size = Math.floor(Math.min(96, (room / Math.max(1, widthOf('besley', name, 1))) * 0.99))
  return size >= 56 ? { size, lines: [name] } : { size: 60, lines: wrapped('besley', name, 60, 2) }
}

export function previewSvg({ slug, name, tagline, category }: Previewed, site_name: string): string {
  const letters = openLettering()
  const title = nameLines(legible('besley', name) ?? drawable('besley', titled(slug)))
  const top = 112 + title.size * 0.72
  const words = title.lines.map((line, index) => ({
    ...{ font: 'besley' as const, words: line, x: left, y: top + index * title.size * 1.1 },
    ...{ size: title.size, fill: navy },
  }))
  const under = words.at(-1)!.y + 78
  const about = tagline === null ? null : legible('franklin', tagline)
  const more = about === null ? [] : wrapped('franklin', about, 44, title.lines.length === 1 ? 4 : 3)
  const note = fitting('franklin', drawable('franklin', category.name), 30, false)
  const body = [
    '<path fill="#fff" d="M0 0h1200v630H0z"/><path fill="#edf3f9" d="M0 526h1200v104H0z"/>',
    `<path fill="${navy}" d="M60 56h20v452h1120v20H60z"/>`,
    flagOf(name, letters),
    ...words.map(letters.set),
    ...more.map((line, index) =>
      letters.set({ font: 'franklin', words: line, x: left, y: under + index * 58, size: 44, fill: soft }),
    ),
    `<g transform="translate(60 552) scale(1.7)"><path fill="${navy}" d="M3 1h4v26h22v4H3z"/><path fill="#1450c8" d="M7 3h20v20H7z"/><path fill="#fff" d="M13 9h8v8h-8z"/></g>`,
    letters.set({
      font: 'besley',
      words: drawable('besley', site_name),
      x: 128,
      y: 590,
      size: 32,
      fill: navy,
    }),
    letters.set({
      ...{ font: 'franklin', words: note, size: 30, fill: soft },
      ...{ x: 1140 - widthOf('franklin', note, 30), y: 590 },
    }),
  ].join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">${letters.defs()}${body}</svg>`
}

function flagOf(name: string, letters: ReturnType<typeof openLettering>): string {
  const { draw, x, y, size, charge, field, ink, letter } = flagDesign(name)
  const sign = drawable('besley', letter)
  const words = { font: 'besley' as const, words: sign, x, y: round(y + size * 0.36), size, fill: ink }
  return [
    '<svg x="80" y="84" width="330" height="330" viewBox="0 0 48 48">',
    `<path fill="${field}" d="M0 0h48v48H0z"/><path fill="${charge}" fill-rule="evenodd" d="${draw}"/>`,
    sign === '' ? '' : letters.set({ ...words, centred: true }),
    `</svg><path fill="none" stroke="${navy}" stroke-opacity=".2" stroke-width="2" d="M81 85h328v328H81z"/>`,
  ].join('')
}
