import type { z } from 'zod'
import compareListings from '../../../tools/listings/compare_listings.ts'
import { slug } from '../../../tools/inputs.ts'
import { flag } from '../flag.ts'
import { html, type Html } from '../html.ts'
import { comparisonInMarkdown } from '../lists_in_markdown.ts'
import { countryName, shortUrl, titled } from '../parts.ts'
import { slugIn } from '../pasted_slug.ts'
import { publicPage } from '../public_page.ts'
import { votesFor } from '../voting.ts'

/** Two products side by side: where they differ, and what is unknown. */
export const compare = publicPage({
  path: '/compare',
  query: ['a', 'b'],
  async load(visit) {
    const { query, call } = visit
    const [a, b] = [query.a, query.b].map((text) => slug.safeParse(slugIn(text ?? '')).data)
    const isAsked = a !== undefined && b !== undefined
    const found = isAsked ? await call(compareListings, { a, b }) : null
    return { asked: query, found, vote: await votesFor(visit, found === null ? [] : [found.a, found.b]) }
  },
  render({ asked, found, vote }) {
    const body =
      found === null
        ? html`<h1>Which two?</h1>
            <p class="lead gap">
              Name two live products as their addresses here do, such as <code>patient-heron</code>, or paste
              those addresses.
            </p>
            ${form(asked)}`
        : html`<h1>${found.a.name} and ${found.b.name}, side by side</h1>
            <p class="lead gap">
              Only what their own listings say. A blank means that neither site nor source states it, not that
              it is missing.
            </p>
            ${table(found, vote)} ${form({ a: found.a.slug, b: found.b.slug })}`
    const title = found === null ? 'Compare two products' : `${found.a.name} and ${found.b.name}`
    return { title, unlisted: found === null, body }
  },
  markdown: ({ found }) => comparisonInMarkdown(found),
})

type Comparison = z.output<typeof compareListings.output>

function table({ a, b, rows }: Comparison, vote: Awaited<ReturnType<typeof votesFor>>): Html {
  const cell = (one: Comparison['rows'][number], side: 'a' | 'b'): Html =>
    one.attribute === 'votes'
      ? vote({ ...{ a, b }[side], votes: Number(one[side] ?? 0) })
      : said(one[side], one.attribute)
  const stated = rows.filter((one) => one.a !== null || one.b !== null)
  const blank = rows.filter((one) => !stated.includes(one))
  return html`<div class="table gap-l" role="region" aria-label="Comparison" tabindex="0">
      <table class="versus">
        <thead>
          <tr>
            <th scope="col"><span class="unseen">Fact</span></th>
            ${[a, b].map(
              ({ slug, name, url }) =>
                html`<th scope="col">
                  <div class="line">
                    ${flag(name)}<span
                      ><a class="name" href="/listings/${slug}">${name}</a><br /><span class="fine"
                        >${shortUrl(url)}</span
                      ></span
                    >
                  </div>
                </th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${stated.map(
            (one) =>
              html`<tr>
                <th scope="row">${one.label}</th>
                <td>${cell(one, 'a')}</td>
                <td>${cell(one, 'b')}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${
      blank.length > 0 &&
      html`<p class="fine gap">Stated by neither: ${blank.map(({ label }) => label).join(', ')}.</p>`
    }`
}

function said(cell: string | string[] | null, attribute: string): Html {
  if (cell === null) return html`<span class="blank">Not stated</span>`
  if (Array.isArray(cell))
    return html`<ul class="list">
      ${cell.map((one) => html`<li>${one}</li>`)}
    </ul>`
  if (attribute === 'country') return html`${countryName(cell)}`
  if (attribute === 'stage') return html`${titled(cell)}`
  return /^https?:\/\/\S+$/.test(cell)
    ? html`<a href="${cell}" rel="nofollow ugc noopener">${shortUrl(cell)}</a>`
    : html`${cell}`
}

function form({ a = '', b = '' }: Record<string, string>): Html {
  return html`<form class="part line" aria-label="Compare two others" action="/compare">
    <div><label for="a">First</label><input id="a" name="a" value="${a}" maxlength="400" required /></div>
    <div><label for="b">Second</label><input id="b" name="b" value="${b}" maxlength="400" required /></div>
    <button class="quiet">Compare</button>
  </form>`
}
