// One person: what they own, their role, and where they are signed in.
import type { User } from '../../../storage/people/users.ts'
import { notFound } from '../../../tools/errors.ts'
import {
  closeAccount,
  deletePerson,
  endAccess,
  endClient,
  endGrant,
  endKey,
  reopenAccount,
  setRole,
} from '../../../tools/team/people.ts'
import { numberIn, refusalNote, triedAt } from '../account/refused.ts'
import { statusWords } from '../account/standing_words.ts'
import { buttonForm, field, sealedForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { counted, crumbs, day, face, time } from '../parts.ts'
import { given, idOf, type OwnVisit } from '../visit.ts'
import { doneSection } from './record.ts'
import { comingIn, waysOf } from './ways_in.ts'
import { teamPage } from './team_page.ts'

const most = 50
type Session = { browser: string; created_at: string }
type Listing = { id: number; name: string; status: keyof typeof statusWords }

export const person = teamPage({
  path: '/team/people/:id',
  async load(visit) {
    const { storage, now } = visit
    const id = personIn(visit)
    const user = await storage.users.byId(id)
    if (user === undefined || user.demo) throw notFound('person with this id')
    return {
      user,
      sessions: await storage.sessions.ofUser(id, now.toISOString()),
      ways: await waysOf(storage, id, now.toISOString()),
      listings: (await storage.owners.list(id, { limit: most, offset: 0 })).items,
      done: await storage.team.doneAbout('person', String(id), most),
    }
  },
  render({ user, sessions, ways, listings, done }, visit) {
    const { id, name, email, role, created_at, closed_at } = user
    const called = name || email || `Account ${id}`
    return {
      title: called,
      place: '/team/people',
      body: html`${crumbs(['Team', '/team'], ['People', '/team/people'], [called])}
        <header class="person">
          ${face(called, 'l')}
          <div class="stack">
            <h1>${called}</h1>
            <p class="lead">
              ${email !== null && html`${email}, `}here since ${day(created_at)}.
              ${role === 'team' && 'On the site team.'}
              ${closed_at !== null && html`Closed ${time(closed_at)}.`}
              <a href="/team/people/${id}/votes">Votes of this week</a>,
              <a href="/team/audit?person=${id}">what they did</a>
            </p>
          </div>
        </header>
        <div class="gap">${refusalNote(visit.refused)}</div>
        <div class="cols part">
          <div>${owned(listings)} ${doneSection(done)}</div>
          <div>
            ${standing(user, visit)} ${signedIn(user, sessions, visit)} ${comingIn(user, ways, visit)}
            ${account(user, visit)} ${deletion(user, visit)}
          </div>
        </div>`,
    }
  },
  forms: {
    async '/team/people/:id/role'(visit) {
      const id = personIn(visit)
      const role = visit.form.get('role') === 'team' ? 'team' : 'member'
      await visit.act(setRole, { id, role })
      // A person who removes their own role is redirected to a page they may still see.
      return role === 'member' && id === visit.session.user.id ? '/account' : `/team/people/${id}`
    },
    '/team/people/:id/close': (visit) => act(visit, (id, reason) => visit.act(closeAccount, { id, reason })),
    '/team/people/:id/reopen': (visit) =>
      act(visit, (id, reason) => visit.act(reopenAccount, { id, reason })),
    async '/team/people/:id/delete'(visit) {
      const [reason, confirm] = [given(visit, 'reason'), given(visit, 'confirm')]
      await visit.act(deletePerson, { id: personIn(visit), reason, confirm })
      return '/team/people'
    },
    '/team/people/:id/key': (visit) =>
      act(visit, (_, reason) => visit.act(endKey, { id: idOf(visit.form), reason })),
    '/team/people/:id/application': (visit) =>
      act(visit, (_, reason) => visit.act(endGrant, { id: idOf(visit.form), reason })),
    '/team/people/:id/client': (visit) =>
      act(visit, (_, reason) => visit.act(endClient, { client_id: given(visit, 'client_id'), reason })),
    '/team/people/:id/access': (visit) => act(visit, (id) => visit.act(endAccess, { id })),
  },
})

async function act(visit: OwnVisit, step: (id: number, reason: string) => Promise<unknown>): Promise<string> {
  const id = personIn(visit)
  await step(id, given(visit, 'reason'))
  return `/team/people/${id}`
}

function account({ id, closed_at }: User, { session, refused, form }: OwnVisit): Html {
  const isOpen = closed_at === null
  const button = isOpen ? 'Close the account' : 'Open it again'
  return html`<details class="part" ${refused !== null && !form.has('confirm') && html`open`}>
    <summary>${button}</summary>
    ${sealedForm(
      session,
      `/team/people/${id}/${isOpen ? 'close' : 'reopen'}`,
      html`<p class="fine">
          ${isOpen ? 'They cannot sign in any more, however they spell their address. Listings and votes stay; void votes first.' : 'They can sign in again.'}
        </p>
        ${field({ name: 'reason', label: 'Why', max: 1000, rows: 3, required: true, value: form.get('reason'), fault: refused?.errors[0]?.message })}
        <button class="${isOpen ? 'stop' : ''}">${button}</button>`,
    )}
  </details>`
}

/** Cannot be undone, so the person's address or name must be typed. */
function deletion({ id, email, name, role }: User, visit: OwnVisit): Html {
  if (role === 'team') return html``
  const called = email ?? (name || `Account ${id}`)
  const path = `/team/people/${id}/delete`
  const tried = triedAt(visit, path)
  return html`<details class="part" ${tried !== null && html`open`}>
    <summary>Delete the account</summary>
    ${sealedForm(
      visit.session,
      path,
      html`<p class="fine">
          For somebody who asked for it and cannot sign in. Their name, address, keys and sessions go;
          listings stay. It cannot be undone. Copies of the database hold it until they are gone.
        </p>
        ${field({ name: 'reason', id: 'why-delete', label: 'Why', max: 1000, rows: 3, required: true, value: tried?.typed.get('reason'), fault: tried?.faults.reason })}
        ${field({ name: 'confirm', label: `Type ${called}`, max: 254, required: true, value: tried?.typed.get('confirm'), fault: tried?.faults.confirm })}
        <button class="stop">Delete it for good</button>`,
    )}
  </details>`
}

function personIn({ params }: Pick<OwnVisit, 'params'>): number {
  return numberIn(params.id, 'person with this id')
}

function owned(listings: readonly Listing[]): Html {
  return html`<section aria-labelledby="li">
    <h2 id="li" class="head">Listings</h2>
    ${
      listings.length === 0
        ? html`<p class="soft">None.</p>`
        : html`<ul class="list">
            ${listings.map(
              ({ id, name, status }) =>
                html`<li>
                  <a href="/team/listings/${id}">${name}</a> <span class="tag">${statusWords[status]}</span>
                </li>`,
            )}
          </ul>`
    }
  </section>`
}

function standing({ id, role }: User, { session }: OwnVisit): Html {
  const isTeam = role === 'team'
  return html`<section class="stack" aria-labelledby="ro">
    <h2 id="ro">Role</h2>
    <p class="fine">
      ${isTeam ? 'Everybody on the team sees these pages.' : 'On the team they see these pages, and can do what you do.'}
    </p>
    ${buttonForm(session, `/team/people/${id}/role`, isTeam ? 'Remove from the team' : 'Add to the team', {
      fields: { role: isTeam ? 'member' : 'team' },
    })}
  </section>`
}

function signedIn({ id }: User, sessions: readonly Session[], { session }: OwnVisit): Html {
  return html`<section class="part stack" aria-labelledby="se">
    <h2 id="se">${counted(sessions.length, 'session')}</h2>
    ${
      sessions.length > 0 &&
      html`<ul class="list">
        ${sessions.map(({ browser, created_at }) => html`<li>${browser}, since ${time(created_at)}</li>`)}
      </ul>`
    }
    <p class="fine">
      Ends the sessions, and with them every API key and connected application. They may sign in again.
    </p>
    ${buttonForm(session, `/team/people/${id}/access`, 'End all access')}
  </section>`
}
