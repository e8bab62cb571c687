// Writing a post: as a draft, for a future date, or at once, with a preview before saving.
import { longestPost, postWith, savePost } from '../../../tools/team/posts.ts'
import { faqBoxes } from '../account/boxes.ts'
import { faultsByName, numberIn, refusalNote } from '../account/refused.ts'
import { faqsOf } from '../account/draft_edits.ts'
import { field, sealedForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { rendered } from '../markdown.ts'
import { crumbs } from '../parts.ts'
import { given, type OwnVisit } from '../visit.ts'
import { standingOf } from './posts.ts'
import { teamPage } from './team_page.ts'

type Post = Awaited<ReturnType<typeof postWith>>
type Shown = { post: Post | null }

/** Form encoding makes Markdown at least a third longer. */
const longest_form = 4 * longestPost

export const newPost = teamPage<Shown>({
  path: '/team/posts/new',
  longest_form,
  load: async () => ({ post: null }),
  render: page,
  forms: { '/team/posts/new': (visit) => send(visit, null) },
})

export const post = teamPage<Shown>({
  path: '/team/posts/:id',
  longest_form,
  load: async (visit) => ({ post: await postOf(visit) }),
  render: page,
  forms: { '/team/posts/:id': async (visit) => send(visit, await postOf(visit)) },
})

function postOf({ params, storage, site }: OwnVisit): Promise<Post> {
  return postWith(numberIn(params.id, 'post with this id'), site.id, storage)
}

async function send(visit: OwnVisit, before: Post | null): Promise<string | null> {
  const { form, now } = visit
  const wish = form.get('do')
  if (wish === 'preview') return null
  const day = given(visit, 'published_at')
  const input = {
    ...(before !== null && { id: before.id }),
    title: given(visit, 'title'),
    slug: given(visit, 'slug'),
    excerpt: given(visit, 'excerpt'),
    author: given(visit, 'author'),
    tags: given(visit, 'tags')
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
    body_markdown: given(visit, 'body_markdown'),
    faqs: faqsOf(form),
    published_at: wish === 'publish' ? now.toISOString() : day === '' ? null : instant(day),
  }
  const done = await visit.act(savePost, input)
  return `/team/posts/${done[0]!.about_id}?saved`
}

/** A date and time in UTC, as browsers send them: without seconds. */
const instant = (text: string) => `${text}${/T\d\d:\d\d$/.test(text) ? ':00' : ''}Z`

function page({ post: before }: Shown, visit: OwnVisit) {
  const { session, now, url, refused, form: typed } = visit
  const path = before === null ? '/team/posts/new' : `/team/posts/${before.id}`
  const isPublic = before?.published_at != null && before.published_at <= now.toISOString()
  const isPreview = typed.get('do') === 'preview'
  const title = typed.get('title') ?? before?.title ?? 'A new post'
  return {
    title,
    place: '/team/posts',
    body: html`${crumbs(['Team', '/team'], ['Blog', '/team/posts'], [before === null ? 'New' : before.title])}
      <h1>${before === null ? 'Write a post' : before.title}</h1>
      ${
        before !== null &&
        html`<p class="lead gap">
          ${standingOf(before.published_at, now)}.
          ${isPublic && html`<a href="/blog/${before.slug}">See it</a>`}
        </p>`
      }
      ${url.searchParams.has('saved') && refused === null && !isPreview && html`<p class="note ok gap" role="status"><b>Saved.</b></p>`}
      <div class="gap">${refusalNote(refused)}</div>
      ${isPreview && shownAs(typed)}
      <div class="narrow gap-l">${sealedForm(session, path, fields(before, isPublic, visit))}</div>`,
  }
}

function fields(before: Post | null, isPublic: boolean, { form: typed, refused }: OwnVisit): Html {
  const faults = faultsByName(refused)
  const was = (name: keyof Post) => typed.get(name) ?? (before?.[name] as string | null | undefined) ?? ''
  const box = (name: keyof Post, more: Omit<Parameters<typeof field>[0], 'name'>) =>
    field({ name, value: was(name), fault: faults[name], ...more })
  const tags = typed.get('tags') ?? before?.tags.join(', ')
  const day = typed.get('published_at') ?? before?.published_at?.slice(0, 16)
  return html`${box('title', { label: 'Title', max: 200, required: true })}
    ${box('excerpt', { label: 'In short', hint: 'Two sentences for lists and previews', max: 400, rows: 2, required: true })}
    ${box('author', { label: 'Author', max: 120, required: true })}
    ${box('body_markdown', { label: 'Text', hint: 'Markdown. Pictures and markup are left out', max: longestPost, rows: 24, required: true })}
    ${field({ name: 'tags', label: 'Tags', hint: 'With commas between', max: 600, value: tags, fault: faults.tags })}
    ${box('slug', { label: 'Slug', hint: isPublic ? 'Stays as it is, because links lead here' : 'Blank: made from the title', max: 220 })}
    <details ${(before?.faqs.length ?? 0) > 0 && html`open`}>
      <summary>Questions and answers</summary>
      <div class="stack gap">${faqBoxes(before?.faqs ?? [], typed)}</div>
    </details>
    ${field({ name: 'published_at', label: 'Public from', hint: 'In UTC. Blank: a draft', type: 'datetime-local', max: 16, value: day, fault: faults.published_at })}
    <div class="line">
      <button name="do" value="save">Save</button>
      <button class="quiet" name="do" value="preview">Preview</button>
      ${!isPublic && html`<button class="quiet" name="do" value="publish">Save and publish now</button>`}
    </div>`
}

/** A preview for the author; nothing is saved. */
function shownAs(form: URLSearchParams): Html {
  return html`<section class="sheet gap-l" aria-labelledby="seen">
    <p class="note wait" role="status"><b>A preview.</b> Nothing is saved yet.</p>
    <div class="middle gap">
      <h2 id="seen">${form.get('title')}</h2>
      <p class="soft">${form.get('author')}</p>
      <p class="lead gap">${form.get('excerpt')}</p>
      <div class="gap-l">${rendered(form.get('body_markdown') ?? '')}</div>
    </div>
  </section>`
}
