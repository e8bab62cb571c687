// How a badge looks: a flag on a pole, and two lines of words. Drawn only from its style and the site's name, so that
// nothing a listing's owner wrote is ever part of the image.
import { badgeLabels, type BadgeKey, type Style } from './badges.ts'
import { escapedXml, openLettering, round, widthOf, type Font } from './lettering.ts'

const blue = '#1450c8'
const red = '#d4202f'
const yellow = '#ffc61e'
const navy = '#0b1f3a'
const white = '#ffffff'
const green = '#0a7a52'
const colours = {
  light: {
    paper: white,
    ink: navy,
    soft: '#4a5d77',
    line: '#b9c6d4',
    edge: `stroke="${navy}" stroke-opacity=".25"`,
  },
  dark: {
    paper: navy,
    ink: white,
    soft: '#b7c6d9',
    line: '#4d6688',
    edge: `stroke="${white}" stroke-opacity=".35"`,
  },
}
type Mode = keyof typeof colours
type Lettering = ReturnType<typeof openLettering>

/** The flags, each drawn on a cloth of 48 by 48. */
const flags: Record<BadgeKey, (letters: Lettering) => string> = {
  listed: () => `<path fill="${blue}" d="M0 0h48v48H0z"/><path fill="${white}" d="M15 15h18v18H15z"/>`,
  launched: () => `<path fill="${white}" d="M0 0h48v48H0z"/><path fill="${red}" d="M0 0l44 24L0 48z"/>`,
  featured: () =>
    `<path fill="${yellow}" d="M0 0h48v48H0z"/><path fill="${navy}" d="M24 3l6 15 15 6-15 6-6 15-6-15-15-6 15-6z"/>`,
  verified: () =>
    `<path fill="${green}" d="M0 0h48v48H0z"/><path fill="none" stroke="${white}" stroke-width="7.5" d="M10 25l10 10 18-22"/>`,
  'launch-of-the-week-1': numeral('1', yellow, navy),
  'launch-of-the-week-2': numeral('2', white, navy),
  'launch-of-the-week-3': numeral('3', red, white),
}

function numeral(words: string, field: string, fill: string) {
  const line = { font: 'besley' as const, words, x: 24, y: 39, size: 43, fill, centred: true }
  return (letters: Lettering) => `<path fill="${field}" d="M0 0h48v48H0z"/>${letters.set(line)}`
}

/** The two lines of a badge, the small one first; on an award the site's name is the small one. */
function wordsOf(key: BadgeKey, site_name: string) {
  const isAward = key.startsWith('launch-of-the-week')
  const [small, large] = isAward ? [site_name, badgeLabels[key]] : [badgeLabels[key], site_name]
  return { isAward, small, large, said: isAward ? `${large}, ${small}` : `${small} ${large}` }
}

/** Positions of the parts of a badge that is not square. */
function layoutOf(key: BadgeKey, { shape, size }: Style, site_name: string) {
  const { isAward, small, large } = wordsOf(key, site_name)
  const height = { s: 20, m: 36, l: 56 }[size]
  const pole = { s: 2, m: 3, l: 5 }[size]
  const gap = { s: 6, m: 9, l: 14 }[size]
  const [soft, strong] = { s: [11, 11], m: [10.5, 14.5], l: [15, 22.5] }[size] as [number, number]
  const isTiny = size === 's'
  const cloth =
    shape === 'standard'
      ? { x: pole, y: 0, side: height - pole }
      : shape === 'pill'
        ? inPill(height, isTiny)
        : { x: 0, y: 0, side: height }
  const x = cloth.x + cloth.side + gap
  const middle = (shape === 'standard' ? height - pole : height) / 2
  const row = (font: Font, words: string, size: number, x: number, y: number) => ({ font, words, size, x, y })
  const lines = !isTiny
    ? [
        row('franklin', small, soft, x, middle - soft * 0.28),
        row('besley', large, strong, x, middle + strong * 0.83),
      ]
    : isAward
      ? [row('besley', large, strong, x, middle + 3.9)]
      : [
          row('franklin', small, soft, x, middle + 3.9),
          row('besley', large, strong, x + widthOf('franklin', small, soft) + 4, middle + 3.9),
        ]
  const right = Math.max(...lines.map(({ font, words, size, x }) => x + widthOf(font, words, size)))
  const tail = shape === 'banner' ? height * 0.42 : 0
  const end = shape === 'pill' ? height * 0.42 : isTiny ? 7 : gap * 1.15
  return { width: Math.ceil(right + end + tail), height, pole, cloth, tail, lines }
}

function inPill(height: number, isTiny: boolean) {
  const side = height - (isTiny ? 6 : height * 0.3)
  return { side, y: (height - side) / 2, x: (height - side) / 2 + (isTiny ? 2 : height * 0.08) }
}

const squareSide = { s: 20, m: 72, l: 112 }

/** Width and height in pixels. */
export function badgeSize(key: BadgeKey, style: Style, site_name: string): { width: number; height: number } {
  if (style.shape === 'square') return { width: squareSide[style.size], height: squareSide[style.size] }
  const { width, height } = layoutOf(key, style, site_name)
  return { width, height }
}

/** An SVG document. The mode `auto` follows the viewer's colour scheme: it has both drawings and shows one. */
export function badgeSvg(key: BadgeKey, style: Style, site_name: string): string {
  const letters = openLettering()
  const { width, height } = badgeSize(key, style, site_name)
  const draw = (mode: Mode) =>
    style.shape === 'square'
      ? square(key, style.size, mode, site_name, letters)
      : strip(key, style, mode, site_name, letters)
  const body =
    style.mode === 'auto'
      ? `<style>.d{display:none}@media(prefers-color-scheme:dark){.l{display:none}.d{display:inline}}</style><g class="l">${draw('light')}</g><g class="d">${draw('dark')}</g>`
      : draw(style.mode)
  const said = escapedXml(wordsOf(key, site_name).said)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${said}">${letters.defs()}${body}</svg>\n`
}

function strip(key: BadgeKey, style: Style, mode: Mode, site_name: string, letters: Lettering): string {
  const { shape } = style
  const { width, height, pole, cloth, tail, lines } = layoutOf(key, style, site_name)
  const { paper, ink, soft, line } = colours[mode]
  // A banner shall stand out from the page, so it uses the colours of the other mode.
  const words = shape === 'banner' ? colours[mode === 'light' ? 'dark' : 'light'] : { ink, soft }
  const ground = {
    standard: `<path fill="${paper}" d="M0 0h${width}v${height}H0z"/><path fill="none" stroke="${line}" d="M0 .5h${width - 0.5}V${height}"/>`,
    outline: `<path fill="none" stroke="${ink}" d="M.5.5h${width - 1}v${height - 1}H.5z"/>`,
    pill: `<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="${height / 2}" fill="${paper}" stroke="${line}"/>`,
    banner: `<path fill="${ink}" d="M0 0h${width}l-${round(tail)} ${height / 2} ${round(tail)} ${height / 2}H0z"/>`,
  }[shape as Exclude<Style['shape'], 'square'>]
  return [
    ground,
    flag(key, cloth, mode, letters),
    shape === 'standard' ? poleAndGround(width, height, pole, ink) : '',
    ...lines.map((row) => letters.set({ ...row, fill: row.font === 'besley' ? words.ink : words.soft })),
  ].join('')
}

function square(
  key: BadgeKey,
  size: Style['size'],
  mode: Mode,
  site_name: string,
  letters: Lettering,
): string {
  const { paper, ink, soft, line } = colours[mode]
  const side = squareSide[size]
  const pole = { s: 2, m: 4, l: 6 }[size]
  const frame = poleAndGround(side, side, pole, ink)
  if (size === 's') return flag(key, { x: pole, y: 0, side: 18 }, mode, letters) + frame
  const { isAward, small, large } = wordsOf(key, site_name)
  const k = side / 112
  const x = pole + 8 * k
  const room = side - x - 4 * k
  const row = (font: Font, words: string, y: number, full: number, fill: string) => {
    const size = Math.min(full * k, room / widthOf(font, words, 1))
    return letters.set({ font, words, x, y: side - pole - y * k, size, fill })
  }
  const lines = isAward
    ? row('besley', 'Launch of', 26, 15.5, ink) + row('besley', 'the Week', 9, 15.5, ink)
    : row('besley', small.replace(/ on$/, ''), 25, 18, ink) + row('franklin', large, 9, 11.5, soft)
  return [
    `<path fill="${paper}" d="M0 0h${side}v${side}H0z"/><path fill="none" stroke="${line}" d="M0 .5h${side - 0.5}V${side}"/>`,
    flag(key, { x: pole, y: 0, side: side / 2 }, mode, letters),
    frame,
    lines,
  ].join('')
}

function flag(
  key: BadgeKey,
  { x, y, side }: { x: number; y: number; side: number },
  mode: Mode,
  letters: Lettering,
): string {
  const [left, top, long] = [round(x), round(y), round(side)]
  const edge = `M${round(x + 0.5)} ${round(y + 0.5)}h${round(side - 1)}v${round(side - 1)}h-${round(side - 1)}z`
  return `<svg x="${left}" y="${top}" width="${long}" height="${long}" viewBox="0 0 48 48">${flags[key](letters)}</svg><path fill="none" ${colours[mode].edge} d="${edge}"/>`
}

function poleAndGround(width: number, height: number, pole: number, ink: string): string {
  return `<path fill="${ink}" d="M0 0h${pole}v${height - pole}h${width - pole}v${pole}H0z"/>`
}
