// How a listing is doing: views, votes and visits to its site, day by day, and where visitors came from.
import getMyListing from '../../../tools/my_listings/get_my_listing.ts'
import { addDays, dayOf } from '../../../days.ts'
import type { DayCount } from '../../../storage/listings/numbers.ts'
import { trend } from '../charts.ts'
import { html, type Html } from '../html.ts'
import { counted, crumbs, day, fact } from '../parts.ts'
import { ownPage } from '../private_page.ts'
import { listingIn } from './my_listing.ts'

type Source = { domain: string; visitors: number }

const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const spans = [28, 90, 365] as const
const most_sources = 10

export const myListingNumbers = ownPage({
  path: '/account/listings/:id/numbers',
  async load(visit) {
    const listing = await visit.call(getMyListing, { listing_id: listingIn(visit) })
    const asked = visit.url.searchParams.get('days')
    const days = spans.find((span) => String(span) === asked) ?? 28
    const from = dayOf(addDays(visit.now, 1 - days))
    const rows = await visit.storage.numbers.daily(listing.listing_id, from)
    const every = Array.from({ length: days }, (_, index) => dayOf(addDays(visit.now, index + 1 - days)))
    const whole = (counts: DayCount[]): DayCount[] => {
      const counted = new Map(counts.map((one) => [one.day, one.count]))
      return every.map((one) => ({ day: one, count: counted.get(one) ?? 0 }))
    }
    return {
      ...{ listing, days },
      views: whole(rows.views),
      clicks: whole(rows.clicks),
      votes: whole(rows.votes),
      badges: whole(rows.badges),
      from: await visit.storage.numbers.sources(listing.listing_id, 'view', from, most_sources),
      on: await visit.storage.numbers.sources(listing.listing_id, 'badge', from, most_sources),
    }
  },
  render({ listing, days, views, clicks, votes, badges, from, on }) {
    const path = `/account/listings/${listing.listing_id}`
    const [seen, gone] = [total(views), total(clicks)]
    return {
      title: `Numbers of ${listing.name}`,
      body: html`${crumbs(['Listings', '/account/listings'], [listing.name, path], ['Numbers'])}
        <div class="stack">
          <h1>${counted(seen, 'view')} in ${days} days</h1>
          <p class="lead">
            ${counted(total(votes), 'vote')}, and ${counted(gone, 'visit')} to your
            site${seen > 0 && gone > 0 && `: ${Math.round((gone / seen) * 100)} of 100 visitors go on to your site`}.
            ${listing.live_at === null && 'It is not live yet; most of this begins with its launch.'}
          </p>
          <p class="line">
            ${spans.map((span) =>
              span === days
                ? html`<b aria-current="page">${span} days</b>`
                : html`<a href="${path}/numbers?days=${span}">${span} days</a>`,
            )}
          </p>
        </div>
        <div class="pair part">
          ${chart('v', 'Views', views, 'view')} ${chart('c', 'Visits to your site', clicks, 'visit')}
          ${chart('o', 'Votes by people', votes, 'vote')}
          ${chart('b', 'Your badge, seen elsewhere', badges, 'visitor')}
        </div>
        <div class="pair part">
          ${sources('from', 'Where they came from', from, 'Nobody has come from another site, as far as browsers tell us.')}
          ${sources('on', 'Where your badge was seen', on, 'Nobody has seen it on another site yet.')}
        </div>
        <p class="fine part">
          A visitor counts once a day. Programs that say what they are do not count, and nobody can be
          recognised after the day is over. Of where they came from only the domain is kept, with a number,
          and for 400 days. Days end at 00:00 UTC.
        </p>`,
    }
  },
})

const total = (counts: readonly DayCount[]): number => counts.reduce((sum, { count }) => sum + count, 0)

/** The domains that sent the most visitors; those with too few are shown together. */
function sources(id: string, title: string, all: readonly Source[], none: string): Html {
  return html`<section aria-labelledby="${id}" class="stack">
    <h2 id="${id}">${title}</h2>
    ${
      all.length === 0
        ? html`<p class="soft">${none}</p>`
        : html`<dl class="facts">
            ${all.map(({ domain, visitors }) => fact(counted(visitors, 'visitor'), domain || 'Elsewhere'))}
          </dl>`
    }
  </section>`
}

function chart(id: string, title: string, counts: readonly DayCount[], one: string): Html {
  const best = counts.reduce((most, now) => (now.count > most.count ? now : most))
  return html`<section aria-labelledby="${id}" class="stack">
    <h2 id="${id}">${title}</h2>
    ${
      best.count > 0 &&
      trend(
        counts.map(({ count }) => count),
        {
          ...{ first: shortDay.format(new Date(counts[0]!.day)), last: 'Today', from_zero: true },
          label: `${title}, a day: ${counts.at(-1)!.count} today, at most ${best.count}`,
        },
      )
    }
    <p class="fine">
      ${best.count === 0 ? 'None in this period.' : html`Best day: ${day(best.day)}, ${counted(best.count, one)}.`}
    </p>
  </section>`
}
