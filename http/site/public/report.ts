// Reporting a listing, signed in or not. Never kept, because the form of somebody who is signed in carries their seal.
import type { Refusal } from '../../../tools/errors.ts'
import { noListing } from '../../../tools/listings/profile.ts'
import { reportListing } from '../../../tools/listings/report.ts'
import { reportReasons } from '../../../storage/tables/team.ts'
import { attempt, faultsByName, refusalNote } from '../account/refused.ts'
import { field, radios, sealedForm } from '../forms.ts'
import { html } from '../html.ts'
import { crumbs } from '../parts.ts'
import { openPage } from '../private_page.ts'
import { goTo, ownVisit, type Visit } from '../visit.ts'

export const reasonWords: Record<(typeof reportReasons)[number], string> = {
  untrue: 'It says something untrue',
  spam: 'It is spam or a fraud',
  offensive: 'It is offensive or against the law',
  gone: 'The product is no longer there',
  not_theirs: 'It is somebody else’s product, name or picture',
  other: 'Something else',
}

type Shown = {
  slug: string
  name: string
  isSent: boolean
  refused: Refusal | null
  form: URLSearchParams
}

export const report = openPage<Shown>({
  path: '/listings/:slug/report',
  load: (visit) => show(visit, null),
  render({ slug, name, isSent, refused, form }, { session }) {
    const path = `/listings/${slug}/report`
    const faults = refused === null ? {} : faultsByName(refused)
    const content = html`${radios({
        legend: 'What is wrong',
        name: 'reason',
        chosen: form.get('reason'),
        all: Object.entries(reasonWords).map(([value, label]) => ({ value, label })),
        fault: faults.reason && 'Choose what is wrong with it.',
      })}
      ${field({ name: 'body', label: 'In your words', hint: 'What, where, and how you know. Nobody but the team reads it', max: 2000, rows: 5, value: form.get('body'), fault: faults.body })}
      <button>Send the report</button>`
    return {
      title: `Report ${name}`,
      status: refused?.status ?? 200,
      unlisted: true,
      body: html`${crumbs(['All categories', '/categories'], [name, `/listings/${slug}`], ['Report'])}
        <div class="narrow stack">
          <h1>${isSent ? 'Thank you. We will look at it.' : `What is wrong with ${name}?`}</h1>
          ${
            isSent
              ? html`<p>The site team reads every report. The owners are not told who sent it.</p>
                  <p><a class="button quiet" href="/listings/${slug}">Back to ${name}</a></p>`
              : html`${refused !== null && Object.keys(faults).length === 0 && refusalNote(refused)}
                ${
                  session === null
                    ? html`<form class="stack" method="post" action="${path}">${content}</form>`
                    : sealedForm(session, path, content)
                }`
          }
        </div>`,
    }
  },
  post: {
    async '/listings/:slug/report'(visit) {
      const { form, take, address } = visit
      const own = ownVisit(visit)
      const { slug } = await reported(visit)
      take('reports', own === null ? address : `user ${own.session.user.id}`)
      const given = { slug, reason: form.get('reason') ?? '', body: form.get('body') ?? '' }
      const tried = await attempt(() => visit.act(reportListing, given))
      if ('done' in tried) return goTo(`/listings/${slug}/report?sent=1`)
      return show(visit, tried.refused)
    },
  },
})

async function show(visit: Visit, refused: Refusal | null): Promise<Shown> {
  const { slug, name } = await reported(visit)
  const isSent = visit.request.method === 'GET' && visit.url.searchParams.has('sent')
  return { slug, name, isSent, refused, form: visit.form }
}

/** What nobody sees cannot be reported. */
async function reported({ storage, site, params }: Visit) {
  const listing = await storage.listings.profile(site.id, params.slug!)
  if (listing === undefined) throw noListing(params.slug!)
  return listing.listing
}
