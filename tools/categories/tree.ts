import { z } from 'zod'

export type CategoryTree = {
  slug: string
  name: string
  live_listings: number
  subcategory_count?: number
  subcategories?: CategoryTree[]
}

export const categoryTree = z.object({
  slug: z.string(),
  name: z.string(),
  live_listings: z.int(),
  subcategory_count: z.int().optional().describe('How many there are below it that are not shown'),
  get subcategories() {
    return z.array(categoryTree).optional()
  },
})

export type Counted = {
  id: number
  parent_id: number | null
  slug: string
  name: string
  live_listings: number
}

/** The most categories one answer holds, so that it stays short. */
const mostShown = 150

/**
 * Builds the tree from a flat list; a category whose parent is not in the list becomes a root. Without a depth the tree
 * has as many levels as fit into a short answer.
 */
export function treeOf(
  categories: readonly Counted[],
  depth: number | undefined,
  tops?: readonly Counted[],
): CategoryTree[] {
  const ids = new Set(categories.map(({ id }) => id))
  const byParent = Map.groupBy(categories, ({ parent_id }) =>
    parent_id !== null && ids.has(parent_id) ? parent_id : null,
  )
  const roots = tops ?? byParent.get(null) ?? []
  const branches = (of: readonly Counted[], levels: number): CategoryTree[] =>
    of.map(({ id, slug, name, live_listings }) => {
      const below = byParent.get(id) ?? []
      if (below.length === 0) return { slug, name, live_listings }
      if (levels === 1) return { slug, name, live_listings, subcategory_count: below.length }
      return { slug, name, live_listings, subcategories: branches(below, levels - 1) }
    })
  return branches(roots, depth ?? shortDepth(roots, byParent))
}

/** The number of levels that keeps the answer short; at least one. */
function shortDepth(roots: readonly Counted[], byParent: Map<number | null, Counted[]>): number {
  let levels = 1
  let shown = roots.length
  let level = roots
  for (;;) {
    level = level.flatMap(({ id }) => byParent.get(id) ?? [])
    shown += level.length
    if (level.length === 0 || shown > mostShown) return levels
    levels += 1
  }
}
