// Adds stored logos to lists of listings; the summaries of operations leave them out, because only
// pages need them.
import type { Visit } from './visit.ts'

type Named = { slug: string }

/** The listings with the files of their logos, or null. */
export async function withLogos<T extends Named>(
  { storage, site }: Pick<Visit, 'storage' | 'site'>,
  listings: readonly T[],
): Promise<(T & { logo: string | null })[]> {
  const logos = await storage.listings.logos(
    site.id,
    listings.map(({ slug }) => slug),
  )
  return listings.map((one) => ({ ...one, logo: logos.get(one.slug) ?? null }))
}
