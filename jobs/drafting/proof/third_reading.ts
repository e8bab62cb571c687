/*
 * Whether a site still says what was read there once. A value stands where the check of evidence keeps it with its old
 * quotes, or where the rules find it anew; where they find another value of a fact that has only one, the site says
 * otherwise. Pages that could not be read prove nothing, either way.
 */
import type { Judged, KeptFact } from '../../../tools/my_listings/rereading.ts'
import { emptyProfile, extractProfile, type Site } from '../extract.ts'
import { openSite } from '../facts/names.ts'
import { accountOf } from '../facts/platforms.ts'
import { letters } from '../page/own_names.ts'
import { fold } from '../page/stored_text.ts'
import type { Evidence, ExtractedProfile, Faq, Proven, ReadPage } from '../profile.ts'
import { checkEvidence } from './evidence.ts'
import { linesQuoted } from './quotes.ts'
import { callsItself, isSaidInstead } from './said_instead.ts'

/** Facts of one value, which another value contradicts. */
const single = ['name', 'founded_year', 'country', 'city', 'pricing_model', 'stage'] as const
/** Those that a site may say several of. */
const placed: readonly string[] = ['founded_year', 'country', 'city']

type Found = { value: string; evidence: Evidence[] }

/** The values that a profile has for a field, as a listing keeps them. */
function foundIn(profile: ExtractedProfile, field: string): Found[] {
  if (field === 'socials') return Object.values(profile.company_socials)
  if (field === 'faqs')
    return profile.faqs.map(({ value: { question, answer }, evidence }) => ({
      value: JSON.stringify({ question, answer }),
      evidence,
    }))
  const held = profile[field as 'name'] as Proven<string | number> | Proven<string>[] | null
  return [held ?? []].flat().map(({ value, evidence }) => ({ value: String(value), evidence }))
}

/** What was read once, as if somebody claimed it today. */
function claimedOf(facts: readonly KeptFact[]): ExtractedProfile {
  const claimed: Record<string, unknown> = { ...emptyProfile() }
  for (const { field, value, quotes: evidence } of facts) {
    const list = claimed[field]
    if (field === 'faqs')
      claimed.faqs = [...(claimed.faqs as []), { value: JSON.parse(value) as Faq, evidence }]
    else if (field === 'socials') {
      const platform = accountOf(value)?.platform
      if (platform !== undefined)
        claimed.company_socials = { ...(claimed.company_socials as object), [platform]: { value, evidence } }
    } else if (Array.isArray(list)) claimed[field] = [...(list as unknown[]), { value, evidence }]
    else claimed[field] = { value: field === 'founded_year' ? Number(value) : value, evidence }
  }
  return claimed as ExtractedProfile
}

const isSame = (one: string, other: string): boolean => fold(one) === fold(other)

/** Less may be a piece of anything. */
const shortest = 12

/** A product is called by a part of its name too. */
const isPart = (one: string, other: string): boolean => one.includes(other) || other.includes(one)

export function readAgain(
  facts: readonly KeptFact[],
  pages: ReadPage[],
  site: Site,
  unread: readonly string[],
): Judged[] {
  const crawled = openSite(pages, site.start_url)
  const texts = new Map(pages.map(({ url, text }) => [url, fold(text)]))
  const isThere = (quote: Evidence): boolean =>
    (crawled != null && linesQuoted([quote], crawled).evidence.length > 0) ||
    (quote.quote.length >= shortest && texts.get(quote.url)?.includes(fold(quote.quote)) === true)
  const stands = checkEvidence(claimedOf(facts), pages, site)
  const anew = checkEvidence(extractProfile(pages, site), pages, site)
  // An address or a mailbox goes on having the name that a product had.
  const spoken = new Map(pages.map(({ url, text }) => [url, text.replace(/\S*[.@/]\S+/g, ' ')]))
  const isCalled = (quote: Evidence): boolean => spoken.get(quote.url)?.includes(quote.quote) === true
  const isInstead = (fact: KeptFact, other: Found): boolean => {
    if (fact.field === 'name') return crawled != null && callsItself(other.value, crawled)
    return !placed.includes(fact.field) || isSaidInstead(fact, other)
  }
  const judged = facts.map((fact): Judged => {
    for (const profile of [stands, anew]) {
      const same = foundIn(profile, fact.field).find(({ value }) => isSame(value, fact.value))
      if (same !== undefined) return { outcome: 'stands', quotes: same.evidence }
    }
    // A new frame around a page may change what the rules make of it, and not what it says.
    if (fact.quotes.every(fact.field === 'name' ? isCalled : isThere))
      return { outcome: 'stands', quotes: fact.quotes }
    if (fact.quotes.some(({ url }) => unread.includes(url))) return { outcome: 'unknown' }
    const [other] = (single as readonly string[]).includes(fact.field) ? foundIn(anew, fact.field) : []
    if (other === undefined) return { outcome: 'gone' }
    if (fact.field === 'name' && isPart(letters(fact.value), letters(other.value)))
      return { outcome: 'unknown' }
    if (!isInstead(fact, other)) return { outcome: 'gone' }
    return { outcome: 'contradicted', found: { value: other.value, quote: other.evidence[0]?.quote ?? null } }
  })
  return isElsewhere(facts, judged) ? facts.map(() => ({ outcome: 'unknown' })) : judged
}

/** Where nearly nothing stands, not even the name, somebody else's site stands there: a parked domain, a new owner. */
function isElsewhere(facts: readonly KeptFact[], judged: readonly Judged[]): boolean {
  const standing = facts.filter((_, at) => judged[at]!.outcome === 'stands')
  return standing.length * 5 < facts.length && standing.every(({ field }) => field !== 'name')
}
