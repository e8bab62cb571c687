// Trophies on a shelf: a flag on its pole for each, higher for a better place, with its meaning as text beside it.
import type { z } from 'zod'
import { inWords } from '../../days.ts'
import type { trophy } from '../../tools/awards/award.ts'
import { lastDayOf } from '../../tools/launches/week.ts'
import { html, type Html } from './html.ts'
import { at, list, type Place } from './markdown_parts.ts'
import { counted, day, days } from './parts.ts'
import { mdLink, prose, type Markdown } from './prose.ts'

export type Trophy = z.output<typeof trophy>

const colours = ['#ffc61e', '#ffffff', '#c81b2b']

function flagOf({ kind, place }: Trophy): Html {
  const top = [4, 18, 32][place - 1] ?? 32
  const isWeek = kind === 'week'
  const fill = isWeek ? (colours[place - 1] ?? '#ffffff') : '#1450c8'
  const ink = isWeek && place < 3 ? '#0b1f3a' : '#ffffff'
  return html`<svg viewBox="0 0 120 100" preserveAspectRatio="xMinYMax meet" aria-hidden="true">
    <path fill="currentColor" d="M2 0h5v100H2z" />
    <path fill="${fill}" stroke="#0b1f3a" stroke-width="1.5" d="M7 ${top}h60v46H7z" />
    <text x="37" y="${top + 34}" text-anchor="middle" fill="${ink}">${place}</text>
  </svg>`
}

/** When it was won: its week, its year, or the title of its programme. */
export const whenOf = ({ kind, period }: Pick<Trophy, 'kind' | 'period'>): Html | string =>
  kind === 'week' ? html`week of ${day(period)}` : period

/** Null if there are no trophies: then there is no shelf either. */
export function cabinet(trophies: readonly Trophy[], whose: 'listing' | 'founder'): Html | null {
  if (trophies.length === 0) return null
  return html`<ol class="cabinet">
    ${trophies.map(
      (one) =>
        html`<li>
          ${flagOf(one)}
          <p>
            <a href="/awards/${one.number}"><b>${one.title}</b></a
            ><br />
            <span class="soft"
              >${whose === 'founder' && html`${one.listing.name}, `}${one.kind === 'week' ? days(one.period, lastDayOf(one.period)) : one.period},
              ${counted(one.votes, 'vote')}</span
            >
          </p>
        </li>`,
    )}
  </ol>`
}

/** The trophies as Markdown: what was won, by whom, when, and with how many votes. */
export const trophiesInMarkdown = (trophies: readonly Trophy[], place: Place): Markdown =>
  list(
    trophies.map((one) => {
      const when = one.kind === 'week' ? `week of ${inWords(one.period)}` : one.period
      const { slug, name } = one.listing
      return prose`${mdLink(one.title, one.url)}: ${mdLink(name, at(place, `/listings/${slug}`))}, ${when} (${counted(one.votes, 'vote')})`
    }),
  ) ?? prose`None.`
