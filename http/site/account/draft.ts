// One draft: the progress of its reading, and then its review.
import { doors, draftedNames, labelOf, type DraftedName } from '../../../facts.ts'
import { notFound, Refusal } from '../../../tools/errors.ts'
import { discardDraft } from '../../../tools/drafts/discard_draft.ts'
import { mayReadAgain } from '../../../tools/drafts/failures.ts'
import { namedOf } from '../../../tools/drafts/fields.ts'
import getDraft from '../../../tools/drafts/get_draft.ts'
import inviteCofounder from '../../../tools/drafts/invite_cofounder.ts'
import submitDraft from '../../../tools/drafts/submit_draft.ts'
import submitListing from '../../../tools/drafts/submit_listing.ts'
import updateDraft from '../../../tools/drafts/update_draft.ts'
import { buttonForm, field, sealedForm } from '../forms.ts'
import { flag } from '../flag.ts'
import { html, type Html } from '../html.ts'
import { counted, crumbs, day, shortUrl } from '../parts.ts'
import { crossing, ownPage } from '../private_page.ts'
import { goTo, type OwnVisit } from '../visit.ts'
import { isBeingMade, reading } from './draft_reading.ts'
import { called, reviewField, type Reviewed } from './draft_field.ts'
import { changedIn } from './as_shown.ts'
import { editOf, namedIn, typedOf } from './draft_edits.ts'
import { more, moreIn, type TriedPart } from './draft_more.ts'
import { attempt, faultsByName, forPeople, refusalNote } from './refused.ts'

type Tried = { name: DraftedName; form: URLSearchParams; refused: Refusal } | null
type Shown = Omit<Reviewed, 'session' | 'tried'> & {
  tried: Tried
  /** The refused form of a part beside the fields. */
  part: TriedPart
  /** A refusal about the whole draft, such as one that cannot be submitted yet. */
  refused: Refusal | null
  invite: { email: string; refused: Refusal } | null
  canReadAgain: boolean
}

export const draft = ownPage<Shown>({
  path: '/account/drafts/:id',
  longest_form: 262_144,
  load: (visit) => show(visit),
  render(shown, visit) {
    const { draft } = shown
    const called = draft.name ?? shortUrl(draft.url)
    const way = crumbs(['Account', '/account'], ['Drafts', '/account/drafts'], [called])
    if (isBeingMade(draft)) return reading(draft, way)
    const refused = shown.tried?.refused ?? shown.part?.refused ?? shown.refused ?? shown.invite?.refused
    return {
      title: called,
      status: refused?.status ?? 200,
      body: html`${way}${head(shown, called, visit)} ${shown.refused !== null && refusalNote(shown.refused)}
        <h2 class="unseen">Fields</h2>
        <div data-keeps>
          <div class="fields gap-l">${review(shown, visit)}</div>
          ${more(draft, visit.session, shown.saved, shown.part)}
        </div>
        ${inviteForm(shown, visit)}${discardForm(shown, visit)}${bar(shown, visit)}
        <datalist id="all-categories">
          ${[...shown.categories.values()].map((name) => html`<option value="${name}"></option>`)}
        </datalist>`,
    }
  },
  post: {
    async '/account/drafts/:id/field'(visit) {
      const { form, call, params } = visit
      const id = draftId(params)
      const name = namedIn(form)
      if (name === null) throw notFound('field of this name')
      const saved = goTo(`/account/drafts/${id}?saved=${name}#${name}`)
      if (form.get('do') === 'edit') {
        const value = typedOf(name, form)
        const { profile, categories } = await show(visit)
        const present = called(namedOf(profile, name), name, categories).value
        const changed = changedIn(form, { [name]: value }, { [name]: present })
        if (changed instanceof Refusal) return show(visit, { tried: { name, form, refused: changed } })
        if (changed.length === 0) return saved
      }
      const tried = await attempt(() => call(updateDraft, { id, ...editOf(name, form) }))
      return 'done' in tried ? saved : show(visit, { tried: { name, form, refused: tried.refused } })
    },

    async '/account/drafts/:id/more'(visit) {
      const id = draftId(visit.params)
      const asked = moreIn(visit.form)
      if (asked === null) throw notFound('part of this name')
      const { part, edit } = asked
      const changed = changedIn(visit.form, edit, (await show(visit)).draft)
      if (changed instanceof Refusal)
        return show(visit, { part: { part, form: visit.form, refused: changed } })
      const tried = await attempt(() => visit.call(updateDraft, { id, ...edit }))
      if ('done' in tried) return goTo(`/account/drafts/${id}?saved=${part}#${part}`)
      return show(visit, { part: { part, form: visit.form, refused: tried.refused } })
    },

    async '/account/drafts/:id/submit'(visit) {
      const id = draftId(visit.params)
      const tried = await attempt(() => visit.call(submitDraft, { id }))
      if ('done' in tried) return goTo(`/account/listings/${tried.done.listing_id}`)
      return show(visit, { refused: tried.refused })
    },

    async '/account/drafts/:id/discard'(visit) {
      const id = draftId(visit.params)
      const tried = await attempt(() => visit.act(discardDraft, { id }))
      return 'done' in tried ? goTo('/account/drafts') : show(visit, { refused: tried.refused })
    },

    async '/account/drafts/:id/again'(visit) {
      const id = draftId(visit.params)
      const { url } = await visit.call(getDraft, { id })
      const tried = await attempt(() => visit.call(submitListing, { url }))
      return 'done' in tried ? goTo(`/account/drafts/${id}`) : show(visit, { refused: tried.refused })
    },

    async '/account/drafts/:id/invite'(visit) {
      const id = draftId(visit.params)
      const email = (visit.form.get('email') ?? '').trim()
      const tried = await attempt(() => visit.call(inviteCofounder, { id, email }))
      if ('done' in tried) return goTo(`/account/drafts/${id}?saved=invite#invite`)
      return show(visit, { invite: { email, refused: tried.refused } })
    },
  },
})

/** A refused form leaves its own address in the browser; opened again, that redirects to the draft. */
export const draftForms = ['field', 'more', 'submit', 'invite', 'again', 'discard'].map((form) =>
  crossing(`/account/drafts/:id/${form}`, async ({ params }) => goTo(`/account/drafts/${draftId(params)}`)),
)

export function draftId({ id = '' }: Record<string, string>): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return id
  throw notFound('draft with this id among yours')
}

async function show(visit: OwnVisit, changed: Partial<Shown> = {}): Promise<Shown> {
  const { call, params, storage, session, url } = visit
  const id = draftId(params)
  const draft = await call(getDraft, { id })
  // Only the owner gets here: the operation refuses everybody else.
  const stored = (await storage.drafts.ownedBy(session.user.id, visit.site.id, draft.id))!
  const known = await storage.categories.known()
  const categories = new Map(known.map(({ slug, name }) => [slug, name]))
  const saved = url.searchParams.get('saved')
  return {
    draft,
    profile: stored.profile,
    canReadAgain: mayReadAgain(stored),
    categories,
    saved,
    tried: null,
    part: null,
    refused: null,
    invite: null,
    ...changed,
  }
}

function head({ draft, canReadAgain }: Shown, called: string, { session }: OwnVisit): Html {
  const { failure, notices, pages, listing_id, id } = draft
  const read = pages[0]
  return html`<header class="mast-head">
      ${flag(called)}
      <div class="say">
        <p class="line">
          <span class="tag">${listing_id === null ? 'Draft' : 'Submitted'}</span>
          <span class="soft"
            >${read === undefined ? shortUrl(draft.url) : html`Read from ${counted(pages.length, 'page')} on ${day(read.fetched_at)}`}</span
          >
        </p>
        <h1>
          ${failure !== null ? 'We could not read your site.' : listing_id === null ? 'Read this before anybody else does.' : 'The draft of your listing'}
        </h1>
        <p class="lead">
          ${
            failure === null
              ? `${isByHand(draft) ? 'What your listing will say, in your own words.' : 'What your listing will say, and with it the words on your site that it came from.'} ${listing_id === null ? 'Nothing is public yet.' : 'What you change here reaches your listing.'}`
              : `${failure.message} ${forPeople(failure.what_to_do)} Or write the fields yourself.`
          }
        </p>
      </div>
      <div class="do">
        ${canReadAgain && buttonForm(session, `/account/drafts/${id}/again`, 'Read it again')}
        <a class="button quiet" href="/account/drafts/${id}/preview">Preview its page</a>
      </div>
    </header>
    ${notices.map(({ message }) => html`<p class="note wait gap">${message}</p>`)}`
}

const isByHand = ({ notices }: Shown['draft']) => notices.some(({ code }) => code === 'by_hand')

const isDoor = (name: DraftedName): name is (typeof doors)[number] =>
  (doors as readonly DraftedName[]).includes(name)

function review({ draft, profile, saved, tried, categories }: Shown, { session }: OwnVisit): Html[] {
  const triedMessage = tried && {
    ...tried,
    faults: faultsByName(tried.refused),
    note: refusalNote(tried.refused),
  }
  // Few products have doors for agents (facts.ts); an owner can add them to the listing, so missing ones are not shown.
  const isNoDoor = (name: DraftedName) => isDoor(name) && draft.fields[name].state === 'not_found'
  return draftedNames
    .filter((name) => !isNoDoor(name) || saved === name || tried?.name === name)
    .map((name) => reviewField(name, { draft, session, profile, saved, categories, tried: triedMessage }))
}

function inviteForm({ draft, invite, saved }: Shown, { session }: OwnVisit): Html {
  const fault = invite === null ? undefined : (faultsByName(invite.refused).email ?? invite.refused.message)
  return html`<section class="part pair" id="invite" aria-labelledby="co">
    <div class="stack">
      <h2 id="co">Who else made this?</h2>
      <p>Invite up to ten people to write their own profile. They get a mail with one button.</p>
      ${saved === 'invite' && html`<p class="note ok" role="status">Invited. The mail is on its way.</p>`}
      ${
        draft.invites.length > 0 &&
        html`<ul class="prose">
          ${draft.invites.map(({ email, status }) => html`<li>${email}, ${inviteWords[status]}</li>`)}
        </ul>`
      }
    </div>
    ${sealedForm(
      session,
      `/account/drafts/${draft.id}/invite`,
      html`${field({ name: 'email', label: 'Email of a co-founder', type: 'email', max: 254, required: true, value: invite?.email, fault })}
        <button class="quiet">Invite</button>`,
    )}
  </section>`
}
const inviteWords = {
  pending: 'invited',
  accepted: 'has written a profile',
  expired: 'did not answer in time',
}

function discardForm({ draft: { id, listing_id } }: Shown, { session }: OwnVisit): Html | false {
  return (
    listing_id === null &&
    html`<details class="part">
      <summary>Discard this draft</summary>
      <p>What was read and what you typed goes for good.</p>
      ${buttonForm(session, `/account/drafts/${id}/discard`, 'Discard it')}
    </details>`
  )
}

function bar({ draft }: Shown, { session }: OwnVisit): Html {
  const { completeness } = draft
  const needed = [...new Set(draft.missing.filter(({ required }) => required).map(({ item }) => item))]
  const left = html`<div class="filled">
    <label for="m"><b>${completeness}% filled.</b> <span class="soft">The rest may stay blank.</span></label>
    <progress id="m" max="100" value="${completeness}">${completeness}%</progress>
  </div>`
  if (draft.listing_id !== null)
    return html`<div class="bar gap-l">
      ${left}<a class="button big" href="/account/listings/${draft.listing_id}">To the listing</a>
    </div>`
  if (needed.length > 0)
    return html`<div class="bar gap-l">
      ${left}
      <p>
        Before you can submit:
        ${needed.map((item) => html`<a href="#${item.split('.')[0]!}">${labelOf(item.split('.')[0]!)}</a> `)}
      </p>
    </div>`
  return sealedForm(
    session,
    `/account/drafts/${draft.id}/submit`,
    html`${left}
      <p class="fine">Submitting publishes nothing.</p>
      <button class="big">Submit as my listing</button>`,
    'bar gap-l',
  )
}
