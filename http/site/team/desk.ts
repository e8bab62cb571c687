import type { Alert } from '../../../storage/alerts.ts'
import { html, type Html } from '../html.ts'
import { counted, leader, time } from '../parts.ts'
import { teamPage } from './team_page.ts'

/** Queues, the most urgent first: the count, the label and the page of each. */
const lists = [
  ['disputes', 'Disputes of claims', '/team/disputes'],
  ['reports', 'Reports from visitors', '/team/reports'],
  ['edits', 'Edits not reviewed yet', '/team/edits'],
  ['payments', 'Payments to look at', '/team/payments'],
  ['jobs', 'Failed jobs', '/team/jobs'],
  ['mails', 'Emails that were not sent', '/team/mail'],
] as const

/** What needs the team now, as counts with links. */
export const desk = teamPage({
  path: '/team',
  load: async ({ storage }) => ({
    waiting: await storage.team.waiting(),
    alerts: await storage.alerts.open(),
  }),
  render({ waiting, alerts }) {
    const total = Object.values(waiting).reduce((sum, count) => sum + count, 0)
    return {
      title: 'Team',
      body: html`<h1>
          ${total === 0 ? 'Nothing needs doing.' : `${counted(total, 'thing waits', 'things wait')} for you.`}
        </h1>
        ${alerts.length > 0 && wrong(alerts)}
        <div class="narrow gap-l">
          <h2 class="unseen">What waits</h2>
          <ul class="list">
            ${lists.map(([key, name, href]) => html`<li>${leader(name, waiting[key], href)}</li>`)}
          </ul>
        </div>`,
    }
  },
})

function wrong(alerts: readonly Alert[]): Html {
  return html`<section class="part narrow" aria-labelledby="wr">
    <h2 id="wr" class="head">What is wrong</h2>
    <ul class="rows">
      ${alerts.map(
        ({ what, remedy, began_at }) =>
          html`<li class="field">
            <p><b>${what}</b></p>
            <p>${remedy}</p>
            <p class="meta"><span>since ${time(began_at)}</span></p>
          </li>`,
      )}
    </ul>
  </section>`
}
