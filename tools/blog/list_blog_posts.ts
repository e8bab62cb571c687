import { z } from 'zod'
import { page, pageOf, paging, windowOf } from '../inputs.ts'
import { defineTool } from '../tool.ts'
import { postSummary } from './post.ts'

export default defineTool({
  name: 'list_blog_posts',
  title: 'List blog posts',
  description: 'Returns published blog posts, newest first, or the best matches first when q is given.',
  scope: 'public',
  http: { method: 'GET', path: '/blog' },
  tag: 'Directory',
  input: z.strictObject({ q: z.string().max(200).default('').describe('Words to look for'), ...paging }),
  output: pageOf(postSummary),
  async handler(input, { storage, site, now }) {
    return page(input, await storage.posts.list({ site_id: site.id, q: input.q, now }, windowOf(input)))
  },
})
