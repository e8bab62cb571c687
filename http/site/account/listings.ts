import listMyListings from '../../../tools/my_listings/list_my_listings.ts'
import { flag } from '../flag.ts'
import { html } from '../html.ts'
import { withLogos } from '../logos.ts'
import { counted, pageLinks, shortUrl } from '../parts.ts'
import { ownPage } from '../private_page.ts'
import { pageOrFirst } from './lists.ts'
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
      ${
        all.items.length === 0
          ? html`<div class="empty">
              <h2>No listing of yours yet</h2>
              <p>Submit a product, or claim the listing that is there already.</p>
              <a class="button" href="/submit">Submit a product</a>
            </div>`
          : html`<h2 class="unseen">Newest first</h2>
              <ul class="rows plain">
                ${all.items.map(
                  (one) =>
                    html`<li class="row">
                      ${flag(one.name, one.logo)}
                      <div>
                        <h3 class="name"><a href="/account/listings/${one.listing_id}">${one.name}</a></h3>
                        <p>${standsAs(one)}</p>
                        <p class="meta">
                          <span>${shortUrl(one.url)}</span
                          >${one.live_at !== null && html`<span>${counted(one.votes, 'vote')}</span>`}
                        </p>
                      </div>
                    </li>`,
                )}
              </ul>`
      }
      ${pageLinks('/account/listings', url.searchParams, all)}`,
  }),
})
