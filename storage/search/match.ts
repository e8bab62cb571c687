// Words looked for, misspelt or not: candidates come up tier by tier, the popular first, and the best hundred or so are
// ranked. SQLite only and synchronous: FTS5 on a raw better-sqlite3 connection that only reads.
import type { Database } from 'better-sqlite3'
import { furthest, type Browse } from './browse.ts'
import type { Dictionary } from './dictionary.ts'
import { costOf, type Candidate, type Via } from './rank.ts'
import { openReading, type Reading } from './reading.ts'
import { all, any, narrowed, term, type Found, type SearchRequest } from './request.ts'
import { facetToken, nameKey, nameToken, wordsOf } from './words.ts'

/** So many candidates are enough, and no tier gives more. The same for every page, so that pages never change the order. */
const enough = 100
/** A query that nothing answers whole, and little when corrected, is also tried with one of its words left out. */
const few = 5

type Table = 'search_names' | 'search_heads' | 'search_texts'
/** Candidates to be ranked by rowid, and the expression whose other matches follow them on later pages. */
type Pool = { candidates: Map<number, Via>; rest: string | null }

export function openMatch(reader: Database, dictionary: Dictionary, browse: Browse) {
  const prepare = (table: Table) =>
    reader
      .prepare<[string], number>(
        `SELECT rowid FROM ${table} WHERE ${table} MATCH ? ORDER BY rowid DESC LIMIT ${enough}`,
      )
      .pluck()
  const tables = {
    search_names: prepare('search_names'),
    search_heads: prepare('search_heads'),
    search_texts: prepare('search_texts'),
  }
  const texts = reader.prepare<[string], Candidate>(
    'SELECT id, name, forms, head FROM search_listings WHERE id IN (SELECT value FROM json_each(?))',
  )
  const others = `search_texts MATCH ? AND rowid NOT IN (SELECT value FROM json_each(?))`
  const tail = reader
    .prepare<[string, string, number, number], number>(
      `SELECT rowid & 4294967295 FROM search_texts WHERE ${others} ORDER BY rowid DESC LIMIT ? OFFSET ?`,
    )
    .pluck()
  const tailCount = reader
    .prepare<[string, string], number>(
      `SELECT count(*) FROM (SELECT 1 FROM search_texts WHERE ${others} LIMIT ${furthest})`,
    )
    .pluck()
  const beginning = reader
    .prepare<[string, number], number>(
      `SELECT rowid & 4294967295 FROM search_names WHERE search_names MATCH ? ORDER BY rowid DESC LIMIT ?`,
    )
    .pluck()
  const read = openReading(dictionary)

  function gather(request: SearchRequest, reading: Reading, within: (expression: string) => string): Pool {
    const candidates = new Map<number, Via>()
    const isFull = () => candidates.size >= enough
    function take(table: Table, expression: string, via: Via): number {
      // Domains are indexed in the widest table only.
      const rowids = tables[request.domain === null ? table : 'search_texts'].all(within(expression))
      for (const rowid of rowids) if (!candidates.has(rowid)) candidates.set(rowid, via)
      return rowids.length
    }

    const { words } = reading
    const isName = request.domain === null && take('search_names', term(nameToken(reading.key)), 'exact') > 0
    take('search_names', reading.exact, 'exact')
    if (!isFull() && request.domain === null) take('search_names', reading.beginning, 'exact')
    if (!isFull()) take('search_heads', reading.exact, 'exact')
    if (!isFull() && reading.inHeads !== reading.exact) take('search_heads', reading.inHeads, 'exact')
    if (!isFull()) take('search_texts', reading.exact, 'exact')
    if (isFull()) return { candidates, rest: reading.inTexts }
    const matched = take('search_texts', reading.inTexts, 'exact')
    if (matched === enough) return { candidates, rest: reading.inTexts }
    if (isName && words.length > 1) return { candidates, rest: null }

    let rest: string | null = null
    const misspelt = reading.misspelt()
    if (request.domain === null && misspelt.wholeNames.length > 0)
      take('search_names', any(misspelt.wholeNames.map((name) => term(nameToken(name)))), 'corrected')
    for (const distance of [1, 2]) if (!isFull()) take('search_names', misspelt.names(distance), 'corrected')
    for (const choices of [1, 12]) {
      const corrected = misspelt.texts(choices)
      if (corrected === null || isFull()) break
      take('search_heads', corrected, 'corrected')
      if (take('search_texts', corrected, 'corrected') === enough && matched === 0) rest = corrected
    }
    if (candidates.size < few && request.domain === null) {
      const beginnings = misspelt.beginnings()
      if (beginnings !== null) take('search_names', beginnings, 'corrected')
    }
    for (const apart of matched === 0 ? reading.apart : []) take('search_texts', apart, 'exact')
    if (words.length > 1 && matched === 0 && candidates.size < few) {
      for (let i = 0; i < words.length && !isFull(); i += 1)
        take('search_texts', all(words.filter((_, at) => at !== i).map(term)), 'partial')
      for (const word of candidates.size === 0 ? reading.rarestFirst : [])
        if (take('search_texts', term(word), 'partial') > 0) break
    }
    return { candidates, rest }
  }

  /** Best first. The rowid, which is popularity and then id, decides between equals. */
  function ranked(candidates: Map<number, Via>, reading: Reading): number[] {
    const byId = new Map<number, Candidate>()
    const ids = [...candidates.keys()].map((rowid) => rowid % 2 ** 32)
    for (const candidate of texts.all(JSON.stringify(ids))) byId.set(candidate.id, candidate)
    const typed = { name: wordsOf(reading.q).join(' '), key: reading.key }
    const scored = []
    for (const [rowid, via] of candidates) {
      const id = rowid % 2 ** 32
      const candidate = byId.get(id)
      if (candidate === undefined) continue
      const popularity = Math.floor(rowid / 2 ** 32)
      let cost = Infinity
      for (const words of reading.variants) cost = Math.min(cost, costOf(words, typed, candidate, via))
      scored.push({ id, rowid, cost: cost - 0.05 * popularity })
    }
    return scored.sort((a, b) => a.cost - b.cost || b.rowid - a.rowid).map(({ id }) => id)
  }

  return {
    suggest(site_id: number, text: string, limit: number): number[] {
      const key = nameKey(text)
      if (key === '') return []
      const facets = browse.siteTerms(site_id)
      return beginning.all(narrowed([...facets, `${term(nameToken(key))} *`], 'live'), limit)
    },

    search(request: SearchRequest): Found {
      const reading = read(request.q)
      if (reading === null) return { ids: [], total: 0 }
      const facets = browse.facetTerms(request)
      if (request.domain !== null) facets.unshift(term(facetToken('domain', request.domain)))
      const within = (expression: string) => narrowed([...facets, expression], request.status)
      const isRanked = request.sort === 'relevance'
      if (!isRanked && browse.matches(within(reading.inTexts)))
        return browse.sortMatches(within(reading.inTexts), request)

      const { candidates, rest } = gather(request, reading, within)
      if (!isRanked && rest !== null) return browse.sortMatches(within(rest), request)
      if (!isRanked)
        return browse.sortSome(
          [...candidates.keys()].map((rowid) => rowid % 2 ** 32),
          request,
        )
      const ids = ranked(candidates, reading)
      const page = ids.slice(request.offset, request.offset + request.limit)
      if (rest === null) return { ids: page, total: ids.length }
      const known = JSON.stringify([...candidates.keys()])
      const total = Math.min(furthest, ids.length + tailCount.get(within(rest), known)!)
      if (page.length < request.limit) {
        const skip = Math.max(0, request.offset - ids.length)
        page.push(...tail.all(within(rest), known, request.limit - page.length, skip))
      }
      return { ids: page, total }
    },
  }
}
