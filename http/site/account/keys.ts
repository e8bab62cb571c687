import { scopes, scopesOf, scopeTexts } from '../../../auth/scopes.ts'
import type { Session } from '../../../auth/sessions.ts'
import type { Deed } from '../../../storage/people/deeds.ts'
import type { ApiKey } from '../../../storage/people/api_keys.ts'
import { createApiKey, revokeApiKey } from '../../../tools/account/access.ts'
import { lastDeed } from './agent_words.ts'
import { buttonForm, choice, choices, field, sealedForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { copyable, time } from '../parts.ts'
import { ownPage } from '../private_page.ts'
import { goTo, idOf, type OwnVisit } from '../visit.ts'
import { faultsByName, refusalNote } from './refused.ts'
import { leadToSecret, secretFor } from './shown_once.ts'

const keyLives = { never: 'Never', 30: 'In 30 days', 90: 'In 90 days', 365: 'In a year' } as const

export const keys = ownPage({
  path: '/account/keys',
  load: async (visit) => ({
    keys: await visit.storage.api_keys.ofUser(visit.session.user.id),
    deeds: await visit.storage.deeds.lastOf(visit.session.user.id),
    created: secretFor(visit, '/account/keys'),
  }),
  render: ({ keys: all, deeds, created }, visit) => ({
    title: 'API keys',
    ...(created !== undefined && { cookies: [created.forget] }),
    body: html`<div class="narrow stack">
      <h1>API keys</h1>
      ${created !== undefined && newKey(created.text)}
      <p>
        A program sends a key as <code>Authorization: Bearer lk_…</code>. It acts for you, within the scopes
        you tick here.
      </p>
      ${
        all.length === 0
          ? html`<p class="empty">You have no keys yet.</p>`
          : html`<ul class="rows">
              ${all.map((key) => row(visit.session, key, deeds, visit.now))}
            </ul>`
      }
      ${newForm(visit)}
    </div>`,
  }),
  forms: {
    async '/account/keys'(visit) {
      const { session, form, take, act } = visit
      take('key_creations', `user ${session.user.id}`)
      const ends = form.get('ends')
      const given = {
        name: form.get('name') ?? '',
        scopes: scopesOf(form.getAll('scope')),
        days: ends === 'never' ? null : Number(ends),
      }
      return leadToSecret(visit, '/account/keys', await act(createApiKey, given))
    },
  },
  post: {
    async '/account/keys/revoke'({ act, form }) {
      await act(revokeApiKey, { id: idOf(form) })
      return goTo('/account/keys')
    },
  },
})

function newForm({ session, refused, form }: OwnVisit): Html {
  const faults = faultsByName(refused)
  const ticked = refused === null ? ['account:read'] : form.getAll('scope')
  return html`<section class="part stack sheet" aria-labelledby="new">
    <h2 id="new">New key</h2>
    ${Object.keys(faults).length === 0 && refusalNote(refused)}
    ${faults.form !== undefined && html`<p class="fault" role="alert">${faults.form}</p>`}
    ${sealedForm(
      session,
      '/account/keys',
      html`${field({ name: 'name', label: 'Name', hint: 'What it is for', max: 80, required: true, value: form.get('name'), fault: faults.name })}
        ${choices(
          'It may',
          'scope',
          scopes.map((scope) => ({
            value: scope,
            label: scopeTexts[scope],
            note: scope,
            checked: ticked.includes(scope),
          })),
          faults.scopes,
        )}
        ${choice('ends', 'Ends', Object.entries(keyLives).reverse(), form.get('ends') ?? undefined)}
        <button>Create key</button>`,
    )}
  </section>`
}

function newKey(key: string): Html {
  return html`<section class="note ok stack" role="status" aria-labelledby="created">
    <h2 id="created">Copy your new key now</h2>
    <p>It is shown this once; we keep only a fingerprint of it.</p>
    ${copyable(key, 'Your new key')}
  </section>`
}

function row(session: Session, key: ApiKey, deeds: readonly Deed[], now: Date): Html {
  const ended =
    key.revoked_at !== null
      ? 'Revoked'
      : key.expires_at !== null && key.expires_at <= now.toISOString()
        ? 'Expired'
        : null
  return html`<li class="field ${ended === null ? '' : 'off'}">
    <div>
      <h2>${key.name} <code>lk_…${key.hint}</code></h2>
      <p class="hint">
        ${scopesOf(key.scope).join(', ')} · created ${time(key.created_at)} ·
        ${key.last_used_at === null ? 'never used' : html`last used ${time(key.last_used_at)}`}
        ${ended === null && key.expires_at !== null && html` · ends ${time(key.expires_at)}`}
      </p>
      ${lastDeed(deeds, 'api_key', key.name)}
    </div>
    ${
      ended === null
        ? buttonForm(session, '/account/keys/revoke', 'Revoke', { fields: { id: key.id }, about: key.name })
        : html`<p>${ended}</p>`
    }
  </li>`
}
