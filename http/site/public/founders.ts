import type { z } from 'zod'
import getFounder from '../../../tools/founders/get_founder.ts'
import listFounders from '../../../tools/founders/list_founders.ts'
import { country as countryCode } from '../../../tools/inputs.ts'
import { choice } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { foundersInMarkdown } from '../lists_in_markdown.ts'
import { founderInMarkdown } from '../profiles_in_markdown.ts'
import {
  counted,
  countryName,
  crumbs,
  emptyBox,
  face,
  namedCountries,
  pageLinks,
  paragraphs,
  placeInWords,
  shortUrl,
  titled,
} from '../parts.ts'
import { publicPage } from '../public_page.ts'
import { row } from '../standing.ts'
import { breadcrumbs, founderData, structured } from '../structured.ts'
import { pageAsked } from '../visit.ts'
import { followFor, followForm } from '../following.ts'
import { votesFor } from '../voting.ts'
import { founderStory, questionsPart } from './listing_story.ts'

/** The founders of live listings, by name. */
export const founders = publicPage({
  path: '/founders',
  query: ['q', 'country', 'page'],
  async load(visit) {
    const { q = '', country } = visit.query
    const asked = { q: q.slice(0, 120), country: countryCode.safeParse(country).data }
    const found = await visit.call(listFounders, { ...asked, page: pageAsked(visit.query), per_page: 30 })
    return { asked, found, countries: await visit.storage.founders.countries(visit.site.id) }
  },
  render({ asked, found, countries }, { query }) {
    const body = html`<h1>
        ${counted(found.total, 'founder')} ${asked.q === '' ? 'behind live products' : `for “${asked.q}”`}.
      </h1>
      <form class="line gap-l" role="search" aria-label="Founders" action="/founders">
        <div>
          <label for="q">Name</label
          ><input id="q" type="search" name="q" value="${asked.q}" maxlength="120" />
        </div>
        ${choice('country', 'Country', [['', 'Any'], ...namedCountries(countries)], asked.country)}
        <button class="quiet">Find</button>
      </form>
      <section class="part" aria-labelledby="all">
        <h2 id="all" class="unseen">By name</h2>
        ${
          found.items.length === 0
            ? emptyBox(
                asked.q === '' && asked.country === undefined
                  ? { text: 'No founder is listed yet.' }
                  : { text: 'No founder matches this search.', lead: ['All founders', '/founders'] },
              )
            : html`<ul class="tiles">
                  ${found.items.map(tile)}
                </ul>
                ${pageLinks('/founders', new URLSearchParams(query), found)}`
        }
      </section>`
    return { title: 'Founders', nav: 'founders', body }
  },
  markdown: ({ found }, { query, public_url }) =>
    foundersInMarkdown(found, new URLSearchParams(query).toString(), { public_url }),
})

type Item = z.output<typeof listFounders.output>['items'][number]

function tile({ slug, name, title, country, companies }: Item): Html {
  const what = [title, country === null ? null : countryName(country)].filter((part) => part !== null)
  return html`<li class="person">
    ${face(name)}
    <div>
      <h3 class="name"><a href="/founders/${slug}">${name}</a></h3>
      ${what.length > 0 && html`<p>${what.join(', ')}</p>`}
      <p class="fine">${counted(companies, 'live product')}</p>
    </div>
  </li>`
}

/** One founder, and what else they made. */
export const founder = publicPage({
  path: '/founders/:slug',
  query: ['vote'],
  async load(visit) {
    const shown = await visit.call(getFounder, { slug: visit.params.slug! })
    const follow = await followFor(visit, 'founder', shown)
    return { shown, vote: await votesFor(visit, shown.companies), follow }
  },
  render({ shown, vote, follow }, visit) {
    const { name, bio, interview, companies, stories, socials } = shown
    const accounts = Object.entries(socials)
    const body = html`${crumbs(['Founders', '/founders'], [name])}
      <header class="person">
        ${face(name, 'l')}
        <div class="stack">
          <h1>${name}</h1>
          ${lead(shown) !== '' && html`<p class="lead">${lead(shown)}</p>`}
          ${accounts.length > 0 && html`<p class="line">${accounts.map(account)}</p>`}
          <div>${follow}</div>
        </div>
      </header>
      <div class="cols part">
        <div class="stack">
          ${bio !== null && paragraphs(bio)} ${stories.map(({ story }) => founderStory(story))}
          ${bio === null && stories.length === 0 && interview.length === 0 && html`<p class="soft">No bio yet.</p>`}
          ${questionsPart(interview, ['i', 'Interview'])}
        </div>
        <section aria-labelledby="co">
          <h2 id="co" class="head">Products</h2>
          <p class="fine head"><a href="/founders/${shown.slug}/trophies">Trophies</a> of all of them</p>
          <ul class="rows small plain">
            ${companies.map((item) =>
              row(item, {
                where: false,
                ...(item.status === 'live' && { side: vote(item), under: vote.under(item) }),
              }),
            )}
          </ul>
        </section>
      </div>`
    return {
      title: name,
      description: bio?.slice(0, 200) ?? lead(shown),
      nav: 'founders',
      preview: { type: 'profile' },
      head: structured(founderData(shown, visit), breadcrumbs(visit, ['Founders', '/founders'], [name])),
      body,
    }
  },
  markdown: ({ shown }, visit) => founderInMarkdown(shown, visit),
  post: followForm('founder'),
})

type Shown = z.output<typeof getFounder.output>

function lead({ title, companies, ...where }: Shown): string {
  const names = companies.map(({ name }) => name)
  const of = names.length > 0 ? new Intl.ListFormat('en').format(names) : ''
  const role = title ?? (of === '' ? '' : `Behind ${of}`)
  return [role, placeInWords(where)]
    .filter((part) => part !== '')
    .map((part) => `${part}.`)
    .join(' ')
}

function account([platform, at]: [string, string]): Html {
  return /^https?:/.test(at)
    ? html`<a href="${at}" rel="nofollow ugc me noopener"
        >${platform === 'website' ? shortUrl(at) : titled(platform)}</a
      >`
    : html`<span>${titled(platform)}: ${at}</span>`
}
