// The image of a badge, drawn from its address alone.
import type { Site } from '../../storage/sites.ts'
import { badgeLabels, badgeSize, type BadgeKey, type Style } from '../../tools/listings/badges.ts'
import { escaped } from './html.ts'

type Colours = { ground: string; ink: string; soft: string; line: string }
const light: Colours = { ground: '#ffffff', ink: '#14261f', soft: '#55655e', line: '#cfd8d3' }
const dark: Colours = { ground: '#14261f', ink: '#f2f7f4', soft: '#a9bab2', line: '#3a5248' }
const mark = '#0f8a6a'

/** An SVG document. In the mode `auto` it follows the colour scheme of whoever looks at it. */
export function badgeSvg(key: BadgeKey, style: Style, site: Pick<Site, 'name'>): string {
  const { width, height } = badgeSize({ ...style, size: 'm' })
  const shown = badgeSize(style)
  const square = style.shape === 'square'
  const radius = style.shape === 'pill' ? height / 2 : style.shape === 'square' ? 16 : 10
  const isAward = key.startsWith('launch-of-the-week')
  const [small, large] = isAward ? [site.name, badgeLabels[key]] : [badgeLabels[key], site.name]
  const icon = square
    ? { x: width / 2, y: 36, r: 18 }
    : { x: height / 2 + 2, y: height / 2, r: height * 0.28 }
  const text = square
    ? { x: width / 2, anchor: 'middle', top: 76, below: 97, fit: width - 16 }
    : { x: height + 4, anchor: 'start', top: height * 0.4, below: height * 0.73, fit: width - height - 16 }
  const size = Math.min(height * 0.31, 17, (text.fit / large.length) * 1.55)
  const filled = style.shape !== 'outline'
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${shown.width}" height="${shown.height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(`${small} ${large}`)}">`,
    `<style>${colourRules(style.mode)}text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}</style>`,
    `<rect class="ground" x=".75" y=".75" width="${width - 1.5}" height="${height - 1.5}" rx="${radius}" stroke-width="1.5"${filled ? '' : ' fill-opacity="0"'}/>`,
    `<circle cx="${icon.x}" cy="${icon.y}" r="${icon.r}" fill="${mark}"/>`,
    isAward ? numeral(key.at(-1)!, icon) : rocket(icon),
    `<text class="soft" x="${text.x}" y="${text.top}" text-anchor="${text.anchor}" font-size="${Math.min(size * 0.72, 11)}">${escaped(small)}</text>`,
    `<text class="ink" x="${text.x}" y="${text.below}" text-anchor="${text.anchor}" font-size="${size.toFixed(1)}" font-weight="700">${escaped(large)}</text>`,
    '</svg>',
  ].join('')
}

function colourRules(mode: Style['mode']): string {
  const rules = ({ ground, ink, soft, line }: Colours) =>
    `.ground{fill:${ground};stroke:${line}}.ink{fill:${ink}}.soft{fill:${soft}}`
  if (mode === 'light') return rules(light)
  if (mode === 'dark') return rules(dark)
  return `${rules(light)}@media (prefers-color-scheme:dark){${rules(dark)}}`
}

function rocket({ x, y, r }: { x: number; y: number; r: number }): string {
  const k = r / 12
  return `<path transform="translate(${x} ${y}) scale(${k.toFixed(3)})" fill="#fff" d="M0-8c3 2 4.500 5.500 4 10l2 3-3 .8L0 8l-3-2.200L-6 5l2-3c-.5-4.500 1-8 4-10zm0 5a1.800 1.800 0 1 0 0 3.600A1.800 1.800 0 0 0 0-3z"/>`
}

function numeral(place: string, { x, y, r }: { x: number; y: number; r: number }): string {
  return `<text x="${x}" y="${y + r * 0.4}" text-anchor="middle" font-size="${(r * 1.15).toFixed(1)}" font-weight="800" fill="#fff">${place}</text>`
}
