// Cabinets of listings and founders, and the Hall of Fame.
import listTrophies from '../../../tools/awards/list_trophies.ts'
import getFounder from '../../../tools/founders/get_founder.ts'
import getListing from '../../../tools/listings/get_listing.ts'
import { cabinet, whenOf } from '../cabinet.ts'
import { flag } from '../flag.ts'
import { html } from '../html.ts'
import { withLogos } from '../logos.ts'
import { counted, crumbs, face, pageLinks, tally } from '../parts.ts'
import { publicPage } from '../public_page.ts'
import { goTo, pageAsked } from '../visit.ts'

const most = 100

export const hallOfFame = publicPage({
  path: '/hall-of-fame',
  query: ['page'],
  async load(visit) {
    const found = await visit.call(listTrophies, { page: pageAsked(visit.query), per_page: 30 })
    return {
      found,
      listings: await withLogos(
        visit,
        found.items.map(({ listing }) => listing),
      ),
    }
  },
  render({ found, listings }, { query }) {
    const before = (found.page - 1) * found.per_page
    const body = html`<h1>
        ${found.total === 0 ? 'Nobody has won a week yet.' : `${counted(found.total, 'winner')}.`}
      </h1>
      <p class="lead gap">
        Every product that came first, by the votes it had when the week closed. Votes that came later change
        nothing here.
      </p>
      <div class="cols part">
        <div>
          <h2 class="unseen">All winners, by votes</h2>
          <ol class="rows">
            ${found.items.map((one, at) => {
              const { slug, name, logo } = listings[at]!
              return html`<li class="row">
                <span class="rank">${before + at + 1}</span>${flag(name, logo)}
                <div>
                  <h3 class="name"><a href="/listings/${slug}">${name}</a></h3>
                  <p><a href="/awards/${one.number}">${one.title}</a>, ${whenOf(one)}</p>
                </div>
                ${tally(one.votes, 'vote')}
              </li>`
            })}
          </ol>
          ${pageLinks('/hall-of-fame', new URLSearchParams(query), found)}
        </div>
        <section class="stack" aria-labelledby="how">
          <h2 id="how">How one gets in</h2>
          <p>
            By winning a week, a year or a programme. A shared place goes to the product that launched first.
            Nobody can be nominated, and nothing can be paid for.
          </p>
          <p><a href="/awards/verify">Check an award</a></p>
          <p><a href="/awards">All places, week by week</a></p>
          <p><a href="/programmes">Programmes</a></p>
        </section>
      </div>`
    return { title: 'Hall of Fame', nav: 'home', body }
  },
})

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
})

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
          ${bio !== null && html`<p class="lead">${bio.split('\n')[0]!.slice(0, 200)}</p>`}
        </div>
      </header>
      <section class="part" aria-labelledby="c">
        <h2 id="c" class="head">
          ${trophies.length === 0 ? 'No trophy yet' : counted(trophies.length, 'trophy', 'trophies')}
        </h2>
        ${cabinet(trophies, 'founder')}
        <p class="fine gap">
          Each opens its proof. A trophy belongs to the product; it stands here while ${name} is its founder.
          <a href="/hall-of-fame">Hall of Fame</a>
        </p>
      </section>`
    return { title: `Trophies of ${name}`, nav: 'founders', body }
  },
})
