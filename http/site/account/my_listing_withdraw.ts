// Withdrawing a listing: on a page of its own, so that nobody does it by mistake.
import getMyListing from '../../../tools/my_listings/get_my_listing.ts'
import { withdrawOwnListing } from '../../../tools/my_listings/withdraw_own_listing.ts'
import { sealedForm } from '../forms.ts'
import { html } from '../html.ts'
import { crumbs } from '../parts.ts'
import { ownPage } from '../private_page.ts'
import { listingIn } from './my_listing.ts'
import { refusalNote } from './refused.ts'

export const myListingWithdraw = ownPage({
  path: '/account/listings/:id/withdraw',
  load: (visit) => visit.call(getMyListing, { listing_id: listingIn(visit) }),
  render({ listing_id, name, live_at, status }, { session, refused }) {
    const path = `/account/listings/${listing_id}`
    return {
      title: `Withdraw ${name}`,
      body: html`${crumbs(['Account', '/account'], ['Listings', '/account/listings'], [name, path], ['Withdraw'])}
        <div class="narrow stack">
          <h1>Withdraw ${name}?</h1>
          ${refusalNote(refused)}
          <p class="lead">
            It leaves the directory at once. Its texts are kept, but only submitting its address again brings
            it back.
          </p>
          <ul class="prose">
            <li>Its page is gone, and its address is free: you or another owner can submit it anew.</li>
            ${live_at !== null && html`<li>Votes, followers and its launch week do not come back with it.</li>`}
            <li>Results and awards of past weeks stay as they were.</li>
            <li>What was paid is not given back.</li>
          </ul>
          ${
            status !== 'withdrawn' &&
            html`<div class="line gap">
              ${sealedForm(session, `${path}/withdraw`, html`<button class="stop">Withdraw it</button>`, '')}
              <a class="button quiet" href="${path}">Keep it</a>
            </div>`
          }
        </div>`,
    }
  },
  forms: {
    async '/account/listings/:id/withdraw'(visit) {
      const listing_id = listingIn(visit)
      await visit.act(withdrawOwnListing, { listing_id })
      return `/account/listings/${listing_id}`
    },
  },
})
