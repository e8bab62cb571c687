import type { z } from 'zod'
import listCategories from '../../../tools/categories/list_categories.ts'
import { country as countryCode, slug } from '../../../tools/inputs.ts'
import searchListings from '../../../tools/listings/search_listings.ts'
import { offeredValues, type Offered } from '../../../tools/listings/filter_counts.ts'
import { choice, hidden, radios, searchForm, type Option } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { withLogos } from '../logos.ts'
import { searchInMarkdown } from '../lists_in_markdown.ts'
import { counted, countryName, figure, pageLinks, titled } from '../parts.ts'
import { publicPage } from '../public_page.ts'
import { row } from '../standing.ts'
import { pageAsked } from '../visit.ts'
import { votesFor } from '../voting.ts'

const sorts: readonly Option<
  'relevance' | 'newest' | 'votes' | 'trending' | 'most_viewed' | 'most_followed'
>[] = [
  ['relevance', 'Best match'],
  ['newest', 'Newest'],
  ['votes', 'Most votes'],
  ['trending', 'Trending'],
  ['most_viewed', 'Most viewed'],
  ['most_followed', 'Most followed'],
]

/** Search by words and by facts. */
export const search = publicPage({
  path: '/search',
  query: [
    'q',
    'category',
    'pricing_model',
    'stage',
    'country',
    'agent_ready',
    'verified',
    'status',
    'sort',
    'page',
    'vote',
  ],
  async load(visit) {
    const asked = filtersOf(visit.query)
    const [found, categories, values] = await Promise.all([
      visit.call(searchListings, { ...asked, page: pageAsked(visit.query) }),
      visit.call(listCategories, { include_empty: false, depth: 1 }),
      offeredValues(asked, visit),
    ])
    const vote = await votesFor(visit, found.items)
    const items = await withLogos(visit, found.items)
    return { asked, found: { ...found, items }, categories: categories.items, values, vote }
  },
  render({ asked, found, categories, values, vote }, { query }) {
    const { q, status } = asked
    const body = html`<h1>${headline(found.total, asked)}</h1>
      ${found.total > 0 && hints(found)}
      ${searchForm('/search', {
        ...{ about: 'Products', label: 'Search for', isSeen: false, q },
        more: hidden(Object.fromEntries(others(query, 'q'))),
      })}
      <div class="cols lead-side gap-l">
        ${filters(asked, categories, values)}
        <section aria-labelledby="res">
          <h2 id="res" class="unseen">Results</h2>
          ${
            found.items.length === 0
              ? nothing(found, asked, query)
              : html`<ul class="rows plain">
                    ${found.items.map((item) => row(item, status === 'live' ? { side: vote(item), under: vote.under(item) } : {}))}
                  </ul>
                  ${pageLinks('/search', new URLSearchParams(others(query)), found)}`
          }
        </section>
      </div>`
    return { title: q === '' ? 'Search' : `Search for ${q}`, unlisted: true, body }
  },
  markdown: ({ asked, found }, visit) =>
    searchInMarkdown(found, asked.q, new URLSearchParams(visit.query).toString(), visit),
})

type Asked = ReturnType<typeof filtersOf>
type SearchResult = z.output<typeof searchListings.output>

/** Filters from the address, without values that our form cannot send. */
function filtersOf({
  q = '',
  category,
  pricing_model,
  stage,
  country,
  agent_ready,
  verified,
  status,
  sort,
}: Record<string, string>) {
  return {
    q: q.trim().slice(0, 200),
    category: slug.safeParse(category).data,
    pricing_model: pricing_model?.slice(0, 40),
    stage: slug.safeParse(stage).data,
    country: countryCode.safeParse(country).data,
    agent_ready: agent_ready === 'true',
    verified: verified === 'true',
    status: status === 'upcoming' ? ('upcoming' as const) : ('live' as const),
    sort: sorts.find(([name]) => name === sort)?.[0] ?? 'relevance',
  }
}

function headline(total: number, { q, status }: Asked): string {
  const words = q === '' ? '' : ` for “${q.slice(0, 80)}”`
  if (total === 0) return `Nothing here${words}${status === 'live' ? '' : ' that launches soon'}.`
  return `${counted(total, 'product')}${status === 'live' ? '' : ' launching soon'}${words}.`
}

function others(query: Record<string, string>, ...without: string[]): [string, string][] {
  return Object.entries(query).filter(
    ([name]) => name !== 'page' && name !== 'vote' && !without.includes(name),
  )
}

type Values = Awaited<ReturnType<typeof offeredValues>>
type Categories = z.output<typeof listCategories.output>['items']

function filters(asked: Asked, categories: Categories, values: Values): Html {
  const { category } = asked
  const inCategories = new Map(values.category.map((one) => [one.value, one]))
  const named = categories.flatMap(({ slug, name }): Option[] => {
    const one = inCategories.get(slug)
    return one === undefined ? [] : [withCount([slug, name], one)]
  })
  const listed = (offered: readonly Offered[], chosen?: string, nameOf = titled): Option[] => {
    const all = offered.map((one): Option => withCount([one.value, nameOf(one.value)], one))
    return withChosen(all, chosen, nameOf)
  }
  return html`<form aria-label="Filters" action="/search">
    <details class="fold">
      <summary>Filter and sort</summary>
      <div class="filters stack">
        ${asked.q !== '' && html`<input type="hidden" name="q" value="${asked.q}" />`}
        ${choice('category', 'Category', [['', 'All categories'], ...withChosen(named, category)], category)}
        ${choice('pricing_model', 'Pricing', [['', 'Any'], ...listed(values.pricing_model, asked.pricing_model?.toLowerCase())], asked.pricing_model?.toLowerCase())}
        ${choice('stage', 'Stage', [['', 'Any'], ...listed(values.stage, asked.stage)], asked.stage)}
        ${choice('country', 'Country', [['', 'Any'], ...byName(listed(values.country, asked.country, countryName))], asked.country)}
        ${radios({
          ...{ legend: 'Show', name: 'status', chosen: asked.status },
          all: [
            { value: 'live', label: 'Live now' },
            { value: 'upcoming', label: 'Launching soon' },
          ],
        })}
        ${onlyThose([
          only('agent_ready', 'Ready for agents', asked.agent_ready, values.agent_ready[0]),
          only('verified', 'With a verified owner', asked.verified, values.verified[0]),
        ])}
        ${choice('sort', 'Sort by', sorts, asked.sort)}
        <button class="quiet wide">Apply</button>
      </div>
    </details>
  </form>`
}

/** An option with its number of results, or "at least" so many; more than a hundred are not counted. */
function withCount([value, text]: Option, { count, isMore }: Omit<Offered, 'value'>): Option {
  if (count === 0) return [value, text]
  return [value, `${text} (${isMore ? `${Math.min(100, count)}+` : figure(count)})`]
}

/** The chosen value stays in its list, even if it leaves no results. */
const withChosen = (all: Option[], chosen = '', nameOf = titled): Option[] =>
  chosen === '' || all.some(([value]) => value === chosen) ? all : [...all, [chosen, nameOf(chosen)]]

const byName = (all: Option[]): Option[] => all.sort(([, a], [, b]) => a.localeCompare(b, 'en'))

/** A box to tick, if it would leave any result or is ticked. */
const only = (name: string, label: string, isOn: boolean, offered?: Offered): Html | false =>
  (isOn || offered !== undefined) &&
  html`<label class="choice"
    ><input type="checkbox" name="${name}" value="true" ${isOn && html`checked`} />
    <span>${offered === undefined ? label : withCount([name, label], offered)[1]}</span></label
  >`

const onlyThose = (boxes: readonly (Html | false)[]): Html | false =>
  boxes.some((box) => box !== false) &&
  html`<fieldset>
    <legend>Only</legend>
    ${boxes}
  </fieldset>`

const filterNames: Record<string, string> = {
  q: 'your search words',
  category: 'the category',
  pricing_model: 'the pricing',
  stage: 'the stage',
  country: 'the country',
  agent_ready: '“ready for agents”',
  verified: '“with a verified owner”',
  status: '“launching soon”',
  page: 'the page number',
}

const quoted = (words: string[]): string => words.map((word) => `“${word}”`).join(', ')

/** How the search words were understood. */
function hints({ did_you_mean, left_out = [], also_looked_for = [] }: SearchResult): Html {
  return html`${
    did_you_mean !== undefined &&
    html`<p class="lead gap">Spelling is forgiven here: we looked for “${did_you_mean}”.</p>`
  }
  ${left_out.length > 0 && html`<p class="soft gap">Not every result has ${quoted(left_out)}.</p>`}
  ${also_looked_for.length > 0 && html`<p class="soft gap">Also looked for ${quoted(also_looked_for)}.</p>`}`
}

/** Where we searched, and which filter to drop so that something is found. */
function nothing(
  { empty_because = [] }: SearchResult,
  { q, status }: Asked,
  query: Record<string, string>,
): Html {
  const named = empty_because.filter(
    ({ filter }) => filter in filterNames && !(filter === 'status' && status === 'live'),
  )
  const soon = empty_because.find(({ filter }) => filter === 'status' && status === 'live')?.without ?? 0
  const ways = named.filter(({ without }) => without > 0)
  const isAlone = named.length === 0 || (named.length === 1 && named[0]!.filter === 'q')
  return html`<div class="empty">
    <h2>
      ${named.length > 1 ? 'Nothing matches all of this' : q === '' ? 'No product matches' : html`No product matches “${q}”`}
    </h2>
    <p>
      ${q !== '' && 'We looked in names, taglines, descriptions and keywords, and forgave the spelling.'}
      ${ways.length === 0 && !isAlone && 'Leaving out one of the filters finds nothing either.'}
    </p>
    ${
      ways.length > 0 &&
      html`<ul>
        ${ways.map(
          ({ filter, without }) =>
            html`<li>
              <a href="/search?${new URLSearchParams(others(query, filter)).toString()}"
                >${counted(without, 'product')} without ${filterNames[filter]}</a
              >
            </li>`,
        )}
      </ul>`
    }
    ${
      soon > 0 &&
      html`<p>
        <a
          href="/search?${new URLSearchParams([...others(query, 'status'), ['status', 'upcoming']]).toString()}"
          >${counted(soon, 'product')} launching soon</a
        >
      </p>`
    }
    <p class="line">
      <a class="button" href="/submit">Add the first one</a><a href="/categories">Browse all categories</a>
    </p>
  </div>`
}
