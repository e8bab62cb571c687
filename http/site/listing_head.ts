// What programs read in the head of a listing's page: previews and structured data.
import { html, Html } from './html.ts'

type Described = {
  slug: string
  name: string
  url: string
  tagline: string | null
  short_description: string | null
  rating: { average: number; count: number } | null
}

export function listingHead(listing: Described, public_url: string, site_name: string): Html {
  const address = `${public_url}/listings/${listing.slug}`
  const text = listing.short_description ?? listing.tagline ?? ''
  return html`<link rel="canonical" href="${address}" />
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="${site_name}" />
    <meta property="og:title" content="${listing.name}" />
    <meta property="og:description" content="${text}" />
    <meta property="og:url" content="${address}" />
    ${structured({
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: listing.name,
      description: text,
      url: address,
      sameAs: listing.url,
      ...(listing.rating !== null && {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: listing.rating.average,
          reviewCount: listing.rating.count,
        },
      }),
    })}`
}

/** JSON-LD: data that no browser runs. A "<" is written so that nothing inside can end the element. */
export function structured(data: object): Html {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return new Html(`<script type="application/ld+json">${json}</script>`)
}
