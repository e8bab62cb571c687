// Search-only needs ("Doc2Query"): which lines that a model wrote a listing may be found by. They are search text and
// nothing else, and a listing could put the same words into its own description, where they count more.
import { saidBy } from '../../storage/search/document.ts'
import type { Listing } from '../../storage/listings/read.ts'
import type { Storage } from '../../storage/storage.ts'
import { insteadOf, saysLittle, stopWords } from '../../storage/search/language.ts'
import { stem } from '../../storage/search/stems.ts'
import { wordsOf } from '../../storage/search/words.ts'

export const mostNeeds = 8
/** Characters. */
export const longestNeed = 80
/** Longer answers are not read to their end. */
const mostRead = 50
/** One in so many of the words that say something must be the listing's own. */
const oneIn = 3
/** So many of what a need finds are looked at: a listing that it names is among them. */
const mostFound = 10

/** Control characters, markup, and what belongs to addresses. */
const noLine = /[\p{Cc}\p{Cf}@<>/\\{}]|[\p{L}\p{N}]\.[\p{L}\p{N}]/u
const telling = (text: string): string[] =>
  wordsOf(text).filter((word) => !stopWords.has(word) && !saysLittle.has(word))
const stemsOf = (text: string): Set<string> => new Set(telling(text).map(stem))
const phraseOf = (text: string): string => ` ${wordsOf(text).join(' ')} `

/**
 * A need is kept if at least one in three of its words that say something is a word of the listing's texts or of its
 * category's name, if it has another word, and if it names no other listing and asks for no alternative.
 */
export async function keptNeeds(
  { search, listings, categories }: Pick<Storage, 'search' | 'listings' | 'categories'>,
  listing: Listing,
  written: readonly string[],
): Promise<string[]> {
  const { id, site_id, category_id } = listing
  const { tagline, description, keywords } = saidBy(listing)
  const category = await categories.byId(category_id)
  const own = stemsOf([category?.name ?? '', tagline, description, ...keywords].join('\n'))

  async function namesAnother(need: string): Promise<boolean> {
    const { ids } = await search.find({ site_id, q: need, limit: mostFound, offset: 0 })
    const others = await listings.summaries(ids.filter((other) => other !== id))
    return others.some(
      ({ name }) => phraseOf(need).includes(phraseOf(name)) && !stemsOf(name).isSubsetOf(own),
    )
  }

  const kept = new Map<string, string>()
  for (const line of written.slice(0, mostRead)) {
    const need = line.trim()
    if (need.length > longestNeed || noLine.test(need)) continue
    const words = stemsOf(need)
    const shared = words.intersection(own).size
    const key = [...words].sort().join(' ')
    if (shared * oneIn < words.size || shared === words.size || kept.has(key)) continue
    if (wordsOf(need).some((word) => insteadOf.has(word)) || (await namesAnother(need))) continue
    kept.set(key, need)
    if (kept.size === mostNeeds) break
  }
  return [...kept.values()]
}
