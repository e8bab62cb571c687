// The founders of a listing, for its owners, who can remove anybody named wrongly.
import { takeOffFounder } from '../../../tools/founders/beside.ts'
import getMyListing from '../../../tools/my_listings/get_my_listing.ts'
import { buttonForm } from '../forms.ts'
import { html } from '../html.ts'
import { crumbs } from '../parts.ts'
import { ownPage } from '../private_page.ts'
import { goTo } from '../visit.ts'
import { namedRows } from './boxes.ts'
import { listingIn } from './my_listing.ts'

export const myListingFounders = ownPage({
  path: '/account/listings/:id/founders',
  async load({ call, storage, params }) {
    const listing = await call(getMyListing, { listing_id: listingIn({ params }) })
    return { listing, founders: await storage.founders.ofListing(listing.listing_id) }
  },
  render({ listing, founders }, { session }) {
    const path = `/account/listings/${listing.listing_id}`
    const rows = founders.map(({ slug, name, title }) => ({
      ...{ name, word: title },
      button: buttonForm(session, `${path}/founders/remove`, 'Remove', { fields: { slug }, about: name }),
    }))
    return {
      title: `Founders of ${listing.name}`,
      body: html`<div class="narrow stack">
        ${crumbs(['Listings', '/account/listings'], [listing.name, path], ['Founders'])}
        <h1>Who founded ${listing.name}?</h1>
        <p class="lead">
          ${rows.length === 0 ? 'Nobody is named.' : 'These people are named on its page. Remove anybody who does not belong there.'}
        </p>
        ${namedRows(rows)}
        <p>
          You choose on <a href="/account/profile">your profile</a> whether you are shown among them.
          Co-founders you invite from the draft of this listing write their own.
        </p>
      </div>`,
    }
  },
  post: {
    async '/account/listings/:id/founders/remove'(visit) {
      const listing_id = listingIn(visit)
      await visit.act(takeOffFounder, { listing_id, slug: visit.form.get('slug') ?? '' })
      return goTo(`/account/listings/${listing_id}/founders`)
    },
  },
})
