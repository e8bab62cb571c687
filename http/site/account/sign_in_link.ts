import { lookAtLink, safeReturn, spendLink } from '../../../auth/sign_in.ts'
import { lifetimes } from '../../../auth/authority.ts'
import { beginSession, browserName } from '../../../auth/sessions.ts'
import { html } from '../html.ts'
import type { Page } from '../layout.ts'
import { deadLink } from './dead_link.ts'
import { openPage } from '../private_page.ts'
import { hostCookie, readCookie, sessionCookie, setCookie, type Visit } from '../visit.ts'

/** Where a mailed link leads; null when it does not work any more. */
export const signInLink = openPage<{ email: string; token: string } | null>({
  path: '/sign-in/link',
  async load({ storage, url, now }) {
    const token = url.searchParams.get('token') ?? ''
    const email = await lookAtLink(storage, token, now)
    return email === null ? null : { email, token }
  },
  render: (link) => (link === null ? deadLink(dead) : confirm(link.email, link.token)),
  post: {
    async '/sign-in/link'(visit) {
      visit.take('sign_in')
      const token = visit.form.get('token') ?? ''
      const browser = readCookie(visit.request, hostCookie(visit.public_url, 'asked'))
      const found = await visit.storage.write((inside) => spendLink(inside, token, browser, visit.now))
      return found === null ? null : signedIn(visit, found.user.id, found.return_to)
    },
  },
})

/** Begins a session of this person in the browser of the visit. */
export async function signedIn(visit: Visit, user_id: number, return_to: string) {
  const { storage, request, public_url, now } = visit
  const token = await storage.write((inside) =>
    beginSession(inside, {
      user_id,
      browser: browserName(request.headers.get('user-agent') ?? ''),
      replaces: readCookie(request, sessionCookie(public_url)),
      now,
    }),
  )
  return {
    redirect: safeReturn(return_to),
    cookies: [setCookie(public_url, 'session', token, lifetimes.session_s)],
  }
}

/** One button, so that a mail scanner that opens the link does not spend it. */
function confirm(email: string, token: string): Page {
  return {
    title: 'Sign in',
    body: html`<section class="middle stack">
      <h1>Sign in as ${email}</h1>
      <p>Go on only if this is your address and you asked for the link yourself.</p>
      <form class="stack" method="post" action="/sign-in/link">
        <input type="hidden" name="token" value="${token}" />
        <button autofocus>Sign in</button>
      </form>
    </section>`,
  }
}

const dead = html`<p>A link works once, for 15 minutes. This one was used, has expired, or was cut short.</p>
  <p><a class="button" href="/sign-in">Ask for a new one</a></p>`
