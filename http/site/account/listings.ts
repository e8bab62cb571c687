import listMyListings from '../../../tools/my_listings/list_my_listings.ts'
import { html } from '../html.ts'
import { linkedRow } from '../listing_rows.ts'
import { withLogos } from '../logos.ts'
import { counted, pageLinks, shortUrl } from '../parts.ts'
import { ownPage } from '../private_page.ts'
import { newestFirst, pageOrFirst } from './lists.ts'
import { standsAs } from './standing_words.ts'

export const listings = ownPage({
  path: '/account/listings',
  async load(visit) {
    const all = await visit.call(listMyListings, { page: pageOrFirst(visit.url) })
    return { ...all, items: await withLogos(visit, all.items) }
  },
  render: (all, { url }) => ({
    title: 'Listings',
    body: html`<div class="head">
        <h1>Your listings</h1>
        <a class="button" href="/submit">Submit a product</a>
      </div>
      ${newestFirst(
        all.items.map((one) =>
          linkedRow({
            ...{ name: one.name, logo: one.logo, href: `/account/listings/${one.listing_id}` },
            about: html`<p>${standsAs(one)}</p>
              <p class="meta">
                <span>${shortUrl(one.url)}</span
                >${one.live_at !== null && html`<span>${counted(one.votes, 'vote')}</span>`}
              </p>`,
          }),
        ),
        {
          title: 'No listing of yours yet',
          text: 'Submit a product, or claim the listing that is there already.',
          lead: ['Submit a product', '/submit'],
        },
      )}
      ${pageLinks('/account/listings', url.searchParams, all)}`,
  }),
})
