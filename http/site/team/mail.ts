// The outbox. The text of a mail is never shown: it may contain a link that gives access.
import { mailStandings } from '../../../storage/mail.ts'
import type { OpenStorage } from '../../../storage/storage.ts'
import type { Session } from '../../../auth/sessions.ts'
import { retryMail } from '../../../tools/team/queue.ts'
import { redacted } from '../../../tools/team/redacted.ts'
import { windowOf } from '../../../tools/inputs.ts'
import { pageOrFirst } from '../account/lists.ts'
import { refusalNote } from '../account/refused.ts'
import { buttonForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { pageLinks, time } from '../parts.ts'
import { table } from '../table.ts'
import { idOf } from '../visit.ts'
import { teamPage } from './team_page.ts'

const per_page = 50
type Wanted = (typeof mailStandings)[number]
type Mail = Awaited<ReturnType<OpenStorage['mail']['outbox']>>['items'][number]

const words: Record<Wanted, string> = { failed: 'Not sent', waiting: 'Waiting', sent: 'Sent' }
const headings: Record<Wanted, (total: string) => string> = {
  failed: (total) => (total === '0' ? 'Every mail was sent.' : `${total} not sent.`),
  waiting: (total) => (total === '0' ? 'No mail waits.' : `${total} waiting.`),
  sent: (total) => `${total} sent in the last month.`,
}
/** The meaning of our own failure codes; other failures are codes of mail servers. */
const failures: Record<string, string> = {
  expired: 'It was too old to send',
  'perhaps sent': 'It may have arrived, so it is not sent twice',
  'gave up': 'The mail server could not be reached for hours',
}

export const mail = teamPage({
  path: '/team/mail',
  async load({ storage, url }) {
    const asked = url.searchParams.get('show')
    const wanted = mailStandings.find((one) => one === asked) ?? 'failed'
    const page = pageOrFirst(url)
    const found = await storage.mail.outbox(wanted, windowOf({ page, per_page }))
    return { wanted, ...found, page }
  },
  render: ({ wanted, items, total, page }, { session, url, now, refused }) => ({
    title: 'Mail',
    body: html`<h1>${headings[wanted](total.toLocaleString('en'))}</h1>
      <nav class="tabs" aria-label="Mail">
        ${(Object.keys(words) as Wanted[]).map(
          (one) =>
            html`<a href="/team/mail?show=${one}" ${one === wanted && html`aria-current="page"`}
              >${words[one]}</a
            >`,
        )}
      </nav>
      ${refusalNote(refused)} ${items.length > 0 && outbox(items, session, now)}
      ${pageLinks('/team/mail', url.searchParams, { page, per_page, total })}`,
  }),
  forms: {
    async '/team/mail/retry'({ act, form }) {
      await act(retryMail, { id: idOf(form) })
      return '/team/mail'
    },
  },
})

function outbox(items: readonly Mail[], session: Session, now: Date): Html {
  return table(
    'Emails',
    ['When', 'To', 'Subject', 'What became of it'],
    items.map((one) => [
      time(one.created_at),
      one.recipient,
      redacted(one.subject),
      html`${fate(one)} ${canRetry(one, now) && again(one, session)}`,
    ]),
    { stacks: true },
  )
}

function fate({ sent_at, failure, expires_at }: Mail): Html {
  if (sent_at !== null) return html`Sent ${time(sent_at)}`
  if (failure !== null) return html`${failures[failure] ?? redacted(failure)}`
  return expires_at === null ? html`Waits` : html`Waits until ${time(expires_at)}`
}

const canRetry = ({ failure, is_kept, expires_at }: Mail, now: Date) =>
  failure !== null && is_kept === 1 && (expires_at === null || expires_at > now.toISOString())

function again({ id, recipient }: Mail, session: Session): Html {
  return buttonForm(session, '/team/mail/retry', 'Send it again', {
    fields: { id },
    about: `to ${recipient}`,
  })
}
