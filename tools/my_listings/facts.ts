// Who states each fact of a listing: its own site, if the draft it was made from has quotes, or its owner.
import { columnFacts, isIn, type ColumnFact, type FactIn } from '../../facts.ts'
import type { ListingFact } from '../../storage/listing_facts.ts'
import type { Listing } from '../../storage/listings/read.ts'
import type { DraftProfile, Drafted, Quote } from '../../storage/tables/drafts.ts'
import type { Storage } from '../../storage/storage.ts'

/** Facts a site is read for. Founders are left out: they have pages of their own and join or leave by themselves. */
type Asked = Exclude<ColumnFact & FactIn<'sought' | 'typed'>, 'logo_url'> | 'faqs' | 'socials'
const columns = columnFacts.filter(
  (name): name is Exclude<Asked, 'faqs' | 'socials'> => isIn(name, 'sought', 'typed') && name !== 'logo_url',
)
const asked: readonly Asked[] = [...columns, 'faqs', 'socials']
export type Columns = Partial<Pick<Listing, Asked>>

/** The values in a column, one for each list item. */
function valuesOf(columns: Columns, field: Asked): string[] {
  if (field === 'faqs')
    return (columns.faqs ?? []).map(({ question, answer }) => JSON.stringify({ question, answer }))
  if (field === 'socials') return Object.values(columns.socials ?? {})
  const held = columns[field]
  if (Array.isArray(held)) return held
  return held === null || held === undefined || held === '' ? [] : [String(held)]
}

const draftedOf = (profile: DraftProfile, field: Asked): Drafted<unknown> =>
  field === 'faqs' ? profile.faqs : field === 'socials' ? profile.company_socials : profile.fields[field]

/** Quotes from the draft, and the pages that were read for it. */
export type Source = { profile: DraftProfile; pages: readonly { url: string; fetched_at: string }[] }

function quotesIn(source: Source | undefined, field: Asked, item: number): Omit<Quote, 'item'>[] {
  if (source === undefined) return []
  return draftedOf(source.profile, field).evidence.flatMap(({ item: of, ...quote }) =>
    (of ?? 0) === item ? [quote] : [],
  )
}

/**
 * Records who states the values of these columns now. A value with quotes in `source` is stated by the site; one the
 * site was known to state keeps that; any other is the owner's.
 */
export async function noteFacts(
  storage: Storage,
  listing_id: number,
  changed: Columns,
  { at, source }: { at: string; source?: Source },
): Promise<void> {
  const fields = asked.filter((field) => field in changed)
  if (fields.length === 0) return
  const known = Map.groupBy(await storage.facts.of(listing_id), ({ field }) => field)
  const readAt = new Map(source?.pages.map(({ url, fetched_at }) => [url, fetched_at]))
  let hasQuotes = false
  for (const field of fields) {
    const rows = new Set(known.get(field))
    for (const [item, value] of valuesOf(changed, field).entries()) {
      const quotes = quotesIn(source, field, item)
      hasQuotes ||= quotes.length > 0
      const read_at = quotes.length === 0 ? null : (readAt.get(quotes[0]!.url) ?? at)
      const stated: Partial<ListingFact> =
        quotes.length === 0
          ? { item, shown: true }
          : { item, shown: true, state: 'site', since: at, read_at, quotes, missed_at: null, found: null }
      const same = rows.values().find((row) => row.value === value)
      if (same !== undefined) {
        rows.delete(same)
        await storage.facts.change(same.id, stated)
      } else
        await storage.facts.add([{ state: 'owner', since: at, ...stated, listing_id, field, value, item }])
    }
    for (const { id, quotes } of rows)
      if (quotes.length > 0) await storage.facts.change(id, { shown: false })
      else await storage.facts.drop(id)
  }
  if (hasQuotes && (await storage.facts.reading(listing_id)) === undefined)
    await storage.facts.setReading(listing_id, { due_at: nextReading(listing_id, new Date(at)), read_at: at })
}

const month_s = 30 * 86_400
/** A month later, plus or minus three days, so that listings added together are not always read on the same day. */
export function nextReading(listing_id: number, now: Date): string {
  const spread_s = ((listing_id * 7919) % 518_400) - 259_200
  return new Date(now.getTime() + (month_s + spread_s) * 1000).toISOString()
}
