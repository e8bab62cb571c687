import { lookAtLink, safeReturn, spendLink } from '../../../auth/sign_in.ts'
import { lifetimes } from '../../../auth/authority.ts'
import { browserName, type SessionStart } from '../../../auth/sessions.ts'
import { Refusal } from '../../../tools/errors.ts'
import { castVote } from '../../../tools/votes/vote.ts'
import { html } from '../html.ts'
import type { Page } from '../layout.ts'
import { mailAddress } from '../parts.ts'
import { rowAt, votedFor, type VotedFor } from '../voting.ts'
import { deadLink, middlePage } from './middle_page.ts'
import { requestId } from '../../request.ts'
import { openPage } from '../private_page.ts'
import { askerOf, hostCookie, readCookie, sessionCookie, setCookie, type Visit } from '../visit.ts'

/** The page of a mailed link; null if the link is no longer valid. */
export const signInLink = openPage<{ email: string; token: string; voted: VotedFor | null } | null>({
  path: '/sign-in/link',
  async load(visit) {
    const token = visit.url.searchParams.get('token') ?? ''
    const link = await lookAtLink(visit.storage, token, visit.now)
    return link === null ? null : { email: link.email, token, voted: await votedFor(visit, link.return_to) }
  },
  render: (link) => (link === null ? deadLink(dead) : confirm(link.email, link.token, link.voted)),
  post: {
    async '/sign-in/link'(visit) {
      visit.take('sign_in')
      const token = visit.form.get('token') ?? ''
      const kept = readCookie(visit.request, hostCookie(visit.public_url, 'asked'))
      const link = await lookAtLink(visit.storage, token, visit.now)
      const voted = link && (await votedFor(visit, link.return_to))
      const signIn = await spendLink(visit.storage, token, kept, browserOf(visit), askerOf(visit))
      if (signIn === null || voted === null)
        return signIn && signedIn(visit, signIn.session, signIn.return_to)
      // The button named the vote, so it is cast, whichever browser the link was opened in.
      const isCast = await visit.actAs(signIn.session, castVote, { slug: voted.slug }).then(
        () => true,
        (error: unknown) => {
          if (error instanceof Refusal) return false
          throw error
        },
      )
      const back = isCast ? rowAt(link!.return_to, voted.slug) : `/listings/${voted.slug}`
      return { ...signedIn(visit, signIn.session, ''), redirect: back }
    },
  },
})

/** The old session and the browser's name, for the new session. */
export function browserOf({ request, public_url, now }: Visit): SessionStart {
  return {
    browser: browserName(request.headers.get('user-agent') ?? ''),
    replaces: readCookie(request, sessionCookie(public_url)),
    request_id: requestId(request),
    now,
  }
}

/** Redirects with the cookie of the new session. */
export function signedIn({ public_url }: Visit, session: string, return_to: string) {
  const cookie = setCookie(public_url, 'session', session, lifetimes.session_s)
  return { redirect: safeReturn(return_to), cookies: [cookie] }
}

/** A button, so that a mail scanner that opens the link does not use it up. */
function confirm(email: string, token: string, voted: VotedFor | null): Page {
  return middlePage(
    voted === null ? 'Sign in' : 'Sign in and vote',
    html`${voted !== null && html`<p class="lead">This casts your vote for ${voted.name}.</p>`}
      <p>Go on only if this is your address and you asked for the link yourself.</p>
      <form class="stack" method="post" action="/sign-in/link">
        <input type="hidden" name="token" value="${token}" />
        <button autofocus>${voted === null ? 'Sign in' : 'Sign in and vote'}</button>
      </form>`,
    { heading: html`Sign in as ${mailAddress(email)}` },
  )
}

const dead = html`<p>
    A link works once, for 15 minutes. This one was used, has expired, or was cut short; or this address can
    open no account here.
  </p>
  <p><a class="button" href="/sign-in">Ask for a new one</a></p>`
