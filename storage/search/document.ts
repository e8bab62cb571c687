// What the index keeps of a listing: its words and facets as tokens, and its places in every order, as rowids.
import {
  facetToken,
  camelParts,
  joinedForms,
  nameKey,
  nameToken,
  solidWords,
  spellingOf,
  upcoming,
  wordsOf,
} from './words.ts'

/** A listing as search sees it. Only live and upcoming listings are ever indexed. */
export type IndexedListing = {
  id: number
  site_id: number
  name: string
  tagline: string
  description: string
  keywords: string[]
  status: 'live' | 'upcoming'
  /** Its own categories and all their ancestors, so that a category finds its subcategories too. */
  category_ids: number[]
  stage: string | null
  country: string | null
  pricing_model: string | null
  domain: string
  votes: number
  views: number
  followers: number
  trend: number
  /** ISO 8601; of an upcoming listing the Monday it is scheduled for. */
  live_at: string
}

export type Counters = Pick<IndexedListing, 'votes' | 'views' | 'followers' | 'trend'>

const half = 2 ** 31
/** Seconds are counted from 2000, so that 32 bits last until 2068 and reach back to 1931. */
const epoch_s = 946_684_800

/** Sort value in the high 32 bits, id in the low: ties in every order are broken by id. */
function place(value: number, id: number): bigint {
  const bounded = Math.max(-half, Math.min(half - 1, Math.floor(value)))
  return (BigInt(bounded) << 32n) | BigInt(id)
}

/** Popularity moves in steps of 1.41 in votes, so that few votes cost a new index entry. */
export const popularityOf = (votes: number): number => Math.floor(2 * Math.log2(Math.max(0, votes) + 1))

const whole = (value: number): number => Math.max(-half, Math.min(half - 1, Math.floor(value)))

export type Places = ReturnType<typeof placesOf>

export function placesOf(id: number, counters: Counters, newest: number) {
  const ranks = {
    votes: whole(counters.votes),
    views: whole(counters.views),
    followers: whole(counters.followers),
    trend: whole(counters.trend * 2 ** 18),
    newest,
  }
  return {
    id,
    ranks,
    popular: place(popularityOf(counters.votes), id),
    browse_votes: place(ranks.votes, id),
    browse_views: place(ranks.views, id),
    browse_followers: place(ranks.followers, id),
    browse_trend: place(ranks.trend, id),
    browse_newest: place(ranks.newest, id),
  }
}

export const newestOf = (live_at: string): number => whole(Date.parse(live_at) / 1000 - epoch_s)

/** Only short names are misspelt as one word, and keys of all names would make most of the dictionary. */
const shortKey = 10

export type Texts = {
  /** Empty where it is the same as name. */
  spelling: string
  name: string
  parts: string
  joined: string
  head: string
  /** Words that may be misspelt: all of them; and those of the name, in every form. */
  words: Set<string>
  nameWords: Set<string>
}

export function textsOf(
  listing: Pick<IndexedListing, 'name' | 'tagline' | 'description' | 'keywords'>,
): Texts {
  const name = wordsOf(listing.name)
  const parts = camelParts(listing.name)
  const joined = joinedForms(solidWords(listing.name))
  const head = wordsOf(listing.tagline)
  for (const keyword of listing.keywords) head.push(...wordsOf(keyword))
  const body = wordsOf(listing.description)
  const key = nameKey(listing.name)
  const plain = name.join(' ')
  const spelling = spellingOf(listing.name)
  return {
    spelling: spelling === plain ? '' : spelling,
    name: plain,
    parts: parts.join(' '),
    joined: joined.join(' '),
    head: [...new Set(head)].join(' '),
    words: new Set([...name, ...parts, ...head, ...body]),
    nameWords: new Set([...name, ...parts, ...(key.length <= shortKey ? [key] : [])]),
  }
}

export function facetsOf(listing: IndexedListing): string[] {
  const facets = new Set([facetToken('site', listing.site_id)])
  for (const category_id of listing.category_ids) facets.add(facetToken('category', category_id))
  if (listing.country !== null) facets.add(facetToken('country', listing.country))
  if (listing.stage !== null) facets.add(facetToken('stage', listing.stage))
  if (listing.pricing_model !== null) facets.add(facetToken('pricing', listing.pricing_model))
  if (listing.status === 'upcoming') facets.add(upcoming)
  return [...facets]
}

/** The token strings of the three word tables. The domain stands in the last only: it is nearly unique to a listing. */
export function postingsOf(listing: IndexedListing, texts: Texts, facets: string) {
  const names = `${facets} ${nameToken(nameKey(listing.name))} ${texts.name} ${texts.parts} ${texts.joined}`
  return {
    search_names: names,
    search_heads: `${facets} ${texts.name} ${texts.parts} ${texts.joined} ${texts.head}`,
    search_texts: `${facets} ${facetToken('domain', listing.domain)} ${texts.joined} ${[...texts.words].join(' ')}`,
  }
}
