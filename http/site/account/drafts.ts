import listMyDrafts from '../../../tools/drafts/list_my_drafts.ts'
import { html } from '../html.ts'
import { linkedRow } from '../listing_rows.ts'
import { pageLinks, shortUrl, time } from '../parts.ts'
import { ownPage } from '../private_page.ts'
import { newestFirst, pageOrFirst } from './lists.ts'

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
      ${newestFirst(
        all.items.map(({ id, name, url: address, status, completeness, listing_id, updated_at }) =>
          linkedRow({
            ...{ name: name ?? shortUrl(address), href: `/account/drafts/${id}` },
            about: html`<p>
                ${listing_id === null ? draftWords[status] : 'Submitted'}, ${completeness}% filled.
              </p>
              <p class="meta"><span>${shortUrl(address)}</span><span>Changed ${time(updated_at)}</span></p>`,
          }),
        ),
        {
          title: 'No drafts yet',
          text: 'Submit the address of a product, and its draft is ready in about a minute.',
          lead: ['Submit a product', '/submit'],
        },
      )}
      ${pageLinks('/account/drafts', url.searchParams, all)}`,
  }),
})
