import { email as emailSchema } from '../../../auth/sign_in.ts'
import { askedBehind, askForDigest, confirmDigest } from '../../../tools/follows/subscribe.ts'
import { inWords } from '../../../days.ts'
import { addWeeks, weekOf } from '../../../tools/launches/week.ts'
import { html } from '../html.ts'
import type { Page } from '../layout.ts'
import { mailAddress } from '../parts.ts'
import { openPage } from '../private_page.ts'
import { askForm } from '../public/digest.ts'
import { askerOf } from '../visit.ts'
import { deadLink, middlePage } from './middle_page.ts'

type Shown =
  | { state: 'wrong'; email: string }
  | { state: 'asked'; email: string; mail_folder: string | null }
  | { state: 'open'; email: string; token: string }
  | { state: 'done'; email: string }

/**
 * Subscribing to the digest without signing in: the answer to the form, which hides whether a mail was sent, and
 * the page behind the link; null if that is no longer valid. Opening it changes nothing, because mail scanners do.
 */
export const digestLink = openPage<Shown | null>({
  path: '/digest/confirm',
  async load(visit) {
    const token = visit.url.searchParams.get('token') ?? ''
    const email = await askedBehind(visit.storage, token, visit)
    return email === null ? null : { state: 'open', email, token }
  },
  render: (shown, { now }) => (shown === null ? deadLink(dead) : pageOf(shown, now)),
  post: {
    async '/digest/ask'(visit) {
      visit.take('sign_in')
      const typed = (visit.form.get('email') ?? '').trim()
      const email = emailSchema.safeParse(typed)
      if (!email.success) return { state: 'wrong', email: typed }
      await askForDigest(visit.storage, email.data, visit, askerOf(visit))
      return { state: 'asked', email: email.data, mail_folder: visit.mail_folder }
    },
    async '/digest/confirm'(visit) {
      visit.take('sign_in')
      const email = await confirmDigest(visit.storage, visit.form.get('token') ?? '', visit, askerOf(visit))
      return email === null ? null : { state: 'done', email }
    },
  },
})

function pageOf(shown: Shown, now: Date): Page {
  const monday = inWords(addWeeks(weekOf(now), 1))
  if (shown.state === 'wrong')
    return middlePage(
      'One mail each Monday',
      html`${askForm({ email: shown.email, fault: 'This is not an email address.' })}`,
      { status: 400 },
    )
  if (shown.state === 'asked')
    return middlePage(
      'Open the link in your mail',
      html`<p>
          We sent it to <strong>${shown.email}</strong>, unless you get the digest already or were asked
          today. If you do not open it, nothing comes and we forget the address after a day.
        </p>
        ${
          shown.mail_folder !== null &&
          html`<p class="hint">This service has no mail server yet: its mail is kept with its data.</p>`
        }`,
      { heading: html`Now open the link in your mail` },
    )
  if (shown.state === 'done')
    return middlePage(
      'You get the digest',
      html`<p>The next one comes on ${monday}. Each one has a link that ends it with one press.</p>
        <p><a href="/">See what launches this week</a></p>`,
      { heading: html`The digest comes to ${mailAddress(shown.email)}` },
    )
  return middlePage(
    'Confirm the digest',
    html`<p>
        Who won the week, and what launches in the new one. This creates an account for the address, as
        signing in would, with nothing else in it.
      </p>
      <form class="stack" method="post" action="/digest/confirm">
        <input type="hidden" name="token" value="${shown.token}" />
        <button autofocus>Yes, send it to me</button>
      </form>
      <p>If you did not ask for it, close this page: nothing comes.</p>`,
    { heading: html`One mail each Monday to ${mailAddress(shown.email)}?` },
  )
}

const dead = html`<p>
    A link works once, for a day. If you pressed its button before, the digest comes: look at
    <a href="/account/follows">what you follow</a>. Or this link was cut short, or is too old.
  </p>
  <p><a class="button" href="/digest">Ask for a new one</a></p>`
