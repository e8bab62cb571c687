// What a listing says, to be changed by its owner in one form.
import type { z } from 'zod'
import type { Refusal } from '../../../tools/errors.ts'
import getMyListing from '../../../tools/my_listings/get_my_listing.ts'
import updateMyListing from '../../../tools/my_listings/update_my_listing.ts'
import { field, sealedForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { crumbs } from '../parts.ts'
import { ownPage } from '../private_page.ts'
import { goTo } from '../visit.ts'
import { accountBoxes, faqBoxes } from './boxes.ts'
import { faqsOf, linesOf, socialsOf } from './draft_edits.ts'
import { listingIn, type OwnListing } from './my_listing.ts'
import { attempt, faultsByName, refusalNote } from './refused.ts'

type Fields = OwnListing['fields']
type Sent = NonNullable<z.input<(typeof updateMyListing)['input']>['fields']>
type Asked = { label: string; max: number; rows?: number; hint?: string }
type Shown = { listing: OwnListing; typed: URLSearchParams | null; refused: Refusal | null }

const texts: Partial<Record<keyof Fields, Asked>> = {
  tagline: { label: 'Tagline', max: 200 },
  short_description: { label: 'Short description', max: 300, rows: 3 },
  description: { label: 'Description', max: 20_000, rows: 12 },
  pricing_model: { label: 'Pricing model', max: 40, hint: 'For example Free, Freemium or Subscription' },
  pricing_summary: { label: 'Pricing', max: 300, rows: 3 },
  country: { label: 'Country', max: 2, hint: 'Two letters, such as PT' },
  city: { label: 'City', max: 120 },
  founded_year: { label: 'Founded', max: 4, hint: 'The year' },
  contact_email: { label: 'Contact', max: 254, hint: 'An address for customers' },
  demo_video_url: { label: 'Demo video', max: 500, hint: 'An https address' },
  headline: { label: 'Headline', max: 200, hint: 'Stands above the summary' },
  summary: { label: 'Summary', max: 20_000, rows: 8 },
  seo_title: { label: 'Title for search engines', max: 200 },
  seo_description: { label: 'Description for search engines', max: 320, rows: 3 },
}
const lists = { features: 'Features', usps: 'What sets it apart', keywords: 'Keywords' } as const

export const myListingEdit = ownPage<Shown>({
  path: '/account/listings/:id/edit',
  longest_form: 262_144,
  load: async (visit) => ({
    listing: await visit.call(getMyListing, { listing_id: listingIn(visit) }),
    typed: null,
    refused: null,
  }),
  render({ listing, typed, refused }, { session }) {
    const path = `/account/listings/${listing.listing_id}`
    return {
      title: `Edit ${listing.name}`,
      status: refused?.status ?? 200,
      body: html`<div class="narrow stack">
        ${crumbs(['Listings', '/account/listings'], [listing.name, path], ['Edit'])}
        <h1>What ${listing.name} says</h1>
        <p class="lead">
          ${listing.status === 'live' || listing.status === 'scheduled' ? 'An edit is public at once.' : 'Nothing of it is public yet.'}
          Every version is kept. An empty field is left out.
        </p>
        ${refused !== null && refusalNote(refused)}
        ${sealedForm(session, `${path}/edit`, boxes(listing, typed, refused))}
      </div>`,
    }
  },
  post: {
    async '/account/listings/:id/edit'(visit) {
      const { form, call } = visit
      const listing_id = listingIn(visit)
      const { year, ...edit } = editIn(form)
      const founded_year = year === '' ? null : Number(year)
      const fields = { ...edit.fields, ...(year !== undefined && { founded_year }) }
      const tried = await attempt(() => call(updateMyListing, { listing_id, ...edit, fields }))
      if ('done' in tried) return goTo(`/account/listings/${listing_id}`)
      return { listing: await call(getMyListing, { listing_id }), typed: form, refused: tried.refused }
    },
  },
})

function boxes(listing: OwnListing, typed: URLSearchParams | null, refused: Refusal | null): Html {
  const faults = refused === null ? {} : faultsByName(refused)
  return html`${Object.entries(texts).map(([name, asked]) => {
      const value = listing.fields[name as keyof Fields]
      return field({ name, ...asked, value: typed?.get(name) ?? value?.toString(), fault: faults[name] })
    })}
    ${Object.entries(lists).map(([name, label]) =>
      field({
        ...{ name, label, hint: 'One on each line, up to 20', max: 4000, rows: 6, fault: faults[name] },
        value: typed?.get(name) ?? listing.fields[name as keyof typeof lists].join('\n'),
      }),
    )}
    <h2>Accounts</h2>
    ${accountBoxes('accounts', listing.socials, typed)}
    <h2>Questions and answers</h2>
    ${faqBoxes(listing.faqs, typed)}
    <button class="big">Save</button>`
}

/** What the form holds. A field that it does not have stays as it is. */
function editIn(form: URLSearchParams) {
  const given = (name: string) => form.get(name)!.replaceAll('\r\n', '\n').trim()
  const known = Object.keys(texts).filter((name) => name !== 'founded_year' && form.has(name))
  const listed = Object.keys(lists).filter((name) => form.has(name))
  const fields: Sent = Object.fromEntries([
    ...known.map((name) => [name, given(name)]),
    ...listed.map((name) => [name, linesOf(form, name)]),
  ])
  const socials = Object.entries(socialsOf(form)).filter(([, account]) => account !== '')
  return {
    fields,
    year: form.has('founded_year') ? given('founded_year') : undefined,
    ...(form.has('account_website') && { socials: Object.fromEntries(socials) }),
    ...(form.has('question_0') && { faqs: faqsOf(form) }),
  }
}
