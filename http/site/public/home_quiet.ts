// The front page while nothing has launched this week: new listings, news, last winners, and future launches.
import type { z } from 'zod'
import { beginOf } from '../../../days.ts'
import getLaunchWeek from '../../../tools/launches/get_launch_week.ts'
import listLaunches from '../../../tools/launches/list_launches.ts'
import listAwards from '../../../tools/rankings/list_awards.ts'
import { searchForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { linkedRow } from '../listing_rows.ts'
import { withLogos, withLogosOf } from '../logos.ts'
import { counted, day, monthOf, tally } from '../parts.ts'
import type { PublicVisit } from '../public_page.ts'
import { poles, row, tile } from '../standing.ts'

type Launches = z.output<typeof listLaunches.output>
type Quiet = Awaited<ReturnType<typeof loadQuiet>>

export async function loadQuiet(visit: PublicVisit) {
  const { call, storage, site } = visit
  const feed = (section: 'recent' | 'most-voted' | 'upcoming', per_page: number): Promise<Launches> =>
    call(listLaunches, { section, per_page })
  const [recent, voted, upcoming, awards, news] = await Promise.all([
    feed('recent', 5),
    feed('most-voted', 3),
    feed('upcoming', 1),
    call(listAwards, { per_page: 3 }),
    storage.updates.latest(site.id, { limit: 3, offset: 0 }),
  ])
  const next = upcoming.items[0]?.launch_week ?? null
  const dates = await storage.listings.datesOf(
    site.id,
    recent.items.map(({ slug }) => slug),
  )
  return {
    recent: (await withLogos(visit, recent.items)).map((item) => ({
      ...item,
      live_at: dates.get(item.slug)?.live_at ?? null,
    })),
    voted: await withLogos(
      visit,
      voted.items.filter(({ votes }) => votes > 0),
    ),
    next,
    coming: next === null ? [] : (await call(getLaunchWeek, { week: next })).scheduled,
    won: await withLogosOf(visit, awards.items),
    news: await withLogos(visit, news.items),
  }
}

/** The top of the page: the next launches, or the size of the directory. */
export function quietHead({ next, coming, won, voted }: Quiet, live_listings: number): Html {
  if (next !== null)
    return html`<section class="hero" aria-labelledby="h">
      <div>
        <h1 id="h">Nothing has launched this week yet.</h1>
        <p class="lead">
          The next launches are on Monday, ${day(beginOf(next))}, at 00:00 UTC.
          ${counted(coming.length, 'product is', 'products are')} ready, and there is room for yours.
        </p>
        <p class="line">
          <a class="button" href="/submit">Submit a product</a><a href="/weeks/${next}">See what is coming</a>
        </p>
      </div>
      <div>${poles(coming, { label: 'Launching next', isToCome: true })}</div>
    </section>`
  const isNew = won.length === 0 && voted.length === 0
  return html`<h1>
      ${live_listings === 0 ? 'Nothing is listed here yet.' : `${counted(live_listings, 'product')}. Which one is yours?`}
    </h1>
    <p class="lead gap">
      ${
        isNew
          ? 'Nobody has voted here yet. The first launch week begins with the first product that signs up for it.'
          : 'Nothing has launched this week, and no launch is booked yet: the next week is all yours.'
      }
    </p>
    ${searchForm('/search', {
      ...{ about: 'Products', label: 'Look for a product, or for what it should do' },
      ...{ id: 'look', style: 'gap' },
    })}
    <p class="line gap">
      <a href="/account/claims">Claim your product</a><a href="/submit">Add one that is not here</a>
    </p>`
}

/** Empty lists are left out. */
export function quietBody({ recent, voted, next, coming, won, news }: Quiet, paid: Html): Html {
  const main = html`${
    recent.length > 0 &&
    html`<section aria-labelledby="n">
      <div class="head">
        <h2 id="n">Newest products</h2>
        <a href="/search?sort=newest">All, newest first</a>
      </div>
      <ul class="rows plain">
        ${recent.map((item) =>
          row(item, {
            side: item.live_at !== null && html`<span class="soft fine">${monthOf(item.live_at)}</span>`,
          }),
        )}
      </ul>
    </section>`
  }
  ${
    news.length > 0 &&
    html`<section class="part" aria-labelledby="u">
      <div class="head">
        <h2 id="u">Fresh news from makers</h2>
        <a href="/updates">All news</a>
      </div>
      <ul class="rows plain">
        ${news.map(({ slug, name, title, published_at, logo }) =>
          linkedRow({
            ...{ name, logo, href: `/listings/${slug}`, about: html`<p>${title}</p>` },
            side: html`<span class="soft fine">${day(published_at)}</span>`,
          }),
        )}
      </ul>
    </section>`
  }`
  const side = html`${
      won.length > 0 &&
      html`<section aria-labelledby="w">
        <h2 id="w" class="head">They won their week</h2>
        <ul class="rows small plain">
          ${won.map(({ listing, votes }) => row(listing, { where: false, side: tally(votes, 'vote') }))}
        </ul>
        <p class="gap"><a href="/awards">All awards</a></p>
      </section>`
    }
    ${
      won.length === 0 &&
      voted.length > 0 &&
      html`<section aria-labelledby="v">
        <h2 id="v" class="head">Most votes of all time</h2>
        <ol class="rows small">
          ${voted.map((item, at) => row(item, { rank: at + 1, where: false, side: tally(item.votes, 'vote') }))}
        </ol>
        <p class="gap"><a href="/boards/community-all-time">The whole board</a></p>
      </section>`
    }
    ${paid}
    <section class="part stack" aria-labelledby="mail">
      <h2 id="mail">Or hear it by mail</h2>
      <p>One mail each Monday: who won, and what launches next. <a href="/digest">How it works</a></p>
    </section>`
  return html`<div class="cols part">
      <div>${main}</div>
      <div>${side}</div>
    </div>
    ${
      next !== null &&
      html`<section class="part" aria-labelledby="soon">
        <h2 id="soon" class="head">Launching on ${day(beginOf(next))}</h2>
        <ul class="tiles">
          ${coming.slice(0, 12).map(tile)}
        </ul>
      </section>`
    }`
}
