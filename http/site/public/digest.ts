import getLaunchWeek from '../../../tools/launches/get_launch_week.ts'
import { addWeeks, weekOf } from '../../../tools/launches/week.ts'
import { followFor, followForm } from '../following.ts'
import { field } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { weekInMarkdown } from '../lists_in_markdown.ts'
import { withLogos } from '../logos.ts'
import { counted, day, days, feedLink, tally } from '../parts.ts'
import { prose, sections } from '../prose.ts'
import { publicPage } from '../public_page.ts'
import { row } from '../standing.ts'
import { headline } from './week.ts'

const shown_rows = 10
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
    const words = { ask: 'Send me Monday’s mail', stop: 'Send me no more' }
    const site = { slug: '', name: '' }
    return {
      last: { ...last, items: await withLogos(visit, last.items.slice(0, shown_rows)) },
      follow: visit.session === null ? askForm() : await followFor(visit, 'site', site, words),
    }
  },
  render({ last, follow }, { session, now }) {
    const next = addWeeks(weekOf(now), 1)
    const body = html`<h1>One mail each Monday</h1>
      <p class="lead gap">${lead}</p>
      <div class="gap-l narrow">
        ${session !== null && html`<p class="head">To ${session.user.email}. The next one comes on ${day(next)}.</p>`}${follow}
      </div>
      ${
        last.items.length > 0 &&
        html`<section class="part" aria-labelledby="l">
          <div class="head">
            <h2 id="l">The last one: ${headline(last)}</h2>
            <a href="/weeks/${last.week}">The whole week</a>
          </div>
          <p class="head">
            ${counted(last.live_launches, 'product')} launched from ${days(last.week, last.ends_on)}.
          </p>
          <ol class="rows">
            ${last.items.map((item) =>
              row(item, { rank: item.rank ?? undefined, side: tally(item.week_votes, 'vote') }),
            )}
          </ol>
        </section>`
      }
      <p class="fine part">
        Also as a <a href="/feeds/weeks.xml">feed</a>. A week without launches has no mail.
        <a href="/awards">Past weeks</a>
      </p>`
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
