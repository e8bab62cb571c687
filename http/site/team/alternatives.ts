// The alternatives to a listing: those that were chosen, and those that are found by likeness.
import { listingWith } from '../../../tools/team/standing.ts'
import { approveAlternative, removeAlternative } from '../../../tools/team/alternatives.ts'
import { faultsByName, numberIn } from '../account/refused.ts'
import { buttonForm, field, sealedForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { linkedRow } from '../listing_rows.ts'
import { crumbs, day } from '../parts.ts'
import { slugIn } from '../pasted_slug.ts'
import { given, type OwnVisit } from '../visit.ts'
import { teamPage } from './team_page.ts'

const most = 20
type Other = { id: number; slug: string; name: string; tagline: string | null; approved_at: string | null }

export const alternatives = teamPage({
  path: '/team/listings/:id/alternatives',
  async load({ params, storage }) {
    const listing = await listingWith(numberIn(params.id, 'listing with this id'), storage)
    const chosen = new Map(
      (await storage.listings.approvedOf(listing.id)).map((one) => [one.id, one.approved_at]),
    )
    const alike = await storage.search.like(listing)
    const { ids } = await storage.listings.alternatives(listing, alike, { limit: most, offset: 0 })
    // One that is no longer live stays chosen until somebody removes it.
    const all = await storage.listings.summaries([...new Set([...chosen.keys(), ...ids])])
    const others = all.map(({ id, slug, name, tagline }) => ({
      ...{ id, slug, name, tagline },
      approved_at: chosen.get(id) ?? null,
    }))
    return {
      listing,
      approved: others.filter(({ approved_at }) => approved_at !== null),
      alike: others.filter(({ approved_at }) => approved_at === null),
    }
  },
  render({ listing, approved, alike }, { session, refused, form }) {
    const path = `/team/listings/${listing.id}`
    const button = (to: string, label: string, { slug, name }: Other) =>
      buttonForm(session, `${path}/alternatives${to}`, label, { fields: { slug }, about: name })
    return {
      title: `Alternatives to ${listing.name}`,
      place: '/team/listings',
      body: html`${crumbs(['Team', '/team'], ['Listings', '/team/listings'], [listing.name, path], ['Alternatives'])}
        <h1>Alternatives to ${listing.name}</h1>
        <p class="lead gap">The approved come first, then those most like it in its category.</p>
        <section class="part" aria-labelledby="ap">
          <h2 id="ap" class="head">Approved</h2>
          ${
            approved.length === 0
              ? html`<p class="soft">None yet.</p>`
              : rows(approved, (one) => button('/remove', 'Remove', one))
          }
        </section>
        <section class="part" aria-labelledby="al">
          <h2 id="al" class="head">Found by similarity</h2>
          ${
            alike.length === 0
              ? html`<p class="soft">There is nothing else in its category.</p>`
              : rows(alike, (one) => button('', 'Approve', one))
          }
        </section>
        <section class="part narrow" aria-labelledby="ad">
          <h2 id="ad" class="head">Approve another</h2>
          ${sealedForm(
            session,
            `${path}/alternatives`,
            html`${field({ name: 'slug', label: 'Its slug', hint: 'The last part of the address of its page', max: 220, required: true, value: form.get('slug'), fault: faultsByName(refused).slug })}
              <button class="quiet">Approve it</button>`,
          )}
        </section>`,
    }
  },
  forms: {
    '/team/listings/:id/alternatives': (visit) => act(visit, approveAlternative),
    '/team/listings/:id/alternatives/remove': (visit) => act(visit, removeAlternative),
  },
})

async function act(visit: OwnVisit, action: typeof approveAlternative): Promise<string> {
  const listing_id = numberIn(visit.params.id, 'listing with this id')
  await visit.act(action, { listing_id, slug: slugIn(given(visit, 'slug')) })
  return `/team/listings/${listing_id}/alternatives`
}

const rows = (others: readonly Other[], act: (one: Other) => Html): Html =>
  html`<ul class="rows plain">
    ${others.map((one) =>
      linkedRow({
        ...{ name: one.name, href: `/team/listings/${one.id}`, side: act(one) },
        about: html`<p>${one.tagline}</p>
          ${one.approved_at !== null && html`<p class="meta">approved ${day(one.approved_at)}</p>`}`,
      }),
    )}
  </ul>`
