// Lists show the logos that are kept here; an operation's summaries leave them out, for nobody else needs them.
import type { Visit } from './visit.ts'

type Named = { slug: string }

/** The listings with the files of their logos, null where the flag flies. */
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
