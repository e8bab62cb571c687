// A person's access beside sessions (keys and applications), each with the button that ends it.
import type { User } from '../../../storage/people/users.ts'
import { sealedForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { counted, time } from '../parts.ts'
import type { OwnVisit } from '../visit.ts'

/** An API key, or a connected application. */
type Way = Awaited<ReturnType<typeof waysOf>>[number]

export async function waysOf(storage: OwnVisit['storage'], id: number, at: string) {
  const keys = (await storage.api_keys.ofUser(id)).filter(
    ({ revoked_at, expires_at }) => revoked_at === null && (expires_at === null || expires_at > at),
  )
  return [
    ...keys.map(({ id: key_id, name, last_used_at }) => ({
      ...{ what: 'key' as const, id: key_id, name, client_id: null, last: last_used_at },
    })),
    ...(await storage.oauth.liveGrantsOf(id, at)).map((grant) => ({
      ...{ what: 'application' as const, id: grant.id, name: grant.client_name },
      ...{ client_id: grant.client_id, last: grant.last_used_at },
    })),
  ]
}

export function comingIn({ id: person_id }: User, ways: readonly Way[], { session }: OwnVisit): Html {
  const end = (way: Way, action: string, button: string, fields: Html) =>
    sealedForm(
      session,
      `/team/people/${person_id}/${action}`,
      html`${fields}
        <div class="join">
          <input
            name="reason"
            placeholder="Why"
            aria-label="Why: ${way.name}"
            minlength="3"
            maxlength="1000"
            required
          />
          <button class="stop">${button}</button>
        </div>`,
    )
  return html`<section class="part stack" aria-labelledby="wa">
    <h2 id="wa">${counted(ways.length, 'key or application', 'keys and applications')}</h2>
    ${
      ways.length > 0 &&
      html`<ul class="rows">
        ${ways.map(
          (way) =>
            html`<li class="field">
              <p class="value">${way.name}</p>
              <p class="meta">
                <span>${way.what === 'key' ? 'API key' : 'Application'} ${way.id}</span
                ><span>${way.last === null ? 'never used' : html`last used ${time(way.last)}`}</span>
              </p>
              ${end(way, way.what, way.what === 'key' ? 'Revoke' : 'Disconnect', html`<input type="hidden" name="id" value="${way.id}" />`)}
              ${
                way.client_id !== null &&
                html`<details>
                  <summary>Disconnect it from everybody</summary>
                  ${end(way, 'client', 'Disconnect all', html`<input type="hidden" name="client_id" value="${way.client_id}" />`)}
                </details>`
              }
            </li>`,
        )}
      </ul>`
    }
  </section>`
}
