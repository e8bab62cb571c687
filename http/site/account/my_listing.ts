// A listing as its owner sees it: what is missing for its launch, the plan, and what has changed.
import { hasPage } from '../../../storage/listings/has_page.ts'
import type { z } from 'zod'
import { weekOf } from '../../../tools/launches/week.ts'
import chooseFreeListing from '../../../tools/my_listings/choose_free_listing.ts'
import { statusOf } from '../../../tools/claims/claim.ts'
import getBadges from '../../../tools/listings/get_badges.ts'
import getMyListing from '../../../tools/my_listings/get_my_listing.ts'
import type { ownListing } from '../../../tools/my_listings/view.ts'
import { flag } from '../flag.ts'
import { html, type Html } from '../html.ts'
import { counted, crumbs, day, shortUrl } from '../parts.ts'
import { ownPage } from '../private_page.ts'
import type { OwnVisit } from '../visit.ts'
import { deedsOf } from './deeds.ts'
import { history } from './history.ts'
import { numberIn, refusalNote } from './refused.ts'
import { lookingAgain, steps, stepsSaid } from './my_listing_steps.ts'
import { planWords, standsAs, statusWords } from './standing_words.ts'

export type OwnListing = z.output<typeof ownListing>
type Shown = Awaited<ReturnType<typeof show>>

export const myListing = ownPage({
  path: '/account/listings/:id',
  load: show,
  render(shown, visit) {
    const { listing, versions, deeds } = shown
    return {
      title: listing.name,
      head: lookingAgain(listing),
      body: html`${crumbs(['Account', '/account'], ['Listings', '/account/listings'], [listing.name])}
        ${head(listing, shown.proof, visit.now)}
        ${visit.url.searchParams.has('saved') && html`<p class="note ok gap" role="status">Saved.</p>`}
        ${proving(listing, shown.proof)} ${refusalNote(visit.refused)}
        <div class="cols part">
          <div>
            ${steps({ ...shown, session: visit.session })}${history(versions, visit.session.user.id)}${deedsOf(deeds, { ...shown, own_id: visit.session.user.id })}
          </div>
          ${plan(shown)}
        </div>`,
    }
  },
  forms: {
    async '/account/listings/:id/free'(visit) {
      const listing_id = listingIn(visit)
      await visit.call(chooseFreeListing, { listing_id })
      return `/account/listings/${listing_id}`
    },
  },
})

export function listingIn({ params }: Pick<OwnVisit, 'params'>): number {
  return numberIn(params.id, 'listing with this id among yours')
}

async function show(visit: OwnVisit) {
  const { call, storage, session, now } = visit
  const listing_id = listingIn(visit)
  const listing = await call(getMyListing, { listing_id })
  const versions = await storage.owners.versions(listing_id)
  const deeds = await storage.audit.deeds({ listing_id }, { limit: 10, offset: 0 })
  const owners = (await storage.owners.people(listing_id)).map(({ user_id }) => user_id)
  const claims = await storage.claims.ofListing(listing_id)
  const own = session.user.id
  // Whether its owner has proved its domain, and whether somebody else is claiming it.
  const proof = {
    isProved: claims.some(({ status, user_id }) => status === 'verified' && user_id === own),
    isClaimed: claims.some((claim) => claim.user_id !== own && statusOf(claim, now) === 'pending'),
  }
  // The badge for the homepage, while it is needed.
  const isWanted = listing.badge !== null && listing.badge.state !== 'seen'
  const badges = isWanted ? (await call(getBadges, { slug: listing.slug })).items : []
  const badge_html = badges[0]?.html ?? null
  return { listing, versions, deeds, owners, claims, proof, badge_html }
}

function head(listing: OwnListing, { isProved }: Shown['proof'], now: Date): Html {
  const { listing_id, name, slug, status, plan, status_reason, logo_url, url, launch_week, votes } = listing
  const path = `/account/listings/${listing_id}`
  const isPublic = hasPage(listing)
  return html`<header class="mast-head">
    ${flag(name, logo_url)}
    <div class="say">
      <p class="line">
        <span class="tag">${statusWords[status]}</span
        >${isProved && html`<span class="tag ok">✓ Verified owner</span>`}${plan !== null && html`<span class="soft">${planWords[plan]}</span>`}
      </p>
      <h1>${name}</h1>
      <p class="lead">
        ${stepsSaid(listing) ?? standsAs(listing)}
        ${
          status === 'live' &&
          launch_week === weekOf(now) &&
          html`${counted(votes, 'vote')} so far; voting is open until the end of Sunday, UTC.
            <a href="/">See the week</a>`
        }
        ${status_reason !== null && status !== 'withdrawn' && `They wrote: ${status_reason}`}
      </p>
    </div>
    <div class="do">
      ${
        status === 'withdrawn'
          ? html`<a class="button" href="/submit?${new URLSearchParams({ url }).toString()}"
              >Submit it again</a
            >`
          : html`<a class="button quiet" href="${path}/edit">Edit listing</a>
              <a class="button quiet" href="${path}/news">News and story</a>
              <a class="button quiet" href="${path}/founders">Founders</a>
              <a class="button quiet" href="${path}/pictures">Pictures</a>
              <a class="button quiet" href="${path}/numbers">Numbers</a>
              <a class="button quiet" href="${path}/kit">Launch kit</a>
              <a class="button quiet" href="${path}/alternatives">Alternatives</a>
              <a class="button quiet" href="${isPublic ? `/listings/${slug}` : `${path}/preview`}"
                >${isPublic ? 'See its public page' : 'Preview its page'}</a
              >`
      }
    </div>
  </header>`
}

/** Until the owner proves its domain, anybody who does so takes the listing over. */
function proving({ status, slug, url }: OwnListing, { isProved, isClaimed }: Shown['proof']): Html | false {
  if (isProved || status === 'withdrawn' || status === 'suspended') return false
  return html`<div class="note ${isClaimed ? 'bad' : ''} gap">
    <b>${isClaimed ? 'Somebody else claims this listing.' : 'Prove that it is yours.'}</b>
    Whoever shows that ${shortUrl(url)} is theirs owns the listing, and you have not shown it yet.
    <a href="/account/claims?${new URLSearchParams({ slug }).toString()}">Prove it</a>
  </div>`
}

const extras = { story: 'a founder story', media: 'a gallery', extra_categories: 'further categories' }

/** What can still be bought for a listing that has launched; empty if it has everything. */
function onSale({ plan, unlocked_sections }: OwnListing): string {
  if (plan !== 'launch') return 'A paid launch needs no badge, shows milestones and opens the extras.'
  const left = Object.entries(extras).filter(([key]) => !unlocked_sections.some((one) => one === key))
  const names = left.map(([, name]) => name)
  return names.length === 0 ? '' : `Sold as extras: ${new Intl.ListFormat('en').format(names)}.`
}

function plan({ listing }: Shown): Html {
  const path = `/account/listings/${listing.listing_id}`
  const { launch_options, launch_week, status, plan } = listing
  const booked = launch_options?.weeks.find(({ week }) => week === launch_week)?.booked
  const isGone = status === 'withdrawn' || status === 'suspended'
  return html`<aside aria-label="Launch week" class="stack">
    ${
      launch_options !== null &&
      html`<h2>${launch_week === null ? 'Which Monday?' : 'Your Monday'}</h2>
        <p>
          ${
            launch_week === null
              ? 'See how many launches each week has, and what a paid launch costs with VAT.'
              : html`${day(launch_week)}${
                  booked !== undefined && booked > 1 && `, with ${counted(booked - 1, 'other')} so far`
                }.`
          }
        </p>
        <p>
          <a class="button quiet wide" href="${path}/plan"
            >${launch_week === null ? 'Choose a week' : 'Another week'}</a
          >
        </p>`
    }
    ${
      launch_options === null &&
      !isGone &&
      onSale(listing) !== '' &&
      html`<h2>${plan === 'launch' ? 'More room on the page' : 'Without the badge'}</h2>
        <p>${onSale(listing)}</p>
        <p><a class="button quiet wide" href="${path}/plan">See what it costs</a></p>`
    }
    <h3>
      ${hasPage(listing) ? 'An edit is public at once' : isGone ? 'Nothing is public now' : 'Nothing is public yet'}
    </h3>
    <p class="fine">Every version is kept, and our team sees the before and after.</p>
    ${!isGone && html`<p class="fine"><a href="${path}/withdraw">Withdraw this listing</a></p>`}
  </aside>`
}
