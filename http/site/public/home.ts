import { day_ms } from '../../../days.ts'
import type { z } from 'zod'
import listCategories from '../../../tools/categories/list_categories.ts'
import getLaunchWeek from '../../../tools/launches/get_launch_week.ts'
import { beginOf } from '../../../days.ts'
import { addWeeks, weekOf } from '../../../tools/launches/week.ts'
import getLeaderboard from '../../../tools/rankings/get_leaderboard.ts'
import getSiteInfo from '../../../tools/site/get_site_info.ts'
import { html, type Html } from '../html.ts'
import { withLogos, withLogosOf } from '../logos.ts'
import { homeInMarkdown } from '../lists_in_markdown.ts'
import {
  blank,
  copyable,
  counted,
  day,
  days,
  fact,
  feedLink,
  leader,
  money,
  quotation,
  tally,
  unfolding,
} from '../parts.ts'
import { publicPage, type PublicVisit } from '../public_page.ts'
import { poles, row, ruler, tile } from '../standing.ts'
import { listingList, siteData, structured } from '../structured.ts'
import { votesFor } from '../voting.ts'
import { loadQuiet, quietBody, quietHead } from './home_quiet.ts'

/** The front page: this week's launches, and how long there is to vote. */
export const home = publicPage({
  path: '/',
  query: ['vote'],
  async load(visit) {
    const [week, last, next, billboard, categories, site] = await Promise.all([
      visit.call(getLaunchWeek, { week: 'this' }),
      visit.call(getLaunchWeek, { week: 'last' }),
      visit.call(getLaunchWeek, { week: 'next' }),
      visit.call(getLeaderboard, { board: 'billboard', per_page: 3 }),
      visit.call(listCategories, { include_empty: false }),
      visit.call(getSiteInfo, {}),
    ])
    const [launched, won, paid, vote] = await Promise.all([
      withLogos(visit, week.items),
      withLogos(visit, last.items),
      withLogosOf(visit, billboard.items),
      votesFor(visit, week.items),
    ])
    return {
      week: { ...week, items: launched },
      last: { ...last, items: won },
      next,
      billboard: { ...billboard, items: paid },
      categories,
      site,
      vote,
      quiet: week.items.length === 0 ? await loadQuiet(visit) : null,
    }
  },
  render({ week, last, next, billboard, categories, site, vote, quiet }, visit) {
    const ending = below(categories, site)
    const body =
      quiet === null
        ? html`${open(week, next, vote, visit, html`${lastWeek(last)} ${paidFor(billboard)}`)}${ending}`
        : html`${quietHead(quiet, site.live_listings)}${quietBody(quiet, paidFor(billboard))}${ending}`
    const head = html`${feedLink('launches', 'Launches')}${structured(
      ...siteData(visit, site.purpose),
      ...(quiet === null ? [listingList(visit, 'Launched this week', week.items)] : []),
    )}`
    return {
      title: quiet === null || quiet.next !== null ? 'This week' : 'Products',
      description: site.purpose,
      nav: 'home',
      head,
      body,
    }
  },
  markdown: (shown, visit) => homeInMarkdown(shown, visit),
})

type Week = z.output<typeof getLaunchWeek.output>

/** The most launches shown here; the page of the week shows all. */
const most = 50
/** How many of them are shown as flags, from the first. */
const flags = 7

/** The current week: its ranking, and how long there is to vote. */
function open(
  week: Week,
  next: Week,
  vote: Awaited<ReturnType<typeof votesFor>>,
  { now }: Pick<PublicVisit, 'now'>,
  aside: Html,
): Html {
  const standing = week.items.map((item) => ({ ...item, votes: item.week_votes }))
  const closes = beginOf(addWeeks(week.week, 1))
  const passed = (now.getTime() - Date.parse(beginOf(weekOf(now)))) / day_ms
  return html`<section class="hero" aria-labelledby="h">
      <div>
        <h1 id="h">${headline(week.live_launches)}</h1>
        <p class="lead">Vote for the products you would miss. Voting is open until the end of Sunday, UTC.</p>
        <div>
          <p class="soft">Voting closes in</p>
          <p class="clock" data-closes="${closes}">${untilClose(now, closes)}</p>
        </div>
        ${ruler(week.week, passed)}
      </div>
      <div>
        <p class="fine">
          ${week.live_launches > flags ? 'The first seven' : 'In order'} by votes: the more, the higher the
          flag.
        </p>
        ${poles(standing, { show: flags })}
      </div>
    </section>
    <div class="cols part">
      <section aria-labelledby="week">
        <div class="head">
          <h2 id="week">${days(week.week, week.ends_on)}</h2>
          <a href="/ranking">How ranking works</a>
        </div>
        <ol class="rows">
          ${standing.slice(0, most).map((item, index) => row(item, { rank: index + 1, side: vote(item), under: vote.under(item) }))}
        </ol>
        ${
          week.live_launches > most &&
          html`<p class="gap">
            <a href="/weeks/${week.week}"
              >All ${counted(week.live_launches, 'launch', 'launches')} of this week</a
            >
          </p>`
        }
        <p class="fine gap">Ranked by community votes alone. Money has no influence on this list.</p>
        ${
          next.scheduled.length > 0 &&
          html`<section class="part" aria-labelledby="soon">
            <h2 id="soon" class="head">Launching on Monday ${day(beginOf(next.week))}</h2>
            <ul class="tiles">
              ${next.scheduled.slice(0, 6).map(tile)}
            </ul>
          </section>`
        }
      </section>
      <div>${aside}</div>
    </div>`
}
type Board = z.output<typeof getLeaderboard.output>
type Tree = z.output<typeof listCategories.output>
type Site = z.output<typeof getSiteInfo.output>

function lastWeek(last: Week): Html {
  return html`${
    last.items.length > 0 &&
    html`<section aria-labelledby="won">
      <h2 id="won" class="head">
        ${(last.items[2]?.week_votes ?? 0) > 0 ? 'Last week’s top three' : 'Last week'}
      </h2>
      <ol class="rows small">
        ${last.items.slice(0, 3).map((item, index) =>
          row(item, {
            rank: index + 1,
            where: false,
            side: tally(item.week_votes, 'vote'),
          }),
        )}
      </ol>
      <p class="gap">
        <a href="/weeks/${last.week}">The whole week, ${days(last.week, last.ends_on)}</a>
      </p>
    </section>`
  }`
}

function paidFor(billboard: Board): Html {
  return html`${
    billboard.items.length > 0 &&
    html`<section class="part paid-box" aria-labelledby="paid">
      <div class="head">
        <h2 id="paid"><span class="paid-word">Paid</span> Billboard</h2>
      </div>
      <p class="fine">These places are paid for. They change no other ranking.</p>
      <ol class="rows small plain gap">
        ${billboard.items.map(({ listing, metric }) =>
          row(listing, {
            where: false,
            side: html`<p class="money">${money(metric.value, billboard.currency ?? 'EUR')}</p>`,
          }),
        )}
      </ol>
      <p class="gap"><a href="/boards/billboard">The whole billboard</a></p>
    </section>`
  }`
}

function below(categories: Tree, site: Site): Html {
  return html`${
      categories.items.length > 0 &&
      html`<section class="part" aria-labelledby="cats">
        <div class="head">
          <h2 id="cats">Everything, by category</h2>
          <p class="soft">
            ${counted(site.live_listings, 'live listing')},
            ${counted(site.categories, 'category', 'categories')}
          </p>
        </div>
        <ul class="index">
          ${categories.items.slice(0, 24).map((item) => branch(item))}
        </ul>
        <p class="gap"><a href="/categories">All categories</a></p>
      </section>`
    }
    <section class="part cols" aria-labelledby="made">
      <div class="stack">
        <h2 id="made">Every drafted fact has a quote under it</h2>
        <p class="lead">
          Give us an address. We read the site, write the profile in about a minute, and show the sentence
          each value came from. What the site does not say stays blank. A listing that was imported says so.
        </p>
        <p class="soft">For example:</p>
        <dl class="facts">
          ${fact('Founded', example('2021', html`<mark>Since 2021, from two rooms above a bakery in Porto.</mark>`, 'about', true))}
          ${fact('Contact', example('ola@patient-heron.example', html`<mark>Write to ola@patient-heron.example; a person answers.</mark>`, 'contact'))}
          ${fact('Documentation', blank)}
        </dl>
        <p class="line"><a class="button big" href="/submit">Submit a product</a></p>
      </div>
      <div class="stack">
        <h3>Or send your agent</h3>
        <p>
          Every operation is there over MCP and REST. An agent can draft, edit and schedule. It can never vote
          and never pay.
        </p>
        ${copyable(site.mcp_url, 'MCP server address')}
        <p><a href="/docs">Read the reference</a></p>
      </div>
    </section>`
}

/** A value and its quote as the demonstration listing Patient Heron has them. */
const example = (value: string, quote: Html, page: string, isOpen = false): Html =>
  unfolding(value, quotation(quote, `patient-heron.example/${page}`), { isOpen })

const words = ['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']

function headline(launches: number): string {
  return `${words[launches] ?? launches} ${launches === 1 ? 'product' : 'products'} launched this week.`
}

function untilClose(now: Date, closes: string): string {
  const minutes = Math.max(0, Math.floor((Date.parse(closes) - now.getTime()) / 60_000))
  const [d, h, m] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60]
  return [d > 0 && `${d} d`, (d > 0 || h > 0) && `${h} h`, `${m} min`].filter(Boolean).join(' ')
}

export type Branch = { slug: string; name: string; live_listings: number; subcategories?: Branch[] }

/** A category with all categories below it, for an index. */
export function branch({ slug, name, live_listings, subcategories = [] }: Branch, most = 8): Html {
  return html`<li>
    ${leader(name, live_listings, `/categories/${slug}`)}
    ${
      subcategories.length > 0 &&
      html`<ul>
        ${subcategories.slice(0, most).map((one) => branch(one, most))}
      </ul>`
    }
  </li>`
}
