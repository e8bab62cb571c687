// The Hall of Fame: the winners of all time, of a year and by category; and people with more than one award.
import { presentTrophy } from '../../../tools/awards/award.ts'
import listTrophies from '../../../tools/awards/list_trophies.ts'
import { page, windowOf } from '../../../tools/inputs.ts'
import { trophiesInMarkdown, whenOf, type Trophy } from '../cabinet.ts'
import { html, type Html } from '../html.ts'
import { linkedRow } from '../listing_rows.ts'
import { withLogos, withLogosOf } from '../logos.ts'
import { at, more, named } from '../markdown_parts.ts'
import { counted, face, pageLinks, tally } from '../parts.ts'
import { lines, mdLink, prose, sections } from '../prose.ts'
import { publicPage, type PublicVisit } from '../public_page.ts'
import { pageAsked } from '../visit.ts'

const path = '/hall-of-fame'
const per_page = 30
/** The number of years that fit beside each other on a phone. */
const mostYears = 3
const mostPeople = 5

type Tab = { of: string | undefined; label: string }
type Person = { slug: string; name: string; places: Trophy[] }
type Category = { slug: string; name: string; winners: (Trophy & { listing: { logo: string | null } })[] }

/** Founders with several awards, those with the most first. */
async function peopleOf({ storage, site, public_url }: PublicVisit): Promise<Person[]> {
  const rows = await storage.awards.podiums(site.id)
  return [...Map.groupBy(rows, ({ founder }) => founder)]
    .map(([slug, its]) => ({
      ...{ slug, name: its[0]!.founder_name },
      places: its.map((award) => presentTrophy(award, public_url)),
    }))
    .filter(({ places }) => places.length > 1)
    .sort((a, b) => b.places.length - a.places.length)
}

async function categoriesOf(visit: PublicVisit): Promise<Category[]> {
  const { storage, site, public_url } = visit
  const rows = await storage.awards.firsts(site.id)
  const trophies = await withLogosOf(
    visit,
    rows.map((award) => presentTrophy(award, public_url)),
  )
  const all = rows.map((row, at) => ({ ...row, trophy: trophies[at]! }))
  return [...Map.groupBy(all, ({ category }) => category)].map(([slug, its]) => ({
    ...{ slug, name: its[0]!.category_name },
    winners: its.map(({ trophy }) => trophy),
  }))
}

async function winnersOf(visit: PublicVisit, year: string | undefined) {
  const asked = { page: pageAsked(visit.query), per_page }
  if (year === undefined) return visit.call(listTrophies, asked)
  const { storage, site, public_url } = visit
  const { items, total } = await storage.awards.trophies(site.id, { year }, windowOf(asked))
  return page(asked, { items: items.map((award) => presentTrophy(award, public_url)), total })
}

export const hallOfFame = publicPage({
  path,
  query: ['page', 'of'],
  async load(visit) {
    const years = (await visit.storage.awards.years(visit.site.id)).slice(0, mostYears)
    const tabs: Tab[] = [
      { of: undefined, label: 'All time' },
      ...years.map((year) => ({ of: year, label: year })),
      { of: 'categories', label: 'By category' },
      { of: 'people', label: 'People' },
    ]
    const tab = tabs.find(({ of }) => of === visit.query.of) ?? tabs[0]!
    const isList = tab.of !== 'people' && tab.of !== 'categories'
    const found = isList ? await winnersOf(visit, tab.of) : null
    return {
      ...{ tabs, tab, found },
      listings:
        found === null
          ? []
          : await withLogos(
              visit,
              found.items.map(({ listing }) => listing),
            ),
      people: tab.of === 'categories' ? [] : await peopleOf(visit),
      categories: tab.of === 'categories' ? await categoriesOf(visit) : [],
    }
  },
  render({ tabs, tab, found, listings, people, categories }, { query }) {
    const before = found === null ? 0 : (found.page - 1) * found.per_page
    const list =
      found !== null
        ? found.items.length > 0 &&
          html`<h2 class="unseen">All winners, by votes</h2>
            <ol class="rows">
              ${found.items.map((one, index) => winner(one, { rank: before + index + 1, ...listings[index]! }))}
            </ol>
            ${pageLinks(path, new URLSearchParams(query), found)}`
        : tab.of === 'people'
          ? html`<h2 class="unseen">People</h2>
              ${peopleList(people)}`
          : categories.map(
              ({ slug, name, winners }) =>
                html`<section class="part" aria-labelledby="c-${slug}">
                  <h2 id="c-${slug}" class="head"><a href="/categories/${slug}">${name}</a></h2>
                  <ol class="rows">
                    ${winners.map((one, index) => winner(one, { rank: index + 1, ...one.listing }))}
                  </ol>
                </section>`,
            )
    const body = html`<h1>${headline(tab, found?.total ?? null)}</h1>
      <p class="lead gap">
        ${tab.of === 'people' ? 'The founders of products that took more than one place among the first three.' : 'Every product that came first, by the votes it had when the week closed. Votes that came later change nothing here.'}
      </p>
      <nav class="tabs" aria-label="Hall of Fame">
        ${tabs.map(
          (one) =>
            html`<a
              href="${path}${one.of !== undefined && `?of=${one.of}`}"
              ${one === tab && html`aria-current="page"`}
              >${one.label}</a
            >`,
        )}
        <a href="/programmes">Programmes</a>
      </nav>
      <div class="cols part">
        <div>${list}</div>
        <div>
          ${
            found !== null &&
            people.length > 0 &&
            html`<section aria-labelledby="pe">
              <h2 id="pe" class="head">On the podium more than once</h2>
              ${peopleList(people.slice(0, mostPeople))}
              ${people.length > mostPeople && html`<p class="fine gap"><a href="${path}?of=people">All of them</a></p>`}
            </section>`
          }
          <section class="stack ${found !== null && people.length > 0 && 'part'}" aria-labelledby="how">
            <h2 id="how">How to get in</h2>
            <p>
              By winning a week, a year or a programme. A shared place goes to the product that launched
              first. Nobody can be nominated, and nothing can be paid for.
            </p>
            <p><a href="/awards/verify">Check an award</a></p>
            <p><a href="/awards">All places, week by week</a></p>
          </section>
        </div>
      </div>`
    return { title: 'Hall of Fame', nav: 'home', body }
  },
  markdown: ({ found, people, categories, tab }, place) =>
    sections(
      prose`# ${headline(tab, found?.total ?? null)}`,
      prose`Every product that came first, by the votes it had when the week closed.`,
      found !== null && trophiesInMarkdown(found.items, place),
      found !== null && more(found, tab.of === undefined ? path : `${path}?of=${tab.of}`, place),
      ...categories.map(({ name, winners }) => named(name, trophiesInMarkdown(winners, place))),
      people.length > 0 &&
        named(
          'On the podium more than once',
          lines(
            ...people.map(
              ({ slug, name, places }) =>
                prose`- ${mdLink(name, at(place, `/founders/${slug}`))}: ${placesInWords(places)}`,
            ),
          ),
        ),
    ),
})

function headline({ of }: Tab, total: number | null): string {
  if (of === 'people') return 'On the podium more than once.'
  if (of === 'categories') return 'Winners by category.'
  if (total === 0) return 'Nobody has won a week yet.'
  return of === undefined ? `${counted(total!, 'winner')}.` : `${counted(total!, 'winner')} of ${of}.`
}

function winner(
  one: Trophy,
  { slug, ...listing }: { rank: number; slug: string; name: string; logo?: string | null },
): Html {
  return linkedRow({
    ...{ ...listing, href: `/listings/${slug}` },
    about: html`<p><a href="/awards/${one.number}">${one.title}</a>, ${whenOf(one)}</p>`,
    side: tally(one.votes, 'vote'),
  })
}

const inWords = ['first', 'second', 'third']
const placesInWords = (places: readonly Trophy[]): string => {
  const said = new Intl.ListFormat('en').format(
    places.map(({ place, listing }) => `${inWords[place - 1]} with ${listing.name}`),
  )
  return said.charAt(0).toUpperCase() + said.slice(1)
}

function peopleList(people: readonly Person[]): Html {
  if (people.length === 0) return html`<p class="soft">Everybody has been there once so far.</p>`
  return html`<ul class="said">
    ${people.map(
      ({ slug, name, places }) =>
        html`<li class="person">
          ${face(name)}
          <div>
            <h3 class="name"><a href="/founders/${slug}/trophies">${name}</a></h3>
            <p class="soft">${placesInWords(places)}</p>
          </div>
        </li>`,
    )}
  </ul>`
}
