// Adds stored logos and the names of categories to lists of listings; the summaries of operations leave them out, because
// only pages need them.
import type { Visit } from './visit.ts'

type Named = { slug: string }

/** The same for things that name a listing, as awards do. */
export async function withLogosOf<T extends { listing: Named }>(
  visit: Pick<Visit, 'storage' | 'site'>,
  things: readonly T[],
): Promise<(T & { listing: { logo: string | null; category_name: string | undefined } })[]> {
  const listings = await withLogos(
    visit,
    things.map(({ listing }) => listing),
  )
  return things.map((one, at) => ({ ...one, listing: { ...one.listing, ...listings[at]! } }))
}

/** The listings with the files of their logos, or null, and with the names of their categories. */
export async function withLogos<T extends Named>(
  { storage, site }: Pick<Visit, 'storage' | 'site'>,
  listings: readonly T[],
): Promise<(T & { logo: string | null; category_name: string | undefined })[]> {
  const beside = await storage.listings.shownBeside(
    site.id,
    listings.map(({ slug }) => slug),
  )
  return listings.map((one) => {
    const { logo = null, category_name } = beside.get(one.slug) ?? {}
    return { ...one, logo, category_name }
  })
}
