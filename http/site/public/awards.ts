import listAwards from '../../../tools/rankings/list_awards.ts'
import { lastDayOf } from '../../../tools/launches/week.ts'
import { flag } from '../flag.ts'
import { html, type Html } from '../html.ts'
import { awardsInMarkdown } from '../lists_in_markdown.ts'
import { withLogosOf } from '../logos.ts'
import { counted, days, emptyBox, feedLink, pageLinks } from '../parts.ts'
import { publicPage } from '../public_page.ts'
import { prize } from '../standing.ts'
import { pageAsked } from '../visit.ts'

/** The winners of each week, the newest first. */
export const awards = publicPage({
  path: '/awards',
  query: ['page'],
  async load(visit) {
    const found = await visit.call(listAwards, { page: pageAsked(visit.query), per_page: 30 })
    return { ...found, items: await withLogosOf(visit, found.items) }
  },
  render(found, { query }) {
    const weeks = Map.groupBy(found.items, ({ week }) => week)
    const latest = found.items.find(({ place }) => place === 1)
    const body = html`<h1>
        ${latest === undefined || found.page > 1 ? 'The first three of every week.' : `${latest.listing.name} won the latest week.`}
      </h1>
      <p class="lead gap">
        When a week closes, on Monday at 00:00 UTC, its three launches with the most votes are Launch of the
        Week #1, #2 and #3. <a href="/ranking">How ranking works</a>
      </p>
      ${
        found.items.length === 0 &&
        emptyBox({ text: 'No week has closed yet.', lead: ['This week', '/'] }, { around: 'part' })
      }
      ${[...weeks].map(
        ([week, items]) =>
          html`<section class="part" aria-labelledby="w${week}">
            <h2 id="w${week}" class="head"><a href="/weeks/${week}">${days(week, lastDayOf(week))}</a></h2>
            <ol class="prizes">
              ${items.map(won)}
            </ol>
          </section>`,
      )}
      ${pageLinks('/awards', new URLSearchParams(query), found)}`
    return { title: 'Awards', nav: 'home', head: feedLink('awards', 'Awards'), body }
  },
  markdown: (found, place) => awardsInMarkdown(found, place),
})

type Award = Pick<
  Awaited<ReturnType<typeof listAwards.handler>>['items'][number],
  'number' | 'place' | 'votes' | 'listing'
> & { listing: { logo: string | null } }

/** An award, its holder, and the number of votes. */
export function won({ number, place, votes, listing }: Award): Html {
  return html`<li class="stack">
    ${prize(place)}
    <div class="person">
      ${flag(listing.name, listing.logo)}
      <div>
        <h3><a href="/listings/${listing.slug}">${listing.name}</a></h3>
        <p>${listing.tagline}</p>
      </div>
    </div>
    <p class="soft">${counted(votes, 'vote')} in its week, <a href="/awards/${number}">proof</a></p>
  </li>`
}
