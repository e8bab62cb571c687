import listMyDrafts from '../../../tools/drafts/list_my_drafts.ts'
import { flag } from '../flag.ts'
import { html } from '../html.ts'
import { pageLinks, shortUrl, time } from '../parts.ts'
import { ownPage } from '../private_page.ts'
import { pageOrFirst } from './lists.ts'

export const draftWords = {
  crawling: 'Being read',
  drafting: 'Being written',
  ready: 'Your turn',
  failed: 'Could not be read',
} as const

export const drafts = ownPage({
  path: '/account/drafts',
  load: ({ call, url }) => call(listMyDrafts, { page: pageOrFirst(url) }),
  render: (all, { url }) => ({
    title: 'Drafts',
    body: html`<div class="head">
        <h1>Drafts</h1>
        <a class="button" href="/submit">Submit a product</a>
      </div>
      ${
        all.items.length === 0
          ? html`<div class="empty">
              <h2>No drafts yet</h2>
              <p>Submit the address of a product, and its draft is ready in about a minute.</p>
              <a class="button" href="/submit">Submit a product</a>
            </div>`
          : html`<h2 class="unseen">Newest first</h2>
              <ul class="rows plain">
                ${all.items.map(
                  ({ id, name, url: address, status, completeness, listing_id, updated_at }) => {
                    const called = name ?? shortUrl(address)
                    return html`<li class="row">
                      ${flag(called)}
                      <div>
                        <h3 class="name"><a href="/account/drafts/${id}">${called}</a></h3>
                        <p>
                          ${listing_id === null ? draftWords[status] : 'Submitted'}, ${completeness}% filled.
                        </p>
                        <p class="meta">
                          <span>${shortUrl(address)}</span><span>Changed ${time(updated_at)}</span>
                        </p>
                      </div>
                    </li>`
                  },
                )}
              </ul>`
      }
      ${pageLinks('/account/drafts', url.searchParams, all)}`,
  }),
})
