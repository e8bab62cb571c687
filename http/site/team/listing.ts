// A listing for the team: its status, owners, edits and reports, and what the team did.
import { hasPage } from '../../../storage/listings/has_page.ts'
import type { Listing } from '../../../storage/listings/read.ts'
import type { Report } from '../../../storage/reports.ts'
import type { Award } from '../../../storage/awards.ts'
import { titleOf } from '../../../tools/awards/award.ts'
import { revokeAward } from '../../../tools/team/awards.ts'
import type { Edit } from '../../../storage/team.ts'
import { notFound } from '../../../tools/errors.ts'
import { transferListing } from '../../../tools/team/people.ts'
import { reinstateListing, suspendListing, withdrawListing } from '../../../tools/team/standing.ts'
import { numberIn, refusalNote, triedAt } from '../account/refused.ts'
import { planWords, standsAs, statusWords } from '../account/standing_words.ts'
import { flag } from '../flag.ts'
import { field, sealedForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { crumbs, shortUrl, time } from '../parts.ts'
import { reasonWords } from '../public/report.ts'
import { given, type OwnVisit } from '../visit.ts'
import { changes, madeHow, whoIs } from './changes.ts'
import { doneSection } from './record.ts'
import { teamPage } from './team_page.ts'

const newest = 30
type Owner = { id: number; name: string; email: string | null; since: string }

/** Each action of the team, with the words of its form. */
const steps = {
  suspend: {
    action: suspendListing,
    button: 'Suspend it',
    says: 'Takes it out of sight at once. Votes, week and texts stay. The owners get your words by mail.',
  },
  reinstate: {
    action: reinstateListing,
    button: 'Reinstate it',
    says: 'It continues where it would be by now. The owners get your words by mail.',
  },
  withdraw: {
    action: withdrawListing,
    button: 'Withdraw it',
    says: 'For an owner who asked for it. It cannot be brought back; its address is free for another.',
  },
} as const
type Step = keyof typeof steps

export const listing = teamPage({
  path: '/team/listings/:id',
  async load(visit) {
    const { storage } = visit
    const id = listingIn(visit)
    const listing = await storage.listings.byId(id)
    if (listing === undefined) throw notFound('listing with this id')
    return {
      listing,
      owners: await storage.team.ownersOf(id),
      edits: await storage.team.editsOf(id, newest),
      done: await storage.team.doneAbout('listing', String(id), newest),
      reports: await storage.reports.ofListing(id, newest),
      awards: await storage.awards.ofListing(listing.site_id, id),
    }
  },
  render({ listing: shown, owners, edits, done, reports, awards }, visit) {
    const isPublic = hasPage(shown)
    return {
      title: shown.name,
      place: '/team/listings',
      body: html`${crumbs(['Team', '/team'], ['Listings', '/team/listings'], [shown.name])}
        <header class="mast-head">
          ${flag(shown.name)}
          <div class="say">
            <p class="line">
              <span class="tag">${statusWords[shown.status]}</span
              >${shown.plan !== null && html`<span class="soft">${planWords[shown.plan]}</span>`}
            </p>
            <h1>${shown.name}</h1>
            <p class="lead">
              ${standsAs(shown)} ${shown.status_reason !== null && `Because: ${shown.status_reason}`}
            </p>
          </div>
          <div class="do">
            ${isPublic && html`<a class="button quiet" href="/listings/${shown.slug}">See its page</a>`}
            <a class="button quiet" href="/team/listings/${shown.id}/alternatives">Alternatives</a>
            <a class="button quiet" href="/team/listings/${shown.id}/votes">Votes of this week</a>
            <a class="button quiet" href="${shown.url}" rel="nofollow ugc noopener"
              >Visit ${shortUrl(shown.url)}</a
            >
          </div>
        </header>
        ${refusalNote(visit.refused)}
        <div class="cols part">
          <div class="stack">${history(edits)}</div>
          <div>
            ${people(owners)} ${transfer(shown, visit)} ${standing(shown, visit)} ${won(awards, visit)}
            ${reported(reports)} ${doneSection(done)}
          </div>
        </div>`,
    }
  },
  forms: {
    ...Object.fromEntries(
      Object.entries(steps).map(([step, { action }]) => [
        `/team/listings/:id/${step}`,
        (visit: OwnVisit) => act(visit, (listing_id, reason) => visit.act(action, { listing_id, reason })),
      ]),
    ),
    '/team/listings/:id/transfer': (visit) =>
      act(visit, (id, reason) => visit.act(transferListing, { id, email: given(visit, 'email'), reason })),
    '/team/listings/:id/revoke': (visit) =>
      act(visit, (listing_id, reason) =>
        visit.act(revokeAward, { listing_id, number: Number(given(visit, 'number')), reason }),
      ),
  },
})

async function act(visit: OwnVisit, step: (id: number, reason: string) => Promise<unknown>): Promise<string> {
  const id = listingIn(visit)
  await step(id, given(visit, 'reason'))
  return `/team/listings/${id}`
}

function listingIn({ params }: Pick<OwnVisit, 'params'>): number {
  return numberIn(params.id, 'listing with this id')
}

function people(owners: readonly Owner[]): Html {
  return html`<section aria-labelledby="own">
    <h2 id="own" class="head">Owners</h2>
    ${
      owners.length === 0
        ? html`<p class="soft">Nobody owns it yet.</p>`
        : html`<ul class="list">
            ${owners.map((owner) => html`<li>${whoIs(owner)}, since ${time(owner.since)}</li>`)}
          </ul>`
    }
  </section>`
}

function transfer({ id }: Listing, visit: OwnVisit): Html {
  const path = `/team/listings/${id}/transfer`
  const tried = triedAt(visit, path)
  return html`<details ${tried !== null && html`open`}>
    <summary>Give it to somebody else</summary>
    ${sealedForm(
      visit.session,
      path,
      html`<p class="fine">They own it alone from then on. They and whoever owned it before are told.</p>
        ${field({ name: 'email', label: 'Address of their account', type: 'email', max: 254, required: true, value: tried?.typed.get('email'), fault: tried?.faults.email })}
        ${field({ name: 'reason', id: 'why-transfer', label: 'Why', max: 1000, rows: 3, required: true, value: tried?.typed.get('reason'), fault: tried?.faults.reason })}
        <button class="stop">Give it to them</button>`,
    )}
  </details>`
}

function standing({ id, status }: Listing, visit: OwnVisit): Html {
  if (status === 'withdrawn') return html``
  const offered: Step[] = status === 'suspended' ? ['reinstate', 'withdraw'] : ['suspend', 'withdraw']
  return html`<section class="part" aria-labelledby="st">
    <h2 id="st" class="head">Its status</h2>
    <div class="stack">
      ${offered.map((step, index) => {
        const { button, says } = steps[step]
        const path = `/team/listings/${id}/${step}`
        const tried = triedAt(visit, path)
        const form = sealedForm(
          visit.session,
          path,
          html`<p class="fine">${says}</p>
            ${field({ name: 'reason', id: `why-${step}`, label: 'Why', max: 1000, rows: 3, required: true, value: tried?.typed.get('reason'), fault: tried?.refused.errors[0]?.message })}
            <button class="${step === 'reinstate' ? '' : 'stop'}">${button}</button>`,
        )
        return index === 0
          ? form
          : html`<details ${tried !== null && html`open`}>
              <summary>${button}</summary>
              ${form}
            </details>`
      })}
    </div>
  </section>`
}

function won(awards: readonly Award[], visit: OwnVisit): Html {
  if (awards.length === 0) return html``
  const path = `/team/listings/${visit.params.id!}/revoke`
  return html`<section class="part" aria-labelledby="aw">
    <h2 id="aw" class="head">Awards</h2>
    <ul class="list">
      ${awards.map((award) => {
        const tried = triedAt(visit, path, { number: award.id })
        const link = html`<a href="/awards/${award.id}">${titleOf(award)}</a>, ${award.period}`
        if (award.revoked_at !== null) return html`<li>${link}, taken back: ${award.reason}</li>`
        return html`<li>
          ${link}
          <details ${tried !== null && html`open`}>
            <summary>Take it back</summary>
            ${sealedForm(
              visit.session,
              path,
              html`<p class="fine">
                  It cannot be given again. Its page shows your words to everybody, and the owners get them.
                </p>
                ${field({ name: 'reason', id: `why-revoke-${award.id}`, label: 'Why', max: 1000, rows: 3, required: true, value: tried?.typed.get('reason'), fault: tried?.refused.errors[0]?.message })}
                <input type="hidden" name="number" value="${award.id}" />
                <button class="stop">
                  Take it back<span class="unseen">: ${titleOf(award)}, ${award.period}</span>
                </button>`,
            )}
          </details>
        </li>`
      })}
    </ul>
  </section>`
}

function reported(reports: readonly Report[]): Html {
  if (reports.length === 0) return html``
  return html`<section class="part" aria-labelledby="rep">
    <h2 id="rep" class="head">Reports</h2>
    <ul class="rows">
      ${reports.map(
        ({ reason, created_at, outcome }) =>
          html`<li class="field">
            <p>${reasonWords[reason]}</p>
            <p class="meta">
              <span>${time(created_at)}</span
              ><span
                >${outcome === null ? html`<a href="/team/reports">open</a>` : outcome.replaceAll('_', ' ')}</span
              >
            </p>
          </li>`,
      )}
    </ul>
  </section>`
}

function history(edits: readonly Edit[]): Html {
  return html`<h2>History</h2>
    ${edits.length === 0 && html`<p class="soft">Nothing has changed since it was made.</p>`}
    ${edits.map(
      (edit) =>
        html`<section aria-label="Version ${edit.version.id}" id="edit-${edit.version.id}">
          ${madeHow(edit)}
          ${edit.version.reason !== null && html`<p>The team wrote: ${edit.version.reason}</p>`}
          ${changes(edit.version)}
        </section>`,
    )}
    ${edits.length === newest && html`<p class="fine">The newest ${newest}. Every one is kept.</p>`}`
}
