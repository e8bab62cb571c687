import { scopesOf, scopeTexts } from '../../../auth/scopes.ts'
import type { Session } from '../../../auth/sessions.ts'
import type { Deed } from '../../../storage/people/deeds.ts'
import type { Grant } from '../../../storage/people/oauth.ts'
import { disconnectApplication } from '../../../tools/account/access.ts'
import { lastDeed } from './agent_words.ts'
import { buttonForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { time } from '../parts.ts'
import { ownPage } from '../private_page.ts'
import { goTo, idOf } from '../visit.ts'

export const applications = ownPage({
  path: '/account/applications',
  load: async ({ storage, session, now }) => ({
    grants: await storage.oauth.liveGrantsOf(session.user.id, now.toISOString()),
    deeds: await storage.deeds.lastOf(session.user.id),
  }),
  render: ({ grants, deeds }, { session }) => ({
    title: 'Applications',
    body: html`<div class="narrow stack">
      <h1>Connected applications</h1>
      <p>Programs you allowed to use your account, Claude for one. Ending one works at once.</p>
      ${
        grants.length === 0
          ? html`<p class="empty">Nothing is connected.</p>`
          : html`<ul class="rows">
              ${grants.map((grant) => row(session, grant, deeds))}
            </ul>`
      }
    </div>`,
  }),
  post: {
    async '/account/applications/revoke'({ act, form }) {
      await act(disconnectApplication, { id: idOf(form) })
      return goTo('/account/applications')
    },
  },
})

function row(session: Session, grant: Grant, deeds: readonly Deed[]): Html {
  const host = URL.parse(grant.client_id)?.host
  return html`<li class="field">
    <div>
      <h2>${grant.client_name} ${host !== undefined && html`<code>${host}</code>`}</h2>
      <ul class="prose">
        ${scopesOf(grant.scope).map((scope) => html`<li>${scopeTexts[scope]}</li>`)}
      </ul>
      <p class="hint">
        Allowed ${time(grant.created_at)} ·
        ${grant.last_used_at === null ? 'not used yet' : html`last used ${time(grant.last_used_at)}`} · ends
        ${time(grant.expires_at)}
      </p>
      ${lastDeed(deeds, 'oauth', grant.client_name)}
    </div>
    ${buttonForm(session, '/account/applications/revoke', 'Disconnect', {
      fields: { id: grant.id },
      about: grant.client_name,
    })}
  </li>`
}
