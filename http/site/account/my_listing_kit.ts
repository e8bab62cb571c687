// Texts and files for an owner to use elsewhere: the listing's own words in lengths that other sites accept, its data
// as schema.org, its pictures and its badge. Nothing here is newly written.
import type { z } from 'zod'
import getBadges from '../../../tools/listings/get_badges.ts'
import { presentProfile } from '../../../tools/listings/profile.ts'
import getMyListing from '../../../tools/my_listings/get_my_listing.ts'
import { hasPage } from '../../../storage/listings/has_page.ts'
import { flag } from '../flag.ts'
import { html, type Html } from '../html.ts'
import { copyable, counted, crumbs } from '../parts.ts'
import { previewOf } from '../preview.ts'
import { ownPage } from '../private_page.ts'
import type { Shown as Profile } from '../public/listing_facts.ts'
import { shownBadge } from '../public/listing_badges.ts'
import { listingData } from '../structured.ts'
import { listingIn } from './my_listing.ts'

type Badge = z.output<typeof getBadges.output>['items'][number]
type Kit = { listing_id: number; profile: Profile; badge: Badge | null; isPublic: boolean }

/** The badge as its code shows it by day. */
const style = { shape: 'standard', mode: 'light', size: 'm' } as const

/** How long a text may be where it is usually pasted. */
const lengths: readonly (readonly [most: number, place: string])[] = [
  [60, 'Title'],
  [80, 'Tagline'],
  [160, 'Description for search engines'],
  [260, 'Post'],
  [500, 'Paragraph'],
]

export const myListingKit = ownPage<Kit>({
  path: '/account/listings/:id/kit',
  async load({ call, params, storage, public_url }) {
    const listing_id = listingIn({ params })
    const { slug } = await call(getMyListing, { listing_id })
    const stored = (await storage.owners.profile(listing_id))!
    const isPublic = hasPage(stored.listing)
    const badges = isPublic ? (await call(getBadges, { slug })).items : []
    return {
      ...{ listing_id, isPublic },
      profile: presentProfile(stored, public_url) as Profile,
      // The one for its launch, once it has launched.
      badge: badges.find(({ key }) => key === 'launched') ?? badges[0] ?? null,
    }
  },
  render({ listing_id, profile, badge, isPublic }, visit) {
    const { name, logo_url, tagline, short_description, description } = profile
    const image = previewOf(profile, visit)
    const words = [tagline, short_description, description].filter((text) => text !== null)
    // This is pasted on another site, where our rating would not be updated.
    const { aggregateRating: _rating, url, ...data } = listingData(profile, visit, image)
    const json = {
      ...{ '@context': 'https://schema.org', ...data, url: profile.url },
      // A description that is empty, and a picture that nobody can open yet, say nothing.
      ...{ description: data.description || undefined, image: isPublic ? image : undefined },
      sameAs: isPublic ? url : undefined,
    }
    return {
      title: `Launch kit of ${name}`,
      body: html`<div class="narrow stack">
        ${crumbs(['Listings', '/account/listings'], [name, `/account/listings/${listing_id}`], ['Launch kit'])}
        <h1>Share it elsewhere.</h1>
        <p class="lead">
          The words of ${name}, cut to the lengths that other places take. They are your words: we added
          nothing.
        </p>
        ${
          words.length === 0
            ? html`<p class="empty">
                There are no words yet. <a href="/account/listings/${listing_id}/edit">Write some</a>
              </p>`
            : pieces(words)
        }
        <section class="part stack" aria-labelledby="pictures">
          <h2 id="pictures">Pictures</h2>
          ${
            isPublic
              ? html`<img
                    src="${new URL(image).pathname}"
                    width="1200"
                    height="630"
                    alt="${name} on ${visit.site.name}"
                  />
                  ${copyable(image, 'Address of the picture to share, 1200 by 630')}`
              : html`<p>The picture to share comes with the public page of the listing.</p>`
          }
          ${logo_url !== null && html`${flag(name, logo_url)}${copyable(logo_url, 'Address of the logo')}`}
        </section>
        ${
          badge !== null &&
          html`<section class="part stack" aria-labelledby="badge">
            <h2 id="badge">Badge</h2>
            ${shownBadge(badge.svg_url_template.slice(visit.public_url.length), badge.key, style, badge.label, visit.site.name)}
            ${copyable(badge.html, 'The badge, ready to paste')}
          </section>`
        }
        <section class="part stack" aria-labelledby="data">
          <h2 id="data">For your own site</h2>
          <p>What it is, as search engines read it (schema.org, JSON-LD).</p>
          ${copyable(JSON.stringify(json, null, 2), 'The listing as JSON-LD')}
        </section>
      </div>`,
    }
  },
})

const anyOf = new Intl.ListFormat('en', { type: 'disjunction' })

/** A text stands once, for all the places whose length it is the best for. */
function pieces(words: readonly string[]): Html[] {
  const byText = Map.groupBy(lengths, ([most]) => longestWithin(words, most))
  return [...byText].map(([text, all]) => {
    const label = all.length === lengths.length ? 'For every place' : all.map(([, place]) => place).join(', ')
    return html`<section aria-label="${label}">
      <h2>${label}</h2>
      <p class="fine">
        ${counted(text.length, 'character')}, for places that take up to
        ${anyOf.format(all.map(([most]) => String(most)))}.
      </p>
      ${copyable(text, label)}
    </section>`
  })
}

/** The longest of these texts that fits; if none fits, the shortest, cut at the end of a sentence or word. */
export function longestWithin(texts: readonly string[], most: number): string {
  const plain = texts.map((text) => text.replace(/\s+/g, ' ').trim())
  const fitting = plain.filter((text) => text.length <= most)
  const longer = plain.filter((text) => text.length > most).sort((a, b) => a.length - b.length)[0]
  const sentences = longer === undefined ? '' : endingWithin(longer, most)
  const best = [...fitting, sentences].sort((a, b) => b.length - a.length)[0]!
  if (best !== '') return best
  const cut = longer!.slice(0, most - 1)
  const end = cut.lastIndexOf(' ')
  return `${cut.slice(0, end > most / 2 ? end : most - 1).replace(/[\s,;:–-]+$/u, '')}…`
}

/** As many whole sentences from the start as fit; empty if not even the first does. */
function endingWithin(text: string, most: number): string {
  const ends = [...text.slice(0, most + 1).matchAll(/[.!?](?=\s)/g)].map(({ index }) => index + 1)
  return text.slice(0, ends.filter((end) => end <= most).at(-1) ?? 0)
}
