import getLaunchWeek from '../../../tools/launches/get_launch_week.ts'
import { addWeeks, lastDayOf, weekOf } from '../../../tools/launches/week.ts'
import listAwards from '../../../tools/rankings/list_awards.ts'
import { followFor, followForm } from '../following.ts'
import { field } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { weekInMarkdown } from '../lists_in_markdown.ts'
import { withLogos } from '../logos.ts'
import { day, days, feedLink, tally } from '../parts.ts'
import { prose, sections } from '../prose.ts'
import { publicPage } from '../public_page.ts'
import { row } from '../standing.ts'
import { headline, summary } from './week.ts'

const shown_rows = 10
/** Past weeks beside the last one. */
const shown_weeks = 4
const lead =
  'Who won the week, what launches in the new one, and nothing else. It takes two minutes to read. Nobody can pay to be in it, and we do not see whether you open it.'

/** The form that requests the digest without signing in. */
export const askForm = (given: { email?: string; fault?: string } = {}): Html =>
  html`<form class="stack" method="post" action="/digest/ask">
    ${field({
      ...{
        name: 'email',
        label: 'Your email address',
        type: 'email',
        autocomplete: 'email',
        max: 254,
        required: true,
      },
      hint: 'We send one link to open first, so that nobody can sign you up but you.',
      ...{ value: given.email, fault: given.fault },
    })}
    <p><button>Send me Monday’s mail</button></p>
  </form>`

/** The weekly mail: what it is, how to get it, and its last issue. */
export const digest = publicPage({
  path: '/digest',
  async load(visit) {
    const last = await visit.call(getLaunchWeek, { week: 'last' })
    const words = { ask: 'Send me Monday’s mail', stop: 'Stop sending me this mail' }
    const site = { slug: '', name: '' }
    // Three places a week, newest week first.
    const { items: awards } = await visit.call(listAwards, { per_page: 3 * (shown_weeks + 1) })
    return {
      last,
      shown: await withLogos(visit, last.items.slice(0, shown_rows)),
      earlier: awards.filter(({ week, place }) => place === 1 && week < last.week).slice(0, shown_weeks),
      follow: visit.session === null ? askForm() : await followFor(visit, 'site', site, words),
    }
  },
  render({ last, shown, earlier, follow }, { session, now }) {
    const next = addWeeks(weekOf(now), 1)
    const weeks = html`<section class="stack" aria-labelledby="e">
      <h2 id="e">Earlier weeks</h2>
      ${earlier.map(
        ({ week, listing }) =>
          html`<p>
            <a href="/weeks/${week}">${listing.name} won</a><br /><span class="fine"
              >${days(week, lastDayOf(week))}</span
            >
          </p>`,
      )}
      <p class="fine">
        <a href="/awards">All weeks</a>, also as a <a href="/feeds/weeks.xml">feed</a>. A week without
        launches has no mail.
      </p>
    </section>`
    const body = html`<div class="cols">
        <div>
          <h1>One mail each Monday</h1>
          <p class="lead gap">${lead}</p>
          <div class="gap-l narrow">
            ${session !== null && html`<p class="head">To ${session.user.email}. The next one comes on ${day(next)}.</p>`}${follow}
          </div>
        </div>
        ${weeks}
      </div>
      ${
        last.items.length > 0 &&
        html`<section class="part" aria-labelledby="l">
          <div class="head">
            <h2 id="l">The last one: ${headline(last)}</h2>
            <a href="/weeks/${last.week}">The whole week</a>
          </div>
          <p class="head">${summary(last, days(last.week, last.ends_on))}</p>
          <ol class="rows">
            ${shown.map((item) => row(item, { rank: item.rank, side: tally(item.week_votes, 'vote') }))}
          </ol>
        </section>`
      } `
    return {
      title: 'One mail each Monday',
      description: 'Who won the week and what launches next, in one mail each Monday.',
      nav: 'home',
      head: feedLink('weeks', 'Weeks'),
      body,
    }
  },
  markdown: ({ last }, visit) =>
    sections(prose`# One mail each Monday`, prose`${lead}`, weekInMarkdown(last, visit)),
  post: followForm('site'),
})
