import type { Session } from '../../auth/sessions.ts'
import { buttonForm, time } from './forms.ts'
import { html } from './html.ts'
import type { Page } from './layout.ts'

export function sessionsPage(
  session: Session,
  sessions: { id: number; browser: string; created_at: string; expires_at: string }[],
): Page {
  return {
    title: 'Sessions',
    place: '/account/sessions',
    body: html`<h1>Where you are signed in</h1>
      <ul class="rows">
        ${sessions.map(
          ({ id, browser, created_at, expires_at }) =>
            html`<li>
              <div>
                <h2>${browser}${id === session.id && html` <span class="tag">this browser</span>`}</h2>
                <p class="hint">Signed in ${time(created_at)} · ends ${time(expires_at)}</p>
              </div>
              ${buttonForm(session, '/account/sessions/end', 'Sign out', { fields: { id }, about: browser })}
            </li>`,
        )}
      </ul>
      ${buttonForm(session, '/account/sessions/end_all', 'Sign out everywhere')}`,
  }
}
