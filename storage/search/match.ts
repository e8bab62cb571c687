// Words looked for, misspelt or not: candidates come up tier by tier, the popular first, and the best forty are ranked.
// SQLite only and synchronous: FTS5 on a raw better-sqlite3 connection that only reads.
import type { Database } from 'better-sqlite3'
import { furthest, type Browse } from './browse.ts'
import type { Dictionary } from './dictionary.ts'
import { openCosts, type Candidate, type Via } from './rank.ts'
import { openReading, type Reading } from './reading.ts'
import { all, narrowed, term, type Found, type SearchRequest } from './request.ts'
import { facetToken, nameKey, nameToken, spellingOf } from './words.ts'

/**
 * So many candidates are enough, and no tier gives more. The same for every page, so that pages never change the order;
 * more than two pages of them find nothing better and cost twice the time.
 */
const enough = 40
/** A query that nothing answers whole, and little when corrected, is also tried with one of its words left out. */
const few = 5

type Table = 'search_names' | 'search_heads' | 'search_texts'
/**
 * Candidates to be ranked, by rowid; the expression whose other matches follow them on later pages; and whether it is
 * known to match all of the candidates too.
 */
type Pool = { candidates: Map<number, Via>; rest: string | null; isAmong: boolean }

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
    'SELECT id, spelling, name, parts, head FROM search_listings WHERE id IN (SELECT value FROM json_each(?))',
  )
  const beyond = 'search_texts MATCH ? AND rowid NOT IN (SELECT value FROM json_each(?))'
  const tail = reader
    .prepare<[string, string, number, number], number>(
      `SELECT rowid & 4294967295 FROM search_texts WHERE ${beyond} ORDER BY rowid DESC LIMIT ? OFFSET ?`,
    )
    .pluck()
  const tailCount = reader
    .prepare<[string, string], number>(
      `SELECT count(*) FROM (SELECT 1 FROM search_texts WHERE ${beyond} LIMIT ${furthest})`,
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
    let isAmong = true
    const isFull = () => candidates.size >= enough
    function add(rowids: number[], via: Via, isAmongTexts = false): number {
      for (const rowid of rowids) {
        if (candidates.has(rowid)) continue
        candidates.set(rowid, via)
        if (!isAmongTexts) isAmong = false
      }
      return rowids.length
    }
    // Domains are indexed in the widest table only.
    const find = (table: Table, expression: string): number[] =>
      tables[request.domain === null ? table : 'search_texts'].all(within(expression))

    /** Steps from narrow to wide. Unless the widest overflows, the narrower ones could only give the same. */
    function climb(steps: [Table, string][], via: Via = 'corrected', isAmongTexts = false): number {
      const found = find(...steps.at(-1)!)
      if (found.length === enough)
        for (const step of steps.slice(0, -1)) if (!isFull()) add(find(...step), via, isAmongTexts)
      if (!isFull()) add(found, via, isAmongTexts)
      return found.length
    }
    /** Exact words first: all they find is among what inTexts finds. */
    function climbExact(table: Table, beyond: string): void {
      if (isFull()) return
      const found = find(table, beyond)
      if (found.length === enough) add(find(table, reading.exact), 'exact', true)
      if (!isFull()) add(found, 'exact', beyond === reading.inTexts)
    }

    const { words } = reading
    const isLong = words.length > 1
    const hasNames = request.domain === null
    const found = find('search_texts', reading.inTexts)
    if (found.length < enough) add(found, 'exact', true)
    const isName =
      hasNames &&
      (isLong || found.length === 0 || found.length === enough) &&
      add(find('search_names', term(nameToken(reading.key))), 'exact') > 0
    if (hasNames) climbExact('search_names', reading.beginning)
    if (hasNames && reading.inHeads !== reading.inTexts) climbExact('search_heads', reading.inHeads)
    if (found.length === enough) {
      climbExact('search_texts', reading.inTexts)
      return { candidates, rest: reading.inTexts, isAmong }
    }
    if (isName && isLong) return { candidates, rest: null, isAmong }

    let rest: string | null = null
    const misspelt = reading.misspelt()
    const wholeNames: [Table, string][] =
      misspelt.wholeNames === null || !hasNames ? [] : [['search_names', misspelt.wholeNames]]
    if (isLong && wholeNames.length > 0) climb(wholeNames)
    climb([
      ...(isLong ? [] : wholeNames),
      ['search_names', misspelt.names(1)],
      ['search_names', misspelt.names(2)],
    ])
    if (misspelt.isSuspect && !isFull()) {
      const [likeliest, likely] = [misspelt.texts(1), misspelt.texts(12)]
      const inTexts = (expression: string): [Table, string][] => [
        ['search_heads', expression],
        ['search_texts', expression],
      ]
      const nearest = climb(inTexts(likeliest), 'likeliest', true)
      const count = likely === likeliest ? nearest : climb(inTexts(likely), 'corrected', true)
      if (count === enough && found.length === 0) rest = likely
    }
    if (candidates.size < few && hasNames) {
      const beginnings = misspelt.beginnings()
      if (beginnings !== null) add(find('search_names', beginnings), 'corrected')
    }
    if (found.length > 0) return { candidates, rest, isAmong }
    for (const apart of reading.apart()) add(find('search_texts', apart), 'exact')
    if (isLong && candidates.size < few) {
      for (let i = 0; i < words.length && !isFull(); i += 1)
        add(find('search_texts', all(words.filter((_, at) => at !== i).map(term))), 'partial')
      for (const word of candidates.size === 0 ? reading.rarestFirst : [])
        if (add(find('search_texts', term(word)), 'partial') > 0) break
    }
    return { candidates, rest, isAmong }
  }

  /** Best first. The rowid, which is popularity and then id, decides between equals. */
  function ranked(candidates: Map<number, Via>, reading: Reading): number[] {
    const via = new Map<number, { rowid: number; via: Via }>()
    for (const [rowid, how] of candidates) via.set(rowid % 2 ** 32, { rowid, via: how })
    const costOf = openCosts(reading.variants, { spelling: spellingOf(reading.q), key: reading.key })
    const scored = []
    for (const candidate of texts.all(JSON.stringify([...via.keys()]))) {
      const { rowid, via: how } = via.get(candidate.id)!
      const popularity = Math.floor(rowid / 2 ** 32)
      scored.push({ id: candidate.id, rowid, cost: costOf(candidate, how) - 0.05 * popularity })
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
      // In any other order than relevance a near miss could come first, so there it counts only where nothing matches.
      const isRanked = request.sort === 'relevance'
      if (!isRanked && browse.matches(within(reading.inTexts)))
        return browse.sortMatches(within(reading.inTexts), request)

      const { candidates, rest, isAmong } = gather(request, reading, within)
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
      const total = isAmong ? browse.count(within(rest)) : ids.length + tailCount.get(within(rest), known)!
      if (page.length < request.limit) {
        const skip = Math.max(0, request.offset - ids.length)
        page.push(...tail.all(within(rest), known, request.limit - page.length, skip))
      }
      return { ids: page, total: Math.min(furthest, total) }
    },
  }
}
