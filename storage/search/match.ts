// What a query means as one set of listings, the same for every order, page and filter, and the best of it ranked.
// SQLite only and synchronous: FTS5 on a raw better-sqlite3 connection that only reads.
import type { Database } from 'better-sqlite3'
import { furthest, type Browse } from './browse.ts'
import type { Dictionary } from './dictionary.ts'
import { openConcepts } from './concepts.ts'
import { openCategories } from './filed.ts'
import { openLikeness } from './likeness.ts'
import { openCosts, type Candidate, type Seen, type Verdict } from './rank.ts'
import { openReading, type Reading as Read } from './reading.ts'
import { all, any, anyForm, narrowed, term, type Found, type Hints, type SearchRequest } from './request.ts'
import { facetToken, nameKey, nameToken, spellingOf } from './words.ts'

/** So many candidates are ranked. The same for every page, so that pages never change the order. */
const enough = 40
/** Where fewer listings have all that is asked for, those that come near are looked for too. */
const few = 10
/** So many of those that have some of the words are ranked. */
const mostRanked = 40
/** So many near ones at most. */
const mostNear = 40
/** What covers less of the query than this is no answer; where nothing covers more, a few are shown all the same. */
const covering = 0.45
const keeping = 0.3
const fallback = 3
/** Near ones are looked for by pairs of so many of the rarest words. */
const paired = 6
/** What it is worth to be filed where all of the best are. */
const favoured = 10
const instead = 24
const seenWhole = 14
const seenLikeliest = 15
const seenCorrected = 24

/** What is asked, and of which site, so large. */
type Reading = Read & { site: string[]; size: number }
type Scored = Verdict & { id: number; rowid: number; facets: string }
const has = (bits: number, at: number): boolean => (bits & (1 << at)) !== 0
/** By rowid. */
type Candidates = Map<number, Seen>

const idOf = (rowid: number): number => rowid % 2 ** 32
function hintsOf({ words, taken, leftOut, address }: Reading, missed: string[]): Hints {
  const out = [...new Set([...leftOut, ...missed])]
  const as = new Map(taken.map((one) => [one.typed, one.as]))
  const left = words.filter((word) => !leftOut.includes(word))
  return {
    ...(as.size > 0 &&
      address === null && { did_you_mean: left.map((word) => as.get(word) ?? word).join(' ') }),
    ...(out.length > 0 && { left_out: out }),
  }
}

const seenAs = ({ requiredParts }: Reading): Seen => ({
  parts: requiredParts,
  isWhole: true,
  isExact: false,
  body: seenWhole,
})
const categoryMark = facetToken('category', '')

export function openMatch(reader: Database, dictionary: Dictionary, browse: Browse) {
  const find = reader
    .prepare<[string], number>(
      `SELECT rowid FROM search_texts WHERE search_texts MATCH ? ORDER BY rowid DESC LIMIT ${enough}`,
    )
    .pluck()
  const among = reader
    .prepare<[string, string], number>(
      'SELECT rowid FROM search_texts WHERE search_texts MATCH ? AND rowid IN (SELECT value FROM json_each(?))',
    )
    .pluck()
  const texts = reader.prepare<[string], Candidate>(
    `SELECT l.id, l.spelling, l.name, l.parts, l.head, r.facets FROM search_listings l JOIN search_ranks r ON r.id = l.id
     WHERE l.id IN (SELECT value FROM json_each(?))`,
  )
  const tail = reader
    .prepare<[string, string, number, number], number>(
      `SELECT rowid & 4294967295 FROM search_texts
       WHERE search_texts MATCH ? AND rowid NOT IN (SELECT value FROM json_each(?)) ORDER BY rowid DESC LIMIT ? OFFSET ?`,
    )
    .pluck()
  const beginning = reader
    .prepare<[string, number], number>(
      'SELECT rowid & 4294967295 FROM search_texts WHERE search_texts MATCH ? ORDER BY rowid DESC LIMIT ?',
    )
    .pluck()
  const categories = openCategories(reader)
  const likeTo = openLikeness(reader, dictionary, categories)
  const read = openReading(dictionary, openConcepts(dictionary, categories.named))

  /** What comes near where few listings have all that is asked for: misspelt words mended, and some words left out. */
  function gatherNear(reading: Reading, found: number[], within: (expression: string) => string): Candidates {
    const near: Candidates = new Map()
    const known = new Set(found)
    const whole = (body: number): Seen => ({
      parts: reading.requiredParts,
      isWhole: true,
      isExact: false,
      body,
    })
    function add(rowids: number[], seen: Seen): number {
      for (const rowid of rowids) {
        if (known.has(rowid)) continue
        const before = near.get(rowid)
        if (before === undefined) near.set(rowid, { ...seen })
      }
      return rowids.length
    }
    const look = (expression: string, seen: Seen) => add(find.all(within(expression)), seen)
    const isEnough = () => near.size + found.length >= enough

    if (reading.isInstead)
      for (const rowid of find.all(within(reading.isName)).slice(0, 2))
        for (const { rowid: other, likeness } of likeTo(idOf(rowid), reading.site, reading.size))
          if (!known.has(other) && !near.has(other))
            near.set(other, { parts: 0, isWhole: false, isExact: false, body: seenWhole, likeness })
    // What is called just so was meant so.
    const isNamed =
      !reading.isInstead && reading.words.length > 1 && find.all(within(reading.isName)).length > 0
    if (isNamed && found.length > 0) return near
    if (reading.address === null) {
      const misspelt = reading.misspelt()
      if (misspelt.wholeNames !== null) look(misspelt.wholeNames, whole(seenCorrected))
      const mayBeName = misspelt.isSuspect || reading.words.length === 1
      if (mayBeName && !isEnough()) look(misspelt.names(1), whole(seenCorrected))
      if (mayBeName && !isEnough()) look(misspelt.names(2), whole(seenCorrected))
      if (misspelt.isSuspect && !isEnough()) {
        look(misspelt.texts(1), whole(seenLikeliest))
        if (!isEnough()) look(misspelt.texts(12), whole(seenCorrected))
      }
      if (mayBeName && near.size + found.length < 5) {
        const beginnings = misspelt.beginnings()
        if (beginnings !== null) look(beginnings, whole(seenCorrected))
      }
      for (const apart of reading.apart()) look(apart, whole(seenWhole))
    }
    if (near.size + found.length >= few) return near
    const rare = reading.concepts
      .map((concept, at) => ({ concept, at, term: reading.termOf(concept) }))
      .filter(({ concept }) => !concept.isHint && !reading.leftOut.includes(concept.typed[0]!))
      .sort((a, b) => b.concept.weight - a.concept.weight)
      .slice(0, paired)
    const partial: Candidates = new Map()
    function addPartial(expression: string, parts: number): void {
      for (const rowid of find.all(within(expression))) {
        if (known.has(rowid) || near.has(rowid)) continue
        const before = partial.get(rowid)
        if (before === undefined)
          partial.set(rowid, { parts, isWhole: false, isExact: false, body: seenWhole })
        else before.parts |= parts
      }
    }
    const pairs = rare.flatMap((a, i) => rare.slice(i + 1).map((b) => [a, b] as const))
    pairs.sort(
      (a, b) => b[0].concept.weight + b[1].concept.weight - a[0].concept.weight - a[1].concept.weight,
    )
    if (rare.length > 2)
      for (const [a, b] of pairs) {
        if (partial.size >= mostRanked) break
        addPartial(all([a.term, b.term]), (1 << a.at) | (1 << b.at))
      }
    const total = rare.reduce((sum, { concept }) => sum + concept.weight, 0)
    for (const { concept, term, at } of rare)
      if (partial.size < few || (partial.size < mostRanked && concept.weight >= covering * total))
        addPartial(term, 1 << at)
    const worth = ({ parts }: Seen) =>
      rare.reduce((sum, { concept, at }) => sum + (parts & (1 << at) ? concept.weight : 0), 0)
    const best = [...partial].map(([rowid, seen]) => ({ rowid, seen, worth: worth(seen) }))
    best.sort((a, b) => b.worth - a.worth || b.rowid - a.rowid)
    for (const { rowid, seen } of best.slice(0, mostRanked)) near.set(rowid, seen)
    return near
  }

  /** Best first. The rowid, which is popularity and then id, decides between equals. */
  function rank(candidates: Candidates, reading: Reading): Scored[] {
    const verdictOn = openCosts(reading.readings, { spelling: spellingOf(reading.q), key: reading.key })
    const byId = new Map([...candidates].map(([rowid, seen]) => [idOf(rowid), { rowid, seen }]))
    const scored: Scored[] = []
    for (const candidate of texts.all(JSON.stringify([...byId.keys()]))) {
      const { rowid, seen } = byId.get(candidate.id)!
      const verdict = verdictOn(candidate, seen)
      if (reading.isInstead) stand(verdict, seen)
      const cost = verdict.cost - 0.05 * Math.floor(rowid / 2 ** 32)
      scored.push({ ...verdict, cost, id: candidate.id, rowid, facets: candidate.facets })
    }
    const order = () => scored.sort((a, b) => a.cost - b.cost || b.rowid - a.rowid)
    order()
    if (!scored.some(({ isName }) => isName)) {
      favour(scored)
      order()
    }
    return scored
  }

  /** Where an alternative is asked for, the listing itself comes behind what is like it. */
  function stand(verdict: Verdict, { likeness }: Seen): void {
    if (verdict.isName) {
      verdict.cost = instead
      verdict.isName = false
    } else if (likeness !== undefined && verdict.cost > instead - likeness) {
      verdict.cost = instead - 10 * likeness
      verdict.covers = 1
    }
  }

  /** Listings of a category that the best ones share are likelier what is needed. */
  function favour(scored: Scored[]): void {
    const shares = new Map<string, number>()
    const ownCategories = (facets: string) =>
      facets.split(' ').filter((facet) => facet.startsWith(categoryMark))
    let sum = 0
    scored.slice(0, 12).forEach(({ cost, covers, facets }, i) => {
      const says = (Math.max(0, 60 - cost) * covers) / (i + 3)
      sum += says
      for (const facet of ownCategories(facets)) shares.set(facet, (shares.get(facet) ?? 0) + says)
    })
    if (sum === 0) return
    for (const [facet, share] of shares) shares.set(facet, (share * categories.rarity(facet)) / sum)
    for (const one of scored) {
      let most = 0
      for (const facet of ownCategories(one.facets)) most = Math.max(most, shares.get(facet) ?? 0)
      one.cost -= favoured * most
    }
  }

  /** All listings of a small answer, ranked: those that have all that is asked for, and the near ones that belong to it. */
  function smallAnswer(reading: Reading, found: number[], within: (expression: string) => string) {
    const near = gatherNear(reading, found, within)
    const pool = new Map([...found.map((rowid) => [rowid, seenAs(reading)] as const), ...near])
    look(pool, reading, within)
    const scored = rank(pool, reading)
    const isAnswered = found.length > 0 || scored.some(({ covers }) => covers >= covering)
    const most = isAnswered ? mostNear : reading.leftOut.length > 0 ? 0 : fallback
    let kept = 0
    const answer = scored.filter(({ rowid, covers }) => {
      if (!near.has(rowid)) return true
      const isKept = kept < most && (!isAnswered || covers >= keeping)
      if (isKept) kept += 1
      else near.delete(rowid)
      return isKept
    })
    const best = answer[0]
    const missed =
      found.length > 0 || best === undefined || (near.get(best.rowid)?.isWhole ?? true)
        ? []
        : reading.required.filter((concept) => !has(best.parts, reading.concepts.indexOf(concept)))
    return {
      near,
      answer,
      hints: hintsOf(
        reading,
        missed.flatMap(({ typed }) => typed),
      ),
    }
  }

  /** Notes which candidates fit the hints, and which have every word as it was typed. */
  function look(pool: Candidates, reading: Reading, within: (expression: string) => string): void {
    if (pool.size < 2) return
    for (const { at, term } of reading.hints)
      for (const rowid of find.all(within(all([term, reading.full])))) {
        const seen = pool.get(rowid)
        if (seen !== undefined) seen.parts |= 1 << at
      }
    if (reading.words.length > 1)
      for (const rowid of find.all(within(reading.exact))) {
        const seen = pool.get(rowid)
        if (seen !== undefined) seen.isExact = true
      }
  }

  /** Candidates among more listings than can be ranked: the likeliest fields first. */
  function climb(reading: Reading, within: (expression: string) => string, found: number[]): Candidates {
    const pool: Candidates = new Map()
    const add = (rowids: number[]) => {
      for (const rowid of rowids) if (pool.size < enough && !pool.has(rowid)) pool.set(rowid, seenAs(reading))
    }
    const look = (expression: string) => {
      if (pool.size < enough) add(find.all(within(expression)))
    }
    look(reading.isName)
    for (const expression of reading.mended.toReversed()) look(expression)
    look(reading.inNames)
    if (reading.words.length > 1) look(reading.exact)
    for (const hint of reading.hints) look(all([hint.term, reading.full]))
    if (reading.required.length > 0) look(reading.inHeads)
    if (pool.size < enough) add(found)
    return pool
  }

  function search(request: SearchRequest): Found {
    const inSite = browse.siteTerms(request.site_id)
    const base = (expression: string) => narrowed([...inSite, expression], request.status)
    categories.refresh()
    const plain = read(request.q, browse.size(request))
    if (plain === null) return { ids: [], total: 0 }
    const reading = { ...plain, site: inSite, size: browse.size(request) }
    const facets = browse.facetTerms(request)
    if (request.domain !== null) facets.unshift(term(facetToken('domain', request.domain)))
    const isFiltered = facets.length > inSite.length
    const within = (expression: string) => narrowed([...facets, expression], request.status)

    const meant = meaningOf(reading, base)
    const everywhere = find.all(base(meant))
    const small = everywhere.length < few ? smallAnswer(reading, everywhere, base) : null
    const near = small?.near ?? new Map<number, Seen>()
    if (isFiltered && near.size > 0) {
      const fit = new Set(among.all(within(''), JSON.stringify([...near.keys()])))
      for (const rowid of near.keys()) if (!fit.has(rowid)) near.delete(rowid)
    }
    const found = isFiltered ? find.all(within(meant)) : everywhere
    const isAll = found.length < enough
    const pool = isAll
      ? new Map(found.map((rowid) => [rowid, seenAs(reading)]))
      : climb(reading, within, found)
    for (const [rowid, seen] of near) pool.set(rowid, seen)
    if (isFiltered || small === null) look(pool, reading, within)
    const scored = isFiltered || small === null ? rank(pool, reading) : small.answer
    const ranked = scored.map(({ id }) => id)
    const hints = small?.hints ?? hintsOf(reading, [])
    if (request.sort !== 'relevance')
      return {
        ...(isAll ? browse.sortSome(ranked, request) : browse.sortMatches(within(meant), request, ranked)),
        hints,
      }
    const page = ranked.slice(request.offset, request.offset + request.limit)
    if (isAll) return { ids: page, total: ranked.length, hints }
    const total = browse.count(within(meant))
    if (page.length < request.limit) {
      const skip = Math.max(0, request.offset - ranked.length)
      page.push(
        ...tail.all(within(meant), JSON.stringify([...pool.keys()]), request.limit - page.length, skip),
      )
    }
    return { ids: page, total: Math.min(furthest, total), hints }
  }

  /** An address is its listing where there is one, else the words in it. */
  function meaningOf(reading: Reading, base: (expression: string) => string): string {
    const { address } = reading
    if (address === null) return reading.full
    const there = address.domains.map((domain) => term(facetToken('domain', domain)))
    for (const domain of there) {
      const path =
        address.path.length === 0 ? domain : all([domain, ...address.path.map((word) => anyForm(word))])
      for (const expression of [
        any([path, reading.isName]),
        ...(address.path.length === 0 ? [] : [domain]),
      ]) {
        const found = find.all(base(expression)).length
        if (found > 0 && (expression !== domain || found < few)) return expression
      }
    }
    return reading.full
  }

  return {
    search,
    /** Live listings of the category that are like this one, best first; those behind the first hundred are not ranked. */
    like(id: number, site_id: number, category_id: number): number[] {
      const request = { site_id, status: 'live' } as const
      const within = [term(facetToken('category', category_id)), ...browse.siteTerms(site_id)]
      return likeTo(id, within, browse.size(request)).map((one) => one.id)
    },
    suggest(site_id: number, text: string, limit: number): number[] {
      const key = nameKey(text)
      if (key === '') return []
      const facets = browse.siteTerms(site_id)
      return beginning.all(narrowed([...facets, `${term(nameToken(key))} *`], 'live'), limit)
    },
  }
}
