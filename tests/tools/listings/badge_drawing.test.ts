import { describe, expect, it } from 'vitest'
import { badgeSize, badgeSvg } from '../../../tools/listings/badge_drawing.ts'
import { badgeLabels, modes, shapes, sizes, type BadgeKey } from '../../../tools/listings/badges.ts'
import { faultOfXml } from '../../support/xml.ts'

const keys = Object.keys(badgeLabels) as BadgeKey[]
const every = keys.flatMap((key) =>
  shapes.flatMap((shape) =>
    modes.flatMap((mode) => sizes.map((size) => ({ key, style: { shape, mode, size } }))),
  ),
)

describe('the image of a badge', () => {
  it('is well-formed, small and of the size it says, in each of its 315 drawings', () => {
    expect(every).toHaveLength(315)
    for (const { key, style } of every) {
      const svg = badgeSvg(key, style, 'Launch Directory')
      const { width, height } = badgeSize(key, style, 'Launch Directory')
      expect(faultOfXml(svg), JSON.stringify([key, style])).toBeNull()
      expect(svg).toContain(`width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`)
      expect(svg.length).toBeLessThan(25_000)
    }
    expect(
      new Set(every.map(({ key, style }) => badgeSvg(key, style, 'Launch Directory'))).size,
    ).toBeGreaterThan(300)
  })

  it.each([
    ['listed', 'standard', 'm', 196, 36],
    ['launch-of-the-week-1', 'standard', 's', 170, 20],
    ['launch-of-the-week-1', 'outline', 'l', 365, 56],
    ['launch-of-the-week-1', 'pill', 'm', 238, 36],
    ['launch-of-the-week-1', 'banner', 'm', 251, 36],
    ['verified', 'square', 'l', 112, 112],
  ] as const)('of %s, %s, %s has the measures of its words', (key, shape, size, width, height) => {
    expect(badgeSize(key, { shape, mode: 'auto', size }, 'Launch Directory')).toEqual({ width, height })
  })

  it('asks nobody for a font, a script or a picture', () => {
    for (const { key, style } of every)
      expect(badgeSvg(key, style, 'Launch Directory')).not.toMatch(/<text|<script|<image|href="[^#]|url\(/)
  })

  it('is named for those who do not see it', () => {
    const style = { shape: 'pill', mode: 'dark', size: 's' } as const
    expect(badgeSvg('verified', style, 'Tide')).toContain('aria-label="Verified on Tide"')
    expect(badgeSvg('launch-of-the-week-2', style, 'Tide')).toContain(
      'aria-label="Launch of the Week #2, Tide"',
    )
  })

  it('sets a site’s name in a script its fonts lack, and lets none break out of the markup', () => {
    const style = { shape: 'standard', mode: 'auto', size: 'm' } as const
    for (const name of ['発射台', '"><script>alert(1)</script>', 'A & B\u0000', "' onload='x"]) {
      const svg = badgeSvg('listed', style, name)
      expect(faultOfXml(svg), name).toBeNull()
      expect(svg).not.toMatch(/<script|'x/)
    }
    expect(badgeSvg('listed', style, '発射台')).toContain('>発射台</text>')
  })

  it('keeps a long name inside a square', () => {
    const long = badgeSvg('listed', { shape: 'square', mode: 'light', size: 'm' }, 'A'.repeat(80))
    const lefts = [...long.matchAll(/translate\(([\d.]+) /g)].map((match) => Number(match[1]))
    expect(Math.max(...lefts)).toBeLessThan(72)
  })
})
