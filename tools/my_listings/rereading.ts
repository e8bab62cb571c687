// What happens to the facts of a listing when its site is reread, or cannot be read. A fact counts as gone only after
// a second reading a week later, and its owner is told first.
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
/** The result of rereading for one fact. */
export type Judged =
  | { outcome: 'stands'; quotes: Omit<Quote, 'item'>[] }
  | { outcome: 'gone' | 'unknown' }
  | { outcome: 'contradicted'; found: FoundInstead }

/** Not reread: a weekly job checks doors (facts.ts), and tags and keywords are our choice of the site's words. */
const unread: readonly string[] = [...doors, 'tags', 'keywords']

/** The facts to read again: those the site stated once, even if it no longer does. */
export const readAgainOf = (facts: readonly ListingFact[]): ListingFact[] =>
  facts.filter(({ shown, quotes, field }) => shown && quotes.length > 0 && !unread.includes(field))

/** Days until the second reading that confirms the first. */
const confirmed_days = 7
/** The owner is told after so many readings in a row without an answer; after more than that, the public is. */
const told_after = 2
/** Failures that mean the site is gone; a failure that only keeps our crawler out says nothing. */
export const silent =
  /^(?:dns|unreachable|tls|timeout|http_status:(?:404|410|5\d\d)|parked|suspended|server_default|soft_404|error_page|empty)$/

type Now = { now: Date; public_url: string }

/** Applies the result of a reading; `judged` is by fact id. */
export async function afterReading(
  storage: Storage,
  listing: Listing,
  judged: ReadonlyMap<number, Judged>,
  { now, public_url }: Now,
): Promise<void> {
  const at = now.toISOString()
  const missed: string[] = []
  let isWaiting = false
  // Fetched again, because an owner may have edited the facts meanwhile.
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

/** How a reading changes one fact; null if it does not. */
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

/** Records that nothing could be read, with a reason of failures.ts. */
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
  // The first failure is retried the next day: it may have been ours. A site that keeps us out is retried in a month.
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
