// The steps to a launch, each with what was checked and when, or what is still to be done.
import type { z } from 'zod'
import { addDays, dayOf } from '../../../days.ts'
import type { Session } from '../../../auth/sessions.ts'
import { requiredProfile } from '../../../tools/account/profile_lacks.ts'
import type { ownListing } from '../../../tools/my_listings/view.ts'
import { buttonForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { copyable, day, shortUrl, time } from '../parts.ts'
import { forPeople } from './refused.ts'

type OwnListing = z.output<typeof ownListing>

/** `badge_html` is the badge for the homepage, while it is needed. */
type Given = { listing: OwnListing; badge_html: string | null; session: Session }
type State = 'done' | 'next' | 'off'

const every_s = 3

const numbers = ['None', 'One', 'Two', 'Three', 'Four']

const isGone = ({ status }: OwnListing): boolean => status === 'suspended' || status === 'withdrawn'

/** The progress in a sentence; null if there are no steps. */
export function stepsSaid(listing: OwnListing): Html | null {
  if (isGone(listing) || listing.live_at !== null) return null
  const states = statesOf(listing)
  const done = states.filter((state) => state === 'done').length
  if (listing.status === 'draft')
    return html`${numbers[done]} of ${numbers[states.length]!.toLowerCase()} steps is done. Choose how it
    launches; nothing is public before that.`
  if (done === states.length)
    return html`Nothing is missing. It launches on Monday, ${day(listing.launch_week!)}.`
  const left = states.length - done
  return html`${numbers[done]} of ${numbers[states.length]!.toLowerCase()} steps are done. With the
  ${left === 1 ? 'last one' : `other ${numbers[left]!.toLowerCase()}`} it launches on Monday,
  ${day(listing.launch_week!)}.`
}

function statesOf({ plan, missing }: OwnListing): State[] {
  const lacks = (item: string) => missing.some((one) => one.item === item)
  if (plan === null) return ['done', 'next', 'off', 'off']
  if (plan === 'launch') return ['done', 'done']
  return ['done', 'done', lacks('badge') ? 'next' : 'done', lacks('founder_profile') ? 'next' : 'done']
}

export function steps(given: Given): Html {
  const { listing } = given
  if (isGone(listing)) return html``
  if (listing.live_at !== null) return staying(given)
  const states = statesOf(listing)
  const done = states.filter((state) => state === 'done').length
  return html`<section class="stack" aria-labelledby="b4" ${again(listing)}>
    <h2 id="b4">${numbers[states.length]} steps to the launch</h2>
    <progress max="${states.length}" value="${done}" aria-label="Steps done">
      ${done} of ${states.length}
    </progress>
    <ol class="steps">
      ${states.map((state, index) => listed(allSteps[index]!, given, state))}
    </ol>
    ${
      done < states.length &&
      listing.launch_week !== null &&
      html`<div class="note wait">
        <b>Not ready by the end of Sunday, ${day(dayOf(addDays(new Date(listing.launch_week), -1)))}, UTC?</b
        >Then it moves to the next Monday by itself, and we write to you. Nothing is lost, and its page stays
        public all the while.
      </div>`
    }
  </section>`
}

type Step = readonly [title: string, says: (given: Given) => Html]

const listed = ([title, says]: Step, given: Given, state: State): Html =>
  html`<li class="${state}"><b>${title}</b>${says(given)}</li>`

/** Whether a check is running: then the page reloads by itself, with script or without. */
const isLooking = ({ badge }: OwnListing): boolean => badge?.state === 'checking'
const again = (listing: OwnListing): Html | false =>
  isLooking(listing) && html`data-again="${every_s}" role="status"`
export const lookingAgain = (listing: OwnListing): Html | undefined =>
  isLooking(listing)
    ? html`<noscript><meta http-equiv="refresh" content="${every_s}" /></noscript>`
    : undefined

function said({ listing: { listing_id } }: Given): Html {
  return html`<span class="soft"
    ><a href="/account/listings/${listing_id}/preview">Read it as others will</a>, and
    <a href="/account/listings/${listing_id}/edit">change</a> what you like.</span
  >`
}

function chosen({ listing: { listing_id, plan, launch_week }, session }: Given): Html {
  if (plan === null)
    return html`<span
        >Free: some weeks ahead, with our badge on your homepage and a founder profile: ${requiredProfile}. Or
        a paid launch, now or in any week of the coming year. The free plan takes the next free Monday;
        another one can be chosen at any time before it. Its page, “Launching soon”, is public from then
        on.</span
      >
      <div class="line gap">
        ${buttonForm(session, `/account/listings/${listing_id}/free`, 'Choose the free plan', { quiet: false })}<a
          class="button quiet"
          href="/account/listings/${listing_id}/plan"
          >Choose a week</a
        >
      </div>`
  return html`<span class="soft"
    >${plan === 'free' ? 'Free' : 'A paid launch'}, on Monday, ${day(launch_week!)}.
    ${plan === 'free' && html`<a href="/account/listings/${listing_id}/plan">Sooner, or another week?</a>`}</span
  >`
}

function badge({ listing, badge_html, session }: Given): Html {
  if (listing.badge === null) {
    const says = listing.plan === null ? 'You get it once you have chosen.' : 'This listing needs none.'
    return html`<span class="soft">${says}</span>`
  }
  const { state, checked_at, message, grace_ends_at } = listing.badge
  if (state === 'seen')
    return html`<span class="soft"
      >Seen ${checked_at !== null && time(checked_at)} at ${shortUrl(listing.url)}. Leave it there.</span
    >`
  const look = buttonForm(session, `/account/listings/${listing.listing_id}/free`, 'Look again', {
    quiet: false,
  })
  return html`<span
      >${
        state === 'checking'
          ? 'We are looking at your homepage now. This page keeps itself up to date.'
          : checked_at === null
            ? 'We have not looked at your homepage yet.'
            : html`We looked on ${time(checked_at)} at ${shortUrl(listing.url)}. ${message}
              ${forPeople(listing.missing.find(({ item }) => item === 'badge')?.what_to_do ?? '')}`
      }
      ${grace_ends_at !== null && html` Without it, the listing leaves the site on ${day(grace_ends_at)}.`}</span
    >
    ${badge_html !== null && html`<div class="gap">${copyable(badge_html, 'The badge, ready to paste')}</div>`}
    <div class="line gap">
      ${look}<a class="button quiet" href="/listings/${listing.slug}/badges">Other badges</a>
    </div>`
}

function profile({ listing: { missing, plan } }: Given): Html {
  const lacks = missing.find((one) => one.item === 'founder_profile')
  if (plan === null)
    return html`<span class="soft"
      >Who makes it, in a few sentences. What the draft says of you counts; it is checked once you have
      chosen, and not at all for a paid launch.</span
    >`
  if (lacks === undefined) return html`<span class="soft">It is complete.</span>`
  return html`<span>${forPeople(lacks.what_to_do)}</span>
    <div class="line gap"><a class="button" href="/account/profile">Finish the profile</a></div>`
}

const badgeStep: Step = ['Put our badge on your homepage', badge]
/** A paid launch needs the first two only. */
const allSteps: readonly Step[] = [
  ['Say what it is', said],
  ['Choose how to launch', chosen],
  badgeStep,
  ['Finish your founder profile', profile],
]

/** A live listing on the free plan keeps its badge. */
function staying(given: Given): Html {
  const { listing } = given
  if (listing.badge === null) return html``
  const state = listing.badge.state === 'seen' ? 'done' : 'next'
  return html`<section class="stack" aria-labelledby="b4" ${again(listing)}>
    <h2 id="b4">What it needs to stay listed</h2>
    <ol class="steps">
      ${listed(badgeStep, given, state)}
    </ol>
  </section>`
}
