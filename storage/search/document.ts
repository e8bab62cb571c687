// The index entry of a listing: its words and facets as tokens, and its position in every order, as rowids.
import { hash } from 'node:crypto'
import { factsIn, type ColumnFact, type FactIn, type KindOf } from '../../facts.ts'
import { stem } from './stems.ts'
import {
  beginningOf,
  facetToken,
  camelParts,
  headWord,
  joinedForms,
  longestBeginning,
  nameKey,
  nameToken,
  nameWord,
  singleFacets,
  solidWords,
  spellingOf,
  stemWord,
  upcoming,
  wordsOf,
} from './words.ts'

/** A listing for search. Only live and upcoming listings are indexed. */
export type IndexedListing = {
  id: number
  site_id: number
  name: string
  tagline: string
  description: string
  keywords: string[]
  /** Their names. */
  founders: string[]
  /** What it is found by too, below its own texts, and what no answer shows. */
  needs: string[]
  status: 'live' | 'upcoming'
  /** Its own categories and all their ancestors, so that a category finds its subcategories too. */
  category_ids: number[]
  stage: string | null
  country: string | null
  pricing_model: string | null
  domain: string
  agent_ready: boolean
  verified: boolean
  votes: number
  views: number
  followers: number
  trend: number
  /** ISO 8601; for an upcoming listing the Monday of its launch. */
  live_at: string
}

const [named, told] = [factsIn('named'), factsIn('told')]
type Searched = FactIn<'named' | 'told'> & ColumnFact
/** The facts whose words are searched, as a row has them. */
export type SearchedFacts = { [N in Searched]: KindOf<N> extends 'list' ? string[] : string | null }

/** What a listing says of itself: what search reads, and what its needs are made of. */
export const saidBy = (row: SearchedFacts & { name: string; tagline: string | null }) => ({
  name: row.name,
  tagline: row.tagline ?? '',
  description: told.flatMap((name) => row[name] || []).join('\n'),
  keywords: named.flatMap((name) => row[name] || []),
})
export type Said = ReturnType<typeof saidBy>
export const digestOf = (said: Said): string => hash('sha256', JSON.stringify(said), 'base64url')

/** Makes it from a listing's row and the related data. */
export function indexedFrom(
  row: Omit<
    IndexedListing,
    'status' | 'tagline' | 'keywords' | 'description' | 'live_at' | 'agent_ready' | 'verified'
  > &
    SearchedFacts & {
      /** A number if the row was read without drizzle. */
      agent_ready: boolean | number
      verified_at: string | null
      /** The digest of what its needs were made of. */
      needs_of: string | null
      status: string
      tagline: string | null
      live_at: string | null
      launch_week: string | null
      created_at: string
    },
): IndexedListing | null {
  if (row.status !== 'live' && row.status !== 'scheduled') return null
  const said = saidBy(row)
  return {
    ...row,
    ...said,
    needs: row.needs.length > 0 && row.needs_of === digestOf(said) ? row.needs : [],
    status: row.status === 'live' ? 'live' : 'upcoming',
    agent_ready: Boolean(row.agent_ready),
    verified: row.verified_at !== null,
    live_at: row.live_at ?? `${row.launch_week ?? row.created_at.slice(0, 10)}T00:00:00.000Z`,
  }
}

type Counters = Pick<IndexedListing, 'votes' | 'views' | 'followers' | 'trend'>

/**
 * What a row of search_words counts: listings that use a word, that use it in their name, that use only other forms of it
 * or have it in their needs.
 * Earlier releases left rows of kind 3, which nothing reads.
 */
export const kinds = { word: 0, nameWord: 1, stem: 2 } as const

const half = 2 ** 31
/** Seconds since 2000, so that 32 bits reach from 1931 to 2068. */
const epoch_s = 946_684_800

/** Sort value in the high 32 bits, id in the low ones: ties in every order are broken by id. */
function place(value: number, id: number): bigint {
  return (BigInt(whole(value)) << 32n) | BigInt(id)
}

/** Popularity in steps of a factor of 1.41 in votes, so that few votes cause a new index entry. */
const popularityOf = (votes: number): number => Math.floor(2 * Math.log2(Math.max(0, votes) + 1))

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

/** Only short names are misspelt as one word, and the keys of all names would fill most of the dictionary. */
const shortKey = 10

export type Texts = {
  /** Empty if it equals name. */
  spelling: string
  name: string
  parts: string
  joined: string
  /** Stems of the tagline, the keywords, the country's name and the pricing model. */
  head: string
  /** All words, which may be misspelt; and those of the name, in every form. */
  words: Set<string>
  nameWords: Set<string>
  /** Stems that are not themselves words of the listing. */
  stems: Set<string>
  /** Those of them that only its needs have. */
  needs: string
}

const regions = new Intl.DisplayNames('en', { type: 'region' })

function countryName(country: string | null): string {
  // Intl throws for text that is no region code, and imported rows may contain some.
  return country !== null && /^[a-z]{2}$/i.test(country) ? (regions.of(country.toUpperCase()) ?? '') : ''
}

type Worded = Pick<
  IndexedListing,
  'name' | 'tagline' | 'description' | 'keywords' | 'founders' | 'needs' | 'country' | 'pricing_model'
>

export function textsOf(listing: Worded): Texts {
  const name = wordsOf(listing.name)
  const parts = camelParts(listing.name)
  const joined = joinedForms(solidWords(listing.name))
  const head = wordsOf(listing.tagline)
  for (const keyword of listing.keywords) head.push(...wordsOf(keyword))
  head.push(...wordsOf(countryName(listing.country)), ...wordsOf(listing.pricing_model ?? ''))
  const body = wordsOf(listing.description)
  for (const founder of listing.founders) body.push(...wordsOf(founder))
  const key = nameKey(listing.name)
  const plain = name.join(' ')
  const spelling = spellingOf(listing.name)
  const words = new Set([...name, ...parts, ...head, ...body])
  const stems = new Set<string>()
  for (const word of words) {
    const short = stem(word)
    if (short !== word && !words.has(short)) stems.add(short)
  }
  // As stems they are found in every form, and neither corrections nor suggestions can show them.
  const needs = new Set(listing.needs.flatMap(wordsOf).map(stem)).difference(words).difference(stems)
  for (const short of needs) stems.add(short)
  return {
    spelling: spelling === plain ? '' : spelling,
    name: plain,
    parts: parts.join(' '),
    joined: joined.join(' '),
    head: [...new Set(head.map(stem))].join(' '),
    words,
    nameWords: new Set([...name, ...parts, ...(key.length <= shortKey ? [key] : [])]),
    stems,
    needs: [...needs].join(' '),
  }
}

export function facetsOf(listing: IndexedListing): string[] {
  const categories = new Set(listing.category_ids.map((id) => facetToken('category', id)))
  const facets = [facetToken('site', listing.site_id), ...categories, ...singleFacets(listing)]
  return listing.status === 'upcoming' ? [...facets, upcoming] : facets
}

/**
 * All tokens of a listing: its facets and domain, its whole name, the words of its name and their
 * prefixes, those of tagline and keywords, and all words and stems.
 */
export function postingOf(listing: IndexedListing, texts: Texts, facets: string[]): string {
  const tokens = new Set([
    ...facets,
    facetToken('domain', listing.domain),
    nameToken(nameKey(listing.name)),
    ...texts.words,
    ...[...texts.stems].map(stemWord),
  ])
  for (const form of `${texts.name} ${texts.parts} ${texts.joined}`.split(' ')) {
    if (form === '') continue
    tokens
      .add(form)
      .add(nameWord(form))
      .add(nameWord(stem(form)))
    for (let length = 1; length <= longestBeginning && length <= form.length; length += 1)
      tokens.add(beginningOf(form.slice(0, length)).toWellFormed())
  }
  for (const word of texts.head.split(' ')) if (word !== '') tokens.add(headWord(word))
  return [...tokens].join(' ')
}
