import type { z } from 'zod'
import getCategory from '../../../tools/categories/get_category.ts'
import listCategories from '../../../tools/categories/list_categories.ts'
import { html, type Html } from '../html.ts'
import { withLogos } from '../logos.ts'
import { categoriesInMarkdown, categoryInMarkdown } from '../lists_in_markdown.ts'
import { counted, crumbs, emptyBox, feedLink, figure, leader, pageLinks } from '../parts.ts'
import { publicPage } from '../public_page.ts'
import { row } from '../standing.ts'
import { breadcrumbs, listingList, structured } from '../structured.ts'
import { goTo, pageAsked } from '../visit.ts'
import { followFor, followForm } from '../following.ts'
import { votesFor } from '../voting.ts'
import { branch, type Branch } from './home.ts'
import { questionsPart } from './listing_story.ts'

/** The tree of categories, with the number of listings in each. */
export const categories = publicPage({
  path: '/categories',
  load: (visit) => visit.call(listCategories, { include_empty: false }),
  render: ({ items }) => ({
    title: 'All categories',
    description: 'Every category of the directory, with how many live products are in it.',
    nav: 'categories',
    body: html`<h1>${items.length === 0 ? 'No category has a product yet.' : treeTitle(items)}</h1>
      ${items.length > 0 && html`<p class="lead gap">The number is how many live products are in it, subcategories included.</p>`}
      <ul class="index gap-l">
        ${items.map((item) => branch(item, Infinity))}
      </ul>`,
  }),
  markdown: (shown, visit) => categoriesInMarkdown(shown, visit),
})

function treeTitle(items: readonly Branch[]): string {
  const inside = (branches: readonly Branch[] = []): number =>
    branches.reduce((sum, { subcategories }) => sum + 1 + inside(subcategories), 0)
  const [all, top] = [inside(items), items.length]
  return all === top
    ? `${counted(all, 'category', 'categories')}.`
    : `${counted(all, 'category', 'categories')}, ${figure(top)} at the top.`
}

/** A category: its subcategories, and its listings by votes. */
export const category = publicPage({
  path: '/categories/:slug',
  query: ['page', 'vote'],
  async load(visit) {
    const shown = await visit.call(getCategory, { slug: visit.params.slug!, page: pageAsked(visit.query) })
    if (shown.slug !== visit.params.slug) return goTo(`/categories/${shown.slug}`)
    const items = await withLogos(visit, shown.items)
    const follow = await followFor(visit, 'category', shown)
    return { shown: { ...shown, items }, vote: await votesFor(visit, shown.items), follow }
  },
  render({ shown, vote, follow }, visit) {
    const { slug, name, parent, faqs } = shown
    const inside = shown.subcategories.filter(({ live_listings }) => live_listings > 0)
    const above: [string, string][] = parent === null ? [] : [[parent.name, `/categories/${parent.slug}`]]
    const listings = html`<section aria-labelledby="in">
      <div class="head">
        <h2 id="in">Listings</h2>
        <p class="soft">
          ${shown.page > 1 || shown.items.some(({ votes }) => votes > 0) ? 'Most voted first' : 'None has votes yet'}${inside.length > 0 && `, ${counted(inside.length, 'subcategory', 'subcategories')} included`}
        </p>
      </div>
      ${list(shown, vote)}
    </section>`
    const way: [string, string?][] = [['All categories', '/categories'], ...above, [name]]
    const body = html`${crumbs(...way)}
      <h1>${name}</h1>
      <p class="lead gap">${lead(shown)}</p>
      <div class="gap">${follow}</div>
      ${
        inside.length === 0
          ? html`<div class="part">${listings}</div>`
          : html`<div class="cols lead-side part">
              <section aria-labelledby="sub">
                <h2 id="sub" class="unseen">Inside</h2>
                <details class="fold">
                  <summary>${counted(inside.length, 'subcategory', 'subcategories')}</summary>
                  <ul class="list">
                    ${inside.map((one) => html`<li>${leader(one.name, one.live_listings, `/categories/${one.slug}`)}</li>`)}
                  </ul>
                  ${
                    inside.reduce((sum, one) => sum + one.live_listings, 0) > shown.live_listings &&
                    html`<p class="fine">A product can be in several of these.</p>`
                  }
                </details>
              </section>
              ${listings}
            </div>`
      }
      ${questionsPart(faqs)}`
    return {
      title: name,
      description: shown.description ?? `Products in ${name}, most voted first.`,
      nav: 'categories',
      head: html`${feedLink(`categories/${slug}`, name)}${structured(
        listingList(visit, `Products in ${name}`, shown.items, (shown.page - 1) * shown.per_page + 1),
        breadcrumbs(visit, ...way),
      )}`,
      body,
    }
  },
  markdown: ({ shown }, visit) => categoryInMarkdown(shown, visit),
  post: followForm('category'),
})

type Shown = z.output<typeof getCategory.output>

function lead({ live_listings, description }: Shown): string {
  const number =
    live_listings === 0 ? 'Nothing has launched in here yet.' : `${counted(live_listings, 'product')}.`
  return description === null ? number : `${number} ${description}`
}

function list({ slug, items, ...paging }: Shown, vote: Awaited<ReturnType<typeof votesFor>>): Html {
  if (items.length === 0)
    return emptyBox(
      { text: 'No product has launched in this category yet.', lead: ['Submit one', '/submit'] },
      { isButton: true },
    )
  const first = (paging.page - 1) * paging.per_page
  return html`<ol class="rows">
      ${items.map((item, index) => row(item, { rank: first + index + 1, side: vote(item), under: vote.under(item) }))}
    </ol>
    ${pageLinks(`/categories/${slug}`, new URLSearchParams({ page: String(paging.page) }), paging)}`
}
