import { scopesOf, scopeTexts } from '../../auth/scopes.ts'
import type { Session } from '../../auth/sessions.ts'
import type { Grant } from '../../storage/people/oauth.ts'
import { buttonForm, time } from './forms.ts'
import { html, type Html } from './html.ts'
import type { Page } from './layout.ts'

export function applicationsPage(session: Session, grants: Grant[]): Page {
  return {
    title: 'Applications',
    place: '/account/applications',
    body: html`<h1>Connected applications</h1>
      <p>Programs you allowed to use your account, Claude for one. Ending one works at once.</p>
      ${
        grants.length === 0
          ? html`<p class="empty">Nothing is connected.</p>`
          : html`<ul class="rows">
              ${grants.map((grant) => row(session, grant))}
            </ul>`
      }`,
  }
}

function row(session: Session, grant: Grant): Html {
  const host = URL.parse(grant.client_id)?.host
  return html`<li>
    <div>
      <h2>${grant.client_name} ${host !== undefined && html`<code>${host}</code>`}</h2>
      <ul class="allowed">
        ${scopesOf(grant.scope).map((scope) => html`<li>${scopeTexts[scope]}</li>`)}
      </ul>
      <p class="hint">
        Allowed ${time(grant.created_at)} ·
        ${grant.last_used_at === null ? 'not used yet' : html`last used ${time(grant.last_used_at)}`} · ends
        ${time(grant.expires_at)}
      </p>
    </div>
    ${buttonForm(session, '/account/applications/revoke', 'Disconnect', {
      fields: { id: grant.id },
      about: grant.client_name,
    })}
  </li>`
}
