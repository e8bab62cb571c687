import { day_ms } from '../../../days.ts'
import getLaunchWeek from '../../../tools/launches/get_launch_week.ts'
import { lastPageOf } from '../../../tools/inputs.ts'
import { addWeeks, lastDayOf, weekOf } from '../../../tools/launches/week.ts'
import listAwards from '../../../tools/rankings/list_awards.ts'
import { html, type Html } from '../html.ts'
import { withLogos, withLogosOf } from '../logos.ts'
import { weekInMarkdown } from '../lists_in_markdown.ts'
import { counted, crumbs, days, pageLinks, tally } from '../parts.ts'
import { publicPage } from '../public_page.ts'
import { poles, prize, row, tile } from '../standing.ts'
import { breadcrumbs, listingList, structured } from '../structured.ts'
import { goTo, pageAsked } from '../visit.ts'
import { votesFor } from '../voting.ts'
import { won } from './awards.ts'
import { weekProof } from './ledger.ts'

/** One launch week: its winners, or its launches so far. */
export const week = publicPage({
  path: '/weeks/:week',
  query: ['page', 'vote'],
  async load(visit) {
    const asked = visit.params.week!
    const week = await visit.call(getLaunchWeek, { week: asked, page: pageAsked(visit.query) })
    if (asked === 'this') return goTo('/')
    if (asked !== week.week) return goTo(`/weeks/${week.week}`)
    // Awards are listed newest week first, three a week; this bounds how far back those of this week can be.
    const back = Math.max(
      0,
      Math.round((Date.parse(weekOf(visit.now)) - Date.parse(week.week)) / (7 * day_ms)),
    )
    const page = lastPageOf({ per_page: 99, total: Math.max(0, back - 1) * 3 + 1 })
    const awards = week.state === 'past' ? (await visit.call(listAwards, { page, per_page: 99 })).items : []
    return {
      week: { ...week, items: await withLogos(visit, week.items) },
      awards: await withLogosOf(
        visit,
        awards.filter((award) => award.week === week.week).sort((a, b) => a.place - b.place),
      ),
      vote: await votesFor(visit, week.items),
      page: pageAsked(visit.query),
      signed: await visit.storage.ledger.checkpoint({ site_id: visit.site.id, week: week.week }),
    }
  },
  render({ week, awards, vote, page, signed }, visit) {
    const range = days(week.week, week.ends_on)
    const standing = week.items.map((item) => ({ ...item, votes: item.week_votes }))
    const places = new Map(awards.map(({ listing, place }) => [listing.slug, place]))
    const isPast = week.state === 'past'
    const of = { page, per_page: 100, total: week.live_launches }
    const body = html`${crumbs(['This week', '/'], ['Weeks', '/awards'], [range])}
      <section class="hero" aria-labelledby="h">
        <div>
          <h1 id="h">${page > 1 ? `Launches ${range}, page ${page}.` : headline(week)}</h1>
          <p class="lead">${summary(week, range)}</p>
          <p class="line">${neighbours(week.week, visit.now)}</p>
        </div>
        ${standing.length > 0 && page === 1 && html`<div>${poles(standing, { show: 12 })}</div>`}
      </section>
      ${
        awards.length > 0 &&
        html`<section class="part" aria-labelledby="p">
          <h2 id="p" class="head">Awards</h2>
          <ol class="prizes">
            ${awards.map(won)}
          </ol>
        </section>`
      }
      ${
        standing.length > 0 &&
        html`<section class="part" aria-labelledby="r">
          <div class="head">
            <h2 id="r">${isPast ? 'Final result' : 'Standing'}</h2>
            <p class="soft">Votes cast in the week</p>
          </div>
          <ol class="rows">
            ${standing.map((item) =>
              row(item, {
                rank: item.rank,
                tags: places.has(item.slug)
                  ? prize(places.get(item.slug)!, `#${places.get(item.slug)}`)
                  : undefined,
                side: isPast ? tally(item.votes, 'vote') : vote(item),
                under: isPast ? undefined : vote.under(item),
              }),
            )}
          </ol>
          ${pageLinks(`/weeks/${week.week}`, new URLSearchParams(), of)}
          <p class="fine gap">
            Equal votes are settled by the earlier launch. Votes after the close count for the all-time board,
            not for this page. ${isPast && html`<a href="/digest">Get the result by mail each Monday</a>`}
          </p>
        </section>`
      }
      ${signed !== undefined && weekProof(signed, visit.site)}
      ${
        week.scheduled.length > 0 &&
        html`<section class="part" aria-labelledby="s">
          <h2 id="s" class="head">Booked for this week</h2>
          <ul class="tiles">
            ${week.scheduled.map(tile)}
          </ul>
        </section>`
      }`
    const head = structured(
      listingList(visit, `Launches of ${range}`, week.items),
      breadcrumbs(visit, ['This week', '/'], ['Weeks', '/awards'], [range]),
    )
    return { title: `Launches of ${range}`, nav: 'home', head, body }
  },
  markdown: ({ week }, visit) => weekInMarkdown(week, visit),
})

type Week = {
  week: string
  state: 'past' | 'current' | 'future'
  live_launches: number
  items: { name: string; week_votes: number }[]
  scheduled: unknown[]
}

/** The headline of a week. */
export function headline({ state, items, scheduled }: Week): string {
  if (state === 'past')
    return items[0] === undefined
      ? 'Nobody launched that week.'
      : items[0].week_votes === 0
        ? 'Nobody voted that week.'
        : `${items[0].name} won the week.`
  if (state === 'current') return 'This week is still open.'
  return scheduled.length === 0
    ? 'Nothing is booked for that week yet.'
    : `${counted(scheduled.length, 'launch', 'launches')} booked so far.`
}

export function summary({ state, live_launches, items }: Week, range: string): string {
  if (state === 'future') return `Launches of ${range} go live on their Monday at 00:00 UTC.`
  const votes = counted(
    items.reduce((sum, item) => sum + item.week_votes, 0),
    'vote',
  )
  const launched = `${counted(live_launches, 'product')} launched from ${range}.`
  // The votes cannot be added up if the week has more launches than this page.
  if (items.length < live_launches) return launched
  return state === 'past'
    ? `${launched} The week closed on Monday at 00:00 UTC with ${votes}, and nothing has moved since.`
    : `${launched} ${votes} so far.`
}

function neighbours(week: string, now: Date): Html {
  const current = weekOf(now)
  const [before, after] = [addWeeks(week, -1), addWeeks(week, 1)]
  const daysOf = (monday: string) => days(monday, lastDayOf(monday))
  return html`<a href="/weeks/${before}" rel="prev">← ${daysOf(before)}</a> ${
      after === current
        ? html`<a href="/" rel="next">This week →</a>`
        : html`<a href="/weeks/${after}" rel="next">${daysOf(after)} →</a>`
    }`
}
