import { signOutEverywhere } from '../../../auth/accounts.ts'
import { digest } from '../../../auth/secrets.ts'
import { buttonForm } from '../forms.ts'
import { html } from '../html.ts'
import { time } from '../parts.ts'
import { ownPage } from '../private_page.ts'
import { idOf, signedOut } from '../visit.ts'

export const sessions = ownPage({
  path: '/account/sessions',
  load: ({ storage, session, now }) => storage.sessions.ofUser(session.user.id, now.toISOString()),
  render: (all, { session }) => ({
    title: 'Sessions',
    place: '/account/sessions',
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
      ${buttonForm(session, '/account/sessions/end_all', 'Sign out everywhere')}
    </div>`,
  }),
  post: {
    async '/sign-out'({ storage, session, public_url }) {
      await storage.write((inside) => inside.sessions.end(digest(session.token)))
      return signedOut(public_url)
    },

    async '/account/sessions/end'({ storage, session, form, public_url }) {
      const id = idOf(form)
      await storage.write((inside) => inside.sessions.endOf(session.user.id, id))
      return id === session.id ? signedOut(public_url) : { redirect: '/account/sessions' }
    },

    async '/account/sessions/end_all'({ storage, session, public_url }) {
      await storage.write((inside) => signOutEverywhere(inside, session.user.id))
      return signedOut(public_url)
    },
  },
})
