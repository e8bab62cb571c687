// The alternatives that an owner chooses for a listing.
import { hasPage } from '../../../storage/listings/has_page.ts'
import getAlternatives from '../../../tools/listings/get_alternatives.ts'
import {
  approveAlternative,
  approvedFor,
  disapproveAlternative,
  most_alternatives,
} from '../../../tools/my_listings/alternatives.ts'
import getMyListing from '../../../tools/my_listings/get_my_listing.ts'
import { buttonForm, field, sealedForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { linkedRow } from '../listing_rows.ts'
import { crumbs } from '../parts.ts'
import { slugIn } from '../pasted_slug.ts'
import { ownPage } from '../private_page.ts'
import { given, type OwnVisit } from '../visit.ts'
import { listingIn, type OwnListing } from './my_listing.ts'
import { faultsByName } from './refused.ts'

type Other = { slug: string; name: string; tagline: string | null }
type Shown = {
  listing: OwnListing
  approved: Other[]
  /** Similar listings that could be chosen. */
  offered: Other[]
}

export const myListingAlternatives = ownPage<Shown>({
  path: '/account/listings/:id/alternatives',
  async load(visit) {
    const { call, storage } = visit
    const listing = await call(getMyListing, { listing_id: listingIn(visit) })
    const approved = await approvedFor(listing.listing_id, storage)
    const like = hasPage(listing) ? (await call(getAlternatives, { slug: listing.slug })).items : []
    const named = new Set(approved.map(({ slug }) => slug))
    return { listing, approved, offered: like.filter(({ slug }) => !named.has(slug)).slice(0, 10) }
  },
  render({ listing, approved, offered }, { session, refused, form }) {
    const path = `/account/listings/${listing.listing_id}`
    const button = (to: string, label: string, { slug, name }: Other) =>
      buttonForm(session, `${path}/alternatives${to}`, label, { fields: { slug }, about: name })
    return {
      title: `Alternatives to ${listing.name}`,
      body: html`<div class="narrow stack">
        ${crumbs(['Listings', '/account/listings'], [listing.name, path], ['Alternatives'])}
        <h1>What could be used instead?</h1>
        <p class="lead">
          Whoever looks at ${listing.name} sees alternatives. Those you choose come first, then the listings
          most like it.
        </p>
        <section class="stack" aria-labelledby="ap">
          <h2 id="ap">Chosen by you</h2>
          ${
            approved.length === 0
              ? html`<p class="soft">None yet.</p>`
              : rows(approved, (one) => button('/remove', 'Remove', one))
          }
          ${
            approved.length < most_alternatives &&
            sealedForm(
              session,
              `${path}/alternatives`,
              html`${field({
                  ...{ name: 'slug', label: 'Another listing', max: 300, required: true },
                  hint: 'Its address here, or the end of it',
                  value: form.get('slug'),
                  fault: faultsByName(refused).slug ?? refused?.message,
                })} <button>Choose it</button>`,
            )
          }
        </section>
        ${
          offered.length > 0 &&
          html`<section class="stack" aria-labelledby="li">
            <h2 id="li">Most like it</h2>
            ${rows(offered, (one) => button('', 'Choose', one))}
          </section>`
        }
      </div>`,
    }
  },
  forms: {
    '/account/listings/:id/alternatives': (visit) => send(visit, approveAlternative),
    '/account/listings/:id/alternatives/remove': (visit) => send(visit, disapproveAlternative),
  },
})

async function send(visit: OwnVisit, action: typeof approveAlternative): Promise<string> {
  const listing_id = listingIn(visit)
  await visit.act(action, { listing_id, slug: slugIn(given(visit, 'slug')) })
  return `/account/listings/${listing_id}/alternatives`
}

const rows = (others: readonly Other[], act: (one: Other) => Html): Html =>
  html`<ul class="rows plain">
    ${others.map((one) =>
      linkedRow({
        ...{ name: one.name, href: `/listings/${one.slug}`, side: act(one) },
        about: html`<p>${one.tagline}</p>`,
      }),
    )}
  </ul>`
