// What has changed in a listing: when, what it was and became, and who did it how.
import type { Version } from '../../../storage/listings/owners.ts'
import { isByTeam } from '../../../tools/team/versions.ts'
import { html, type Html } from '../html.ts'
import { time, titled } from '../parts.ts'

/** As many as are shown; every one is kept. */
const shown = 30

export function history(versions: readonly Version[], user_id: number): Html {
  const newest = versions.toReversed().slice(0, shown)
  return html`<section class="part diff" aria-labelledby="hi">
    <h2 id="hi" class="head">History</h2>
    ${
      newest.length === 0
        ? html`<p class="soft">Nothing has changed since it was made.</p>`
        : html`<div class="table" role="region" aria-label="What has changed" tabindex="0">
            <table>
              <thead>
                <tr>
                  <th scope="col">When</th>
                  <th scope="col">What changed</th>
                  <th scope="col">Through</th>
                </tr>
              </thead>
              <tbody>
                ${newest.map(
                  (version) =>
                    html`<tr>
                      <td>${time(version.created_at)}</td>
                      <td>
                        ${changes(version)}
                        ${version.reason !== null && html`<p>The site team wrote: ${version.reason}</p>`}
                      </td>
                      <td>${through(version, user_id)}</td>
                    </tr>`,
                )}
              </tbody>
            </table>
          </div>`
    }
    ${versions.length > shown && html`<p class="fine gap">The newest ${shown} of ${versions.length}. Every one is kept.</p>`}
  </section>`
}

function changes({ before, after }: Pick<Version, 'before' | 'after'>): Html {
  const [was, is] = [before, after] as Record<string, unknown>[]
  // Where a picture came from goes with the picture.
  const keys = Object.keys(is!).filter((key) => key !== 'logo_from' && key !== 'logo_fault')
  return html`${keys.map((key) => {
    const [old, now] = [said(was?.[key]), said(is![key])]
    return html`<p>
      <b>${titled(key.replaceAll('_', '-'))}</b
      ><br />${old !== '' && html`<del>${old}</del> `}${now !== '' && html`<ins>${now}</ins>`}
    </p>`
  })}`
}

/** What a file is called here says nothing to people. */
function said(value: unknown): string {
  return inWords(value).replace(/(?:\/media\/)?\b[0-9a-f]{32}\.(?:png|jpg|webp|gif)\b/g, 'a picture')
}

function through({ user_id, via, client_name, operation }: Version, me: number): string {
  if (via === 'service') return 'The site itself'
  if (isByTeam(operation)) return 'The site team'
  const who = user_id === me ? 'You' : 'Somebody else'
  return `${who}, ${via === 'session' ? 'on the site' : (client_name ?? 'with an API key')}`
}

function inWords(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = Array.isArray(value)
    ? value.map(inWords).join(', ')
    : typeof value === 'object'
      ? Object.values(value).map(inWords).filter(Boolean).join(', ')
      : String(value)
  return text.length > 240 ? `${text.slice(0, 239)}…` : text
}
