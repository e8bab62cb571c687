// Reporting a listing, signed in or not. Never cached, because a signed-in person's form carries their seal.
import { notFound } from '../../../tools/errors.ts'
import { reportable, reportListing } from '../../../tools/listings/report.ts'
import { reportReasons } from '../../../storage/tables/team.ts'
import { faultsByName, refusalNote } from '../account/refused.ts'
import { field, radios, sealedForm } from '../forms.ts'
import { html } from '../html.ts'
import { crumbs, paragraphs } from '../parts.ts'
import { openPage } from '../private_page.ts'
import { ownVisit, type Visit } from '../visit.ts'

export const reasonWords: Record<(typeof reportReasons)[number], string> = {
  untrue: 'It says something untrue',
  spam: 'It is spam or a fraud',
  offensive: 'It is offensive or against the law',
  gone: 'The product is no longer there',
  not_theirs: 'It is somebody else’s product, name or picture',
  other: 'Something else',
}

/** Reasons that apply to listings but not to reviews. */
const ofListings = ['gone', 'not_theirs']

export const report = openPage({
  path: '/listings/:slug/report',
  async load(visit) {
    const { id, slug, name, has_page } = await reported(visit)
    const mark = visit.form.get('review') ?? visit.url.searchParams.get('review')
    const review = mark === null ? undefined : await visit.storage.reviews.byMark(id, mark)
    if (mark !== null && review?.hidden_at !== null) throw notFound('review at this address')
    const isSent = visit.request.method === 'GET' && visit.url.searchParams.has('sent')
    return { slug, name, has_page, isSent, review }
  },
  render({ slug, name, has_page, isSent, review }, { session, refused, form }) {
    const path = `/listings/${slug}/report`
    const faults = faultsByName(refused)
    const content = html`${radios({
        legend: 'What is wrong',
        name: 'reason',
        chosen: form.get('reason'),
        all: Object.entries(reasonWords)
          .filter(([value]) => review === undefined || !ofListings.includes(value))
          .map(([value, label]) => ({ value, label })),
        fault: faults.reason && 'Choose what is wrong with it.',
      })}
      ${field({ name: 'body', label: 'In your words', hint: 'What, where, and how you know. Nobody but the team reads it', max: 2000, rows: 5, value: form.get('body'), fault: faults.body })}
      ${review !== undefined && html`<input type="hidden" name="review" value="${review.mark}" />`}
      <button>Send the report</button>`
    return {
      title: `Report ${name}`,
      unlisted: true,
      body: html`${crumbs(['All categories', '/categories'], has_page ? [name, `/listings/${slug}`] : [name], ['Report'])}
        <div class="narrow stack">
          <h1>
            ${isSent ? 'Thank you. We will look at it.' : review === undefined ? `What is wrong with ${name}?` : `What is wrong with this review of ${name}?`}
          </h1>
          ${
            isSent
              ? html`<p>The site team reads every report. The owners are not told who sent it.</p>
                  ${has_page && html`<p><a class="button quiet" href="/listings/${slug}">Back to ${name}</a></p>`}`
              : html`${review !== undefined && html`<blockquote dir="auto">${paragraphs(review.body)}</blockquote>`}
                ${Object.keys(faults).length === 0 && refusalNote(refused)}
                ${
                  session === null
                    ? html`<form class="stack" method="post" action="${path}">${content}</form>`
                    : sealedForm(session, path, content)
                }`
          }
        </div>`,
    }
  },
  forms: {
    async '/listings/:slug/report'(visit) {
      const { form, take, address } = visit
      const own = ownVisit(visit)
      const { slug } = await reported(visit)
      take('reports', own === null ? address : `user ${own.session.user.id}`)
      await visit.act(reportListing, {
        ...{ slug, reason: form.get('reason') ?? '', body: form.get('body') ?? '' },
        review: form.get('review'),
      })
      return `/listings/${slug}/report?sent=1`
    },
  },
})

function reported(visit: Visit) {
  const caller = ownVisit(visit)?.session.user ?? null
  return reportable(visit.params.slug!, { ...visit, caller: caller && { user_id: caller.id } })
}
