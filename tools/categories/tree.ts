import { z } from 'zod'

export type CategoryTree = {
  slug: string
  name: string
  live_listings: number
  subcategories?: CategoryTree[]
}

export const categoryTree = z.object({
  slug: z.string(),
  name: z.string(),
  live_listings: z.int(),
  get subcategories() {
    return z.array(categoryTree).optional()
  },
})

type Counted = { id: number; parent_id: number | null; slug: string; name: string; live_listings: number }

/** The tree above a flat list; a category whose parent is not in the list stands at the top. */
export function treeOf(categories: readonly Counted[]): CategoryTree[] {
  const ids = new Set(categories.map(({ id }) => id))
  const byParent = Map.groupBy(categories, ({ parent_id }) =>
    parent_id !== null && ids.has(parent_id) ? parent_id : null,
  )
  const branch = (parent_id: number | null): CategoryTree[] =>
    (byParent.get(parent_id) ?? []).map(({ id, slug, name, live_listings }) => ({
      slug,
      name,
      live_listings,
      ...(byParent.has(id) && { subcategories: branch(id) }),
    }))
  return branch(null)
}
