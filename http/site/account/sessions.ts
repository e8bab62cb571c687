import { endSessions } from '../../../tools/account/access.ts'
import { buttonForm } from '../forms.ts'
import { html } from '../html.ts'
import { time } from '../parts.ts'
import { ownPage } from '../private_page.ts'
import { goTo, idOf, signedOut } from '../visit.ts'

export const sessions = ownPage({
  path: '/account/sessions',
  load: ({ storage, session, now }) => storage.sessions.ofUser(session.user.id, now.toISOString()),
  render: (all, { session }) => ({
    title: 'Sessions',
    body: html`<div class="narrow stack">
      <h1>Where you are signed in</h1>
      <ul class="rows">
        ${all.map(
          ({ id, browser, created_at, expires_at }) =>
            html`<li class="field">
              <div>
                <h2>${browser}${id === session.id && html` <span class="tag">this browser</span>`}</h2>
                <p class="hint">Signed in ${time(created_at)} · ends ${time(expires_at)}</p>
              </div>
              ${buttonForm(session, '/account/sessions/end', 'Sign out', { fields: { id }, about: browser })}
            </li>`,
        )}
      </ul>
      ${buttonForm(session, '/account/sessions/end_all', 'Sign out in every browser')}
      <p class="hint">
        <a href="/account/keys">API keys</a> and
        <a href="/account/applications">connected applications</a> keep working; end them on their own pages.
      </p>
    </div>`,
  }),
  post: {
    async '/sign-out'({ act, session, public_url }) {
      await act(endSessions, { id: session.id })
      return signedOut(public_url)
    },

    async '/account/sessions/end'({ act, session, form, public_url }) {
      const id = idOf(form)
      await act(endSessions, { id })
      return id === session.id ? signedOut(public_url) : goTo('/account/sessions')
    },

    async '/account/sessions/end_all'({ act, public_url }) {
      await act(endSessions, {})
      return signedOut(public_url)
    },
  },
})
