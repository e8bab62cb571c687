// Finds similar listings: those with the same categories and the rarest words of its tagline and keywords.
// SQLite only and synchronous: FTS5 on a raw better-sqlite3 connection that only reads.
import type { Database } from 'better-sqlite3'
import type { Dictionary } from './dictionary.ts'
import type { openCategories } from './filed.ts'
import { insteadOf, stopWords } from './language.ts'
import { narrowed, term, type SearchRequest } from './request.ts'
import { stem } from './stems.ts'
import { facetToken, headWord } from './words.ts'

/** How many of its rarest words describe a listing. */
const mostWords = 10
/**
 * How many listings that share one of the words are considered, the popular first; how many of these, sharing most, are
 * read; and how many are returned. Searching for pairs of words took four times as long with slightly worse results.
 */
const mostShared = 60
const mostRead = 200
const mostLike = 100

/** Stems of words that do not describe what a listing is. */
const saysNothing = new Set([...stopWords, ...insteadOf].map(stem))

type Text = { id: number; name: string; head: string; facets: string }
/** Of how many listings, and which of them: those of a site, a category, live or upcoming. */
export type Surroundings = { within: string[]; size: number; status: SearchRequest['status'] }
export type Alike = { id: number; rowid: number; likeness: number }

export function openLikeness(
  reader: Database,
  dictionary: Dictionary,
  categories: ReturnType<typeof openCategories>,
) {
  const texts = reader.prepare<[string], Text>(
    `SELECT l.id, l.name, l.head, r.facets FROM search_listings l JOIN search_ranks r ON r.id = l.id
     WHERE l.id IN (SELECT value FROM json_each(?))`,
  )
  const find = reader
    .prepare<[string], number>(
      `SELECT rowid FROM search_texts WHERE search_texts MATCH ? ORDER BY rowid DESC LIMIT ${mostShared}`,
    )
    .pluck()
  const categoryMark = facetToken('category', '')

  /** What the listing can share with others, the rarest first, with weights. */
  function featuresOf(text: Text, size: number): { token: string; isFacet: boolean; worth: number }[] {
    const words = [...new Set(text.head.split(' '))]
      .filter((word) => word.length > 1 && !saysNothing.has(word))
      .map((word) => ({ word, spread: dictionary.spread(word) }))
      .filter(({ spread }) => spread > 1)
      .map(({ word, spread }) => ({ token: word, isFacet: false, worth: Math.log(1 + size / spread) }))
      .sort((a, b) => b.worth - a.worth)
      .slice(0, mostWords)
    const facets = text.facets
      .split(' ')
      .filter((facet) => facet.startsWith(categoryMark))
      .map((facet) => ({ token: facet, isFacet: true, worth: 4 * categories.rarity(facet) }))
    return [...words, ...facets].sort((a, b) => b.worth - a.worth)
  }

  /**
   * The most similar listings, best first, each with its similarity from 0 to 1.
   */
  return function likeTo(id: number, { within, size, status }: Surroundings): Alike[] {
    const [text] = texts.all(JSON.stringify([id]))
    if (text === undefined) return []
    const features = featuresOf(text, size)
    const gathered = new Map<number, { rowid: number; worth: number }>()
    for (const { token, isFacet, worth } of features) {
      const expression = term(isFacet ? token : headWord(token))
      for (const rowid of find.all(narrowed([...within, expression], status))) {
        const other = rowid % 2 ** 32
        const before = gathered.get(other)
        if (before !== undefined) before.worth += worth
        else if (other !== id) gathered.set(other, { rowid, worth })
      }
    }
    const nearest = [...gathered]
      .sort(([, a], [, b]) => b.worth - a.worth || b.rowid - a.rowid)
      .slice(0, mostRead)
    const rowids = new Map(nearest.map(([other, { rowid }]) => [other, rowid]))
    const sum = features.reduce((total, { worth }) => total + worth, 0)
    return texts
      .all(JSON.stringify([...rowids.keys()]))
      .map((other) => {
        const words = new Set(other.head.split(' '))
        const facets = new Set(other.facets.split(' '))
        const shared = features.filter(({ token, isFacet }) => (isFacet ? facets : words).has(token))
        const worth = shared.reduce((total, one) => total + one.worth, 0)
        return { id: other.id, rowid: rowids.get(other.id)!, likeness: worth / Math.max(1, sum) }
      })
      .sort((a, b) => b.likeness - a.likeness || b.rowid - a.rowid)
      .slice(0, mostLike)
  }
}
