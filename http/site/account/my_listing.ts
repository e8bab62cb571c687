// A listing as its owner sees it: what stands before its launch, the plan, and what has changed.
import type { z } from 'zod'
import type { Told } from '../../../storage/audit.ts'
import type { Version } from '../../../storage/listings/owners.ts'
import type { Refusal } from '../../../tools/errors.ts'
import chooseFreeListing from '../../../tools/my_listings/choose_free_listing.ts'
import getBadges from '../../../tools/listings/get_badges.ts'
import getMyListing from '../../../tools/my_listings/get_my_listing.ts'
import type { ownListing } from '../../../tools/my_listings/view.ts'
import createCheckout from '../../../tools/orders/create_checkout.ts'
import listProducts from '../../../tools/orders/list_products.ts'
import { buttonForm, field, sealedForm } from '../forms.ts'
import { flag } from '../flag.ts'
import { html, type Html } from '../html.ts'
import { copyable, crumbs, day, money, time } from '../parts.ts'
import { ownPage } from '../private_page.ts'
import { goTo, type OwnVisit } from '../visit.ts'
import { deedsOf } from './deeds.ts'
import { history } from './history.ts'
import { attempt, faultsByName, forPeople, numberIn, refusalNote } from './refused.ts'
import { planWords, standsAs, statusWords } from './standing_words.ts'

export type OwnListing = z.output<typeof ownListing>
type Shown = {
  listing: OwnListing
  versions: Version[]
  deeds: Told[]
  owners: number[]
  /** The net price of a paid launch; null where none is sold, or this listing cannot take it. */
  price: { cents: number; currency: string } | null
  country: string
  /** The badge to be put on the homepage, while it is wanted. */
  badge_html: string | null
  refused: Refusal | null
  ordering: { form: URLSearchParams; refused: Refusal } | null
}

export const myListing = ownPage<Shown>({
  path: '/account/listings/:id',
  load: (visit) => show(visit),
  render(shown, visit) {
    const { listing, versions, deeds, owners, refused, ordering } = shown
    return {
      title: listing.name,
      status: (refused ?? ordering?.refused)?.status ?? 200,
      body: html`${crumbs(['Account', '/account'], ['Listings', '/account/listings'], [listing.name])}
        ${head(listing)} ${refused !== null && refusalNote(refused)}
        <div class="cols part">
          <div>
            ${steps(shown, visit)}${history(versions, visit.session.user.id)}${deedsOf(deeds, owners, visit.session.user.id)}
          </div>
          ${plan(shown, visit)}
        </div>`,
    }
  },
  post: {
    async '/account/listings/:id/free'(visit) {
      const listing_id = listingIn(visit)
      const tried = await attempt(() => visit.call(chooseFreeListing, { listing_id }))
      if ('done' in tried) return goTo(`/account/listings/${listing_id}`)
      return show(visit, { refused: tried.refused })
    },

    async '/account/listings/:id/launch'(visit) {
      const { form, call } = visit
      const listing_id = listingIn(visit)
      const given = (key: string) => (form.get(key) ?? '').trim()
      const [week, country, vat_number] = [given('week'), given('country'), given('vat_number')]
      const tried = await attempt(() =>
        call(createCheckout, {
          items: [{ product: 'launch', listing_id, ...(week !== '' && { week }) }],
          ...(country !== '' && { country }),
          ...(vat_number !== '' && { vat_number }),
        }),
      )
      if ('done' in tried && tried.done.checkout_url !== null) return goTo(tried.done.checkout_url)
      return show(visit, 'refused' in tried ? { ordering: { form, refused: tried.refused } } : {})
    },
  },
})

export function listingIn({ params }: Pick<OwnVisit, 'params'>): number {
  return numberIn(params.id, 'listing with this id among yours')
}

async function show(visit: OwnVisit, more: Partial<Shown> = {}): Promise<Shown> {
  const { call, storage, session } = visit
  const listing_id = listingIn(visit)
  const listing = await call(getMyListing, { listing_id })
  const versions = await storage.owners.versions(listing_id)
  const deeds = await storage.audit.deeds({ listing_id }, { limit: 10, offset: 0 })
  const owners = (await storage.owners.people(listing_id)).map(({ user_id }) => user_id)
  const { currency, items } = await call(listProducts, {})
  const launch = items.find(({ kind }) => kind === 'launch')
  const canBuy = listing.plan !== 'launch' && !['suspended', 'withdrawn'].includes(listing.status)
  const price = canBuy && launch !== undefined ? { cents: launch.amount_cents!, currency } : null
  const country = (await storage.users.profile(session.user.id))?.country ?? ''
  const isWanted = listing.badge !== null && listing.badge.state !== 'seen'
  const badges = isWanted ? (await call(getBadges, { slug: listing.slug })).items : []
  const badge_html = badges[0]?.html ?? null
  return {
    listing,
    versions,
    deeds,
    owners,
    price,
    badge_html,
    country,
    refused: null,
    ordering: null,
    ...more,
  }
}

function head(listing: OwnListing): Html {
  const { listing_id, name, slug, status, plan, status_reason, logo_url } = listing
  const path = `/account/listings/${listing_id}`
  const isPublic = status === 'live' || status === 'scheduled'
  return html`<header class="mast-head">
    ${flag(name, logo_url)}
    <div class="say">
      <p class="line">
        <span class="tag">${statusWords[status]}</span
        >${plan !== null && html`<span class="soft">${planWords[plan]}</span>`}
      </p>
      <h1>${name}</h1>
      <p class="lead">${standsAs(listing)} ${status_reason !== null && `They wrote: ${status_reason}`}</p>
    </div>
    <div class="do">
      <a class="button quiet" href="${path}/edit">Edit listing</a>
      <a class="button quiet" href="${path}/news">News and story</a>
      <a class="button quiet" href="${path}/founders">Founders</a>
      <a class="button quiet" href="${path}/pictures">Pictures</a>
      <a class="button quiet" href="${path}/numbers">Numbers</a>
      <a class="button quiet" href="${path}/alternatives">Alternatives</a>
      ${isPublic && html`<a class="button quiet" href="/listings/${slug}">See its page</a>`}
    </div>
  </header>`
}

function steps({ listing, badge_html }: Shown, { session }: OwnVisit): Html {
  const { listing_id, status, plan, missing, badge, launch_week, live_at } = listing
  if (status === 'suspended' || status === 'withdrawn') return html``
  const needs = (item: string) => missing.find((one) => one.item === item)
  const free = (label: string, quiet: boolean) =>
    buttonForm(session, `/account/listings/${listing_id}/free`, label, { quiet })
  const profile = needs('founder_profile')
  return html`<section aria-labelledby="b4">
    <h2 id="b4" class="head">
      ${live_at === null ? 'Before it can launch' : 'What it needs to stay listed'}
    </h2>
    <ol class="steps">
      <li class="done"><b>Listing made</b><span class="soft">Edit it whenever you like.</span></li>
      ${
        plan === null && live_at === null
          ? html`<li class="next">
              <b>Choose when it launches</b>
              <span
                >Free: some weeks ahead, with our badge on your homepage and your founder profile filled in.
                Or a paid launch, now or in the week you choose.</span
              >
              <div class="line gap">${free('Choose the free plan', false)}</div>
            </li>`
          : plan !== null && html`<li class="done"><b>${planWords[plan]} chosen</b></li>`
      }
      ${badge !== null && badgeStep(listing, badge_html, free)}
      ${
        plan === 'free' &&
        live_at === null &&
        html`<li class="${profile === undefined ? 'done' : 'next'}">
          <b>${profile === undefined ? 'Founder profile filled in' : 'Finish your founder profile'}</b>
          ${
            profile !== undefined &&
            html`<span>${forPeople(profile.what_to_do)}</span>
              <span class="line gap"><a class="button" href="/account/profile">Complete profile</a></span>`
          }
        </li>`
      }
      ${
        live_at === null
          ? html`<li class="off">
              <b
                >${launch_week === null ? 'Launch on a Monday' : html`Launch on Monday, ${day(launch_week)}`}</b
              >
              <span>00:00 UTC. Not ready by then? It moves to the next week, and we write to you.</span>
            </li>`
          : html`<li class="done"><b>Launched on ${day(live_at)}</b></li>`
      }
    </ol>
  </section>`
}

function badgeStep(
  { badge }: OwnListing,
  badge_html: string | null,
  free: (label: string, quiet: boolean) => Html,
): Html {
  const { state, checked_at, message, grace_ends_at } = badge!
  if (state === 'seen')
    return html`<li class="done">
      <b>Badge on your homepage</b><span class="soft">Seen ${checked_at !== null && time(checked_at)}.</span>
    </li>`
  return html`<li class="next">
    <b>Put the badge on your homepage</b>
    <span
      >${
        state === 'checking'
          ? 'We are looking at your homepage now. Open this page again in a minute.'
          : checked_at === null
            ? 'We have not looked at your homepage yet.'
            : html`We looked ${time(checked_at)}. ${message}`
      }
      ${grace_ends_at !== null && html` Without it, the listing leaves the site on ${day(grace_ends_at)}.`}</span
    >
    ${badge_html !== null && html`<div class="gap">${copyable(badge_html, 'The badge, ready to paste')}</div>`}
    <div class="gap">${free('Look again', true)}</div>
  </li>`
}

function plan({ listing, price, country, ordering }: Shown, { session, seller }: OwnVisit): Html {
  const faults = ordering === null ? {} : faultsByName(ordering.refused)
  const named = ['week', 'country', 'vat_number'].some((name) => name in faults)
  const typed = (name: string, otherwise = '') => ordering?.form.get(name) ?? otherwise
  return html`<aside aria-label="Plan" class="stack">
    ${
      price !== null &&
      html`<div class="paid-box stack">
        <h2>In a hurry?</h2>
        <p>
          A paid launch goes live at once or in the week you choose, without badge and profile. It buys time,
          never votes. ${money(price.cents, price.currency)} and VAT, sold by ${seller.name}.
        </p>
        ${ordering !== null && !named && refusalNote(ordering.refused)}
        ${sealedForm(
          session,
          `/account/listings/${listing.listing_id}/launch`,
          html`${
              listing.status !== 'live' &&
              field({
                ...{ name: 'week', label: 'A day in the week of the launch', type: 'date', max: 10 },
                ...{ hint: 'Blank is now', value: typed('week'), fault: faults.week },
              })
            }
            ${field({ name: 'country', label: 'Your country', hint: 'Two letters, such as DE; VAT depends on it', max: 2, autocomplete: 'country', required: true, value: typed('country', country), fault: faults.country })}
            ${field({ name: 'vat_number', label: 'EU VAT number', hint: 'If you have one', max: 20, value: typed('vat_number'), fault: faults.vat_number })}
            <button class="wide">Go to the checkout</button>`,
        )}
      </div>`
    }
    <h3>An edit is public at once</h3>
    <p class="fine">Every version is kept, and our team sees the before and after.</p>
    ${
      listing.status !== 'withdrawn' &&
      listing.status !== 'suspended' &&
      html`<p class="fine">
        <a href="/account/listings/${listing.listing_id}/withdraw">Withdraw this listing</a>
      </p>`
    }
  </aside>`
}
