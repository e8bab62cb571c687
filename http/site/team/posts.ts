import { windowOf } from '../../../tools/inputs.ts'
import { pageOrFirst } from '../account/lists.ts'
import { html, type Html } from '../html.ts'
import { counted, pageLinks, time } from '../parts.ts'
import { teamPage } from './team_page.ts'

const per_page = 50

/** All posts of the site, drafts among them. */
export const posts = teamPage({
  path: '/team/posts',
  async load({ storage, site, url }) {
    const page = pageOrFirst(url)
    const window = windowOf({ page, per_page })
    return { page, ...(await storage.posts.everything(site.id, window)) }
  },
  render: ({ items, total, page }, { now }) => ({
    title: 'Blog',
    body: html`<div class="head">
        <h1>${counted(total, 'post')}.</h1>
        <a class="button" href="/team/posts/new">Write a post</a>
      </div>
      <ul class="rows">
        ${items.map(
          ({ id, title, author, published_at }) =>
            html`<li class="field">
              <p class="value"><a href="/team/posts/${id}">${title}</a></p>
              <p class="meta"><span>${author}</span><span>${standingOf(published_at, now)}</span></p>
            </li>`,
        )}
      </ul>
      ${pageLinks('/team/posts', new URLSearchParams(), { page, per_page, total })}`,
  }),
})

export function standingOf(published_at: string | null, now: Date): Html {
  if (published_at === null) return html`Draft`
  return published_at <= now.toISOString()
    ? html`Public since ${time(published_at)}`
    : html`Public from ${time(published_at)}`
}
