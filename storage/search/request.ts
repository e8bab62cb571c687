// Search requests, and their facets as one FTS5 expression.
import { beginningOf, facetToken, longestBeginning, nameWord, singleFacets, upcoming } from './words.ts'

export type Sort = 'relevance' | 'newest' | 'votes' | 'trending' | 'most_viewed' | 'most_followed'

/** The request without order and page. */
export type Question = {
  site_id: number
  q: string
  category_id: number | null
  stage: string | null
  country: string | null
  pricing_model: string | null
  domain: string | null
  agent_ready: boolean
  verified: boolean
  status: 'live' | 'upcoming'
}

export type SearchRequest = Question & { sort: Sort; limit: number; offset: number }

/** How the words were understood, if differently from what was typed. */
export type Hints = {
  /** The words that were searched, if some were corrected. */
  did_you_mean?: string
  /** Words that no listing has, or that the best result lacks if none has all. */
  left_out?: string[]
  /** Synonyms by which some of the first results were found. */
  also_looked_for?: string[]
}

/** One page of ids, and the number of all results. */
export type Found = { ids: number[]; total: number; hints?: Hints }

/** The best matches of an expression, by popularity; so many at most. */
export type LookUp = (expression: string, most?: number) => number[]

/** Tokens contain no quotation marks, so a quoted token is never parsed as FTS5 syntax. */
export const term = (token: string): string => `"${token}"`
export const all = (parts: string[]): string => (parts.length === 1 ? parts[0]! : `(${parts.join(' AND ')})`)
export const any = (parts: string[]): string => (parts.length === 1 ? parts[0]! : `(${parts.join(' OR ')})`)

/** A prefix of words in names; a long prefix has few completions, which are adjacent in the index. */
export const unfinished = (word: string): string =>
  word.length <= longestBeginning ? term(beginningOf(word)) : `${term(nameWord(word))} *`

/** The facets a listing must have, besides its site and status. */
export function facetsAsked(request: Question): string[] {
  const single = singleFacets(request)
  return request.category_id === null ? single : [facetToken('category', request.category_id), ...single]
}

/** The expression with facets and status. Upcoming listings are few: excluding them is faster than requiring live. */
export function narrowed(asked: string[], status: 'live' | 'upcoming'): string {
  const parts = asked.filter((part) => part !== '')
  if (status === 'upcoming') return all([term(upcoming), ...parts])
  return `${all(parts)} NOT ${term(upcoming)}`
}
