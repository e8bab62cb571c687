import { lookAtLink, safeReturn, spendLink } from '../../../auth/sign_in.ts'
import { lifetimes } from '../../../auth/authority.ts'
import { browserName, type SessionStart } from '../../../auth/sessions.ts'
import submitListing from '../../../tools/drafts/submit_listing.ts'
import { Refusal } from '../../../tools/errors.ts'
import { castVote } from '../../../tools/votes/vote.ts'
import { html } from '../html.ts'
import type { Page } from '../layout.ts'
import { mailAddress } from '../parts.ts'
import { rowAt, votedFor, type VotedFor } from '../voting.ts'
import { deadLink, middlePage } from './middle_page.ts'
import { attempt } from './refused.ts'
import { submittedIn, type Submitted } from './submit.ts'
import { requestId } from '../../request.ts'
import { openPage } from '../private_page.ts'
import { askerOf, hostCookie, readCookie, sessionCookie, setCookie, type Visit } from '../visit.ts'

/** The page of a mailed link; null if the link is no longer valid. */
type Asked = { email: string; token: string; voted: VotedFor | null; submitted: Submitted | null }

export const signInLink = openPage<Asked | null>({
  path: '/sign-in/link',
  async load(visit) {
    const token = visit.url.searchParams.get('token') ?? ''
    const link = await lookAtLink(visit.storage, token, visit.now)
    if (link === null) return null
    const { email, return_to } = link
    return { email, token, voted: await votedFor(visit, return_to), submitted: submittedIn(return_to) }
  },
  render: (asked) => (asked === null ? deadLink(dead) : confirm(asked)),
  post: {
    async '/sign-in/link'(visit) {
      visit.take('sign_in')
      const token = visit.form.get('token') ?? ''
      const kept = readCookie(visit.request, hostCookie(visit.public_url, 'asked'))
      const link = await lookAtLink(visit.storage, token, visit.now)
      const voted = link && (await votedFor(visit, link.return_to))
      const signIn = await spendLink(visit.storage, token, kept, browserOf(visit), askerOf(visit))
      if (signIn === null) return null
      // The button named the vote or the website, so that is done, whichever browser the link was opened in.
      const own = await visit.as(signIn.session)
      const submitted = submittedIn(link!.return_to)
      if (submitted !== null) {
        const tried = await attempt(() => own.call(submitListing, { url: submitted.given }))
        const to = 'done' in tried ? `/account/drafts/${tried.done.id}` : link!.return_to
        return { ...signedIn(visit, signIn.session, ''), redirect: to }
      }
      if (voted === null) return signedIn(visit, signIn.session, signIn.return_to)
      const isCast = await own.act(castVote, { slug: voted.slug }).then(
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
function confirm({ email, token, voted, submitted }: Asked): Page {
  const does = submitted !== null ? 'Sign in and read it' : voted !== null ? 'Sign in and vote' : 'Sign in'
  return middlePage(
    does,
    html`${submitted !== null && html`<p class="lead">Then we read ${submitted.shown}.</p>`}
      ${submitted === null && voted !== null && html`<p class="lead">This casts your vote for ${voted.name}.</p>`}
      <p>Go on only if this is your address and you asked for the link yourself.</p>
      <form class="stack" method="post" action="/sign-in/link">
        <input type="hidden" name="token" value="${token}" />
        <button autofocus>${does}</button>
      </form>`,
    { heading: html`Sign in as ${mailAddress(email)}` },
  )
}

const dead = html`<p>
    A link works once, for 15 minutes. This one was used, has expired, or was cut short; or this address can
    open no account here.
  </p>
  <p><a class="button" href="/sign-in">Ask for a new one</a></p>`
