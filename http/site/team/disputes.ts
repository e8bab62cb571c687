// Claims of listings that have another owner: both sides' evidence, and the decision.
import type { Claim } from '../../../storage/claims.ts'
import type { OpenStorage } from '../../../storage/storage.ts'
import { decisions } from '../../../tools/claims/settle.ts'
import { decideDispute } from '../../../tools/team/disputes.ts'
import { refusalNote, triedAt } from '../account/refused.ts'
import { field, radios, sealedForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { counted, day, fact, shortUrl, time } from '../parts.ts'
import { given, idOf, type OwnVisit } from '../visit.ts'
import { whoIs } from './changes.ts'
import { teamPage } from './team_page.ts'

const methodWords: Record<Claim['method'], string> = {
  dns: 'a DNS record of the domain',
  meta: 'a tag on the homepage',
  file: 'a file on the server',
  email: 'a link mailed to an address at the company',
}
const decisionWords: Record<(typeof decisions)[number], string> = {
  beside: 'The claimant owns it too, beside the present owner',
  alone: 'The claimant owns it alone; the present owner loses it',
  refused: 'The present owner keeps it; the claim is refused',
}

const path = '/team/disputes'
const decide = `${path}/decide`

export const disputes = teamPage({
  path,
  load: async ({ storage }) =>
    Promise.all((await storage.claims.disputed()).map((dispute) => disputeOf(dispute, storage))),
  render: (all, visit) => ({
    title: 'Disputes',
    body: html`<h1>
        ${all.length === 0 ? 'Nobody disputes a listing.' : `${counted(all.length, 'listing is', 'listings are')} disputed.`}
      </h1>
      <p class="lead gap">Somebody has proved control of a domain whose listing has another owner.</p>
      ${refusalNote(visit.refused)} ${all.map((one) => article(one, visit))}`,
  }),
  forms: {
    async [decide](visit) {
      await visit.act(decideDispute, {
        id: idOf(visit.form),
        decision: given(visit, 'decision') as keyof typeof decisionWords,
        reason: given(visit, 'reason'),
      })
      return path
    },
  },
})

type Dispute = Awaited<ReturnType<typeof disputeOf>>

async function disputeOf(
  { claim, listing }: Awaited<ReturnType<OpenStorage['claims']['disputed']>>[number],
  storage: OpenStorage,
) {
  const claims = await storage.claims.ofListing(listing.id)
  const others = (await storage.team.ownersOf(listing.id)).filter(({ id }) => id !== claim.user_id)
  const owners = others.map(async (owner) => ({
    ...owner,
    /** Their own verified claims of the listing, and whether it was made from their draft. */
    proofs: claims.filter(({ user_id, status }) => user_id === owner.id && status === 'verified'),
    hasSubmitted: (await storage.drafts.ofListing(owner.id, listing.id)) !== undefined,
  }))
  const claimant = await storage.users.byId(claim.user_id)
  return { claim, listing, claimant, owners: await Promise.all(owners) }
}

function article({ claim, listing, claimant, owners }: Dispute, visit: OwnVisit): Html {
  const { id, method, email, finding, checked_at, settled_at } = claim
  const tried = triedAt(visit, decide, { id })
  return html`<article class="part stack" id="claim-${id}" aria-labelledby="c-${id}">
    <h2 id="c-${id}"><a href="/team/listings/${listing.id}">${listing.name}</a></h2>
    <p><a href="${listing.url}" rel="nofollow ugc noopener">${shortUrl(listing.url)}</a></p>
    <div class="pair">
      <div>
        <h3>Who claims it</h3>
        <dl class="facts gap">
          ${fact('Account', claimant === undefined ? 'Gone' : whoIs(claimant))}
          ${claimant !== undefined && fact('Here since', day(claimant.created_at))}
          ${fact('Proof', methodWords[method])} ${email !== null && fact('Address', email)}
          ${finding !== null && fact('Found', finding)}
          ${fact('Seen', time(settled_at ?? checked_at ?? claim.created_at))}
        </dl>
      </div>
      ${owners.map(
        (owner) =>
          html`<div>
            <h3>Who owns it</h3>
            <dl class="facts gap">
              ${fact('Account', whoIs(owner))} ${fact('Owner since', day(owner.since))}
              ${fact('Proof', proofOf(owner))}
            </dl>
          </div>`,
      )}
    </div>
    ${sealedForm(
      visit.session,
      decide,
      html`${radios({
          legend: 'Whose is it',
          name: 'decision',
          id: `decision-${id}`,
          chosen: tried?.typed.get('decision'),
          all: decisions.map((value) => ({ value, label: decisionWords[value] })),
          fault: tried?.faults.decision,
        })}
        ${field({ name: 'reason', id: `reason-${id}`, label: 'Why', hint: 'Both sides read this', max: 1000, rows: 3, required: true, value: tried?.typed.get('reason'), fault: tried?.faults.reason })}
        <input type="hidden" name="id" value="${id}" /><button>Decide, and tell both</button>`,
      'stack narrow',
    )}
  </article>`
}

function proofOf({ proofs, hasSubmitted }: Dispute['owners'][number]): Html {
  const said = proofs.map(({ method, settled_at }) => html`${methodWords[method]}, ${day(settled_at!)}`)
  if (hasSubmitted) said.push(html`submitted the draft it was made of`)
  return said.length === 0
    ? html`None on record`
    : html`${said.map((one, n) => html`${n > 0 && '; '}${one}`)}`
}
