// Text as outlines of Besley and Libre Franklin (OFL 1.1), so that an image looks the same everywhere and loads no
// font. The licences are beside the outlines.
import { readFileSync } from 'node:fs'

/** Advance width in thousandths of the font size, and the outline as an SVG path; empty for a space. */
type Glyph = [advance: number, outline: string]
export type Font = 'besley' | 'franklin'
type Fonts = Record<Font, Record<string, Glyph>>

let loaded: Fonts | undefined

/** Loaded with the first image, so that a service that draws none saves the memory. */
function fonts(): Fonts {
  return (loaded ??= JSON.parse(
    readFileSync(new URL('./glyphs/glyphs.json', import.meta.url), 'utf8'),
  ) as Fonts)
}

export const isDrawn = (font: Font, sign: string): boolean => Object.hasOwn(fonts()[font], sign)

const isWide = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]/

/** In pixels. The width of characters the fonts lack is estimated, since the viewer's own font draws them. */
export function widthOf(font: Font, words: string, size: number): number {
  const glyphs = fonts()[font]
  let sum = 0
  for (const sign of words) sum += glyphs[sign]?.[0] ?? (isWide.test(sign) ? 1000 : 620)
  return (sum * size) / 1000
}

type Line = {
  font: Font
  words: string
  x: number
  /** The baseline. */
  y: number
  size: number
  fill: string
  centred?: boolean
}

/** The letters of one drawing: each is outlined once, however often it is used. */
export function openLettering() {
  const outlines = new Map<string, string>()

  function set({ font, words, x, y, size, fill, centred = false }: Line): string {
    const glyphs = fonts()[font]
    if ([...words].some((sign) => glyphs[sign] === undefined))
      return `<text x="${round(x)}" y="${round(y)}" font-family="Georgia,serif" font-weight="700" font-size="${round(size)}" text-anchor="${centred ? 'middle' : 'start'}" fill="${fill}">${escapedXml(words)}</text>`
    let at = centred ? x - widthOf(font, words, size) / 2 : x
    const letters = [...words].map((sign) => {
      const [advance, outline] = glyphs[sign]!
      const left = at
      at += (advance * size) / 1000
      if (outline === '') return ''
      const id = `${font.charAt(0)}${sign.codePointAt(0)!.toString(36)}`
      outlines.set(id, outline)
      return `<use href="#${id}" transform="translate(${round(left)} ${round(y)}) scale(${+(size / 1000).toFixed(4)})"/>`
    })
    return `<g fill="${fill}">${letters.join('')}</g>`
  }

  return {
    set,
    defs: () => `<defs>${[...outlines].map(([id, d]) => `<path id="${id}" d="${d}"/>`).join('')}</defs>`,
  }
}

export function round(number: number): number {
  return +number.toFixed(2)
}

/** Escapes text and attribute values; characters that XML forbids are removed. */
export function escapedXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
