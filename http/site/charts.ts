// Charts as inline SVG, with labels at both ends only. The text beside them says the same.
import type { KnownRevenue } from '../../storage/listings/measures.ts'
import { html, type Html } from './html.ts'
import { day, dayInWords, money } from './parts.ts'

/** A line of numbers over time; `first` and `last` name its ends. The axis of counts starts at zero. */
export function trend(
  values: readonly number[],
  {
    first,
    last,
    label,
    from_zero = false,
  }: Record<'first' | 'last' | 'label', string> & { from_zero?: boolean },
): Html {
  const [width, top, bottom] = [320, 16, 84]
  const [low, high] = [from_zero ? 0 : Math.min(...values), Math.max(...values)]
  const points = values.map((value, index) => {
    const x = 4 + (index / Math.max(1, values.length - 1)) * (width - 44)
    return [x, bottom - ((value - low) / (high - low || 1)) * (bottom - top)] as const
  })
  const [x, y] = points.at(-1) ?? [4, bottom]
  const line = points.map(([px, py]) => `${px.toFixed(1)} ${py.toFixed(1)}`).join('L')
  return html`<svg class="chart" viewBox="0 0 ${width} 112" role="img" aria-label="${label}">
    <path class="g" d="M0 ${bottom + 6}.5h${width}" />
    <path class="l" d="M${line}" />
    <circle class="d" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="4.5" />
    <text class="strong" x="${(x + 10).toFixed(1)}" y="${(y + 4).toFixed(1)}">${values.at(-1)}</text>
    <text x="0" y="106">${first}</text>
    <text x="${width}" y="106" text-anchor="end">${last}</text>
  </svg>`
}

/** Bars with their names. */
export function bars(rows: readonly [name: string, count: number][], label: string): Html {
  const most = Math.max(1, ...rows.map(([, count]) => count))
  return html`<svg class="chart" viewBox="0 0 320 ${rows.length * 26}" role="img" aria-label="${label}">
    ${rows.map(([name, count], index) => {
      const width = (count / most) * 216
      return html`<text x="0" y="${index * 26 + 16}">${name}</text>
        <rect class="b" x="64" y="${index * 26 + 4}" width="${Math.max(2, width).toFixed(1)}" height="16" />
        <text class="strong" x="${(72 + width).toFixed(1)}" y="${index * 26 + 16}">${count}</text>`
    })}
  </svg>`
}

/** Where a revenue was taken from, and when. */
export const revenueSource = ({ on, source }: KnownRevenue): string =>
  `${source === null ? 'Entered by the team of this site' : `From ${source}`}${on === null ? '' : `, ${dayInWords(on)}`}`

/** A figure from outside, which is no fact from the site of the product. */
export function monthlyRevenue(known: KnownRevenue, currency: string): Html {
  return html`<section class="part" aria-labelledby="rev">
    <h2 id="rev" class="head">Monthly revenue</h2>
    <p class="clock">${money(known.cents, currency)}</p>
    <p class="fine">
      ${revenueSource(known)}. It has no part in the ranking of votes.
      <a href="/boards/revenue">All of them</a>
    </p>
  </section>`
}

type Measured = { value: number; change: number | null; measured_on: string | null }

/** A third party's rating of the domain, and its change: two numbers are no line. */
export function domainRating({ value, change, measured_on }: Measured): Html {
  return html`<section class="part" aria-labelledby="dr">
    <h2 id="dr" class="head">Domain Rating</h2>
    <p class="clock">${value}</p>
    ${change !== null && html`<p>${change === 0 ? 'The same as' : `${Math.abs(change)} ${change > 0 ? 'more' : 'less'} than`} at the measurement before.</p>`}
    <p class="fine">
      Measured by a third party${measured_on !== null && html` on ${day(measured_on)}`}. It has no part in the
      ranking.
    </p>
  </section>`
}
