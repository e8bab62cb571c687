import { z } from 'zod'
import { defineTool } from '../tool.ts'
import { categoryTree, treeOf } from './tree.ts'

export default defineTool({
  name: 'list_categories',
  title: 'List categories',
  description:
    'Returns the tree of categories, each with how many live listings it and its subcategories hold.',
  scope: 'public',
  http: { method: 'GET', path: '/categories' },
  tag: 'Directory',
  input: z.strictObject({
    include_empty: z.boolean().default(true).describe('Whether to show those without live listings'),
  }),
  output: z.object({ items: z.array(categoryTree) }),
  async handler({ include_empty }, { storage, site }) {
    const counted = await storage.categories.counted(site.id)
    return {
      items: treeOf(include_empty ? counted : counted.filter((category) => category.live_listings > 0)),
    }
  },
})
