import { whyEmpty, type EmptyBecause } from '../emptiness.ts'
import type { Context } from '../tool.ts'

export type Filters = {
  q?: string
  category?: string
  stage?: string
  country?: string
  pricing_model?: string
  domain?: string
  agent_ready?: boolean
  verified?: boolean
  status?: 'live' | 'upcoming'
}
const mostValues = 20
const one = { limit: 1, offset: 0 }

/** Explains an empty search: how many results each filter hides, and which of its values would find something. */
export async function whyNothing(
  { status, agent_ready, verified, ...asked }: Filters,
  find: (those: Filters, window: { limit: number; offset: number }) => Promise<{ total: number }>,
  { storage, site }: Pick<Context, 'storage' | 'site'>,
): Promise<EmptyBecause> {
  const values = async (kind: 'stage' | 'country' | 'pricing') =>
    (await storage.search.values(site.id, kind, status ?? 'live', mostValues)).map(({ value }) => value)
  const upcoming =
    status === 'upcoming'
      ? 0
      : (await find({ ...asked, agent_ready, verified, status: 'upcoming' }, one)).total
  const hidden = upcoming === 0 ? [] : [{ filter: 'status', without: upcoming, known: ['upcoming'] }]
  const why = await whyEmpty<Filters>(
    {
      ...asked,
      agent_ready: agent_ready || undefined,
      verified: verified || undefined,
      status: status === 'live' ? undefined : status,
    },
    async (those) => (await find(those, one)).total,
    {
      category: async () => mostListed(await storage.categories.counted(site.id)),
      stage: () => values('stage'),
      country: async () => (await values('country')).map((code) => code.toUpperCase()),
      pricing_model: () => values('pricing'),
    },
  )
  return [...(why ?? []), ...hidden]
}

function mostListed(categories: { slug: string; live_listings: number }[]): string[] {
  return categories
    .filter(({ live_listings }) => live_listings > 0)
    .sort((one, other) => other.live_listings - one.live_listings)
    .slice(0, mostValues)
    .map(({ slug }) => slug)
}
