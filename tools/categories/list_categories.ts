import { z } from 'zod'
import { emptyBecause, whyEmpty } from '../emptiness.ts'
import { slug } from '../inputs.ts'
import { plainly } from '../../nearest.ts'
import { defineTool } from '../tool.ts'
import { categoryTree, treeOf, type Counted } from './tree.ts'
import { unknownCategory } from './unknown.ts'

export default defineTool({
  name: 'list_categories',
  title: 'List categories',
  description:
    'Returns the tree of categories (topics, industries, the taxonomy), each with counts of the live ' +
    'listings in it and its subcategories; of a large tree the upper levels.',
  scope: 'public',
  http: { method: 'GET', path: '/categories' },
  tag: 'Directory',
  input: z.strictObject({
    q: z.string().max(120).default('').describe('Words of its name'),
    parent: slug.optional().describe('Only those below it'),
    depth: z.int().min(1).max(9).optional().describe('Levels to show'),
    include_empty: z.boolean().default(true).describe('Whether to show those without live listings'),
  }),
  output: z.object({ items: z.array(categoryTree), empty_because: emptyBecause }),
  async handler({ q, parent, depth, include_empty }, { storage, site }) {
    const counted = await storage.categories.counted(site.id)
    const top = parent === undefined ? null : counted.find((category) => category.slug === parent)
    if (top === undefined) throw unknownCategory('parent', parent!, counted)
    const shown = include_empty ? counted : counted.filter(({ live_listings }) => live_listings > 0)
    const tops = shown.filter(
      (category) => (top === null || isBelow(category, top, counted)) && hasWords(category, q),
    )
    const below = top === null ? undefined : shown.filter(({ parent_id }) => parent_id === top.id)
    const items = q.trim() === '' ? treeOf(shown, depth, below) : treeOf(shown, depth ?? 1, tops)
    if (items.length > 0) return { items }
    const asked = { q: q.trim(), parent, include_empty: include_empty ? undefined : false }
    const count = async (left: typeof asked) =>
      counted.filter(
        (category) =>
          hasWords(category, left.q ?? '') &&
          (left.parent === undefined || isBelow(category, top!, counted)) &&
          (left.include_empty !== false || category.live_listings > 0),
      ).length
    return { items, empty_because: await whyEmpty(asked, count) }
  },
})

function hasWords({ name, slug }: Counted, q: string): boolean {
  const text = plainly(name) + plainly(slug)
  return q.split(/[^\p{L}\p{N}]+/u).every((word) => text.includes(plainly(word)))
}

function isBelow({ parent_id }: Counted, top: Counted, all: readonly Counted[]): boolean {
  if (parent_id === null) return false
  const parent = all.find(({ id }) => id === parent_id)
  return parent_id === top.id || (parent !== undefined && isBelow(parent, top, all))
}
