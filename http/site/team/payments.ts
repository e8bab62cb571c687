// Payments that need attention: money without a valid order that is refunded, partial refunds, disputes.
import type { OpenStorage } from '../../../storage/storage.ts'
import type { Session } from '../../../auth/sessions.ts'
import { seePayment } from '../../../tools/team/payments.ts'
import { pageOrFirst } from '../account/lists.ts'
import { buttonForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { counted, money, pageLinks, time } from '../parts.ts'
import type { OwnVisit } from '../visit.ts'
import { given, refusedNote, teamPage, tried, type Refused } from './team_page.ts'

const per_page = 50
type Noted = Awaited<ReturnType<OpenStorage['payments']['noted']>>['items'][number]
type Shown = { items: Noted[]; total: number; page: number; refused: Refused }

export const payments = teamPage<Shown>({
  path: '/team/payments',
  load: (visit) => show(visit, null),
  render: ({ items, total, page, refused }, { session, url }) => ({
    title: 'Payments',
    place: '/team/payments',
    status: refused?.refusal.status ?? 200,
    body: html`<h1>
        ${
          total === 0
            ? 'No payment needs you.'
            : `${counted(total, 'payment needs', 'payments need')} to be looked at.`
        }
      </h1>
      ${refusedNote(refused)} ${items.length > 0 && table(items, session)}
      ${pageLinks('/team/payments', url.searchParams, { page, per_page, total })}`,
  }),
  post: {
    '/team/payments/seen': (visit) =>
      tried(
        visit,
        () => visit.act(seePayment, { payment: given(visit, 'payment') }),
        '/team/payments',
        (refused) => show(visit, refused),
      ),
  },
})

async function show({ storage, url, request }: OwnVisit, refused: Refused): Promise<Shown> {
  const page = request.method === 'GET' ? pageOrFirst(url) : 1
  const found = await storage.payments.noted({ limit: per_page, offset: (page - 1) * per_page })
  return { ...found, page, refused }
}

function table(items: readonly Noted[], session: Session): Html {
  return html`<div class="table" role="region" aria-label="Payments" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">Order</th>
          <th scope="col">Payment</th>
          <th scope="col">What happened</th>
          <th scope="col">What went back</th>
        </tr>
      </thead>
      <tbody>
        ${items.map(
          ({ number, payment }) =>
            html`<tr>
              <td>${number}<br /><span class="fine">${time(payment.told_at)}</span></td>
              <td>${payment.payment}</td>
              <td>${payment.note}</td>
              <td>
                ${payment.currency !== null && money(payment.refunded_cents + payment.lost_cents, payment.currency)}
                ${buttonForm(session, '/team/payments/seen', 'Done', {
                  fields: { payment: payment.payment },
                  about: `with the payment of ${number}`,
                })}
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}
