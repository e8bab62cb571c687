import { statusWords } from '../account/standing_words.ts'
import { searchForm } from '../forms.ts'
import { html } from '../html.ts'
import { linkedRow } from '../listing_rows.ts'
import { shortUrl } from '../parts.ts'
import { teamPage } from './team_page.ts'

const most = 40

/** Finding a listing, in whatever status it is. */
export const listings = teamPage({
  path: '/team/listings',
  async load({ storage, url }) {
    const q = (url.searchParams.get('q') ?? '').trim().slice(0, 200)
    return { q, found: q === '' ? [] : await storage.team.findListings(q, most) }
  },
  render: ({ q, found }) => ({
    title: 'Listings',
    body: html`<h1>Find a listing</h1>
      ${searchForm('/team/listings', {
        ...{ about: 'Listings of any status', label: 'Its name, slug or domain', q },
        ...{ button: 'Find', style: 'gap narrow' },
      })}
      ${q !== '' && found.length === 0 && html`<p class="gap-l">No listing has this in its name, slug or domain.</p>`}
      ${
        found.length > 0 &&
        html`<h2 class="unseen">Found</h2>
          <ul class="rows plain gap-l">
            ${found.map(({ id, name, url, status }) =>
              linkedRow({
                ...{ name, href: `/team/listings/${id}` },
                about: html`<p class="meta">
                  <span>${statusWords[status]}</span><span>${shortUrl(url)}</span>
                </p>`,
              }),
            )}
          </ul>
          ${found.length === most && html`<p class="fine gap">The first ${most}. Type more of the name.</p>`}`
      }`,
  }),
})
