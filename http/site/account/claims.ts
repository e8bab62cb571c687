// Claiming a listing of one's own company: what to publish where, and checking it.
import type { z } from 'zod'
import { claimMethods } from '../../../storage/tables/claims.ts'
import type { claimView } from '../../../tools/claims/claim.ts'
import claimListing from '../../../tools/claims/claim_listing.ts'
import listMyClaims from '../../../tools/claims/list_my_claims.ts'
import verifyClaim from '../../../tools/claims/verify_claim.ts'
import { withdrawClaim } from '../../../tools/claims/withdraw_claim.ts'
import { newRecords } from '../../../tools/claims/look.ts'
import { otherMethods, whichAddresses } from '../../../tools/claims/subject.ts'
import { buttonForm, field, radios, sealedForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { copyable, day, pageLinks, time } from '../parts.ts'
import { slugIn } from '../pasted_slug.ts'
import { ownPage } from '../private_page.ts'
import { given, idOf, type OwnVisit } from '../visit.ts'
import { pageOrFirst } from './lists.ts'
import { forPeople, refusalNote, triedAt } from './refused.ts'

type Claim = z.output<typeof claimView>
type Shown = {
  all: z.output<(typeof listMyClaims)['output']>
  /** The names of the listings by their ids. */
  names: ReadonlyMap<number, string>
  /** Listings with open claims that have another owner. */
  owned: ReadonlySet<number>
  /** Listings that are the person's own. */
  own: ReadonlySet<number>
  /** Whether the owner of the listing to be claimed has proved its domain. */
  isProved: boolean
}

const path = '/account/claims'

const methods = {
  dns: 'A DNS record',
  meta: 'A tag on the homepage',
  file: 'A file on the server',
  email: 'A link by email',
} as const satisfies Record<(typeof claimMethods)[number], string>

export const claims = ownPage<Shown>({
  path,
  async load({ call, storage, session, url, site }) {
    const all = await call(listMyClaims, { page: pageOrFirst(url) })
    const [owned, own] = [new Set<number>(), new Set<number>()]
    for (const { listing_id, status } of all.items) {
      const people = await storage.owners.people(listing_id)
      const isOwn = people.some(({ user_id }) => user_id === session.user.id)
      if (isOwn) own.add(listing_id)
      else if (status === 'pending' && people.length > 0) owned.add(listing_id)
    }
    const listings = await storage.listings.summaries(all.items.map(({ listing_id }) => listing_id))
    const asked = await storage.listings.profile(site.id, slugIn(url.searchParams.get('slug') ?? ''))
    const isProved =
      asked !== undefined &&
      asked.listing.verified_at !== null &&
      (await storage.owners.listing(session.user.id, asked.listing.id)) === undefined
    return { all, owned, own, isProved, names: new Map(listings.map(({ id, name }) => [id, name])) }
  },
  render: ({ all, names, owned, own, isProved }, visit) => ({
    title: 'Claims',
    body: html`<div class="narrow stack">
      <h1>Show that a listing is yours</h1>
      <p class="lead">
        Do one of four things, within seven days. Claiming is free, and it is not a paid listing.
      </p>
      ${all.items.map((claim) => standing(claim, visit, { name: names.get(claim.listing_id) ?? claim.slug, isOwned: owned.has(claim.listing_id), isOwn: own.has(claim.listing_id) }))}
      ${pageLinks(path, visit.url.searchParams, all)} ${begin(visit, isProved)}
    </div>`,
  }),
  forms: {
    async [path](visit) {
      const [slug, email] = [slugIn(given(visit, 'slug')), given(visit, 'email')]
      const method = claimMethods.find((one) => one === given(visit, 'method')) ?? 'dns'
      const address = method === 'email' && email !== '' && { email }
      const { claim_id } = await visit.call(claimListing, { slug, method, ...address })
      return `${path}#claim-${claim_id}`
    },

    async '/account/claims/verify'(visit) {
      const claim_id = idOf(visit.form)
      await visit.call(verifyClaim, { claim_id })
      return `${path}#claim-${claim_id}`
    },

    async '/account/claims/withdraw'(visit) {
      await visit.act(withdrawClaim, { id: idOf(visit.form) })
      return path
    },
  },
})

function standing(
  claim: Claim,
  visit: OwnVisit,
  { name, isOwned, isOwn }: { name: string; isOwned: boolean; isOwn: boolean },
): Html {
  const { claim_id, listing_id, method, status, publish, finding, checked_at, expires_at } = claim
  return html`<section class="stack" id="claim-${claim_id}" aria-labelledby="c-${claim_id}">
    <h2 id="c-${claim_id}">${name}: ${methods[method].replace(/^A /, 'a ')}</h2>
    ${refusalNote(triedAt(visit, '/account/claims/verify', { id: claim_id })?.refused)}
    ${
      isOwned &&
      html`<p class="note">
        Somebody has this listing already, and was told of your claim. Your proof makes it yours; if they have
        proved it too, the site team decides and writes to you both.
      </p>`
    }
    ${
      status === 'verified' && isOwn
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
        <p>${what[method]} ${method === 'dns' && finding === null && newRecords}</p>
        ${copyable(publish.content, 'What to publish')}
        ${buttonForm(visit.session, '/account/claims/verify', 'Look for it', { fields: { id: claim_id }, quiet: false, about: `for ${name}` })}`
    }
    ${status === 'pending' && buttonForm(visit.session, `${path}/withdraw`, 'Withdraw this claim', { fields: { id: claim_id }, about: `to ${name}` })}
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
  dns: 'With this value.',
  meta: 'Put this tag:',
  file: 'That holds this line and nothing else:',
  email: '',
}

function begin(visit: OwnVisit, isProved: boolean): Html {
  const tried = triedAt(visit, path)
  const { faults = {} } = tried ?? {}
  const isNamed = 'slug' in faults || 'email' in faults
  const slug = tried === null ? visit.url.searchParams.get('slug') : slugIn(given(visit, 'slug'))
  const method = tried === null ? (visit.url.searchParams.get('method') ?? 'dns') : given(visit, 'method')
  return html`<section class="stack" aria-labelledby="begin">
    <h2 id="begin">Claim a listing</h2>
    ${
      isProved &&
      html`<p class="note">
        This listing has an owner who has proved its domain. You can dispute that: they are told as soon as
        you begin, and when your proof is found too, the site team decides and writes to you both. Until then
        nothing changes for them.
      </p>`
    }
    ${tried !== null && !isNamed && refusalNote(tried.refused)}
    ${faults.email?.includes(otherMethods) === true && otherWays(slug ?? '')}
    ${sealedForm(
      visit.session,
      path,
      html`${field({ name: 'slug', label: 'Listing', hint: 'The address of its page here, or the last part of it', max: 300, required: true, value: slug, fault: faults.slug })}
        ${radios({
          ...{ legend: 'How you prove it', name: 'method', chosen: method },
          all: claimMethods.map((value) => ({ value, label: methods[value] })),
        })}
        ${field({ name: 'email', label: 'Email address at the company', hint: `Only for the link by email: ${whichAddresses}`, type: 'email', max: 254, value: tried && given(visit, 'email'), fault: faults.email?.split(otherMethods)[0] })}
        <button>Begin the claim</button>`,
    )}
  </section>`
}

/** Links that choose another way, in place of the names of methods that programs send. */
function otherWays(slug: string): Html {
  const others = claimMethods.filter((one) => one !== 'email')
  return html`<div class="note bad" role="alert">
    <p>This address cannot prove it. Choose another way:</p>
    <ul class="prose">
      ${others.map(
        (one) =>
          html`<li>
            <a href="${path}?${new URLSearchParams({ slug, method: one }).toString()}#begin"
              >${methods[one]}</a
            >
          </li>`,
      )}
    </ul>
    <p>If you can do none of them, <a href="/listings/${slug}/report">write to the site team</a>.</p>
  </div>`
}
