// The audit log: who changed what, and who was refused what.
import type { Told } from '../../../storage/audit.ts'
import { asked, type Typed } from '../../../tools/team/audit.ts'
import { pageOrFirst } from '../account/lists.ts'
import { html, type Html } from '../html.ts'
import { time, titled } from '../parts.ts'
import { whoIs } from './changes.ts'
import { teamPage } from './team_page.ts'

const per_page = 20
const questions = [
  ['person', 'Person: address or number'],
  ['client', 'Key, session or application: key 7'],
  ['listing', 'Listing: slug or number'],
  ['since', 'Since: 24h, 7d, 14:02 or a day, in UTC'],
  ['until', 'Until, likewise'],
  ['request', 'Request id'],
] as const

export const audit = teamPage({
  path: '/team/audit',
  async load({ storage, url, now }) {
    const typed = Object.fromEntries(
      questions.map(([name]) => [name, (url.searchParams.get(name) ?? '').trim().slice(0, 300)]),
    ) as Required<Typed>
    const page = pageOrFirst(url)
    const question = await asked(storage, typed, now)
    const window = { limit: per_page + 1, offset: (page - 1) * per_page }
    const deeds = typeof question === 'string' ? [] : await storage.audit.deeds(question, window)
    return { typed, page, deeds, fault: typeof question === 'string' ? question : null }
  },
  render: ({ typed, page, deeds, fault }) => ({
    title: 'Audit',
    body: html`<h1>Who did what</h1>
      <p class="lead gap">
        Every write, and every refusal of somebody who is signed in. Never what was written.
      </p>
      <form class="gap-l pair" action="/team/audit">
        ${questions.map(
          ([name, label]) =>
            html`<div>
              <label for="${name}">${label}</label>
              <input id="${name}" name="${name}" value="${typed[name]}" maxlength="300" />
            </div>`,
        )}
        <div><button>Look</button></div>
      </form>
      ${fault !== null && html`<p class="gap-l">${fault}</p>`}
      ${fault === null && deedTable(deeds.slice(0, per_page))}
      ${deeds.length > per_page && next(typed, page + 1)}`,
  }),
})

function next(typed: Typed, page: number): Html {
  const query = new URLSearchParams({ ...typed, page: String(page) })
  return html`<p class="gap"><a href="/team/audit?${query.toString()}">Older</a></p>`
}

function deedTable(deeds: readonly Told[]): Html {
  if (deeds.length === 0) return html`<p class="gap-l">Nothing.</p>`
  return html`<ul class="rows gap-l">
    ${deeds.map(
      ({ deed, person }) =>
        html`<li class="field">
          <p>
            <b>${titled(deed.operation.replaceAll('_', '-'))}</b
            >${deed.subject !== null && html` of ${deed.subject}`}:
            ${deed.outcome === 'done' ? 'done' : html`<strong>${deed.outcome}</strong>`}
          </p>
          <p class="meta">
            <span>${deed.user_id === 0 ? 'The operator' : whoIs(person)}</span><span>${time(deed.at)}</span
            ><span>${deed.door}, ${deed.client}</span><span>request ${deed.request_id}</span>
          </p>
        </li>`,
    )}
  </ul>`
}
