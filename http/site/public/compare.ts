import type { z } from 'zod'
import searchListings from '../../../tools/listings/search_listings.ts'
import compareListings from '../../../tools/listings/compare_listings.ts'
import { slug } from '../../../tools/inputs.ts'
import { nearest, plainly } from '../../../nearest.ts'
import { flag } from '../flag.ts'
import { html, type Html } from '../html.ts'
import { withLogos } from '../logos.ts'
import { comparisonInMarkdown } from '../lists_in_markdown.ts'
import { countryName, shortUrl, titled } from '../parts.ts'
import { slugIn } from '../pasted_slug.ts'
import { publicPage, type PublicVisit } from '../public_page.ts'
import { table } from '../table.ts'
import { votesFor } from '../voting.ts'

/** Two products side by side: their differences, and what is unknown. */
export const compare = publicPage({
  path: '/compare',
  query: ['a', 'b', 'vote'],
  async load(visit) {
    const { query, call } = visit
    const [one, other] = [await meant(visit, query.a), await meant(visit, query.b)]
    const [a, b] = [one.slug, other.slug]
    const isAsked = a !== undefined && b !== undefined && a !== b
    const found = isAsked ? await call(compareListings, { a, b }) : null
    const logos = await withLogos(visit, found === null ? [] : [found.a, found.b])
    return {
      asked: query,
      fault: isAsked ? null : faultOf(query, [one, other]),
      found,
      vote: await votesFor(visit, logos),
      logos: logos.map(({ logo }) => logo),
    }
  },
  render({ asked, fault, found, vote, logos }) {
    const body =
      found === null
        ? html`<h1>Which two?</h1>
            <p class="lead gap">Name two products, or paste their addresses here. Both have to be listed.</p>
            ${fault !== null && html`<div class="note bad gap" role="alert">${fault}</div>`} ${form(asked)}`
        : html`<h1>${found.a.name} and ${found.b.name}, side by side</h1>
            <p class="lead gap">
              Only what their own listings say. “Not stated” means that neither the site of the product says
              it nor, where the listing was imported, what it was taken from. It may exist all the same.
            </p>
            ${compared(found, vote, logos)}
            ${[found.a, found.b].map((one) => html`<div id="${one.slug}">${vote.under({ ...one, votes: 0 })}</div>`)}
            ${form({ a: found.a.name, b: found.b.name })}
            <p class="fine gap">Did you make one of them? Open its page to claim it, and fill the blanks.</p>`
    const title = found === null ? 'Compare two products' : `${found.a.name} and ${found.b.name}`
    return { title, unlisted: found === null, body }
  },
  markdown: ({ found }) => comparisonInMarkdown(found),
})

/** The listing that was named; where none is, those whose texts have its words. */
type Meant = { slug?: string; alike: readonly { slug: string; name: string }[] }

/** Why the two cannot be compared, with what may have been meant; null before both were chosen. */
function faultOf({ a: one, b: other }: Record<string, string>, [first, second]: [Meant, Meant]): Html | null {
  if (one === undefined || other === undefined) return null
  if (one.trim() === '' || other.trim() === '') return html`<p>Name both products.</p>`
  const unknown = [
    { typed: one, ...first, with: (slug: string) => ({ a: slug, b: second.slug ?? other }) },
    { typed: other, ...second, with: (slug: string) => ({ a: first.slug ?? one, b: slug }) },
  ].filter(({ slug }) => slug === undefined)
  if (unknown.length === 0) return html`<p>Both are the same product. Name another one beside it.</p>`
  return html`${unknown.map(
    ({ typed, alike, with: chosen }) =>
      html`<p>
        No product here is called “${typed.trim()}”.
        ${
          alike.length > 0 &&
          html`Perhaps you mean
          ${alike.map(({ slug, name }, at) => html`${at > 0 && ', '}<a href="/compare?${new URLSearchParams(chosen(slug)).toString()}">${name}</a>`)}.`
        }
      </p>`,
  )}`
}

/** The listing with this name or address here. What merely has its words is not taken for it, but offered. */
async function meant({ call, storage, site }: PublicVisit, text = ''): Promise<Meant> {
  const typed = text.trim().slice(0, 200)
  if (typed === '') return { alike: [] }
  const given = slug.safeParse(slugIn(typed)).data
  if (given !== undefined && (await storage.listings.standing(site.id, given)) !== undefined)
    return { slug: given, alike: [] }
  const { items, left_out } = await call(searchListings, { q: typed, per_page: 5 })
  const same = items.find(({ name }) => plainly(name) === plainly(typed))
  const called = items.filter(({ name }) => isCalled(name, typed))
  const slugMeant = same?.slug ?? (called.length === 1 ? called[0]!.slug : undefined)
  return { slug: slugMeant, alike: left_out === undefined ? items : [] }
}

/** Whether words of the name were typed, or the whole name with a slip in it. */
function isCalled(name: string, typed: string): boolean {
  const words = (text: string) => text.toLocaleLowerCase('en').split(/\s+/)
  if (words(typed).every((word) => words(name).includes(word))) return true
  const [one, other] = [plainly(name), plainly(typed)]
  return Math.abs(one.length - other.length) <= other.length / 3 && nearest(typed, [name]) !== undefined
}

type Comparison = z.output<typeof compareListings.output>

function compared(
  { a, b, rows }: Comparison,
  vote: Awaited<ReturnType<typeof votesFor>>,
  [logoOfA, logoOfB]: (string | null)[],
): Html {
  const cell = (one: Comparison['rows'][number], side: 'a' | 'b'): Html =>
    one.attribute === 'votes'
      ? vote({ ...{ a, b }[side], votes: Number(one[side] ?? 0) })
      : said(one[side], one.attribute)
  const stated = rows.filter((one) => one.a !== null || one.b !== null)
  const blank = rows.filter((one) => !stated.includes(one))
  const named = ({ slug, name, url }: Comparison['a'], logo: string | null = null) =>
    html`<div class="line">
      ${flag(name, logo)}<span
        ><a class="name" href="/listings/${slug}">${name}</a><br /><span class="fine"
          >${shortUrl(url)}</span
        ></span
      >
    </div>`
  return html`${table(
    'Comparison',
    [html`<span class="unseen">Fact</span>`, named(a, logoOfA), named(b, logoOfB)],
    stated.map((one) => [labelled(one), cell(one, 'a'), cell(one, 'b')]),
    { headed: true, around: 'gap-l', style: 'versus' },
  )}
  ${
    blank.length > 0 &&
    html`<p class="fine gap">Stated by neither: ${blank.map(({ label }) => label).join(', ')}.</p>`
  }`
}

/** The label of an attribute as the pages of listings spell it. */
function labelled({ attribute, label }: Comparison['rows'][number]): string {
  const spelled = titled(attribute.replaceAll('_', '-'))
  return spelled.replaceAll('-', ' ') === label ? spelled : label
}

function said(cell: string | string[] | null, attribute: string): Html {
  if (cell === null)
    return html`<span class="blank"
      >${attribute === 'rating' ? 'Fewer than three reviews' : 'Not stated'}</span
    >`
  if (Array.isArray(cell))
    return html`<ul class="prose">
      ${cell.map((one) => html`<li>${one}</li>`)}
    </ul>`
  if (attribute === 'country') return html`${countryName(cell)}`
  if (attribute === 'stage') return html`${titled(cell)}`
  if (cell === 'yes' || cell === 'no') return html`${titled(cell)}`
  return /^https?:\/\/\S+$/.test(cell)
    ? html`<a href="${cell}" rel="nofollow ugc noopener">${shortUrl(cell)}</a>`
    : html`${cell}`
}

function form({ a = '', b = '' }: Record<string, string>): Html {
  const box = (name: string, label: string, value: string) =>
    html`<div>
      <label for="${name}">${label}</label
      ><input
        id="${name}"
        type="search"
        name="${name}"
        value="${value}"
        maxlength="400"
        required
        data-fills
      />
    </div>`
  return html`<form class="part pair" role="search" aria-label="Two products to compare" action="/compare">
    ${box('a', 'First product', a)} ${box('b', 'Second product', b)}
    <button class="quiet">Compare</button>
  </form>`
}
