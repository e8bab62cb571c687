// Structured data for search engines and previews: schema.org as JSON-LD in the head of a page.
import type { z } from 'zod'
import type getBlogPost from '../../tools/blog/get_blog_post.ts'
import type getFounder from '../../tools/founders/get_founder.ts'
import type { listingProfile } from '../../tools/listings/profile.ts'
import { Html } from './html.ts'

type Data = Record<string, unknown>
type Place = { public_url: string; site: { name: string } }

/**
 * A JSON-LD element, which browsers do not run. "<" and bidirectional characters are escaped, so that nothing in it can
 * end the element or reverse text.
 */
export function structured(...graph: Data[]): Html {
  const [only] = graph
  const data = { '@context': 'https://schema.org', ...(graph.length === 1 ? only : { '@graph': graph }) }
  const json = JSON.stringify(data).replace(
    /[<\u202a-\u202e\u2066-\u2069]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return new Html(`<script type="application/ld+json">${json}</script>`)
}

/** The operator of the directory, and its search. */
export function siteData({ public_url, site }: Place, purpose: string): Data[] {
  const organization = { '@id': `${public_url}/#organization` }
  return [
    {
      '@type': 'Organization',
      ...organization,
      name: site.name,
      url: `${public_url}/`,
      description: purpose,
    },
    {
      '@type': 'WebSite',
      '@id': `${public_url}/#website`,
      name: site.name,
      url: `${public_url}/`,
      publisher: organization,
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${public_url}/search?q={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    },
  ]
}

/** Breadcrumbs from the start page; the last step is the page itself. */
export function breadcrumbs({ public_url }: Place, ...steps: [name: string, path?: string][]): Data {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      ...(path !== undefined && { item: public_url + path }),
    })),
  }
}

/** Listings in the page's order; `first` is the position of the first one. */
export function listingList(
  { public_url }: Place,
  name: string,
  items: readonly { slug: string; name: string }[],
  first = 1,
): Data {
  return {
    '@type': 'ItemList',
    name,
    numberOfItems: items.length,
    itemListElement: items.map((item, index) => ({
      '@type': 'ListItem',
      position: first + index,
      name: item.name,
      url: `${public_url}/listings/${item.slug}`,
    })),
  }
}

type Listing = Omit<z.output<typeof listingProfile>, 'media'>

export function listingData(listing: Listing, place: Place, image: string): Data {
  return {
    '@type': 'Product',
    name: listing.name,
    description: listing.short_description ?? listing.tagline ?? '',
    url: `${place.public_url}/listings/${listing.slug}`,
    category: listing.category.name,
    image,
    sameAs: listing.url,
    ...(listing.rating !== null && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: listing.rating.average,
        reviewCount: listing.rating.count,
      },
    }),
  }
}

export function postData(
  {
    slug,
    title,
    excerpt,
    author,
    published_at,
    updated_at,
  }: Omit<z.output<typeof getBlogPost.output>, 'body_markdown' | 'faqs'>,
  place: Place,
): Data {
  const url = `${place.public_url}/blog/${slug}`
  return {
    '@type': 'BlogPosting',
    headline: title,
    description: excerpt,
    url,
    mainEntityOfPage: url,
    datePublished: published_at,
    dateModified: updated_at,
    author: { '@type': 'Person', name: author },
    publisher: { '@type': 'Organization', name: place.site.name, url: `${place.public_url}/` },
  }
}

export function founderData(
  { slug, name, title, bio, socials, companies }: z.output<typeof getFounder.output>,
  place: Place,
): Data {
  const url = `${place.public_url}/founders/${slug}`
  const elsewhere = Object.values(socials).filter((address) => /^https?:\/\//i.test(address))
  return {
    '@type': 'ProfilePage',
    url,
    mainEntity: {
      '@type': 'Person',
      name,
      url,
      ...(title !== null && { jobTitle: title }),
      ...(bio !== null && { description: bio }),
      ...(elsewhere.length > 0 && { sameAs: elsewhere }),
      ...(companies.length > 0 && {
        worksFor: companies.map((one) => ({
          '@type': 'Organization',
          name: one.name,
          url: `${place.public_url}/listings/${one.slug}`,
        })),
      }),
    },
  }
}
