import { searchForm } from '../forms.ts'
import { html } from '../html.ts'
import { day } from '../parts.ts'
import { teamPage } from './team_page.ts'

const most = 40

/** Finds people by address or name; without a search it lists the team. */
export const people = teamPage({
  path: '/team/people',
  async load({ storage, url }) {
    const q = (url.searchParams.get('q') ?? '').trim().slice(0, 200)
    return { q, found: await storage.team.findPeople(q, most) }
  },
  render: ({ q, found }) => ({
    title: 'People',
    body: html`<h1>Find somebody</h1>
      ${searchForm('/team/people', { about: 'People', label: 'Their address or name', q, button: 'Find', style: 'gap narrow' })}
      <section class="part narrow" aria-labelledby="found">
        <h2 id="found" class="head">${q === '' ? 'The team' : 'Found'}</h2>
        ${
          found.length === 0
            ? html`<p class="soft">Nobody has this in their address or name.</p>`
            : html`<ul class="rows">
                ${found.map(
                  ({ id, name, email, role, created_at }) =>
                    html`<li class="field">
                      <p class="value">
                        <a href="/team/people/${id}">${name || email || `Account ${id}`}</a>
                      </p>
                      <p class="meta">
                        ${email !== null && name !== '' && html`<span>${email}</span>`}<span
                          >here since ${day(created_at)}</span
                        >
                        ${role === 'team' && html`<span class="tag">Team</span>`}
                      </p>
                    </li>`,
                )}
              </ul>`
        }
        ${found.length === most && html`<p class="fine gap">The first ${most}. Type more of it.</p>`}
      </section>`,
  }),
})
