import { lookAtLink, safeReturn, spendLink } from '../../../auth/sign_in.ts'
import { lifetimes } from '../../../auth/authority.ts'
import { browserName, type SessionStart } from '../../../auth/sessions.ts'
import { html } from '../html.ts'
import type { Page } from '../layout.ts'
import { deadLink } from './dead_link.ts'
import { openPage } from '../private_page.ts'
import { askerOf, hostCookie, readCookie, sessionCookie, setCookie, type Visit } from '../visit.ts'

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
      const kept = readCookie(visit.request, hostCookie(visit.public_url, 'asked'))
      const signIn = await spendLink(visit.storage, token, kept, browserOf(visit), askerOf(visit))
      return signIn && signedIn(visit, signIn.session, signIn.return_to)
    },
  },
})

/** What of the browser of the visit a session remembers and replaces. */
export function browserOf({ request, public_url, now }: Visit): SessionStart {
  return {
    browser: browserName(request.headers.get('user-agent') ?? ''),
    replaces: readCookie(request, sessionCookie(public_url)),
    now,
  }
}

/** Leads on, with the session that has begun. */
export function signedIn({ public_url }: Visit, session: string, return_to: string) {
  const cookie = setCookie(public_url, 'session', session, lifetimes.session_s)
  return { redirect: safeReturn(return_to), cookies: [cookie] }
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

const dead = html`<p>
    A link works once, for 15 minutes. This one was used, has expired, or was cut short; or this address can
    open no account here.
  </p>
  <p><a class="button" href="/sign-in">Ask for a new one</a></p>`
