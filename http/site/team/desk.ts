import { html } from '../html.ts'
import { counted, leader } from '../parts.ts'
import { queues, teamPage } from './team_page.ts'

/** What needs the team now, as counts with links. */
export const desk = teamPage({
  path: '/team',
  load: async () => null,
  render(_data, { waiting = {} }) {
    const total = Object.values(waiting).reduce((sum, count) => sum + count, 0)
    return {
      title: 'Team',
      body: html`<h1>
          ${total === 0 ? 'Nothing needs doing.' : `${counted(total, 'thing waits', 'things wait')} for you.`}
        </h1>
        <div class="narrow gap-l">
          <h2 class="unseen">What waits</h2>
          <ul class="list">
            ${queues.map(([label, path]) => html`<li>${leader(label, waiting[path]!, path)}</li>`)}
          </ul>
        </div>`,
    }
  },
})
