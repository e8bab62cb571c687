import getBlogPost from '../../../tools/blog/get_blog_post.ts'
import listBlogPosts from '../../../tools/blog/list_blog_posts.ts'
import { searchForm } from '../forms.ts'
import { html } from '../html.ts'
import { postsInMarkdown } from '../lists_in_markdown.ts'
import { postInMarkdown } from '../profiles_in_markdown.ts'
import { rendered } from '../markdown.ts'
import { counted, crumbs, day, emptyBox, feedLink, pageLinks } from '../parts.ts'
import { publicPage } from '../public_page.ts'
import { breadcrumbs, postData, structured } from '../structured.ts'
import { pageAsked } from '../visit.ts'
import { questionsPart } from './listing_story.ts'

/** The posts, newest first, or those that match a search. */
export const blog = publicPage({
  path: '/blog',
  query: ['q', 'page'],
  load: (visit) =>
    visit.call(listBlogPosts, {
      q: (visit.query.q ?? '').slice(0, 200),
      page: pageAsked(visit.query),
      per_page: 12,
    }),
  render(found, { query }) {
    const { q = '' } = query
    const posts = counted(found.total, 'post')
    const body = html`<h1>
        ${q === '' ? `${posts} about launching.` : `${posts} about “${q.slice(0, 80)}”.`}
      </h1>
      ${searchForm('/blog', { about: 'Posts', label: 'Search the blog for', isSeen: false, q })}
      <section class="part stack" aria-labelledby="posts">
        <h2 id="posts" class="unseen">Posts</h2>
        ${
          found.items.length === 0 &&
          emptyBox(
            q === ''
              ? { text: 'There is no post yet.' }
              : { text: 'No post matches this search.', lead: ['All posts', '/blog'] },
          )
        }
        ${found.items.map(
          ({ slug, title, excerpt, author, published_at }) =>
            html`<article>
              <p class="fine">${day(published_at)}, ${author}</p>
              <h3><a href="/blog/${slug}">${title}</a></h3>
              <p class="prose">${excerpt}</p>
            </article>`,
        )}
        ${pageLinks('/blog', new URLSearchParams(query), found)}
      </section>`
    return { title: 'Blog', nav: 'blog', head: feedLink('blog', 'Blog'), body }
  },
  markdown: (found, { query, public_url }) =>
    postsInMarkdown(found, new URLSearchParams(query).toString(), { public_url }),
})

/** One post. */
export const post = publicPage({
  path: '/blog/:slug',
  load: (visit) => visit.call(getBlogPost, { slug: visit.params.slug! }),
  render: ({ body_markdown, faqs, ...shown }, visit) => ({
    title: shown.title,
    description: shown.excerpt,
    nav: 'blog',
    preview: { type: 'article' },
    head: structured(postData(shown, visit), breadcrumbs(visit, ['Blog', '/blog'], [shown.title])),
    body: html`<div class="middle">${crumbs(['Blog', '/blog'], [shown.title])}</div>
      <article class="narrow middle">
        <header class="stack">
          <p class="soft">${day(shown.published_at)}, ${shown.author}</p>
          <h1>${shown.title}</h1>
          <p class="lead">${shown.excerpt}</p>
        </header>
        <div class="gap-l">${rendered(body_markdown)}</div>
        ${questionsPart(faqs)}
      </article>`,
  }),
  markdown: (shown) => postInMarkdown(shown),
})
