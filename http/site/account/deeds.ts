// Who changed a listing, and who was refused, as far as its owner may know: the program, but no stranger's name.
import type { Told } from '../../../storage/audit.ts'
import type { Claim } from '../../../storage/claims.ts'
import { html, type Html } from '../html.ts'
import { time, titled } from '../parts.ts'

type Around = { owners: readonly number[]; claims: readonly Claim[]; own_id: number }

export function deedsOf(deeds: readonly Told[], { owners, claims, own_id }: Around): Html {
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
                    <b
                      >${said[deed.operation] ?? lookedFor(deed, claims) ?? titled(deed.operation.replaceAll('_', '-'))}</b
                    >: ${outcomeOf(deed)}
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

function outcomeOf({ operation, outcome }: Told['deed']): string {
  if (outcome === 'done') return operation === 'verify_claim' ? 'found' : 'done'
  return outcome === 'proof_not_found' ? 'not found' : `refused: ${outcome.replaceAll('_', ' ')}`
}

/** Operations whose names do not say what was done. */
const said: Record<string, string> = {
  claim_listing: 'Began to claim it',
  create_checkout: 'Ordered',
  pay_order: 'Went to pay the order',
  cancel_order: 'Cancelled the order',
  withdraw_own_listing: 'Withdrew the listing',
}

const proofs = { dns: 'DNS record', meta: 'tag on the homepage', file: 'file', email: 'link by email' }

/** What a check of a claim looked for. */
function lookedFor({ operation, subject }: Told['deed'], claims: readonly Claim[]): string | null {
  if (operation !== 'verify_claim') return null
  const claim = claims.find(({ id }) => subject === `claim ${id}`)
  return claim === undefined ? 'Looked for the proof' : `Looked for the ${proofs[claim.method]}`
}
