// Reports by visitors, and the outcome of each.
import type { Review } from '../../../storage/listings/reviews.ts'
import type { ReportWithListing } from '../../../storage/reports.ts'
import { settleReport } from '../../../tools/team/reports.ts'
import { windowOf } from '../../../tools/inputs.ts'
import { pageOrFirst } from '../account/lists.ts'
import { refusalNote, triedAt } from '../account/refused.ts'
import { statusWords } from '../account/standing_words.ts'
import { field, radios, sealedForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { counted, pageLinks, paragraphs, time } from '../parts.ts'
import { reasonWords } from '../public/report.ts'
import { given, idOf, type OwnVisit } from '../visit.ts'
import { whoIs } from './changes.ts'
import { teamPage } from './team_page.ts'

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
}

const path = '/team/reports'

export const reports = teamPage<Shown>({
  path,
  async load({ storage, url }) {
    const wanted = url.searchParams.get('show') === 'settled' ? 'settled' : 'open'
    const page = pageOrFirst(url)
    const found = await storage.reports.list(wanted, windowOf({ page, per_page }))
    const items = await Promise.all(
      found.items.map(async (one): Promise<Reported> => {
        const { review } = one.report
        return {
          ...one,
          review: review === null ? undefined : await storage.reviews.byMark(one.listing.id, review),
        }
      }),
    )
    return { wanted, items, total: found.total, page }
  },
  render: ({ wanted, items, total, page }, visit) => ({
    title: 'Reports',
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
      ${refusalNote(visit.refused)} ${items.map((one) => article(one, visit))}
      ${pageLinks(path, visit.url.searchParams, { page, per_page, total })}`,
  }),
  forms: {
    async '/team/reports/settle'(visit) {
      await visit.act(settleReport, {
        id: idOf(visit.form),
        outcome: given(visit, 'outcome') as keyof typeof outcomeWords,
        note: given(visit, 'note'),
      })
      return path
    },
  },
})

function article({ report, listing, person, review }: Reported, visit: OwnVisit): Html {
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
    ${report.settled_at === null ? settling(report.id, visit) : settled(report)}
  </article>`
}

function settling(id: number, visit: OwnVisit): Html {
  const tried = triedAt(visit, '/team/reports/settle', { id })
  return sealedForm(
    visit.session,
    '/team/reports/settle',
    html`${radios({
        legend: 'What came of it',
        name: 'outcome',
        id: `outcome-${id}`,
        chosen: tried?.typed.get('outcome'),
        all: Object.entries(outcomeWords).map(([value, label]) => ({ value, label })),
        fault: tried?.faults.outcome,
      })}
      ${field({ name: 'note', id: `note-${id}`, label: 'Note', hint: 'For the record', max: 1000, value: tried?.typed.get('note'), fault: tried?.faults.note })}
      <input type="hidden" name="id" value="${id}" /><button class="quiet">Settle it</button>`,
  )
}

function settled({ outcome, note, settled_at }: ReportWithListing['report']): Html {
  return html`<p class="note">
    <b>${outcomeWords[outcome!]}</b> ${time(settled_at!)}${note !== null && html` · ${note}`}
  </p>`
}
