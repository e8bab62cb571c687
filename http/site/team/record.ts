// Everything that the team did: who, when, what and why.
import type { TeamAction } from '../../../storage/team.ts'
import { windowOf } from '../../../tools/inputs.ts'
import { pageOrFirst } from '../account/lists.ts'
import { html, type Html } from '../html.ts'
import { counted, pageLinks, time, titled } from '../parts.ts'
import { whoIs } from './changes.ts'
import { teamPage } from './team_page.ts'

const per_page = 50

export const record = teamPage({
  path: '/team/record',
  async load({ storage, url }) {
    const page = pageOrFirst(url)
    return { page, ...(await storage.team.done(windowOf({ page, per_page }))) }
  },
  render: ({ items, total, page }) => ({
    title: 'Record',
    body: html`<h1>
        ${total === 0 ? 'The team has done nothing yet.' : `${counted(total, 'thing', 'things')} the team did.`}
      </h1>
      <p class="lead gap">Newest first. Nothing here can be changed.</p>
      <div class="gap-l">${doneList(items, true)}</div>
      ${pageLinks('/team/record', new URLSearchParams(), { page, per_page, total })}`,
  }),
})

/** Paths of pages by the kind of subject. */
const places: Record<string, (about_id: string) => string> = {
  listing: (id) => `/team/listings/${id}`,
  person: (id) => `/team/people/${id}`,
  post: (id) => `/team/posts/${id}`,
  site: (key) => `/team/sites/${key}`,
  programme: (slug) => `/programmes/${slug}`,
  category: (slug) => `/team/categories/${slug}`,
}

function doneList(items: readonly TeamAction[], isNamed: boolean): Html {
  return html`<ul class="rows">
    ${items.map(
      ({ action, person }) =>
        html`<li class="field">
          <p><b>${titled(action.action.replaceAll('_', '-'))}</b>${isNamed && html`: ${subject(action)}`}</p>
          <p class="meta">
            <span>${action.user_id === null ? 'The operator' : whoIs(person)}</span
            ><span>${time(action.done_at)}</span>
          </p>
          ${action.reason !== null && html`<p>“${action.reason}”</p>`}
          ${action.outcome !== null && html`<p class="fine">${action.outcome}</p>`}
        </li>`,
    )}
  </ul>`
}

/** The team's actions on one listing or person. */
export function doneSection(done: readonly TeamAction[]): Html {
  return html`<section class="part" aria-labelledby="rec">
    <h2 id="rec" class="head">What the team did</h2>
    ${done.length === 0 ? html`<p class="soft">Nothing yet.</p>` : doneList(done, false)}
  </section>`
}

function subject({ about, about_id, name }: TeamAction['action']): Html {
  const place = places[about]
  return place === undefined
    ? html`${name || `${about} ${about_id}`}`
    : html`<a href="${place(about_id)}">${name || `${about} ${about_id}`}</a>`
}
