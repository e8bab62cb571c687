// Reports by visitors, and the outcome of each.
import type { Session } from '../../../auth/sessions.ts'
import type { Review } from '../../../storage/listings/reviews.ts'
import type { ReportWithListing } from '../../../storage/reports.ts'
import { settleReport } from '../../../tools/team/reports.ts'
import { pageOrFirst } from '../account/lists.ts'
import { faultsByName } from '../account/refused.ts'
import { statusWords } from '../account/standing_words.ts'
import { field, radios, sealedForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { counted, pageLinks, paragraphs, time } from '../parts.ts'
import { reasonWords } from '../public/report.ts'
import { idOf, type OwnVisit } from '../visit.ts'
import { whoIs } from './changes.ts'
import { given, refusedNote, teamPage, tried, type Refused } from './team_page.ts'

const per_page = 20
const outcomeWords = {
  nothing_wrong: 'Nothing is wrong',
  mended: 'It was fixed',
  taken_down: 'It was taken down',
} as const

/** A report with its review, if it is about one. */
type Reported = ReportWithListing & { review: Review | undefined }
type Shown = {
  wanted: 'open' | 'settled'
  items: Reported[]
  total: number
  page: number
  refused: Refused
}

export const reports = teamPage<Shown>({
  path: '/team/reports',
  load: (visit) => show(visit, null),
  render: ({ wanted, items, total, page, refused }, { session, url }) => ({
    title: 'Reports',
    place: '/team/reports',
    status: refused?.refusal.status ?? 200,
    body: html`<h1>
        ${
          wanted === 'settled'
            ? `${counted(total, 'report was', 'reports were')} settled.`
            : total === 0
              ? 'No report is open.'
              : `${counted(total, 'report is', 'reports are')} open.`
        }
      </h1>
      <nav class="tabs" aria-label="Reports">
        <a href="/team/reports" ${wanted === 'open' && html`aria-current="page"`}>Open</a
        ><a href="/team/reports?show=settled" ${wanted === 'settled' && html`aria-current="page"`}>Settled</a>
      </nav>
      ${refusedNote(refused)} ${items.map((one) => article(one, session, refused))}
      ${pageLinks('/team/reports', url.searchParams, { page, per_page, total })}`,
  }),
  post: {
    '/team/reports/settle': (visit) =>
      tried(
        visit,
        () =>
          visit.act(settleReport, {
            id: idOf(visit.form),
            outcome: given(visit, 'outcome') as keyof typeof outcomeWords,
            note: given(visit, 'note'),
          }),
        '/team/reports',
        (refused) => show(visit, refused),
      ),
  },
})

async function show({ storage, url, request }: OwnVisit, refused: Refused): Promise<Shown> {
  const isReading = request.method === 'GET'
  const wanted = isReading && url.searchParams.get('show') === 'settled' ? 'settled' : 'open'
  const page = isReading ? pageOrFirst(url) : 1
  const found = await storage.reports.list(wanted, { limit: per_page, offset: (page - 1) * per_page })
  const items = await Promise.all(
    found.items.map(async (one): Promise<Reported> => {
      const { review } = one.report
      return {
        ...one,
        review: review === null ? undefined : await storage.reviews.byMark(one.listing.id, review),
      }
    }),
  )
  return { wanted, items, total: found.total, page, refused }
}

function article({ report, listing, person, review }: Reported, session: Session, refused: Refused): Html {
  return html`<article class="part stack" id="report-${report.id}" aria-labelledby="r-${report.id}">
    <h2 id="r-${report.id}">
      <a href="/team/listings/${listing.id}">${listing.name}</a>
      <span class="tag">${statusWords[listing.status]}</span>
    </h2>
    <p class="meta">
      <span>${person === null ? 'A visitor' : whoIs(person)}</span><span>${time(report.created_at)}</span>
    </p>
    <p><b>${reasonWords[report.reason]}</b></p>
    <div dir="auto">${report.body !== '' && paragraphs(report.body)}</div>
    ${
      review !== undefined &&
      html`<p class="soft">The review, ${review.rating} of 5${review.hidden_at !== null && ', taken off'}:</p>
        <blockquote dir="auto">${paragraphs(review.body)}</blockquote>
        ${report.settled_at === null && html`<p class="fine">“It was taken down” takes the review off; its writer reads your note.</p>`}`
    }
    ${report.settled_at === null ? settling(report.id, session, refused) : settled(report)}
  </article>`
}

function settling(id: number, session: Session, refused: Refused): Html {
  const own = refused !== null && refused.form.get('id') === String(id) ? refused : null
  const faults = own === null ? {} : faultsByName(own.refusal)
  return sealedForm(
    session,
    '/team/reports/settle',
    html`${radios({
        legend: 'What came of it',
        name: 'outcome',
        id: `outcome-${id}`,
        chosen: own?.form.get('outcome'),
        all: Object.entries(outcomeWords).map(([value, label]) => ({ value, label })),
        fault: faults.outcome,
      })}
      ${field({ name: 'note', id: `note-${id}`, label: 'Note', hint: 'For the record', max: 1000, value: own?.form.get('note'), fault: faults.note })}
      <input type="hidden" name="id" value="${id}" /><button class="quiet">Settle it</button>`,
  )
}

function settled({ outcome, note, settled_at }: ReportWithListing['report']): Html {
  return html`<p class="note">
    <b>${outcomeWords[outcome!]}</b> ${time(settled_at!)}${note !== null && html` · ${note}`}
  </p>`
}
