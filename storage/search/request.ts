// What may be asked of search, and the facets it means as one FTS5 expression.
import { beginningOf, facetToken, longestBeginning, nameWord, upcoming } from './words.ts'

export type Sort = 'relevance' | 'newest' | 'votes' | 'trending' | 'most_viewed' | 'most_followed'

/** What is looked for, whatever the order and page. */
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

/** What the words were taken for, where that is not what was typed. */
export type Hints = {
  /** The words that were searched for, where some were corrected. */
  did_you_mean?: string
  /** Words that no listing has, or that the best answer lacks where none has all. */
  left_out?: string[]
  /** Other names of what was asked for, by which some of the first answers are found. */
  also_looked_for?: string[]
}

/** One page of ids and the number of listings on all pages. */
export type Found = { ids: number[]; total: number; hints?: Hints }

/** Tokens hold no quotation marks, so a quoted token is never read as FTS5 syntax. */
export const term = (token: string): string => `"${token}"`
export const all = (parts: string[]): string => (parts.length === 1 ? parts[0]! : `(${parts.join(' AND ')})`)
export const any = (parts: string[]): string => (parts.length === 1 ? parts[0]! : `(${parts.join(' OR ')})`)

/** A word's beginning in names; a long one has few endings, which lie side by side. */
export const unfinished = (word: string): string =>
  word.length <= longestBeginning ? term(beginningOf(word)) : `${term(nameWord(word))} *`

/** The facets a listing must carry, without its site and status. */
export function facetsAsked(request: Question): string[] {
  const asked: string[] = []
  if (request.category_id !== null) asked.push(facetToken('category', request.category_id))
  if (request.country !== null) asked.push(facetToken('country', request.country))
  if (request.stage !== null) asked.push(facetToken('stage', request.stage))
  if (request.pricing_model !== null) asked.push(facetToken('pricing', request.pricing_model))
  if (request.agent_ready) asked.push(facetToken('agents', 'ready'))
  if (request.verified) asked.push(facetToken('verified', 'yes'))
  return asked
}

/** The expression narrowed to facets and status. Upcoming listings are few: leaving them out beats asking for live ones. */
export function narrowed(asked: string[], status: 'live' | 'upcoming'): string {
  const parts = asked.filter((part) => part !== '')
  if (status === 'upcoming') return all([term(upcoming), ...parts])
  return `${all(parts)} NOT ${term(upcoming)}`
}
