// What becomes of the facts of a listing when its site is read again, or cannot be. Nothing is said to be gone before a
// second reading a week later, and its owner hears of it first.
import { addDays } from '../../days.ts'
import { doors, labelOf } from '../../facts.ts'
import type { ListingFact } from '../../storage/listing_facts.ts'
import type { Listing } from '../../storage/listings/read.ts'
import type { Quote } from '../../storage/tables/drafts.ts'
import type { FoundInstead } from '../../storage/tables/facts.ts'
import type { Storage } from '../../storage/storage.ts'
import { nextReading } from './facts.ts'
import { tellOwners } from './letters.ts'

export type KeptFact = { field: string; value: string; quotes: Omit<Quote, 'item'>[] }
/** What a reading found of one fact. */
export type Judged =
  | { outcome: 'stands'; quotes: Omit<Quote, 'item'>[] }
  | { outcome: 'gone' | 'unknown' }
  | { outcome: 'contradicted'; found: FoundInstead }

/** Weeks look at doors themselves; words it is found by are our choice of the site's. */
const unread: readonly string[] = [...doors, 'tags', 'keywords']

/** Facts that are read again: those the site has said, also where it does so no longer. */
export const readAgainOf = (facts: readonly ListingFact[]): ListingFact[] =>
  facts.filter(({ shown, quotes, field }) => shown && quotes.length > 0 && !unread.includes(field))

/** Days from one reading to the one that confirms it. */
const confirmed_days = 7
/** Readings in a row without an answer: after so many its owner is told, and after more than that everybody. */
const told_after = 2
/** The site is not there; what only keeps us out says nothing. */
const silent =
  /^(?:dns|unreachable|tls|timeout|http_status:(?:404|410|5\d\d)|parked|suspended|server_default|soft_404|error_page|empty)$/

type Now = { now: Date; public_url: string }

/** After a reading; `judged` is by the ids of facts. */
export async function afterReading(
  storage: Storage,
  listing: Listing,
  judged: ReadonlyMap<number, Judged>,
  { now, public_url }: Now,
): Promise<void> {
  const at = now.toISOString()
  const missed: string[] = []
  let isWaiting = false
  // Read once more: an owner may have edited them meanwhile.
  for (const fact of readAgainOf(await storage.facts.of(listing.id))) {
    const found = judged.get(fact.id) ?? { outcome: 'unknown' }
    const set = changeOf(fact, found, at)
    if (set === null) continue
    if (fact.state === 'site' && fact.missed_at === null && set.missed_at != null) missed.push(fact.field)
    await storage.facts.change(fact.id, set)
    isWaiting ||= set.missed_at != null
  }
  isWaiting ||= (await storage.facts.of(listing.id)).some(({ missed_at }) => missed_at !== null)
  await storage.facts.setReading(listing.id, {
    due_at: isWaiting ? addDays(now, confirmed_days).toISOString() : nextReading(listing.id, now),
    ...{ read_at: at, failure: null, silences: 0, silent_since: null },
  })
  const fields = [...new Set(missed)].map((field) => labelOf(field) ?? 'Accounts')
  if (fields.length > 0) await tellOwners(storage, listing, 'facts_missed', { now, public_url, fields })
}

/** What a reading makes of one fact; null where nothing. */
export function changeOf(
  fact: Pick<ListingFact, 'state' | 'missed_at' | 'found' | 'since'>,
  judged: Judged,
  at: string,
): Partial<ListingFact> | null {
  if (judged.outcome === 'unknown') return null
  if (judged.outcome === 'stands') {
    const since = fact.state === 'site' ? fact.since : at
    return { state: 'site', since, read_at: at, quotes: judged.quotes, missed_at: null, found: null }
  }
  const found = judged.outcome === 'contradicted' ? judged.found : null
  const isKnown = found?.value === fact.found?.value
  if (fact.state === judged.outcome && isKnown) return { missed_at: null }
  if (fact.missed_at === null || !isKnown) return { missed_at: at, found }
  const first = addDays(new Date(fact.missed_at), confirmed_days).toISOString()
  return at < first ? null : { state: judged.outcome, since: at, missed_at: null, found }
}

/** When nothing could be read, for a reason of failures.ts. */
export async function afterFailure(
  storage: Storage,
  listing: Listing,
  failure: string,
  { now, public_url }: Now,
): Promise<void> {
  const before = await storage.facts.reading(listing.id)
  if (before === undefined) return
  const isSilent = silent.test(failure)
  const silences = isSilent ? before.silences + 1 : 0
  // Once more on the next day: it may have been us. What only keeps us out is asked again in a month.
  const due_at = isSilent
    ? addDays(now, silences === 1 ? 1 : confirmed_days).toISOString()
    : nextReading(listing.id, now)
  await storage.facts.setReading(listing.id, {
    ...{
      due_at,
      failure,
      silences,
      silent_since: isSilent ? (before.silent_since ?? now.toISOString()) : null,
    },
  })
  if (silences === told_after) await tellOwners(storage, listing, 'site_silent', { now, public_url })
}
