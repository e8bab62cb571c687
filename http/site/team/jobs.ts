// Jobs that failed for good, with the reason, and a button to try again.
import type { OpenStorage } from '../../../storage/storage.ts'
import { dismissJob, retryJob } from '../../../tools/team/queue.ts'
import { overdueJobs, type Overdue } from '../../../tools/team/overdue.ts'
import { redacted } from '../../../tools/team/redacted.ts'
import { refusalNote } from '../account/refused.ts'
import { buttonForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { counted, fact, time, titled } from '../parts.ts'
import { idOf, type OwnVisit } from '../visit.ts'
import { teamPage } from './team_page.ts'

const most = 100
export const jobs = teamPage({
  path: '/team/jobs',
  load: async ({ storage, now }) => ({
    dead: await storage.jobs.dead(),
    open: await storage.team.queue(),
    overdue: await overdueJobs(storage, now),
  }),
  render: ({ dead, open, overdue }, { session, refused }) => ({
    title: 'Jobs',
    body: html`<h1>
        ${dead.length === 0 ? 'No job has failed.' : `${counted(dead.length, 'job has', 'jobs have')} failed.`}
      </h1>
      <p class="lead gap">Each was tried several times. Fix the cause, then try it again.</p>
      ${refusalNote(refused)}
      ${
        dead.length > 0 &&
        html`<ul class="rows gap-l">
          ${dead.slice(0, most).map(
            (job) =>
              html`<li class="field">
                <header><h2>${named(job.kind)}</h2></header>
                <p>${redacted(job.failure ?? 'No reason was recorded.')}</p>
                <p class="meta">
                  <span>Number ${job.id}</span><span>${subject(job.payload)}</span
                  ><span>since ${time(job.created_at)}</span
                  ><span>${counted(job.attempt, 'try', 'tries')}</span>
                </p>
                <div class="acts">
                  ${buttonForm(session, '/team/jobs/retry', 'Try again', { fields: { id: job.id }, about: `: ${named(job.kind)} ${job.id}` })}
                  ${buttonForm(session, '/team/jobs/dismiss', 'Dismiss', { fields: { id: job.id }, about: `: ${named(job.kind)} ${job.id}` })}
                </div>
              </li>`,
          )}
        </ul>`
      }
      ${dead.length > most && html`<p class="fine gap">The oldest ${most}.</p>`} ${queue(open, overdue)}`,
  }),
  forms: {
    '/team/jobs/retry': (visit) => act(visit, retryJob),
    '/team/jobs/dismiss': (visit) => act(visit, dismissJob),
  },
})

async function act(visit: OwnVisit, action: typeof retryJob): Promise<string> {
  await visit.act(action, { id: idOf(visit.form) })
  return '/team/jobs'
}

const named = (kind: string) => titled(kind.replaceAll('_', '-'))

/** What a job is about: only the ids, because a payload may contain private data. */
function subject(payload: Record<string, unknown>): string {
  return Object.entries(payload)
    .filter(([key, value]) => typeof value === 'number' || (/_id$/.test(key) && typeof value === 'string'))
    .map(([key, value]) => `${key.replace(/_id$/, '')} ${redacted(String(value))}`)
    .join(', ')
}

function queue(open: Awaited<ReturnType<OpenStorage['team']['queue']>>, overdue: Overdue[]): Html {
  const late = (kind: string) => overdue.find((one) => one.kind === kind)
  return html`<section class="part narrow" aria-labelledby="q">
    <h2 id="q" class="head">What waits and runs</h2>
    ${
      open.length === 0
        ? html`<p class="soft">Nothing.</p>`
        : html`<dl class="facts">
            ${open.map(({ kind, waiting, running }) =>
              fact(
                named(kind),
                html`${waiting.toLocaleString('en')} waiting, ${running.toLocaleString('en')}
                running${
                  late(kind) &&
                  html`, <strong>overdue by ${counted(Math.floor(late(kind)!.by_s / 60), 'minute')}</strong>`
                }`,
              ),
            )}
          </dl>`
    }
  </section>`
}
