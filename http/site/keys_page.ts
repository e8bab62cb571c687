import { scopes, scopesOf, scopeTexts } from '../../auth/scopes.ts'
import type { Session } from '../../auth/sessions.ts'
import type { ApiKey } from '../../storage/people/api_keys.ts'
import { buttonForm, choices, field, sealedForm, time } from './forms.ts'
import { html, type Html } from './html.ts'
import type { Page } from './layout.ts'

export const keyLives = { never: 'Never', 30: 'In 30 days', 90: 'In 90 days', 365: 'In a year' } as const

export function keysPage(
  session: Session,
  keys: ApiKey[],
  now: Date,
  {
    faults = {},
    name = '',
    created,
  }: { faults?: Record<string, string>; name?: string; created?: string } = {},
): Page {
  return {
    title: 'API keys',
    place: '/account/keys',
    status: Object.keys(faults).length > 0 ? 400 : 200,
    body: html`<h1>API keys</h1>
      ${created !== undefined && newKey(created)}
      <p>
        A program sends a key as <code>Authorization: Bearer lk_…</code>. It acts for you, within the scopes
        you tick here.
      </p>
      ${
        keys.length === 0
          ? html`<p class="empty">You have no keys yet.</p>`
          : html`<ul class="rows">
              ${keys.map((key) => row(session, key, now))}
            </ul>`
      }
      <section class="card" aria-labelledby="new">
        <h2 id="new">New key</h2>
        ${faults.form !== undefined && html`<p class="fault" role="alert">${faults.form}</p>`}
        ${sealedForm(
          session,
          '/account/keys',
          html`${field({ name: 'name', label: 'Name', hint: 'What it is for', max: 80, required: true, value: name, fault: faults.name })}
            ${choices(
              'It may',
              'scope',
              scopes.map((scope) => ({
                value: scope,
                label: scopeTexts[scope],
                note: scope,
                checked: scope === 'account:read',
              })),
              faults.scope,
            )}
            <div class="field">
              <label for="ends">Ends</label>
              <select id="ends" name="ends">
                ${Object.entries(keyLives)
                  .reverse()
                  .map(([days, label]) => html`<option value="${days}">${label}</option>`)}
              </select>
            </div>
            <button>Create key</button>`,
        )}
      </section>`,
  }
}

function newKey(key: string): Html {
  return html`<section class="done" role="status" aria-labelledby="created">
    <h2 id="created">Copy your new key now</h2>
    <p>It is shown this once; we keep only a fingerprint of it.</p>
    <p><code class="secret">${key}</code></p>
  </section>`
}

function row(session: Session, key: ApiKey, now: Date): Html {
  const ended =
    key.revoked_at !== null
      ? 'Revoked'
      : key.expires_at !== null && key.expires_at <= now.toISOString()
        ? 'Expired'
        : null
  return html`<li class="${ended === null ? '' : 'ended'}">
    <div>
      <h2>${key.name} <code>lk_…${key.hint}</code></h2>
      <p class="hint">
        ${scopesOf(key.scope).join(', ')} · created ${time(key.created_at)} ·
        ${key.last_used_at === null ? 'never used' : html`last used ${time(key.last_used_at)}`}
        ${ended === null && key.expires_at !== null && html` · ends ${time(key.expires_at)}`}
      </p>
    </div>
    ${
      ended === null
        ? buttonForm(session, '/account/keys/revoke', 'Revoke', { fields: { id: key.id }, about: key.name })
        : html`<p>${ended}</p>`
    }
  </li>`
}
