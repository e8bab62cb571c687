import { flag } from '../flag.ts'
import { html } from '../html.ts'
import { withLogos } from '../logos.ts'
import { at } from '../markdown_parts.ts'
import { day, emptyBox, feedLink, pageLinks, paragraphs } from '../parts.ts'
import { mdLink, mdParagraphs, prose, sections } from '../prose.ts'
import { publicPage } from '../public_page.ts'
import { pageAsked } from '../visit.ts'

const per_page = 20
/** Older updates are on the pages of their listings: skipping more than this takes tens of milliseconds. */
const lastPage = 250

/** The latest updates of all listings. */
export const updates = publicPage({
  path: '/updates',
  query: ['page'],
  async load({ query, storage, site }) {
    const asked = pageAsked(query)
    const page = asked >= 1 && asked <= lastPage ? asked : 1
    const { items: latest, total } = await storage.updates.latest(site.id, {
      limit: per_page,
      offset: (page - 1) * per_page,
    })
    const items = await withLogos({ storage, site }, latest)
    return { items, total: Math.min(total, lastPage * per_page), page, per_page }
  },
  render(found, { query }) {
    const newest = found.items[0]
    const body = html`<h1>
        ${newest === undefined || found.page > 1 ? 'The latest from the makers.' : `The latest is from ${newest.name}.`}
      </h1>
      <p class="lead gap">Short news by the makers of live products, newest first.</p>
      ${
        newest === undefined &&
        emptyBox({ text: 'There are no updates yet.', lead: ['This week', '/'] }, { around: 'part' })
      }
      <div class="part">
        ${found.items.map(
          ({ slug, name, title, body, published_at, logo }) =>
            html`<article class="person gap-l">
              ${flag(name, logo)}
              <div>
                <h2>${title}</h2>
                <p class="fine"><a href="/listings/${slug}">${name}</a>, ${day(published_at)}</p>
                <div class="gap">${paragraphs(body)}</div>
              </div>
            </article>`,
        )}
      </div>
      ${pageLinks('/updates', new URLSearchParams(query), found)}`
    return { title: 'Latest updates', head: feedLink('updates', 'Updates by makers'), body }
  },
  markdown: (found, place) =>
    sections(
      prose`# Latest updates`,
      ...found.items.map(({ slug, name, title, body, published_at }) =>
        sections(
          prose`## ${title}`,
          prose`${mdLink(name, at(place, `/listings/${slug}`))}, ${published_at.slice(0, 10)}`,
          mdParagraphs(body),
        ),
      ),
    ),
})
