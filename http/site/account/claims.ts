// Claiming a listing of one's own company: what to publish where, and checking it.
import type { z } from 'zod'
import { claimMethods } from '../../../storage/tables/claims.ts'
import type { claimView } from '../../../tools/claims/claim.ts'
import claimListing from '../../../tools/claims/claim_listing.ts'
import listMyClaims from '../../../tools/claims/list_my_claims.ts'
import verifyClaim from '../../../tools/claims/verify_claim.ts'
import type { Refusal } from '../../../tools/errors.ts'
import type { Session } from '../../../auth/sessions.ts'
import { buttonForm, field, sealedForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { copyable, day, pageLinks, time } from '../parts.ts'
import { slugIn } from '../pasted_slug.ts'
import { ownPage } from '../private_page.ts'
import { goTo, idOf, type OwnVisit } from '../visit.ts'
import { pageOrFirst } from './lists.ts'
import { attempt, faultsByName, forPeople, refusalNote } from './refused.ts'

type Claim = z.output<typeof claimView>
type Asked = { slug: string; method: string; email: string }
type Shown = {
  all: z.output<(typeof listMyClaims)['output']>
  /** The names of the listings by their ids. */
  names: ReadonlyMap<number, string>
  /** Listings with open claims that have another owner. */
  owned: ReadonlySet<number>
  asked: Asked
  /** The refusal of a new claim, or of checking one. */
  refused: { refusal: Refusal; claim_id: number | null } | null
}

const methods = {
  dns: 'A DNS record',
  meta: 'A tag on the homepage',
  file: 'A file on the server',
  email: 'A link by email',
} as const satisfies Record<(typeof claimMethods)[number], string>

export const claims = ownPage<Shown>({
  path: '/account/claims',
  load: (visit) =>
    show(visit, { slug: visit.url.searchParams.get('slug') ?? '', method: 'dns', email: '' }, null),
  render: ({ all, names, owned, asked, refused }, { session, url }) => ({
    title: 'Claims',
    place: '/account/claims',
    status: refused?.refusal.status ?? 200,
    body: html`<div class="narrow stack">
      <h1>Show that a listing is yours</h1>
      <p class="lead">
        Do one of four things, within seven days. Claiming is free, and it is not a paid listing.
      </p>
      ${all.items.map((claim) => standing(claim, session, { refused, name: names.get(claim.listing_id) ?? claim.slug, isOwned: owned.has(claim.listing_id) }))}
      ${pageLinks('/account/claims', url.searchParams, all)} ${begin(asked, refused, session)}
    </div>`,
  }),
  post: {
    async '/account/claims'(visit) {
      const given = (key: string) => (visit.form.get(key) ?? '').trim()
      const asked = { slug: slugIn(given('slug')), method: given('method'), email: given('email') }
      const method = claimMethods.find((one) => one === asked.method) ?? 'dns'
      const { slug, email } = asked
      const tried = await attempt(() =>
        visit.call(claimListing, { slug, method, ...(method === 'email' && email !== '' && { email }) }),
      )
      if ('done' in tried) return goTo(`/account/claims#claim-${tried.done.claim_id}`)
      return show(visit, asked, { refusal: tried.refused, claim_id: null })
    },

    async '/account/claims/verify'(visit) {
      const claim_id = idOf(visit.form)
      const tried = await attempt(() => visit.call(verifyClaim, { claim_id }))
      if ('done' in tried) return goTo(`/account/claims#claim-${claim_id}`)
      return show(visit, { slug: '', method: 'dns', email: '' }, { refusal: tried.refused, claim_id })
    },
  },
})

async function show(visit: OwnVisit, asked: Asked, refused: Shown['refused']): Promise<Shown> {
  const page = visit.request.method === 'GET' ? pageOrFirst(visit.url) : 1
  const all = await visit.call(listMyClaims, { page })
  const owned = new Set<number>()
  for (const { listing_id, status } of all.items) {
    const people = status === 'pending' ? await visit.storage.owners.people(listing_id) : []
    if (people.some(({ user_id }) => user_id !== visit.session.user.id)) owned.add(listing_id)
  }
  const listings = await visit.storage.listings.summaries(all.items.map(({ listing_id }) => listing_id))
  const names = new Map(listings.map(({ id, name }) => [id, name]))
  return { all, names, owned, asked, refused }
}

function standing(
  claim: Claim,
  session: Session,
  { refused, name, isOwned }: Pick<Shown, 'refused'> & { name: string; isOwned: boolean },
): Html {
  const { claim_id, listing_id, method, status, publish, finding, checked_at, expires_at } = claim
  return html`<section class="stack" id="claim-${claim_id}" aria-labelledby="c-${claim_id}">
    <h2 id="c-${claim_id}">${name}: ${methods[method].replace(/^A /, 'a ')}</h2>
    ${refused?.claim_id === claim_id && refusalNote(refused.refusal)}
    ${
      isOwned &&
      html`<p class="note">
        Somebody has this listing already, and was told of your claim. Your proof makes it yours; where they
        have proved it too, the site team decides and writes to you both.
      </p>`
    }
    ${
      status === 'verified'
        ? html`<div class="note ok">
            <b>It is yours.</b> <a href="/account/listings/${listing_id}">Open your listing</a>
          </div>`
        : status !== 'pending'
          ? html`<div class="note ${status === 'disputed' ? 'wait' : 'bad'}">
              <p>${forPeople(claim.instructions)}</p>
            </div>`
          : html`<div class="note wait" role="status">
              <b>Waiting until ${day(expires_at)}.</b>
              ${checked_at !== null && html`We looked on ${time(checked_at)}. ${finding}`}
            </div>`
    }
    ${status === 'pending' && publish === null && html`<p>${forPeople(claim.instructions)}</p>`}
    ${
      publish !== null &&
      html`<p>${method === 'file' && !publish.at.includes('/.well-known/') ? inRepository : where[method]}</p>
        ${copyable(publish.at, 'Where to publish')}
        <p>${what[method]}</p>
        ${copyable(publish.content, 'What to publish')}
        ${buttonForm(session, '/account/claims/verify', 'Look for it', { fields: { id: claim_id }, quiet: false, about: `for ${name}` })}`
    }
  </section>`
}
const inRepository = 'Put a file launch-claim.txt at the top of the default branch. We read it here:'
const where: Record<Claim['method'], string> = {
  dns: 'Add a TXT record at this name:',
  meta: 'In the head of this page, in its own HTML and not by a script:',
  file: 'Put a file at this address:',
  email: '',
}
const what: Record<Claim['method'], string> = {
  dns: 'With this value. New records can take an hour.',
  meta: 'Put this tag:',
  file: 'That holds this line and nothing else:',
  email: '',
}

function begin({ slug, method, email }: Asked, refused: Shown['refused'], session: Session): Html {
  const own = refused?.claim_id === null ? refused.refusal : null
  const faults = own === null ? {} : faultsByName(own)
  const isNamed = 'slug' in faults || 'email' in faults
  return html`<section class="stack" aria-labelledby="begin">
    <h2 id="begin">Claim a listing</h2>
    ${own !== null && !isNamed && refusalNote(own)}
    ${sealedForm(
      session,
      '/account/claims',
      html`${field({ name: 'slug', label: 'Listing', hint: 'The address of its page here, or the last part of it', max: 300, required: true, value: slug, fault: faults.slug })}
        <fieldset>
          <legend>How you prove it</legend>
          ${claimMethods.map(
            (one) =>
              html`<label class="choice"
                ><input type="radio" name="method" value="${one}" ${one === method && html`checked`} /><span
                  >${methods[one]}</span
                ></label
              >`,
          )}
        </fieldset>
        ${field({ name: 'email', label: 'Email address at the company', hint: 'Only for the link by email', type: 'email', max: 254, value: email, fault: faults.email })}
        <button>Begin the claim</button>`,
    )}
  </section>`
}
