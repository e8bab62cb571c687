// The votes of the open week, by listing or person: who voted when, and which votes are excluded.
import type { OpenStorage } from '../../../storage/storage.ts'
import { notFound } from '../../../tools/errors.ts'
import { weekOf } from '../../../tools/launches/week.ts'
import { mostVotes, restoreVotes, voidVotes } from '../../../tools/team/votes.ts'
import { numberIn, refusalNote } from '../account/refused.ts'
import { field, sealedForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { counted, crumbs, day, time } from '../parts.ts'
import { given } from '../visit.ts'
import { teamPage } from './team_page.ts'

type Row = Awaited<ReturnType<OpenStorage['votes']['since']>>[number]
type Of = 'listings' | 'people'

const pageOf = (of: Of) =>
  teamPage({
    path: `/team/${of}/:id/votes`,
    async load({ storage, params, now }) {
      const what = of === 'listings' ? 'listing with this id' : 'person with this id'
      const id = numberIn(params.id, what)
      const subject = of === 'listings' ? await storage.listings.byId(id) : await storage.users.byId(id)
      if (subject === undefined) throw notFound(what)
      const which = of === 'listings' ? { listing_id: id } : { user_id: id }
      const rows = await storage.votes.since(which, weekOf(now), mostVotes)
      return { id, name: subject.name || `Account ${id}`, rows }
    },
    render({ id, name, rows }, { session, now, refused, form: typed }) {
      const path = `/team/${of}/${id}/votes`
      const form = html`<ul class="rows">
          ${rows.map((row) => vote(row, of))}
        </ul>
        ${field({ name: 'reason', label: 'Why', max: 1000, rows: 3, required: true, value: typed.get('reason') })}
        <p class="fine">Votes can be voided and restored until their week closes. Everything is recorded.</p>
        <div class="line">
          <button class="stop" name="step" value="void">Void those chosen</button>
          <button class="quiet" name="step" value="restore">Restore those chosen</button>
        </div>`
      return {
        title: `Votes: ${name}`,
        place: `/team/${of}`,
        body: html`${crumbs(['Team', '/team'], [of === 'listings' ? 'Listings' : 'People', `/team/${of}`], [name, `/team/${of}/${id}`], ['Votes'])}
          <h1>${counted(rows.length, 'vote')} since ${day(weekOf(now))}</h1>
          ${refusalNote(refused)} ${rows.length > 0 && sealedForm(session, path, form, 'stack gap-l')}`,
      }
    },
    forms: {
      async [`/team/${of}/:id/votes`](visit) {
        await visit.act(visit.form.get('step') === 'restore' ? restoreVotes : voidVotes, {
          vote_ids: visit.form.getAll('vote').map(Number),
          reason: given(visit, 'reason'),
        })
        return visit.url.pathname
      },
    },
  })

export const votesOfListing = pageOf('listings')
export const votesOfPerson = pageOf('people')

/** On a person's page every vote is preselected. */
function vote({ vote: { id, voted_at, voided_at, voided_why }, person, listing }: Row, of: Of): Html {
  const who = of === 'people' ? listing.name : person?.name || person?.email || 'Somebody who has left'
  const more =
    of === 'people'
      ? html`<a href="/team/listings/${listing.id}/votes">All votes for it</a>`
      : person !== null && html`<a href="/team/people/${person.id}">Their account</a>`
  return html`<li class="choice">
    <input type="checkbox" id="vote-${id}" name="vote" value="${id}" ${of === 'people' && html`checked`} />
    <div>
      <label for="vote-${id}"
        >${who}, ${time(voted_at)}${voided_at !== null && html`: voided, “${voided_why}”`}</label
      >
      <p class="meta">
        <span>${more}</span>${person !== null && html`<span>here since ${time(person.created_at)}</span>`}
      </p>
    </div>
  </li>`
}
