// Who changed a listing, and who was refused, as far as its owner may know: the program, but no stranger's name.
import type { Told } from '../../../storage/audit.ts'
import { html, type Html } from '../html.ts'
import { time, titled } from '../parts.ts'

export function deedsOf(deeds: readonly Told[], owners: readonly number[], own_id: number): Html {
  const who = (user_id: number) =>
    user_id === own_id
      ? 'You'
      : owners.includes(user_id)
        ? 'Another owner'
        : user_id === 0
          ? 'The site team'
          : 'Somebody else'
  return html`<details class="part">
    <summary>Who did what</summary>
    ${
      deeds.length === 0
        ? html`<p class="soft">Nothing in the last months.</p>`
        : html`<ul class="rows">
            ${deeds.map(
              ({ deed }) =>
                html`<li class="field">
                  <p>
                    <b>${titled(deed.operation.replaceAll('_', '-'))}</b>:
                    ${deed.outcome === 'done' ? 'done' : html`refused: ${deed.outcome.replaceAll('_', ' ')}`}
                  </p>
                  <p class="meta">
                    <span>${who(deed.user_id)}</span
                    ><span>${time(deed.at)}</span
                    >${owners.includes(deed.user_id) && html`<span>${deed.client}</span>`}
                  </p>
                </li>`,
            )}
          </ul>`
    }
  </details>`
}
