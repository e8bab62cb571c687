import { html } from '../html.ts'
import { counted, leader } from '../parts.ts'
import { teamPage } from './team_page.ts'

/** What may wait, the most pressing first: what is counted, what it is called and where it is looked at. */
const lists = [
  ['disputes', 'Disputes of claims', '/team/disputes'],
  ['reports', 'Reports from visitors', '/team/reports'],
  ['edits', 'Edits not reviewed yet', '/team/edits'],
  ['payments', 'Payments to look at', '/team/payments'],
  ['jobs', 'Failed jobs', '/team/jobs'],
  ['mails', 'Mails that were not sent', '/team/mail'],
] as const

/** What needs the team now, as counts that lead there. */
export const desk = teamPage({
  path: '/team',
  load: ({ storage }) => storage.team.waiting(),
  render(waiting) {
    const total = Object.values(waiting).reduce((sum, count) => sum + count, 0)
    return {
      title: 'Team',
      place: '/team',
      body: html`<h1>
          ${total === 0 ? 'Nothing waits for you.' : `${counted(total, 'thing waits', 'things wait')} for you.`}
        </h1>
        <div class="narrow gap-l">
          <h2 class="unseen">What waits</h2>
          <ul class="list">
            ${lists.map(([key, name, href]) => html`<li>${leader(name, waiting[key], href)}</li>`)}
          </ul>
        </div>`,
    }
  },
})
