import { isLoopbackSite } from '../../../addresses.ts'
import { lifetimes } from '../../../auth/authority.ts'
import { askingBrowser, email as emailSchema, mailLink, safeReturn } from '../../../auth/sign_in.ts'
import { field } from '../forms.ts'
import { html } from '../html.ts'
import type { Page } from '../layout.ts'
import { openPage } from '../private_page.ts'
import { hoursRule, votedFor, votedIn } from '../voting.ts'
import { askerOf, hostCookie, readCookie, setCookie } from '../visit.ts'
import { middlePage } from './middle_page.ts'
import { submittedIn } from './submit.ts'

type Sent = { sent_to: string; cookie: string; votes: boolean; isHome: boolean }
type Asked = { return_to: string; email?: string; fault?: string; wasDeleted?: boolean }

/** Asks for an email address and mails a sign-in link to it. */
export const signIn = openPage<Asked | Sent>({
  path: '/sign-in',
  async load({ url, session }) {
    const return_to = safeReturn(url.searchParams.get('return_to'))
    const wasDeleted = url.searchParams.has('deleted')
    return session === null ? { return_to, wasDeleted } : { redirect: return_to }
  },
  render: (shown, { upstream, mail_folder, now }) =>
    'sent_to' in shown
      ? linkSent(shown, mail_folder)
      : form(shown, upstream === null ? null : upstream.host, now),
  post: {
    async '/sign-in'(visit) {
      const { storage, form: sent, request, now, public_url, site } = visit
      visit.take('sign_in')
      const return_to = safeReturn(sent.get('return_to'))
      const email = emailSchema.safeParse((sent.get('email') ?? '').trim())
      if (!email.success)
        return { return_to, email: sent.get('email') ?? '', fault: 'This is not an email address.' }
      const asked_by = askingBrowser(readCookie(request, hostCookie(public_url, 'asked')))
      const voted = await votedFor(visit, return_to)
      const link = {
        ...{ email: email.data, return_to, asked_by, public_url, site_name: site.name, now },
        votes_for: voted?.name,
      }
      await mailLink(storage, link, askerOf(visit))
      const cookie = setCookie(public_url, 'asked', asked_by, lifetimes.link_s)
      return { sent_to: email.data, cookie, votes: voted !== null, isHome: isLoopbackSite(public_url) }
    },
  },
})

function form({ return_to, email, fault, wasDeleted }: Asked, upstream: string | null, now: Date): Page {
  const submitted = submittedIn(return_to)
  return {
    title: 'Sign in',
    status: fault === undefined ? 200 : 400,
    body: html`<section class="middle stack sheet">
      ${wasDeleted === true && html`<p class="note ok" role="status">Your account is deleted, and you are signed out.</p>`}
      <h1>Sign in</h1>
      <p>We mail you a link that signs you in once. No password, and no account to set up first.</p>
      ${votedIn(return_to) !== null && html`<p>${hoursRule(now)}</p>`}
      ${
        return_to.startsWith('/submit') &&
        html`<p>
          Then
          ${submitted === null ? 'you give the address of your product. We read its site' : html`we read <b>${submitted.shown}</b>`}
          and write a first profile, free of charge; you choose a free week or a paid launch once you have
          read it.
        </p>`
      }
      <form class="stack" method="post" action="/sign-in">
        <input type="hidden" name="return_to" value="${return_to}" />
        ${field({ name: 'email', label: 'Email address', type: 'email', autocomplete: 'email', max: 254, required: true, value: email, fault })}
        <button class="wide big">Mail me a link</button>
        ${votedIn(return_to) === null && html`<p class="hint">New here? The same link makes your account. Its first vote counts after an hour.</p>`}
      </form>
      ${
        upstream !== null &&
        html`<p class="soft">or</p>
          <p>
            <a
              class="button quiet wide"
              href="/sign-in/upstream?${new URLSearchParams({ return_to }).toString()}"
              >Continue with ${upstream}</a
            >
          </p>`
      }
    </section>`,
  }
}

/** The answer is the same whether or not the address is known here. */
function linkSent(sent: Sent, mail_folder: string | null): Page {
  if (mail_folder !== null) return linkKept(sent, mail_folder)
  const { sent_to, cookie, votes } = sent
  return middlePage(
    'Check your email',
    html`<p>
        We sent a link to <strong>${sent_to}</strong>. It works once, for 15 minutes.
        ${votes && 'It signs you in and casts your vote, in one step.'}
      </p>
      <p class="hint">
        Nothing there? Check your spam folder, or <a href="/sign-in">try again</a>. Of several links the
        newest works.
      </p>`,
    { cookies: [cookie] },
  )
}

/** Without a mail server the operator finds the link in a folder. Its path is shown on a home installation only. */
function linkKept({ sent_to, cookie, isHome }: Sent, mail_folder: string): Page {
  return middlePage(
    'Your link is ready',
    html`<p>
        This service has no mail server yet. The link for <strong>${sent_to}</strong> is in the newest file in
        ${isHome ? html`<code>${mail_folder}</code>` : html`the folder <code>mail</code> of its data`} on the
        machine it runs on. It works once, for 15 minutes.
      </p>
      <p class="hint">If you run the service, set <code>MAIL_URL</code> to have links mailed.</p>`,
    { cookies: [cookie] },
  )
}
