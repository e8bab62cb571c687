// Payments that need attention: money without a valid order that is refunded, partial refunds, disputes.
import type { OpenStorage } from '../../../storage/storage.ts'
import type { Session } from '../../../auth/sessions.ts'
import { seePayment } from '../../../tools/team/payments.ts'
import { windowOf } from '../../../tools/inputs.ts'
import { pageOrFirst } from '../account/lists.ts'
import { refusalNote } from '../account/refused.ts'
import { buttonForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { counted, money, pageLinks, time } from '../parts.ts'
import { table } from '../table.ts'
import { given } from '../visit.ts'
import { teamPage } from './team_page.ts'

const per_page = 50
type Noted = Awaited<ReturnType<OpenStorage['payments']['noted']>>['items'][number]

export const payments = teamPage({
  path: '/team/payments',
  async load({ storage, url }) {
    const page = pageOrFirst(url)
    return { ...(await storage.payments.noted(windowOf({ page, per_page }))), page }
  },
  render: ({ items, total, page }, { session, url, refused }) => ({
    title: 'Payments',
    body: html`<h1>
        ${
          total === 0
            ? 'No payment needs you.'
            : `${counted(total, 'payment needs', 'payments need')} to be looked at.`
        }
      </h1>
      ${refusalNote(refused)} ${items.length > 0 && noted(items, session)}
      ${pageLinks('/team/payments', url.searchParams, { page, per_page, total })}`,
  }),
  forms: {
    async '/team/payments/seen'(visit) {
      await visit.act(seePayment, { payment: given(visit, 'payment') })
      return '/team/payments'
    },
  },
})

function noted(items: readonly Noted[], session: Session): Html {
  return table(
    'Payments',
    ['Order', 'Payment', 'What happened', 'What went back'],
    items.map(({ number, payment: { payment, told_at, note, currency, refunded_cents, lost_cents } }) => [
      html`${number}<br /><span class="fine">${time(told_at)}</span>`,
      payment,
      note,
      html`${currency !== null && money(refunded_cents + lost_cents, currency)}
      ${buttonForm(session, '/team/payments/seen', 'Done', { fields: { payment }, about: `with the payment of ${number}` })}`,
    ]),
    { stacks: true },
  )
}
