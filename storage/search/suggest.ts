// Suggestions while typing: categories and names with words that begin with the text, and a few listings whose tagline
// or keywords have them. Synchronous: it reads a raw better-sqlite3 connection, and only the names of listings.
import type { Database } from 'better-sqlite3'
import { idOf } from './best.ts'
import type { Browse } from './browse.ts'
import type { openCategories } from './filed.ts'
import { all, any, narrowed, term, unfinished } from './request.ts'
import { stem } from './stems.ts'
import { facetToken, headWord, nameKey, nameToken, nameWord, wordsTyped } from './words.ts'

const mostWords = 6
/** How many of the most popular matching names are read; names that begin with the text come first. */
const looked = 40
/** How many are offered for the words of their tagline or keywords, and from how many letters on. */
const mostByWords = 3
const shortestInHeads = 4

export type Suggested = { categories: { id: number; live: number }[]; listings: number[] }

/** All words in tagline and keywords, the last of them finished or not. */
function inHeads(words: readonly string[]): string {
  const last = words.at(-1)!
  return all([
    ...words.slice(0, -1).map((word) => term(headWord(stem(word)))),
    any([term(headWord(stem(last))), `${term(headWord(last))} *`]),
  ])
}

export function openSuggest(
  reader: Database,
  browse: Browse,
  categories: Pick<ReturnType<typeof openCategories>, 'beginning'>,
) {
  const find = reader
    .prepare<[string], number>(
      `SELECT rowid FROM search_texts WHERE search_texts MATCH ? ORDER BY rowid DESC LIMIT ${looked}`,
    )
    .pluck()
  const names = reader.prepare<[string], { id: number; name: string }>(
    'SELECT id, name FROM search_listings WHERE id IN (SELECT value FROM json_each(?))',
  )

  return function suggest(site_id: number, text: string, limit: number): Suggested {
    const words = wordsTyped(text).slice(0, mostWords)
    if (words.length === 0) return { categories: [], listings: [] }
    const last = words.at(-1)!
    const key = nameKey(text)
    const inNames = all([...words.slice(0, -1).map((word) => term(nameWord(word))), unfinished(last)])
    // "Note pad" may be all of a name that is written as one.
    const expression = words.length > 1 ? any([inNames, `${term(nameToken(key))} *`]) : inNames
    const ids = find.all(narrowed([...browse.siteTerms(site_id), expression], 'live')).map(idOf)
    const begins = new Set(
      names
        .all(JSON.stringify(ids))
        .filter(({ name }) => name.replaceAll(' ', '').startsWith(key))
        .map(({ id }) => id),
    )
    const byName = [...ids.filter((id) => begins.has(id)), ...ids.filter((id) => !begins.has(id))]
    // A short beginning has so many completions that reading them all would take too long.
    const saying =
      ids.length < limit && last.length >= shortestInHeads
        ? find.all(narrowed([...browse.siteTerms(site_id), inHeads(words)], 'live')).map(idOf)
        : []
    const byWords = saying.filter((id) => !ids.includes(id)).slice(0, mostByWords)
    return {
      categories: categories
        .beginning(words)
        .map((one) => ({
          ...one,
          live: browse.size({ site_id, status: 'live' }, facetToken('category', one.id)),
        }))
        .filter((one) => one.live > 0)
        .sort((a, b) => Number(b.begins) - Number(a.begins) || b.live - a.live)
        .slice(0, limit),
      listings: [...byName, ...byWords].slice(0, limit),
    }
  }
}
