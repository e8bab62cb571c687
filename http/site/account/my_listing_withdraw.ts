// Withdrawing a listing: on a page of its own, so that nobody does it by mistake.
import getMyListing from '../../../tools/my_listings/get_my_listing.ts'
import { withdrawOwnListing } from '../../../tools/my_listings/withdraw_own_listing.ts'
import type { Refusal } from '../../../tools/errors.ts'
import { sealedForm } from '../forms.ts'
import { html } from '../html.ts'
import { crumbs } from '../parts.ts'
import { ownPage } from '../private_page.ts'
import { goTo, type OwnVisit } from '../visit.ts'
import { listingIn, type OwnListing } from './my_listing.ts'
import { attempt, refusalNote } from './refused.ts'

type Shown = { listing: OwnListing; refused: Refusal | null }

export const myListingWithdraw = ownPage<Shown>({
  path: '/account/listings/:id/withdraw',
  load: (visit) => show(visit, null),
  render({ listing, refused }, { session }) {
    const { listing_id, name, live_at } = listing
    const path = `/account/listings/${listing_id}`
    return {
      title: `Withdraw ${name}`,
      status: refused?.status ?? 200,
      body: html`${crumbs(['Account', '/account'], ['Listings', '/account/listings'], [name, path], ['Withdraw'])}
        <div class="narrow stack">
          <h1>Withdraw ${name}?</h1>
          ${refused !== null && refusalNote(refused)}
          <p class="lead">
            It leaves the directory at once. Its texts are kept, and nothing else brings it back.
          </p>
          <ul class="prose">
            <li>Its page is gone, and its address is free: you or another owner can submit it anew.</li>
            ${live_at !== null && html`<li>Votes, followers and its launch week do not come back with it.</li>`}
            <li>Results and awards of past weeks stay as they were.</li>
            <li>What was paid is not given back.</li>
          </ul>
          ${
            listing.status !== 'withdrawn' &&
            html`<div class="line gap">
              ${stopForm(session, `${path}/withdraw`)}
              <a class="button quiet" href="${path}">Keep it</a>
            </div>`
          }
        </div>`,
    }
  },
  post: {
    async '/account/listings/:id/withdraw'(visit) {
      const listing_id = listingIn(visit)
      const tried = await attempt(() => visit.act(withdrawOwnListing, { listing_id }))
      if ('done' in tried) return goTo(`/account/listings/${listing_id}`)
      return show(visit, tried.refused)
    },
  },
})

const stopForm = (session: OwnVisit['session'], path: string) =>
  sealedForm(session, path, html`<button class="stop">Withdraw it</button>`, '')

async function show(visit: OwnVisit, refused: Refusal | null): Promise<Shown> {
  return { listing: await visit.call(getMyListing, { listing_id: listingIn(visit) }), refused }
}
