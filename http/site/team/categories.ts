// The tree of categories, and a form to edit one.
import { addCategory, changeCategory } from '../../../tools/team/categories.ts'
import type { Counted } from '../../../tools/categories/tree.ts'
import type { Category } from '../../../storage/categories.ts'
import { notFound } from '../../../tools/errors.ts'
import { faqBoxes } from '../account/boxes.ts'
import { faultsByName, refusalNote } from '../account/refused.ts'
import { faqsOf } from '../account/draft_edits.ts'
import { choice, field, sealedForm, type Option } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { counted, crumbs, leader } from '../parts.ts'
import { given, goTo, type OwnVisit } from '../visit.ts'
import { teamPage } from './team_page.ts'

type Shown = {
  all: Counted[]
  /** The category being edited, or null for a new one. */
  category: Category | null
  attributes: string[]
}

export const categories = teamPage<Shown>({
  path: '/team/categories',
  load: (visit) => show(visit, null),
  render: ({ all }) => ({
    title: 'Categories',
    body: html`<div class="head">
        <h1>${counted(all.length, 'category', 'categories')}.</h1>
        <a class="button" href="/team/new-category">Add a category</a>
      </div>
      <p class="lead gap">The number is how many live products are in it, those below it included.</p>
      <ul class="index gap-l">
        ${branches(all, null)}
      </ul>`,
  }),
})

export const newCategory = teamPage<Shown>({
  path: '/team/new-category',
  longest_form: 120_000,
  load: (visit) => show(visit, null),
  render: page,
  forms: { '/team/new-category': (visit) => send(visit, null) },
})

export const category = teamPage<Shown>({
  path: '/team/categories/:slug',
  longest_form: 120_000,
  async load(visit) {
    const category = await categoryOf(visit)
    if (category.slug !== visit.params.slug) return goTo(`/team/categories/${category.slug}`)
    return show(visit, category)
  },
  render: page,
  forms: { '/team/categories/:slug': async (visit) => send(visit, await categoryOf(visit)) },
})

async function categoryOf({ params, storage }: OwnVisit): Promise<Category> {
  const category = await storage.categories.bySlug(params.slug!)
  if (category === undefined) throw notFound('category of this slug')
  return category
}

async function show({ storage, site }: OwnVisit, known: Category | null): Promise<Shown> {
  return {
    all: await storage.categories.counted(site.id),
    category: known,
    attributes: known === null ? [] : await storage.categories.attributes(known.id),
  }
}

async function send(visit: OwnVisit, known: Category | null): Promise<string> {
  const input = {
    name: given(visit, 'name'),
    slug: given(visit, 'slug'),
    parent: given(visit, 'parent'),
    description: given(visit, 'description'),
    faqs: faqsOf(visit.form),
    attributes: [...new Set(given(visit, 'attributes').split(/[\s,]+/))].filter((key) => key !== ''),
  }
  const done =
    known === null
      ? await visit.act(addCategory, input)
      : await visit.act(changeCategory, { ...input, category: known.slug })
  return `/team/categories/${done[0]!.about_id}?saved`
}

function page(shown: Shown, visit: OwnVisit) {
  const { session, url, refused } = visit
  const { category: known } = shown
  const name = known?.name ?? 'A new category'
  const path = known === null ? '/team/new-category' : `/team/categories/${known.slug}`
  return {
    title: name,
    place: '/team/categories',
    body: html`${crumbs(['Team', '/team'], ['Categories', '/team/categories'], [name])}
      <h1>${name}</h1>
      ${
        known !== null &&
        html`<p class="lead gap">
          ${counted(shown.all.find(({ id }) => id === known.id)?.live_listings ?? 0, 'live product')}.
          <a href="/categories/${known.slug}">See its page</a>
        </p>`
      }
      ${url.searchParams.has('saved') && refused === null && html`<p class="note ok gap" role="status"><b>Saved.</b></p>`}
      <div class="gap">${refusalNote(refused)}</div>
      <div class="narrow gap-l">${sealedForm(session, path, fields(shown, visit))}</div>`,
  }
}

function fields({ all, category: known, attributes }: Shown, { refused, form: typed }: OwnVisit): Html {
  const faults = faultsByName(refused)
  const value = (name: 'name' | 'slug' | 'description') => typed.get(name) ?? known?.[name] ?? ''
  const above = all.find(({ id }) => id === known?.parent_id)?.slug ?? ''
  return html`${field({ name: 'name', label: 'Name', max: 120, required: true, value: value('name'), fault: faults.name })}
    ${field({ name: 'slug', label: 'Slug', hint: known === null ? 'Blank: made from the name' : 'The present one will still lead here', max: 220, value: value('slug'), fault: faults.slug })}
    ${parents(all, known, typed.get('parent') ?? above, faults.parent)}
    ${field({ name: 'description', label: 'Description', max: 2000, rows: 4, value: value('description'), fault: faults.description })}
    ${field({ name: 'attributes', label: 'Attributes', hint: 'Keys that products here state, such as open_source; with spaces or lines between', max: 2000, rows: 3, value: typed.get('attributes') ?? attributes.join('\n'), fault: faults.attributes })}
    <details ${(known?.faqs.length ?? 0) > 0 && html`open`}>
      <summary>Questions and answers</summary>
      <div class="stack gap">${faqBoxes(known?.faqs ?? [], typed)}</div>
    </details>
    <button>${known === null ? 'Add it' : 'Save'}</button>`
}

/** Possible parents, each with its path in the tree. */
function parents(all: readonly Counted[], known: Category | null, chosen: string, fault?: string): Html {
  const byId = new Map(all.map((one) => [one.id, one]))
  const wayTo = (one: Counted): Counted[] => {
    const above = one.parent_id === null ? undefined : byId.get(one.parent_id)
    return above === undefined ? [one] : [...wayTo(above), one]
  }
  const open = all
    .map((one) => ({ slug: one.slug, way: wayTo(one) }))
    .filter(({ way }) => !way.some(({ id }) => id === known?.id))
    .map(({ slug, way }): Option => [slug, way.map(({ name }) => name).join(' / ')])
    .sort(([, a], [, b]) => a.localeCompare(b))
  return choice('parent', 'Inside', [['', 'Nothing: it is at the top'], ...open], chosen, fault)
}

function branches(all: readonly Counted[], parent_id: number | null): Html {
  return html`${all
    .filter((one) => one.parent_id === parent_id)
    .map(({ id, slug, name, live_listings }) => {
      const below =
        all.some((one) => one.parent_id === id) &&
        html`<ul>
          ${branches(all, id)}
        </ul>`
      return html`<li>${leader(name, live_listings, `/team/categories/${slug}`)}${below}</li>`
    })}`
}
