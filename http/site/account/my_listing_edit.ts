// The content of a listing, edited by its owner in one form.
import { hasPage } from '../../../storage/listings/has_page.ts'
import type { z } from 'zod'
import { byFact, factOf, facts, factsIn, isList } from '../../../facts.ts'
import getMyListing from '../../../tools/my_listings/get_my_listing.ts'
import updateMyListing from '../../../tools/my_listings/update_my_listing.ts'
import { countryField, field, sealedForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { crumbs } from '../parts.ts'
import { ownPage } from '../private_page.ts'
import type { OwnVisit } from '../visit.ts'
import { asShown, changedIn } from './as_shown.ts'
import { accountBoxes, faqBoxes } from './boxes.ts'
import { faqsOf, linesOf, socialsOf } from './draft_edits.ts'
import { listingIn, type OwnListing } from './my_listing.ts'
import { faultsByName, refusalNote } from './refused.ts'

type Sent = NonNullable<z.input<(typeof updateMyListing)['input']>['fields']>

const edited = factsIn('edit')
/** The facts of a live listing that only its draft changes. */
const inDraft = ['name', 'stage', 'categories', 'tags'] as const

export const myListingEdit = ownPage({
  path: '/account/listings/:id/edit',
  longest_form: 262_144,
  async load(visit) {
    const listing = await visit.call(getMyListing, { listing_id: listingIn(visit) })
    const draft = await visit.storage.drafts.ofListing(visit.session.user.id, listing.listing_id)
    return { listing, draft_id: draft?.id ?? null }
  },
  render({ listing, draft_id }, visit) {
    const path = `/account/listings/${listing.listing_id}`
    return {
      title: `Edit ${listing.name}`,
      body: html`<div class="narrow stack">
        ${crumbs(['Listings', '/account/listings'], [listing.name, path], ['Edit'])}
        <h1>What ${listing.name} says</h1>
        <p class="lead">
          ${hasPage(listing) ? 'An edit is public at once.' : 'Nothing of it is public yet.'} Every version is
          kept. An empty field is left out.
        </p>
        ${
          draft_id === null
            ? html`<p>
                Its name, stage, categories and tags are changed by our team:
                <a href="/listings/${listing.slug}/report">write to them</a>.
              </p>`
            : html`<p>
                These are changed in its draft, which keeps the words of the website that each comes from:
                ${inDraft.map((name, at) => html`${at > 0 && ', '}<a href="/account/drafts/${draft_id}#${name}">${facts[name].label}</a>`)}.
              </p>`
        }
        ${refusalNote(visit.refused)} ${sealedForm(visit.session, `${path}/edit`, boxes(listing, visit))}
      </div>`,
    }
  },
  forms: {
    async '/account/listings/:id/edit'(visit) {
      const { form, call } = visit
      const listing_id = listingIn(visit)
      const listing = await call(getMyListing, { listing_id })
      const edit = editIn(form)
      const { fields, ...parts } = edit
      const changed = changedIn(form, { ...fields, ...parts }, shownOf(listing))
      await call(updateMyListing, { listing_id, ...only(edit, changed) })
      return `/account/listings/${listing_id}?saved`
    },
  },
})

function boxes(listing: OwnListing, { refused, form: typed }: OwnVisit): Html {
  const faults = faultsByName(refused)
  return html`${edited.map((name) => {
      const { label, max, rows, hint, offered } = { ...factOf(name), ...facts[name] }
      const kept = listing.fields[name]
      if (name === 'country')
        return countryField({ label, value: typed.get(name) ?? kept?.toString(), fault: faults[name] })
      return field({
        ...{ name, label, rows, hint, offered, fault: faults[name], max: isList(name) ? 4000 : max },
        value: typed.get(name) ?? (Array.isArray(kept) ? kept.join('\n') : kept?.toString()),
      })
    })}
    <h2>Accounts</h2>
    ${accountBoxes('accounts', listing.socials, typed)}
    <h2>Questions and answers</h2>
    ${faqBoxes(listing.faqs, typed)} ${asShown(shownOf(listing))}<button class="big">Save</button>`
}

/** The values that the form shows, by field name. */
const shownOf = ({ fields, socials, faqs }: OwnListing) => ({ ...fields, socials, faqs })

/** The part of an edit that the sender changed. */
function only({ fields, socials, faqs }: ReturnType<typeof editIn>, changed: readonly string[]) {
  const isChanged = (name: string) => changed.includes(name)
  return {
    fields: Object.fromEntries(Object.entries(fields).filter(([name]) => isChanged(name))),
    ...(isChanged('socials') && { socials }),
    ...(isChanged('faqs') && { faqs }),
  }
}

/** The edit in the form. A field that the form lacks stays as it is. */
function editIn(form: URLSearchParams) {
  const given = (name: string) => form.get(name)!.trim()
  const fields = byFact<Sent>(
    edited.filter((name) => form.has(name)),
    (name) => {
      if (isList(name)) return linesOf(form, name)
      if (facts[name].kind !== 'year') return given(name)
      return given(name) === '' ? null : Number(given(name))
    },
  )
  const socials = Object.entries(socialsOf(form)).filter(([, account]) => account !== '')
  return {
    fields,
    ...(form.has('account_website') && { socials: Object.fromEntries(socials) }),
    ...(form.has('question_0') && { faqs: faqsOf(form) }),
  }
}
