import { z } from 'zod'
import { notFound } from '../errors.ts'
import { slug } from '../inputs.ts'
import { faq } from '../listings/profile.ts'
import { defineTool } from '../tool.ts'
import { postSummary } from './post.ts'

export default defineTool({
  name: 'get_blog_post',
  title: 'Read a blog post',
  description: 'Opens one article of the blog to read or summarise: its full text in Markdown and its FAQs.',
  scope: 'public',
  http: { method: 'GET', path: '/blog/{slug}' },
  tag: 'Directory',
  input: z.strictObject({ slug }),
  output: postSummary.extend({ body_markdown: z.string(), faqs: z.array(faq), updated_at: z.string() }),
  example: { slug: 'a-launch-week-day-by-day' },
  async handler({ slug }, { storage, site, now }) {
    const post = await storage.posts.bySlug(site.id, slug, now)
    if (post === undefined) {
      throw notFound('published post of this slug', [
        { tool: 'list_blog_posts', arguments: {}, why: 'Lists the posts there are' },
      ])
    }
    return { ...post, published_at: post.published_at! }
  },
})
