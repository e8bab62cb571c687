// Writing the blog. A post without a date is a draft; one with a date is public from then on.
import { z } from 'zod'
import { notFound } from '../errors.ts'
import { refusing } from '../faults.ts'
import { id, slug as slugSchema } from '../inputs.ts'
import { slugOf } from '../slug.ts'
import { defineTeamAction, type TeamContext } from './action.ts'

const text = (max: number) => z.string().trim().min(1).max(max)
const faq = z.strictObject({ question: text(300), answer: text(1500) })

export const longestPost = 60_000

export const savePost = defineTeamAction({
  name: 'save_post',
  input: z.strictObject({
    /** Absent for a new post. */
    id: id.optional(),
    title: text(200),
    slug: z.union([z.literal(''), slugSchema]),
    excerpt: text(400),
    author: text(120),
    tags: z.array(text(60)).max(10),
    body_markdown: text(longestPost),
    faqs: z.array(faq).max(10),
    published_at: z.iso.datetime({ offset: false }).nullable(),
  }),
  async handler({ id: post_id, slug: wished, ...post }, { storage, site, now }) {
    const before = post_id === undefined ? undefined : await postWith(post_id, site.id, storage)
    const at = now.toISOString()
    const wasPublic = before !== undefined && before.published_at !== null && before.published_at <= at
    const slug = wished || before?.slug || slugOf(post.title)
    const complain = (code: string, message: string) => refusing([{ pointer: '/slug', code, message }])
    if (slug === null) throw complain('required', 'No slug can be made from this title. Write one.')
    if (wasPublic && slug !== before.slug)
      throw complain('fixed', 'This post is public, and links lead to it. Its slug stays as it is.')
    const namesake = await storage.posts.withSlug(site.id, slug)
    if (namesake !== undefined && namesake.id !== post_id)
      throw complain('taken', 'Another post has this slug. Choose another.')
    // Instants are compared as text, so this one needs milliseconds like all others.
    const published_at = post.published_at === null ? null : new Date(post.published_at).toISOString()
    const row = { ...post, slug, published_at, updated_at: at, site_id: site.id }
    const saved = post_id === undefined ? await storage.posts.add(row) : post_id
    if (post_id !== undefined) await storage.posts.change(post_id, row)
    const standing = published_at === null ? 'a draft' : `public from ${published_at}`
    return { about: 'post', about_id: saved, name: post.title, outcome: standing }
  },
})

export async function postWith(post_id: number, site_id: number, storage: TeamContext['storage']) {
  const post = await storage.posts.byId(post_id)
  if (post === undefined || post.site_id !== site_id) throw notFound('post with this id')
  return post
}
