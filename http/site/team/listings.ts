import { statusWords } from '../account/standing_words.ts'
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
      <form class="gap narrow" role="search" aria-label="Listings of any status" action="/team/listings">
        <label for="q">Its name, slug or domain</label>
        <div class="join">
          <input id="q" type="search" name="q" value="${q}" maxlength="200" /><button>Find</button>
        </div>
      </form>
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
