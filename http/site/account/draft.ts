// One draft: the progress of its reading, and then its review.
import { doors, draftedNames, labelOf, type DraftedName } from '../../../facts.ts'
import { notFound } from '../../../tools/errors.ts'
import { discardDraft } from '../../../tools/drafts/discard_draft.ts'
import { differing } from '../../../tools/drafts/draft_view.ts'
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
import { given, goTo, type OwnVisit } from '../visit.ts'
import { isBeingMade, reading } from './draft_reading.ts'
import { called, reviewField, type Reviewed } from './draft_field.ts'
import { changedIn } from './as_shown.ts'
import { changeLabel } from './history.ts'
import { editOf, namedIn, typedOf } from './draft_edits.ts'
import { more, moreIn } from './draft_more.ts'
import { forPeople, refusalNote, triedAt } from './refused.ts'

type Shown = Reviewed & {
  canReadAgain: boolean
  /** The fields of which the listing says something else. */
  differs: string[]
}

/** The forms whose refusals are about the whole draft, such as that it cannot be submitted yet. */
const ofTheWhole = ['submit', 'discard', 'again']

export const draft = ownPage<Shown>({
  path: '/account/drafts/:id',
  longest_form: 262_144,
  load: show,
  render(shown, visit) {
    const { draft } = shown
    const called = draft.name ?? shortUrl(draft.url)
    const way = crumbs(['Account', '/account'], ['Drafts', '/account/drafts'], [called])
    if (isBeingMade(draft)) return reading(draft, way)
    return {
      title: called,
      body: html`${way}${head(shown, called, visit)}
        ${ofTheWhole.map((form) => refusalNote(triedAt(visit, `/account/drafts/${draft.id}/${form}`)?.refused))}
        <h2 class="unseen">Fields</h2>
        <div data-keeps>
          <div class="fields gap-l">${review(shown, visit)}</div>
          ${more(draft, visit)}
        </div>
        ${inviteForm(draft, visit)}${discardForm(shown, visit)}${bar(shown, visit)}
        <datalist id="all-categories">
          ${[...shown.categories.values()].map((name) => html`<option value="${name}"></option>`)}
        </datalist>`,
    }
  },
  forms: {
    async '/account/drafts/:id/field'(visit) {
      const { form, call, params } = visit
      const id = draftId(params)
      const name = namedIn(form)
      if (name === null) throw notFound('field of this name')
      const saved = `/account/drafts/${id}?saved=${name}#${name}`
      if (form.get('do') === 'edit') {
        const value = typedOf(name, form)
        const { profile, categories } = await show(visit)
        const present = called(namedOf(profile, name), name, categories).value
        if (changedIn(form, { [name]: value }, { [name]: present }).length === 0) return saved
      }
      await call(updateDraft, { id, ...editOf(name, form) })
      return form.get('do') === 'redraft' ? saved.replace('saved', 'looked') : saved
    },

    async '/account/drafts/:id/more'(visit) {
      const id = draftId(visit.params)
      const asked = moreIn(visit.form)
      if (asked === null) throw notFound('part of this name')
      const { part, edit } = asked
      changedIn(visit.form, edit, (await show(visit)).draft)
      await visit.call(updateDraft, { id, ...edit })
      return `/account/drafts/${id}?saved=${part}#${part}`
    },

    async '/account/drafts/:id/submit'({ call, params }) {
      const { listing_id } = await call(submitDraft, { id: draftId(params) })
      return `/account/listings/${listing_id}`
    },

    async '/account/drafts/:id/discard'({ act, params }) {
      await act(discardDraft, { id: draftId(params) })
      return '/account/drafts'
    },

    async '/account/drafts/:id/again'({ call, params }) {
      const id = draftId(params)
      const { url } = await call(getDraft, { id })
      await call(submitListing, { url })
      return `/account/drafts/${id}`
    },

    async '/account/drafts/:id/invite'(visit) {
      const id = draftId(visit.params)
      await visit.call(inviteCofounder, { id, email: given(visit, 'email') })
      return `/account/drafts/${id}?saved=invite#invite`
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

async function show({ call, params, storage, session, site }: OwnVisit): Promise<Shown> {
  const draft = await call(getDraft, { id: draftId(params) })
  // Only the owner gets here: the operation refuses everybody else.
  const stored = (await storage.drafts.ownedBy(session.user.id, site.id, draft.id))!
  const known = await storage.categories.known()
  const categories = new Map(known.map(({ slug, name }) => [slug, name]))
  const listing = draft.listing_id === null ? undefined : await storage.listings.byId(draft.listing_id)
  const differs = differing(stored.profile, listing)
  return { draft, profile: stored.profile, canReadAgain: mayReadAgain(stored), differs, categories }
}

function head({ draft, canReadAgain, differs }: Shown, called: string, { session }: OwnVisit): Html {
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
    ${notices.map(
      ({ code, message }) =>
        html`<p class="note wait gap">
          ${code === 'listing_differs' ? elsewhere(differs, listing_id!) : forPeople(message)}
        </p>`,
    )}`
}

/** The same notice as programs get, in the labels of the forms. */
const elsewhere = (names: readonly string[], listing_id: number): Html =>
  html`Since this was submitted, the listing was changed on its own page:
    ${names.map((name) => changeLabel(name)).join(', ')}. What you change here replaces only that.
    <a href="/account/listings/${listing_id}/edit">Edit the listing</a>`

const isByHand = ({ notices }: Shown['draft']) => notices.some(({ code }) => code === 'by_hand')

const isDoor = (name: DraftedName): name is (typeof doors)[number] =>
  (doors as readonly DraftedName[]).includes(name)

function review(shown: Shown, visit: OwnVisit): Html[] {
  const { fields, id } = shown.draft
  const [saved, looked] = ['saved', 'looked'].map((what) => visit.url.searchParams.get(what))
  // Few products have doors for agents (facts.ts); an owner can add them to the listing, so missing ones are not shown.
  const isNoDoor = (name: DraftedName) => isDoor(name) && fields[name].state === 'not_found'
  const isTried = (field: string) => triedAt(visit, `/account/drafts/${id}/field`, { field }) !== null
  return draftedNames
    .filter((name) => !isNoDoor(name) || saved === name || looked === name || isTried(name))
    .map((name) => reviewField(name, shown, visit))
}

function inviteForm(draft: Shown['draft'], visit: OwnVisit): Html {
  const path = `/account/drafts/${draft.id}/invite`
  const tried = triedAt(visit, path)
  return html`<section class="part pair" id="invite" aria-labelledby="co">
    <div class="stack">
      <h2 id="co">Who else made this?</h2>
      <p>Invite up to ten people to write their own profile. They get a mail with one button.</p>
      ${visit.url.searchParams.get('saved') === 'invite' && html`<p class="note ok" role="status">Invited. The mail is on its way.</p>`}
      ${
        draft.invites.length > 0 &&
        html`<ul class="prose">
          ${draft.invites.map(({ email, status }) => html`<li>${email}, ${inviteWords[status]}</li>`)}
        </ul>`
      }
    </div>
    ${sealedForm(
      visit.session,
      path,
      html`${field({ name: 'email', label: 'Email of a co-founder', type: 'email', max: 254, required: true, value: tried && given(visit, 'email'), fault: tried?.faults.email ?? tried?.refused.message })}
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
