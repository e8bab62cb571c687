// Turns a query into one set of listings, the same for every order, page and filter, and ranks the best of them.
// SQLite only and synchronous: FTS5 on a raw better-sqlite3 connection that only reads.
import type { Database } from 'better-sqlite3'
import { idOf, openBest, type Candidates } from './best.ts'
import { furthest } from '../prepared.ts'
import type { Browse } from './browse.ts'
import type { Dictionary } from './dictionary.ts'
import { openConcepts } from './concepts.ts'
import type { openCategories } from './filed.ts'
import { hintsOf, openOtherNames } from './hints.ts'
import { openLikeness, type Surroundings } from './likeness.ts'
import { covering, coveringOfMany, few, followers, gatherNear, many, seenAs } from './near.ts'
import { exactness } from './rank.ts'
import { openReading, type Reading as Read } from './reading.ts'
import { remembering } from './remembering.ts'
import { all, any, narrowed, term } from './request.ts'
import type { Found, LookUp, Question, SearchRequest } from './request.ts'
import { facetToken } from './words.ts'

/** How many candidates are ranked. The same for every page, so that paging never changes the order. */
const enough = 40
/** The most partial matches. */
const mostNear = 40
/** If nothing covers enough of the query, so many results are shown; beside full matches the others cover at least this share. */
const fallback = 5
const keeping = 0.3

/** How many answers are cached for other orders and pages, until the next commit. */
const remembered = 8

/** What is asked, and of which listings. */
type Reading = Read & Surroundings
const wholly = ({ requiredParts }: Reading) => seenAs(requiredParts, true)

export function openMatch(
  reader: Database,
  dictionary: Dictionary,
  browse: Browse,
  categories: ReturnType<typeof openCategories>,
) {
  const find = reader
    .prepare<[string, number], number>(
      `SELECT rowid FROM search_texts WHERE search_texts MATCH ? ORDER BY rowid DESC LIMIT ?`,
    )
    .pluck()
  const among = reader
    .prepare<[string, string], number>(
      'SELECT rowid FROM search_texts WHERE search_texts MATCH ? AND rowid IN (SELECT value FROM json_each(?))',
    )
    .pluck()
  const tail = reader
    .prepare<[string, string, number, number], number>(
      `SELECT rowid & 4294967295 FROM search_texts
       WHERE search_texts MATCH ? AND rowid NOT IN (SELECT value FROM json_each(?)) ORDER BY rowid DESC LIMIT ? OFFSET ?`,
    )
    .pluck()
  const rank = openBest(reader, categories)
  const likeTo = openLikeness(reader, dictionary, categories)
  const otherNames = openOtherNames(dictionary)
  const read = openReading(dictionary, openConcepts(dictionary, categories))

  /** The best matches of an expression, cached within one search. */
  function lookingUp(within: (expression: string) => string): LookUp {
    const known = new Map<string, number[]>()
    return function lookUp(expression, most = enough) {
      const key = `${most} ${expression}`
      const found = known.get(key) ?? find.all(within(expression), most)
      known.set(key, found)
      return found
    }
  }

  /** Ranks all listings of a small answer: full matches, and partial ones that belong to it. */
  function smallAnswer(reading: Reading, found: number[], lookUp: LookUp) {
    const like = (id: number) => likeTo(id, reading)
    const near = gatherNear({ reading, found, find: lookUp, enough }, like)
    const pool = new Map([...found.map((rowid) => [rowid, wholly(reading)] as const), ...near])
    look(pool, reading, lookUp)
    const scored = rank(pool, reading)
    const enoughSaid = reading.required.length < many ? covering : coveringOfMany
    const isAnswered = found.length > 0 || scored.some(({ covers }) => covers >= enoughSaid)
    const belong = scored
      .filter(({ rowid, covers }) => near.has(rowid) && (found.length === 0 || covers >= keeping))
      .slice(0, isAnswered ? mostNear : fallback)
    const kept = new Map(belong.map(({ rowid }) => [rowid, near.get(rowid)!]))
    const answer = scored.filter(({ rowid }) => !near.has(rowid) || kept.has(rowid))
    const best = answer[0]
    const isPart = found.length === 0 && best !== undefined && !near.get(best.rowid)!.isWhole
    const missed = isPart
      ? reading.required.filter((concept) => !(best.parts & (1 << reading.concepts.indexOf(concept))))
      : []
    if (found.length > 0)
      for (const [rowid, likeness] of followers({ reading, find: lookUp }, answer, like)) {
        kept.set(rowid, { ...seenAs(0, false), likeness })
        answer.push({ id: idOf(rowid), rowid, cost: 0, covers: 0, parts: 0, isName: false, facets: '' })
      }
    return { near: kept, answer, missed: missed.flatMap(({ typed }) => typed) }
  }

  /** Records which candidates have every word exactly as typed. */
  function look(pool: Candidates, reading: Reading, lookUp: LookUp): void {
    // Who has all words as typed has all that is asked for.
    if (reading.words.length < 2 || pool.size < 2 || ![...pool.values()].some(({ isWhole }) => isWhole))
      return
    for (const rowid of lookUp(reading.exact)) {
      const seen = pool.get(rowid)
      if (seen !== undefined) seen.exactly = exactness
    }
  }

  /** Candidates if more match than can be ranked: the most significant fields first. */
  function climb(reading: Reading, lookUp: LookUp, meant: string): Candidates {
    const { isName, mended, inNames, exact, hints, full } = reading
    const pool: Candidates = new Map()
    const hinted = hints.map((hint) => all([hint, full]))
    const steps = [isName, ...mended, inNames, ...(reading.words.length > 1 ? [exact] : []), ...hinted]
    for (const expression of [...steps, ...reading.inFronts, meant])
      for (const rowid of pool.size < enough ? lookUp(expression) : [])
        if (pool.size < enough && !pool.has(rowid)) pool.set(rowid, wholly(reading))
    return pool
  }

  /** The expression and the best results, which are the same for every order and page. */
  function answerTo(request: Question) {
    const inSite = browse.siteTerms(request.site_id)
    const base = (expression: string) => narrowed([...inSite, expression], request.status)
    const size = browse.size(request)
    const lookUp = lookingUp(base)
    const fits = (expression: string, rowids: number[]) => among.all(base(expression), JSON.stringify(rowids))
    const plain = read(request.q, size, lookUp)
    if (plain === null) return null
    const reading = { ...plain, within: inSite, size, status: request.status }
    const facets = browse.facetTerms(request)
    if (request.domain !== null) facets.unshift(term(facetToken('domain', request.domain)))
    const isFiltered = facets.length > inSite.length
    const within = (expression: string) => narrowed([...facets, expression], request.status)
    const lookWithin = isFiltered ? lookingUp(within) : lookUp

    const meant = meaningOf(reading, lookUp)
    const everywhere = lookUp(meant)
    // A single word may be a name misspelt as another word.
    const isSmall = everywhere.length < (reading.words.length === 1 ? enough : few)
    const small = isSmall ? smallAnswer(reading, everywhere, lookUp) : null
    const near = [...(small?.near ?? [])]
    const fit =
      isFiltered && near.length > 0
        ? new Set(among.all(within(''), JSON.stringify(near.map(([rowid]) => rowid))))
        : null
    const found = lookWithin(meant)
    const isAll = found.length < enough
    const pool = isAll
      ? new Map(found.map((rowid) => [rowid, wholly(reading)]))
      : climb(reading, lookWithin, meant)
    for (const [rowid, seen] of near) if (fit?.has(rowid) ?? true) pool.set(rowid, seen)
    if (isFiltered || small === null) look(pool, reading, lookWithin)
    const scored = isFiltered || small === null ? rank(pool, reading) : small.answer
    return {
      expression: within(meant),
      isAll,
      pool: JSON.stringify([...pool.keys()]),
      ranked: scored.map(({ id }) => id),
      hints: { ...hintsOf(reading, small?.missed ?? []), ...otherNames(reading, scored, fits) },
    }
  }

  /** Cached, because a results page searches twice: for its listings and for the filter counts. */
  const answered = remembering((asked) => answerTo(JSON.parse(asked) as Question), remembered)

  function search(request: SearchRequest): Found {
    const { sort: _sort, limit: _limit, offset: _offset, ...asked } = request
    const answer = answered(JSON.stringify(asked))
    if (answer === null) return { ids: [], total: 0 }
    const { expression, isAll, pool, ranked, hints } = answer
    if (request.sort !== 'relevance')
      return {
        ...(isAll ? browse.sortSome(ranked, request) : browse.sortMatches(expression, request, ranked)),
        hints,
      }
    const page = ranked.slice(request.offset, request.offset + request.limit)
    if (isAll) return { ids: page, total: ranked.length, hints }
    const total = browse.count(expression)
    if (page.length < request.limit) {
      const skip = Math.max(0, request.offset - ranked.length)
      page.push(...tail.all(expression, pool, request.limit - page.length, skip))
    }
    return { ids: page, total: Math.min(furthest, total), hints }
  }

  /** The expression: a typed address means its listing if there is one, else the words in it. */
  function meaningOf(reading: Reading, lookUp: LookUp): string {
    const { address } = reading
    // A listing with less than half of the query is no full match: a few are shown, as partial ones.
    if (address === null) return reading.unanswered > 1 - covering ? reading.named : reading.full
    const there = address.domains.map((domain) => term(facetToken('domain', domain)))
    for (const domain of there) {
      const path = address.path.length === 0 ? domain : all([domain, ...address.path.map(dictionary.anyForm)])
      for (const expression of [
        any([path, reading.isName]),
        ...(address.path.length === 0 ? [] : [domain]),
      ]) {
        const found = lookUp(expression).length
        if (found > 0 && (expression !== domain || found < few)) return expression
      }
    }
    return reading.full
  }

  return {
    search,
    forget: answered.forget,
    /** Similar live listings of the category, best first; only the first hundred are ranked. */
    like(id: number, site_id: number, category_id: number): number[] {
      const request = { site_id, status: 'live' } as const
      const within = [term(facetToken('category', category_id)), ...browse.siteTerms(site_id)]
      return likeTo(id, { within, size: browse.size(request), status: 'live' }).map((one) => one.id)
    },
  }
}
