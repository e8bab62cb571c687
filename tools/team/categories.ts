// Editing the tree of categories: adding, renaming and moving. A slug, once given, leads to its category for ever.
import { z } from 'zod'
import { notFound } from '../errors.ts'
import { refusing } from '../faults.ts'
import { slug as slugSchema } from '../inputs.ts'
import { slugOf } from '../slug.ts'
import { defineTeamAction, type TeamContext } from './action.ts'

const text = (max: number) => z.string().trim().min(1).max(max)

const content = {
  name: text(120),
  slug: z.union([z.literal(''), slugSchema]),
  /** Slug of the parent category; empty for a top-level one. */
  parent: z.union([z.literal(''), slugSchema]),
  description: z.string().trim().max(2000),
  faqs: z.array(z.strictObject({ question: text(300), answer: text(1500) })).max(10),
  attributes: z
    .array(z.string().regex(/^[a-z][a-z0-9_]{0,59}$/, 'Use small letters, digits and underscores.'))
    .max(40),
}

export const addCategory = defineTeamAction({
  name: 'add_category',
  input: z.strictObject(content),
  async handler({ slug: wished, parent, attributes, description, ...given }, { storage }) {
    const slug = wished || slugOf(given.name)
    if (slug === null) throw fault('slug', 'No slug can be made from this name. Write one.')
    await demandFree(slug, null, storage)
    const above = await parentOf(parent, storage)
    const category_id = await storage.categories.add({
      ...given,
      slug,
      description: description || null,
      parent_id: above?.id ?? null,
    })
    await storage.categories.setAttributes(category_id, attributes)
    return { about: 'category', about_id: slug, name: given.name, outcome: `in ${above?.slug ?? 'the top'}` }
  },
})

export const changeCategory = defineTeamAction({
  name: 'change_category',
  input: z.strictObject({ ...content, category: slugSchema }),
  async handler(input, { storage }) {
    const { category: known, slug: wished, parent, attributes, description, ...given } = input
    const before = await storage.categories.bySlug(known)
    if (before === undefined) throw notFound('category of this slug')
    const slug = wished || before.slug
    if (slug !== before.slug) await demandFree(slug, before.id, storage)
    const above = await parentOf(parent, storage)
    await demandNoCircle(before.id, above, storage)
    await storage.categories.change(before, { ...given, slug, description: description || null })
    await storage.categories.setAttributes(before.id, attributes)
    await storage.listings.moveCategory(before.id, above?.id ?? null)
    const slugs = [
      before.name !== given.name && `was called ${before.name}`,
      before.slug !== slug && `${before.slug} leads to ${slug}`,
      before.parent_id !== (above?.id ?? null) && `moved to ${above?.slug ?? 'the top'}`,
    ].filter((one) => one !== false)
    return {
      about: 'category',
      about_id: slug,
      name: given.name,
      outcome: slugs.length > 0 ? slugs.join('; ') : undefined,
    }
  },
})

type Storage = TeamContext['storage']
type Category = NonNullable<Awaited<ReturnType<Storage['categories']['bySlug']>>>

const fault = (key: string, message: string) =>
  refusing([{ pointer: `/${key}`, code: 'invalid_value', message }])

/** Refuses a former slug of another category: it must go on leading there. */
async function demandFree(slug: string, own_id: number | null, storage: Storage): Promise<void> {
  const holder = await storage.categories.bySlug(slug)
  if (holder !== undefined && holder.id !== own_id)
    throw fault('slug', 'Another category has this slug, or had it before and is still found by it.')
}

async function parentOf(slug: string, storage: Storage): Promise<Category | null> {
  if (slug === '') return null
  const parent = await storage.categories.bySlug(slug)
  if (parent === undefined) throw fault('parent', 'There is no category of this slug.')
  return parent
}

async function demandNoCircle(id: number, above: Category | null, storage: Storage): Promise<void> {
  for (let next = above; next !== null;) {
    if (next.id === id)
      throw fault('parent', 'A category cannot be inside itself or one of its subcategories.')
    next = next.parent_id === null ? null : ((await storage.categories.byId(next.parent_id)) ?? null)
  }
}
