// Trophy cabinets of listings and founders.
import listTrophies from '../../../tools/awards/list_trophies.ts'
import getFounder from '../../../tools/founders/get_founder.ts'
import getListing from '../../../tools/listings/get_listing.ts'
import { cabinet, trophiesInMarkdown } from '../cabinet.ts'
import { html } from '../html.ts'
import { counted, crumbs, face } from '../parts.ts'
import { prose, sections } from '../prose.ts'
import { publicPage } from '../public_page.ts'
import { goTo } from '../visit.ts'

const most = 100

export const listingTrophies = publicPage({
  path: '/listings/:slug/trophies',
  async load(visit) {
    const slug = visit.params.slug!
    const shown = await visit.call(getListing, { slug })
    if (shown.slug !== slug) return goTo(`/listings/${shown.slug}/trophies`)
    return { shown, trophies: (await visit.call(listTrophies, { listing: slug, per_page: most })).items }
  },
  render({ shown: { name, slug }, trophies }) {
    const body = html`${crumbs([name, `/listings/${slug}`], ['Trophies'])}
      <h1>
        ${trophies.length === 0 ? `${name} has won nothing yet.` : `${name}: ${counted(trophies.length, 'trophy', 'trophies')}.`}
      </h1>
      <section class="part" aria-label="Trophies">
        ${cabinet(trophies, 'listing') ?? html`<p>Three launches of every week win a place, by votes alone.</p>`}
        <p class="fine gap">Each opens its proof. <a href="/hall-of-fame">Hall of Fame</a></p>
      </section>`
    return { title: `Trophies of ${name}`, nav: 'categories', body }
  },
  markdown: ({ shown: { name }, trophies }, place) =>
    sections(prose`# Trophies of ${name}`, trophiesInMarkdown(trophies, place)),
})

/** As many whole sentences as fit into the lead; the whole first paragraph if its first sentence is longer. */
const beginning = (bio: string): string =>
  /^.{1,199}[.!?。！？](?=\s|$)/.exec(bio)?.[0] ?? bio.split('\n')[0]!

export const founderTrophies = publicPage({
  path: '/founders/:slug/trophies',
  async load(visit) {
    const slug = visit.params.slug!
    const shown = await visit.call(getFounder, { slug })
    return { shown, trophies: (await visit.call(listTrophies, { founder: slug, per_page: most })).items }
  },
  render({ shown: { name, slug, bio }, trophies }) {
    const body = html`${crumbs(['Founders', '/founders'], [name, `/founders/${slug}`], ['Trophies'])}
      <header class="person">
        ${face(name, 'l')}
        <div class="stack">
          <h1>${name}</h1>
          ${bio !== null && html`<p class="lead">${beginning(bio)}</p>`}
        </div>
      </header>
      <section class="part" aria-labelledby="c">
        <h2 id="c" class="head">
          ${trophies.length === 0 ? 'No trophy yet' : counted(trophies.length, 'trophy', 'trophies')}
        </h2>
        ${cabinet(trophies, 'founder')}
        <p class="fine gap">
          Each opens its proof. A trophy belongs to the product; it is shown here while ${name} is its
          founder.
          <a href="/hall-of-fame">Hall of Fame</a>
        </p>
      </section>`
    return { title: `Trophies of ${name}`, nav: 'founders', body }
  },
  markdown: ({ shown: { name }, trophies }, place) =>
    sections(prose`# Trophies of ${name}`, trophiesInMarkdown(trophies, place)),
})
