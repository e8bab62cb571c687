import { z } from 'zod'
import { page, pageOf, paging, windowOf } from '../inputs.ts'
import { whyEmpty } from '../emptiness.ts'
import { defineTool } from '../tool.ts'
import { postSummary } from './post.ts'

export default defineTool({
  name: 'list_blog_posts',
  title: 'List blog posts',
  description:
    'Lists the articles of the blog, guides and news, newest first, or the best matches first when q ' +
    'searches them.',
  scope: 'public',
  http: { method: 'GET', path: '/blog' },
  tag: 'Directory',
  input: z.strictObject({ q: z.string().max(200).default('').describe('Words to look for'), ...paging }),
  output: pageOf(postSummary),
  async handler(input, { storage, site, now }) {
    const found = await storage.posts.list({ site_id: site.id, q: input.q, now }, windowOf(input))
    if (found.total > 0) return page(input, found)
    const first = { limit: 1, offset: 0 }
    const all = () => storage.posts.list({ site_id: site.id, q: '', now }, first)
    return page(input, found, await whyEmpty({ q: input.q.trim() }, async () => (await all()).total))
  },
})
