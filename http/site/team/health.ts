// What is stuck or wrong and whom it hurts: open alerts, jobs that failed for good, and each part of the service.
import { deadJobsKey, type Alert } from '../../../storage/alerts.ts'
import type { JobKind, StoredJob } from '../../../storage/jobs.ts'
import { dismissJob, retryJob } from '../../../tools/team/queue.ts'
import { overdueJobs } from '../../../tools/team/overdue.ts'
import { redacted } from '../../../tools/team/redacted.ts'
import { refusalNote } from '../account/refused.ts'
import { buttonForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { counted, figure, time, titled } from '../parts.ts'
import { table } from '../table.ts'
import { idOf, type OwnVisit } from '../visit.ts'
import { teamPage } from './team_page.ts'

type Part = { /** What people miss while it stands still. */ misses: string; kinds: JobKind[] }
export const parts: Record<string, Part> = {
  Week: {
    misses: 'Places and awards of the week that ended are not decided or not signed.',
    kinds: ['turn_weeks', 'weigh_votes', 'seal_weeks', 'ask_witnesses'],
  },
  Drafts: {
    misses: 'Makers wait for the drafts of their websites.',
    kinds: ['crawl_site', 'draft_profile', 'compare_competitor'],
  },
  Mail: {
    misses: 'Nobody gets a link to sign in, nor is told of a launch, a claim or an order.',
    kinds: ['send_mail', 'send_digests'],
  },
  Payments: {
    misses: 'What was paid or given back may not show yet.',
    kinds: ['reconcile_payments', 'refund_payment', 'note_country', 'play_payment'],
  },
  Listings: {
    misses: 'Badges, logos, ratings and facts of listings are not looked at again.',
    kinds: ['check_badge', 'look_at_doors', 'keep_logo', 'fetch_ratings', 'read_facts_again'],
  },
  Webhooks: { misses: "Owners' programs are not told what happened.", kinds: ['send_webhook'] },
  Search: {
    misses: 'Searches become slower; what was edited is found all the same.',
    kinds: ['merge_search_index', 'refresh_statistics', 'write_needs'],
  },
  Upkeep: {
    misses: 'The database is not copied, or what has expired is not deleted.',
    kinds: ['copy_database', 'sweep_audit', 'sweep_identity', 'sweep_pictures', 'find_unused_pictures'],
  },
  Alerts: { misses: 'Nobody is told that something is wrong.', kinds: ['watch', 'send_alert'] },
}
const partOf = (kind: string) => Object.values(parts).find(({ kinds }) => (kinds as string[]).includes(kind))

const most = 100
export const health = teamPage({
  path: '/team/health',
  load: async ({ storage, now }) => ({
    dead: await storage.jobs.dead(),
    // The dead jobs themselves are shown.
    alerts: (await storage.alerts.open()).filter(({ key }) => key !== deadJobsKey),
    open: await storage.team.queue(),
    failing: await storage.jobs.failing(),
    overdue: await overdueJobs(storage, now),
    now,
  }),
  render(data, { session, refused }) {
    const { dead, alerts, now } = data
    const count = dead.length + alerts.length
    return {
      title: 'Health',
      body: html`<h1>
          ${count === 0 ? 'Nothing is stuck.' : `${counted(count, 'thing is', 'things are')} stuck or wrong.`}
        </h1>
        <p class="lead gap">Looked at ${time(now.toISOString())}. Mend a cause first, then try again.</p>
        ${refusalNote(refused)}
        ${
          count > 0 &&
          html`<section class="part" aria-labelledby="s">
            <h2 id="s" class="head">Needs a person</h2>
            <ul class="said">
              ${alerts.map(alert)} ${dead.slice(0, most).map((job) => failed(job, session))}
            </ul>
            ${dead.length > most && html`<p class="fine gap">The oldest ${most} jobs that failed.</p>`}
          </section>`
        }
        ${allOfIt(data)}`,
    }
  },
  forms: {
    '/team/health/retry': (visit) => act(visit, retryJob),
    '/team/health/dismiss': (visit) => act(visit, dismissJob),
  },
})

async function act(visit: OwnVisit, action: typeof retryJob): Promise<string> {
  await visit.act(action, { id: idOf(visit.form) })
  return '/team/health'
}

const since = (at: string): Html =>
  html`<p class="line">
    <span class="state deleted">Stuck</span><span class="soft">since ${time(at)}</span>
  </p>`

function alert({ what, remedy, began_at }: Alert): Html {
  return html`<li>
    <h3>${what}</h3>
    ${since(began_at)}
    <p class="soft">${remedy}</p>
  </li>`
}

function failed(
  { id, kind, payload, failure, attempt, created_at }: StoredJob,
  session: OwnVisit['session'],
): Html {
  const name = titled(kind.replaceAll('_', '-'))
  const form = { fields: { id }, about: `: ${name} ${id}` }
  return html`<li>
    <h3>${name} failed for good</h3>
    ${since(created_at)}
    <p>${partOf(kind)?.misses}</p>
    <p class="soft">${redacted(failure ?? 'No reason was recorded.')}</p>
    <p class="meta">
      <span>Job ${id}</span><span>${subject(payload)}</span><span>${counted(attempt, 'try', 'tries')}</span>
    </p>
    <div class="line">
      ${buttonForm(session, '/team/health/retry', 'Try again', form)}
      ${buttonForm(session, '/team/health/dismiss', 'Dismiss', form)}
    </div>
  </li>`
}

/** What a job is about: only the ids, because a payload may contain private data. */
function subject(payload: Record<string, unknown>): string {
  return Object.entries(payload)
    .filter(([key, value]) => typeof value === 'number' || (/_id$/.test(key) && typeof value === 'string'))
    .map(([key, value]) => `${key.replace(/_id$/, '')} ${redacted(String(value))}`)
    .join(', ')
}

const look = { stacks: true, named: ['Waiting', 'Running'] }

type Counts = {
  dead: readonly Pick<StoredJob, 'kind'>[]
  open: readonly { kind: string; waiting: number; running: number }[]
  failing: readonly { kind: string; count: number }[]
  overdue: readonly { kind: string; by_s: number }[]
}

function allOfIt({ dead, open, failing, overdue }: Counts): Html {
  const rows = Object.entries(parts).map(([name, part]) => {
    const own = <One extends { kind: string }>(all: readonly One[]) =>
      all.filter(({ kind }) => partOf(kind) === part)
    const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
    const stuck = own(dead).length
    const again = sum(own(failing).map(({ count }) => count))
    const late_s = Math.max(0, ...own(overdue).map(({ by_s }) => by_s))
    const [state, told] =
      stuck > 0
        ? ['deleted', `${figure(stuck)} failed for good`]
        : late_s > 0
          ? ['deleted', `Late by ${counted(Math.floor(late_s / 60), 'minute')}`]
          : again > 0
            ? ['not_found', `${figure(again)} failed and ${again === 1 ? 'is' : 'are'} tried again`]
            : ['manual', 'Fine']
    return [
      name,
      html`<span class="state ${state}">${told}</span>`,
      figure(sum(own(open).map(({ waiting }) => waiting))),
      figure(sum(own(open).map(({ running }) => running))),
    ]
  })
  return html`<section class="part" aria-labelledby="a">
    <h2 id="a" class="head">All of it</h2>
    ${table('Parts of the service', ['Part', 'Now', 'Waiting', 'Running'], rows, look)}
  </section>`
}
