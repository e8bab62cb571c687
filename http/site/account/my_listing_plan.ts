// When a listing launches: the weeks and their bookings, what "now" means, extras, and the price before anything is
// ordered. A choice is part of the address, so it works without script; only the last button orders.
import type { z } from 'zod'
import chooseFreeListing from '../../../tools/my_listings/choose_free_listing.ts'
import getMyListing from '../../../tools/my_listings/get_my_listing.ts'
import { seenShut } from '../../../tools/my_listings/shut_website.ts'
import createCheckout from '../../../tools/orders/create_checkout.ts'
import listProducts from '../../../tools/orders/list_products.ts'
import quoteOrder from '../../../tools/orders/quote_order.ts'
import { countryField, field } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { crumbs, day, money } from '../parts.ts'
import { ownPage } from '../private_page.ts'
import { shutNote } from '../order_parts.ts'
import type { OwnVisit } from '../visit.ts'
import { bill, freely, freeWeekIn, missing, wantsPaid, type Choice } from './my_listing_bill.ts'
import { listingIn, type OwnListing } from './my_listing.ts'
import { attempt, faultsByName, refusalNote } from './refused.ts'

type Product = z.output<typeof listProducts.output>['items'][number]
type Shown = Awaited<ReturnType<typeof show>>

export const myListingPlan = ownPage({
  path: '/account/listings/:id/plan',
  load: show,
  render(shown, { session }) {
    const { listing, refused } = shown
    const { listing_id, name, live_at } = listing
    const path = `/account/listings/${listing_id}`
    return {
      title: `Launch ${name}`,
      status: refused?.status ?? 200,
      body: html`${crumbs(['Account', '/account'], ['Listings', '/account/listings'], [name, path], ['Launch'])}
        <h1>${live_at === null ? `When should ${name} launch?` : `More for ${name}`}</h1>
        <p class="lead gap">
          ${live_at === null && 'A launch is open to votes until the end of Sunday, UTC: for a whole week if it begins on a Monday.'}
          Votes come from people and cannot be bought, here or anywhere else on this site.
        </p>
        ${!isSaidBeside(shown) && refusalNote(refused)}${shutNote(name, shown.shut)}
        <div class="cols part">
          <form class="stack" id="plan" action="${path}/plan">${choices(shown)}</form>
          <aside class="stack" aria-label="Your choice">${bill(shown, session)} ${missing(listing)}</aside>
        </div>`,
    }
  },
  forms: {
    async '/account/listings/:id/plan/free'(visit) {
      const listing_id = listingIn(visit)
      await visit.call(chooseFreeListing, { listing_id, week: freeWeekIn(choiceIn(visit.form)) ?? '' })
      return `/account/listings/${listing_id}`
    },

    async '/account/listings/:id/launch'(visit) {
      const { listing, choice } = await show(visit)
      const { checkout_url } = await visit.call(createCheckout, orderOf(listing, choice))
      return checkout_url
    },
  },
})

/** The radio button for a week that is not among those offered: its day is typed beside it. */
const anotherWeek = 'another'

function choiceIn(given: URLSearchParams): Choice {
  const said = (name: string) => (given.get(name) ?? '').trim().slice(0, 40)
  const week = said('week')
  return {
    week: week === anotherWeek ? said('day') || week : week,
    extras: given.getAll('extra').slice(0, 10),
    country: said('country'),
    vat_number: said('vat_number'),
  }
}

/** The order items of a choice: a launch if one is chosen, and the extras. */
function orderOf({ listing_id, plan }: OwnListing, { week, extras, country, vat_number }: Choice) {
  const launch = { product: 'launch', listing_id, ...(week !== 'upgrade' && { week }) }
  return {
    items: [
      ...(plan === 'launch' || week === '' ? [] : [launch]),
      ...extras.map((product) => ({ product, listing_id })),
    ],
    ...(country !== '' && { country }),
    ...(vat_number !== '' && { vat_number }),
  }
}

async function show(visit: OwnVisit) {
  const { call, storage, session, refused } = visit
  const choice = choiceIn(visit.request.method === 'GET' ? visit.url.searchParams : visit.form)
  const listing = await call(getMyListing, { listing_id: listingIn(visit) })
  const { items: products, currency } = await call(listProducts, {})
  if (choice.country === '') choice.country = (await storage.users.profile(session.user.id))?.country ?? ''
  const isPaid = wantsPaid(choice)
  const priced =
    isPaid && choice.country !== '' && refused === null
      ? await attempt(() => call(quoteOrder, orderOf(listing, choice)))
      : null
  return {
    ...{ listing, products, currency, choice },
    shut: await seenShut({ id: listing.listing_id }, session.user.id, storage),
    quote: priced !== null && 'done' in priced ? priced.done : null,
    refused: refused ?? (priced !== null && 'refused' in priced ? priced.refused : null),
  }
}

/** What can be chosen, and the button that shows its price; nothing where there is nothing to choose. */
function choices(shown: Shown): Html | false {
  const all = [freeWeeks(shown), paid(shown)]
  return (
    all.some(({ markup }) => markup !== '') && html`${all}<button class="wide">Show what it costs</button>`
  )
}

const radio = (value: string, chosen: string, text: Html, end: Html): Html =>
  html`<label class="choice"
    ><input type="radio" name="week" value="${value}" ${value === chosen && html`checked`} />
    <span>${text}</span>${end}</label
  >`

const booked = (count: number): string => (count === 0 ? 'Nothing booked yet.' : `${count} booked.`)

function freeWeeks({ listing, choice }: Shown): Html {
  const { launch_options, plan, launch_week } = listing
  if (launch_options === null || plan === 'launch') return html``
  const weeks = launch_options.weeks.filter(({ free }) => free)
  return html`<fieldset>
    <legend><h2>Free weeks</h2></legend>
    <p class="hint">
      With our badge on your homepage and a founder profile. Free launches wait in a queue: these are the next
      weeks with room. Any week, also one before these, can be had with a paid launch.
    </p>
    ${weeks.map(({ week, booked: count }) =>
      radio(
        freely(week),
        choice.week,
        html`Monday, ${day(week)}<small
            >${week === launch_week ? `Held for you now. ${count > 1 ? `${count - 1} more booked.` : 'Nobody else yet.'}` : booked(count)}</small
          >`,
        html`${count > 0 && pips(count)}`,
      ),
    )}
  </fieldset>`
}

const most_pips = 8

/** A small flag on its pole for each booked launch. */
function pips(count: number): Html {
  const shown = Math.min(count, most_pips)
  return html`<svg class="pips" viewBox="0 0 112 26" width="112" height="26" aria-hidden="true">
    ${Array.from({ length: shown }, (_, at) => html`<path d="M${at * 14} 2h1.5v23h-1.5zM${at * 14 + 1.5} 3h9v8h-9z" />`)}
    <path d="M0 24.5h112v1.5H0z" />
  </svg>`
}

function paid(shown: Shown): Html {
  const { listing, products, currency, choice } = shown
  const launch = products.find(({ kind }) => kind === 'launch')
  const extras = extrasFor(shown)
  const mayLaunch = launch !== undefined && listing.plan !== 'launch'
  if (['suspended', 'withdrawn'].includes(listing.status) || (!mayLaunch && extras.length === 0))
    return html``
  return html`<section class="paid-box stack" aria-labelledby="p">
    <p class="paid-sign">
      <b>Paid</b
      ><span
        >You pay for ${listing.live_at === null && 'the day and for'} more room on your page. Not for votes,
        and not for a place in any ranking of votes.</span
      >
    </p>
    ${mayLaunch && sooner(shown, money(launch.amount_cents!, currency))}
    ${
      extras.length > 0 &&
      html`<fieldset>
        <legend><h2>More room on the page</h2></legend>
        <p class="hint">With a paid launch or after it, for as long as the listing stands.</p>
        ${
          lacksLaunch(shown.refused) === true &&
          html`<p class="fault" role="alert">
            These come with a paid launch or after it. Choose
            ${listing.live_at === null ? '“Now” or another week of a paid launch' : '“Upgrade to a paid launch”'}
            above as well, or untick them.
          </p>`
        }
        ${extras.map(
          ({ key, name, description, amount_cents }) =>
            html`<label class="choice"
              ><input
                type="checkbox"
                name="extra"
                value="${key}"
                ${choice.extras.includes(key) && html`checked`}
              />
              <span>${name}<small>${description} ${advice(key, listing)}</small></span
              ><b>${money(amount_cents!, currency)}</b></label
            >`,
        )}
      </fieldset>`
    }
    ${countryField({ label: 'Your country', hint: 'VAT depends on it', value: choice.country })}
    ${field({ name: 'vat_number', label: 'EU VAT number', hint: 'If you have one', max: 20, value: choice.vat_number })}
  </section>`
}

/** Whether extras were chosen without the launch they come with. */
const lacksLaunch = (refused: Shown['refused']) => refused?.errors.some(({ code }) => code === 'needs_launch')

/** Whether the page says beside the choice what is wrong with it. */
const isSaidBeside = ({ refused, listing }: Shown): boolean =>
  lacksLaunch(refused) === true ||
  (listing.launch_options !== null && listing.plan !== 'launch' && faultsByName(refused).week !== undefined)

/** Extras that can still be bought: not those it has, nor those included in the launch. */
function extrasFor({ listing, products }: Shown): Product[] {
  return products.filter(
    ({ key, kind }) =>
      kind === 'extra' &&
      // Milestones come with a paid launch, and are sold separately only to a live listing without one.
      (key !== 'milestones' || (listing.status === 'live' && listing.plan !== 'launch')) &&
      !listing.unlocked_sections.some((one) => one === key),
  )
}

/** Says whether there is content for an extra, so that nobody pays for an empty section. */
function advice(key: string, { story, media }: OwnListing): string {
  if (key === 'story')
    return story === null
      ? 'You have written none yet, so you can buy this later.'
      : 'Yours is written already.'
  if (key === 'media')
    return media.length === 0
      ? 'You have added none yet, so you can buy this later.'
      : `You have ${media.length}.`
  return ''
}

function sooner(
  { listing: { launch_options, live_at }, choice: { week }, refused }: Shown,
  price: string,
): Html {
  if (launch_options === null || live_at !== null)
    return html`<fieldset>
      <legend><h2 id="p">The paid plan</h2></legend>
      <p class="hint">It is live already and stays in its week. No badge is needed any more.</p>
      ${radio('upgrade', week, html`Upgrade to a paid launch`, html`<b>${price}</b>`)}
    </fieldset>`
  const { weeks, paid_until } = launch_options
  const [next, ...later] = weeks.filter(({ free }) => !free)
  const isAnother = /^\d{4}-/.test(week) && !weeks.some((one) => !one.free && one.week === week)
  return html`<fieldset>
    <legend><h2 id="p">Now, or in a week you choose</h2></legend>
    <p class="hint">
      No badge and no founder profile needed. Any week until that of ${day(paid_until)}, a year ahead. Prices
      are without VAT.
    </p>
    ${radio(
      'now',
      week,
      html`Now<small>Into this week, with ${launch_options.now_ends_in} of voting left.</small>`,
      html`<b>${price}</b>`,
    )}
    ${
      next !== undefined &&
      radio(
        next.week,
        week,
        html`Monday, ${day(next.week)}<small
            >${booked(next.booked)} A whole week of voting: for the same price, the better choice.</small
          >`,
        html`<b>${price}</b>`,
      )
    }
    ${later.map((one) =>
      radio(
        one.week,
        week,
        html`Monday, ${day(one.week)}<small>${booked(one.booked)} A whole week of voting.</small>`,
        html`<b>${price}</b>`,
      ),
    )}
    ${radio(
      anotherWeek,
      isAnother ? anotherWeek : week,
      html`Another week<small>The launch is on the Monday of the week of this day.</small>`,
      html`<b>${price}</b>`,
    )}
    ${field({ name: 'day', label: 'A day in that week', type: 'date', max: 10, value: isAnother ? week : null, fault: week === anotherWeek ? 'Choose the day.' : faultsByName(refused).week })}
  </fieldset>`
}
