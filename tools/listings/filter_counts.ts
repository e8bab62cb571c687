// How many products each value of a filter would leave. Only the first thousand results are counted, so that the work
// stays the same with a million listings.
import type { Context } from '../tool.ts'
import type { Filters } from './why_nothing.ts'

const mostLooked = 1000
const mostValues = 60
const mostCategories = 1000

const kinds = {
  pricing_model: 'pricing',
  stage: 'stage',
  country: 'country',
  category: 'category',
  agent_ready: 'agents',
  verified: 'verified',
} as const
type Narrowing = keyof typeof kinds

/** If `isMore`, the real count may be higher. The value of a category is its slug. */
export type Offered = { value: string; count: number; isMore: boolean }
type Place = Pick<Context, 'storage' | 'site'>

/** For each filter, the values that would leave results if the other filters stayed as given. */
export async function offeredValues(
  asked: Filters & { status: 'live' | 'upcoming' },
  place: Place,
  looked = mostLooked,
): Promise<Record<Narrowing, Offered[]>> {
  const { storage, site } = place
  const slugs = new Map((await storage.categories.known()).map(({ id, slug }) => [String(id), slug]))
  const chosen = await storage.categories.bySlug(asked.category ?? '')
  const samples = new Map<string, ReturnType<typeof find>>()

  async function find(those: Filters) {
    const { category, stage = null, country = null, pricing_model = null, ...rest } = those
    const category_id = category === undefined ? null : (chosen?.id ?? 0)
    const narrowed = { ...rest, category_id, stage, country, pricing_model, domain: null }
    const found = await storage.search.find({ ...narrowed, site_id: site.id, limit: looked, offset: 0 })
    return { isMore: found.total > found.ids.length, valuesOf: await storage.search.tally(found.ids) }
  }
  /** Two filters may lead to the same search, which then runs once. */
  const sampled = (those: Filters) => {
    const key = JSON.stringify(those)
    if (!samples.has(key)) samples.set(key, find(those))
    return samples.get(key)!
  }

  /** The index stores category ids, and everything in lower case. */
  const spelled = (name: Narrowing, value: string) =>
    name === 'category' ? (slugs.get(value) ?? value) : name === 'country' ? value.toUpperCase() : value

  async function offered(name: Narrowing): Promise<Offered[]> {
    const others = { ...asked, [name]: name === 'agent_ready' || name === 'verified' ? false : undefined }
    const all = () =>
      storage.search.values(
        site.id,
        kinds[name],
        asked.status,
        name === 'category' ? mostCategories : mostValues,
      )
    const give = (values: { value: string; count: number }[], isMore: boolean): Offered[] =>
      values.map(({ value, count }) => ({ value: spelled(name, value), count, isMore }))
    const { status, ...narrowing } = others
    if (Object.values(narrowing).every((value) => value === undefined || value === '' || value === false))
      return give(await all(), false)
    const { isMore, valuesOf } = await sampled(others)
    const seen = valuesOf(kinds[name])
    if (!isMore) return give(seen, false)
    // Values rarer than one in a thousand may be among the results that were not counted.
    const known = new Set(seen.map(({ value }) => value))
    const rest = (await all()).filter(({ value }) => !known.has(value))
    return give([...seen, ...rest.map(({ value }) => ({ value, count: 0 }))], true)
  }

  const names = Object.keys(kinds) as Narrowing[]
  const entries = await Promise.all(names.map(async (name) => [name, await offered(name)] as const))
  return Object.fromEntries(entries) as Record<Narrowing, Offered[]>
}
