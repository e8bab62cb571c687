import { html, type Html } from '../html.ts'
import { copyable } from '../parts.ts'
import { list } from '../markdown_parts.ts'
import { prose, sections } from '../prose.ts'
import { publicPage } from '../public_page.ts'
import { table } from '../table.ts'

const rows: [board: Html, ranked_by: string, source: string][] = [
  [html`<a href="/boards/community-weekly">This week</a>`, 'Votes in the week', 'People on this site'],
  [html`<a href="/boards/community-all-time">All time</a>`, 'All votes', 'People on this site'],
  [html`<a href="/boards/domain-rating">Domain Rating</a>`, 'A rating from 0 to 100', 'A third party'],
  [
    html`<a href="/boards/revenue">Revenue</a>`,
    'Monthly revenue',
    'Outside sources, each named on the board',
  ],
  [
    html`<span class="tag paid">Paid</span> <a href="/boards/billboard">Billboard</a>`,
    'Money contributed',
    'The makers themselves',
  ],
]

const boardNames = ['This week', 'All time', 'Domain Rating', 'Revenue', 'Billboard, paid']

const rules: [rule: string, why: string][] = [
  [
    'More votes first',
    'One person, one vote for a listing, not for their own. A vote of an account’s first hour counts when that hour is over.',
  ],
  [
    'Equal votes: the earlier launch first',
    'Then the lower listing number, so that the order never depends on chance.',
  ],
  [
    'Monday 00:00 UTC: frozen',
    'The first three become Launch of the Week #1, #2 and #3. A vote can be taken back until then.',
  ],
]
const noInfluence =
  'Money. Badges. Who made it. How it came here, by hand or by agent. A paid launch chooses its week and nothing ' +
  'else. Agents and programs cannot vote: there is no operation for it.'

/** All the rules of the rankings. */
export const ranking = publicPage({
  path: '/ranking',
  load: async () => null,
  render: () => ({
    title: 'How ranking works',
    description: 'Five boards, five measures, never mixed: all the rules.',
    nav: 'boards',
    body: html`<h1>How ranking works</h1>
      <p class="lead gap">Five boards, five measures, never mixed. These are all the rules.</p>
      <div class="cols part">
        <div class="stack">
          <h2>The week</h2>
          <ol class="steps">
            ${rules.map(([rule, why]) => html`<li><b>${rule}</b><span class="soft">${why}</span></li>`)}
          </ol>
          <h2>The five boards</h2>
          ${table('Table of boards', ['Board', 'Ranked by', 'Where it comes from'], rows)}
          <h2>What has no influence</h2>
          <p class="prose">${noInfluence}</p>
          <p><a href="/ledger">Count the votes yourself</a></p>
        </div>
        <section class="stack" aria-labelledby="t">
          <h2 id="t">Trending</h2>
          <p>Every vote loses half its weight in 48 hours.</p>
          ${weightOfVote()}${copyable('score = Σ 0.5 ^ (age in hours / 48)', 'Formula of the trending score')}
          <p class="fine">40 votes from now weigh as much as 160 from four days ago.</p>
        </section>
      </div>`,
  }),
  markdown: () =>
    sections(
      prose`# How ranking works`,
      prose`Five boards, five measures, never mixed.`,
      list(
        rows.map(
          ([, ranked_by, source], at) => prose`${boardNames[at]}: ${ranked_by.toLowerCase()} (${source})`,
        ),
      ),
      ...rules.map(([rule, why]) => sections(prose`## ${rule}`, prose`${why}`)),
      prose`## Trending`,
      prose`Every vote loses half its weight in 48 hours: score = Σ 0.5 ^ (age in hours / 48).`,
      prose`## What has no influence`,
      prose`${noInfluence}`,
    ),
})

/** The weight of a vote over seven days: it halves every 48 hours. */
function weightOfVote(): Html {
  const points = Array.from({ length: 43 }, (_, index) => {
    const days = index / 6
    return `${(36 + (days / 7) * 260).toFixed(1)} ${(110 - 92 * 0.5 ** (days / 2)).toFixed(1)}`
  })
  return html`<svg
    class="chart"
    viewBox="0 0 320 136"
    role="img"
    aria-label="The weight of one vote: 1 when cast, a half after 48 hours, a quarter after 96 hours"
  >
    <path class="g" d="M36 110.5h264M36 64.5h264M36 18.5h264" />
    <path class="l" d="M${points.join('L')}" />
    <circle class="d" cx="110.3" cy="64" r="4.5" />
    <text x="28" y="22" text-anchor="end">1</text>
    <text x="28" y="68" text-anchor="end">½</text>
    <text x="28" y="114" text-anchor="end">0</text>
    <text class="strong" x="120" y="58">48 hours</text>
    <text x="36" y="130">Vote cast</text>
    <text x="300" y="130" text-anchor="end">7 days</text>
  </svg>`
}
