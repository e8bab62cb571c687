// The tree of categories, and a form to edit one.
import { addCategory, changeCategory } from '../../../tools/team/categories.ts'
import type { Counted } from '../../../tools/categories/tree.ts'
import type { Category } from '../../../storage/categories.ts'
import { notFound } from '../../../tools/errors.ts'
import { faqBoxes } from '../account/boxes.ts'
import { attempt, faultsByName } from '../account/refused.ts'
import { faqsOf } from '../account/draft_edits.ts'
import { field, sealedForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { counted, crumbs, leader } from '../parts.ts'
import { goTo, type OwnVisit, type Redirect } from '../visit.ts'
import { given, refusedNote, teamPage, type Refused } from './team_page.ts'

type Shown = {
  all: Counted[]
  /** The category being edited, or null for a new one. */
  category: Category | null
  attributes: string[]
  refused: Refused
}

export const categories = teamPage<Shown>({
  path: '/team/categories',
  load: async ({ storage, site }) => ({ ...none, all: await storage.categories.counted(site.id) }),
  render: ({ all }) => ({
    title: 'Categories',
    place: '/team/categories',
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
  load: async ({ storage, site }) => ({ ...none, all: await storage.categories.counted(site.id) }),
  render: page,
  post: { '/team/new-category': (visit) => send(visit, null) },
})

export const category = teamPage<Shown>({
  path: '/team/categories/:slug',
  longest_form: 120_000,
  async load(visit) {
    const { params, storage } = visit
    const category = await storage.categories.bySlug(params.slug!)
    if (category === undefined) throw notFound('category of this slug')
    if (category.slug !== params.slug) return goTo(`/team/categories/${category.slug}`)
    return show(visit, category, null)
  },
  render: page,
  post: {
    async '/team/categories/:slug'(visit) {
      const category = await visit.storage.categories.bySlug(visit.params.slug!)
      if (category === undefined) throw notFound('category of this slug')
      return send(visit, category)
    },
  },
})

const none = { category: null, attributes: [], refused: null }

async function show({ storage, site }: OwnVisit, known: Category | null, refused: Refused): Promise<Shown> {
  return {
    all: await storage.categories.counted(site.id),
    category: known,
    attributes: known === null ? [] : await storage.categories.attributes(known.id),
    refused,
  }
}

async function send(visit: OwnVisit, known: Category | null): Promise<Shown | Redirect> {
  const { form } = visit
  const input = {
    name: given(visit, 'name'),
    slug: given(visit, 'slug'),
    parent: given(visit, 'parent'),
    description: given(visit, 'description'),
    faqs: faqsOf(form),
    attributes: [...new Set(given(visit, 'attributes').split(/[\s,]+/))].filter((key) => key !== ''),
  }
  const tried = await attempt(() =>
    known === null
      ? visit.act(addCategory, input)
      : visit.act(changeCategory, { ...input, category: known.slug }),
  )
  if ('done' in tried) return goTo(`/team/categories/${tried.done[0]!.about_id}?saved`)
  return show(visit, known, { refusal: tried.refused, form })
}

function page(shown: Shown, { session, url }: OwnVisit) {
  const { category: known, refused } = shown
  const name = known?.name ?? 'A new category'
  const path = known === null ? '/team/new-category' : `/team/categories/${known.slug}`
  return {
    title: name,
    place: '/team/categories',
    status: refused?.refusal.status ?? 200,
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
      <div class="gap">${refusedNote(refused)}</div>
      <div class="narrow gap-l">${sealedForm(session, path, fields(shown))}</div>`,
  }
}

function fields({ all, category: known, attributes, refused }: Shown): Html {
  const typed = refused?.form ?? null
  const faults = refused === null ? {} : faultsByName(refused.refusal)
  const value = (name: 'name' | 'slug' | 'description') => typed?.get(name) ?? known?.[name] ?? ''
  const above = all.find(({ id }) => id === known?.parent_id)?.slug ?? ''
  return html`${field({ name: 'name', label: 'Name', max: 120, required: true, value: value('name'), fault: faults.name })}
    ${field({ name: 'slug', label: 'Slug', hint: known === null ? 'Blank: made from the name' : 'The present one will still lead here', max: 220, value: value('slug'), fault: faults.slug })}
    ${parents(all, known, typed?.get('parent') ?? above, faults.parent)}
    ${field({ name: 'description', label: 'Description', max: 2000, rows: 4, value: value('description'), fault: faults.description })}
    ${field({ name: 'attributes', label: 'Attributes', hint: 'Keys that products here state, such as open_source; with spaces or lines between', max: 2000, rows: 3, value: typed?.get('attributes') ?? attributes.join('\n'), fault: faults.attributes })}
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
    .map(({ slug, way }) => ({ slug, text: way.map(({ name }) => name).join(' / ') }))
    .sort((a, b) => a.text.localeCompare(b.text))
  return html`<div>
    <label for="parent">Inside</label>
    <select id="parent" name="parent" ${fault !== undefined && html`aria-describedby="parent-fault"`}>
      <option value="">Nothing: it is at the top</option>
      ${open.map(({ slug, text }) => html`<option value="${slug}" ${slug === chosen && html`selected`}>${text}</option>`)}
    </select>
    ${fault !== undefined && html`<p class="fault" id="parent-fault">${fault}</p>`}
  </div>`
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
