import type { z } from 'zod'
import { boards, type Board } from '../../../tools/rankings/boards.ts'
import getLeaderboard from '../../../tools/rankings/get_leaderboard.ts'
import type { KnownRevenue } from '../../../storage/listings/measures.ts'
import { revenueSource } from '../charts.ts'
import { html, type Html } from '../html.ts'
import { withLogos } from '../logos.ts'
import { boardInMarkdown } from '../lists_in_markdown.ts'
import { emptyBox, money, pageLinks, tally } from '../parts.ts'
import { publicPage } from '../public_page.ts'
import { buyPlace, placeBox, placeFor } from './billboard_place.ts'
import { row } from '../standing.ts'
import { listingList, structured } from '../structured.ts'
import { pageAsked } from '../visit.ts'
import { votesFor } from '../voting.ts'

/** The name of each board, its sentence about a single leader, and what it is ranked by. */
const words: Record<
  Board,
  { tab: string; title: string; headline: (first: string) => string; lead: string }
> = {
  'community-weekly': {
    tab: 'This week',
    title: 'Votes of this week',
    headline: (first) => `${first} leads the week.`,
    lead: 'Votes by people since Monday, 00:00 UTC. When the week closes, the first three get an award.',
  },
  'community-all-time': {
    tab: 'All time',
    title: 'Votes of all time',
    headline: (first) => `${first} has the most votes.`,
    lead: 'Every vote by people on this site, whenever it was given.',
  },
  'domain-rating': {
    tab: 'Domain Rating',
    title: 'Domain Rating',
    headline: (first) => `${first} has the highest Domain Rating.`,
    lead: 'A rating of websites from 0 to 100, measured by a third party. It has no part in any other board.',
  },
  revenue: {
    tab: 'Revenue',
    title: 'Monthly revenue',
    headline: (first) => `${first} has the highest revenue known here.`,
    lead: 'Monthly revenue from outside this site, each with its source and its day. Listings without one are not on this board.',
  },
  billboard: {
    tab: 'Billboard',
    title: 'Billboard (paid)',
    headline: () => 'Places on the billboard are paid for.',
    lead: '',
  },
}
const tabs = Object.keys(words) as Board[]

/** One of the five boards; their metrics are never mixed. */
export const board = publicPage({
  path: '/boards/:board',
  query: ['page', 'vote'],
  async load(visit) {
    const shown = await visit.call(getLeaderboard, {
      board: visit.params.board!,
      page: pageAsked(visit.query),
    })
    const counted = shown.items.map(({ listing, metric }) =>
      shown.board === 'community-weekly' ? { ...listing, votes: metric.value } : listing,
    )
    const place = shown.paid ? await placeFor(visit) : null
    const listings = await withLogos(
      visit,
      shown.items.map(({ listing }) => listing),
    )
    const items = shown.items.map((item, at) => ({ ...item, listing: listings[at]! }))
    const revenues =
      shown.board === 'revenue'
        ? await visit.storage.measures.revenuesOf(
            visit.site.id,
            listings.map(({ slug }) => slug),
          )
        : new Map<string, KnownRevenue>()
    return { shown: { ...shown, items }, place, revenues, vote: await votesFor(visit, counted) }
  },
  render({ shown, place, revenues, vote }, visit) {
    const name = shown.board as Board
    const { title, headline, lead } = words[name]
    const [first, second] = shown.items
    const isAlone = first !== undefined && first.metric.value > (second?.metric.value ?? 0)
    const list = html`<section class="part" aria-labelledby="b">
      <h2 id="b" class="unseen">The board</h2>
      ${
        shown.items.length === 0
          ? emptyBox({ text: 'No listing is on this board yet.', lead: ['How ranking works', '/ranking'] })
          : html`<ol class="rows">
                ${shown.items.map((item) => placed(item, shown, vote, revenues.get(item.listing.slug)))}
              </ol>
              ${pageLinks(`/boards/${name}`, new URLSearchParams({ page: String(shown.page) }), shown)}`
      }
      <p class="fine gap">
        ${shown.paid ? 'No vote buttons on this page, on purpose. ' : 'Money has no influence on this list. '}<a
          href="/ranking"
          >How ranking works</a
        >
      </p>
    </section>`
    const body = html`<h1>
        ${shown.paid || (isAlone && shown.page === 1) ? headline(first?.listing.name ?? '') : title}
      </h1>
      <nav class="tabs" aria-label="Boards">
        ${tabs.map(
          (one) =>
            html`<a
              class="${boards[one].paid ? 'paid' : ''}"
              href="/boards/${one}"
              ${one === name && html`aria-current="page"`}
              >${boards[one].paid && 'Paid: '}${words[one].tab}</a
            >`,
        )}
      </nav>
      ${shown.paid ? paidSign : html`<p class="lead">${lead}</p>`}
      ${
        place === null
          ? list
          : html`<div class="cols">
              ${list}
              <div class="part">${placeBox(place, visit)}</div>
            </div>`
      }`
    const items = shown.items.map(({ listing }) => listing)
    const head = structured(listingList(visit, title, items, (shown.page - 1) * shown.per_page + 1))
    return { title, nav: 'boards', paid: shown.paid, head, body }
  },
  markdown: ({ shown }, visit) => boardInMarkdown(shown, visit),
  post: { '/boards/billboard/place': buyPlace },
})

const paidSign = html`<p class="paid-sign">
  <b>Paid</b>
  <span
    >These places are bought. The order is the money contributed, and it changes nothing on any other board,
    in search or in the weekly launch.</span
  >
</p>`

type Shown = z.output<typeof getLeaderboard.output>

function placed(
  { rank, metric, paid, listing }: Shown['items'][number],
  { board, currency }: Shown,
  vote: Awaited<ReturnType<typeof votesFor>>,
  revenue: KnownRevenue | undefined,
): Html {
  const cents = () => money(metric.value, currency ?? 'EUR')
  const sides: Record<Board, () => Html> = {
    'community-weekly': () => vote({ ...listing, votes: metric.value }),
    'community-all-time': () => vote(listing),
    'domain-rating': () => tally(metric.value, 'of 100', 'of 100'),
    revenue: () => html`<p class="money">${cents()}<small>a month</small></p>`,
    billboard: () => html`<p class="money">${cents()}<small>contributed</small></p>`,
  }
  const tags = paid ? html`<span class="tag paid">Paid</span>` : undefined
  const isVoted = board === 'community-weekly' || board === 'community-all-time'
  return row(listing, {
    ...{ rank, tags, side: sides[board as Board]() },
    under: isVoted ? vote.under(listing) : revenue && html`<p class="fine">${revenueSource(revenue)}</p>`,
  })
}
