// Lists without words: any facets, any order, any page, exact totals. SQLite only and synchronous: FTS5 tables of facets
// on a raw better-sqlite3 connection, read backwards.
import type { Database } from 'better-sqlite3'
import { furthest } from '../prepared.ts'
import {
  facetsAsked,
  narrowed,
  term,
  type Found,
  type Question,
  type SearchRequest,
  type Sort,
} from './request.ts'
import { facetText, facetToken, type FacetKind } from './words.ts'

const orders = {
  relevance: { table: 'browse_votes', column: 'votes' },
  votes: { table: 'browse_votes', column: 'votes' },
  newest: { table: 'browse_newest', column: 'newest' },
  trending: { table: 'browse_trend', column: 'trend' },
  most_viewed: { table: 'browse_views', column: 'views' },
  most_followed: { table: 'browse_followers', column: 'followers' },
} as const satisfies Record<Sort, { table: string; column: string }>

/** Up to so many matches are sorted; with more, listings are read in order until the page is full. */
export const sortable = 20_000
type Valued = { id: number; value: number }

/** Reads numbers separated by single spaces. Splitting would make half a million strings. */
function eachNumber(text: string, take: (number: number) => void): void {
  let number = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code !== 32) number = number * 10 + code - 48
    else {
      take(number)
      number = 0
    }
  }
  take(number)
}

const prepareOrder = (reader: Database, { table, column }: (typeof orders)[Sort]) => ({
  page: reader
    .prepare<[string, number, number], number>(
      `SELECT rowid & 4294967295 FROM ${table} WHERE ${table} MATCH ? ORDER BY rowid DESC LIMIT ? OFFSET ?`,
    )
    .pluck(),
  walk: reader.prepare<[string], Valued>(
    `SELECT rowid & 4294967295 AS id, rowid >> 32 AS value FROM ${table} WHERE ${table} MATCH ? ORDER BY rowid DESC
     /* reads all: it is left when the page is full */`,
  ),
  sorted: reader
    .prepare<[string, string, number, number], number>(
      `SELECT r.id FROM search_ranks r LEFT JOIN json_each(?) AS best ON best.value = r.id
       WHERE r.id IN (SELECT rowid & 4294967295 FROM search_texts WHERE search_texts MATCH ?)
       ORDER BY r.${column} DESC, best.key IS NULL, best.key, r.id DESC LIMIT ? OFFSET ?
       /* reads all: as many as are sorted */`,
    )
    .pluck(),
  some: reader.prepare<[string], Valued>(
    `SELECT r.id, r.${column} AS value FROM json_each(?) AS best JOIN search_ranks r ON r.id = best.value
     ORDER BY r.${column} DESC, best.key`,
  ),
})

export function openBrowse(reader: Database) {
  const counts = reader.prepare<[number, string], { live: number; upcoming: number }>(
    'SELECT live, upcoming FROM facet_counts WHERE site_id = ? AND facet = ?',
  )
  const commonIn = (column: 'live' | 'upcoming') =>
    reader.prepare<[number, string, string, number], { facet: string; count: number }>(
      `SELECT facet, ${column} AS count FROM facet_counts WHERE site_id = ? AND facet > ? AND facet < ? AND ${column} > 0
       ORDER BY ${column} DESC, facet LIMIT ?`,
    )
  const common = { live: commonIn('live'), upcoming: commonIn('upcoming') }
  const byCategory = reader.prepare<[number], { category_id: number; live: number }>(
    'SELECT category_id, live FROM category_counts WHERE site_id = ?',
  )
  const several = reader
    .prepare<[], number>(
      'SELECT (SELECT min(site_id) FROM facet_counts) < (SELECT max(site_id) FROM facet_counts)',
    )
    .pluck()
  const counted = reader
    .prepare<[string], number>(
      'SELECT count(*) FROM browse_votes WHERE browse_votes MATCH ? /* reads all: two facets at once, one step a listing */',
    )
    .pluck()
  const matched = reader
    .prepare<[string], number>(
      `SELECT count(*) FROM (SELECT 1 FROM search_texts WHERE search_texts MATCH ? LIMIT ${furthest})`,
    )
    .pluck()
  const highest = reader.prepare<[], number>('SELECT coalesce(max(id), 0) FROM search_ranks').pluck()
  // As one text: half a million ids then take a quarter of the time.
  const matches = reader
    .prepare<[string], string>(
      "SELECT group_concat(rowid & 4294967295, ' ') FROM search_texts WHERE search_texts MATCH ? /* reads all: one bit a listing */",
    )
    .pluck()
  const facetsOf = reader
    .prepare<[string], string>('SELECT facets FROM search_ranks WHERE id IN (SELECT value FROM json_each(?))')
    .pluck()
  const statements = Object.fromEntries(
    Object.entries(orders).map(([sort, order]) => [sort, prepareOrder(reader, order)]),
  ) as Record<Sort, ReturnType<typeof prepareOrder>>

  const size = (request: Pick<SearchRequest, 'site_id' | 'status'>, facet = ''): number =>
    counts.get(request.site_id, facet)?.[request.status] ?? 0

  let areSeveral: boolean | null = null
  /** Only indexes of several sites contain a facet for the site. */
  function siteTerms(site_id: number): string[] {
    areSeveral ??= several.get() === 1
    return areSeveral ? [term(facetToken('site', site_id))] : []
  }

  /** Required facets, the rarest first. */
  function facetTerms(request: Question): string[] {
    const asked = facetsAsked(request)
      .map((facet) => ({ facet, count: size(request, facet) }))
      .sort((a, b) => a.count - b.count)
      .map(({ facet }) => term(facet))
    return [...asked, ...siteTerms(request.site_id)]
  }

  /** Some facet, even where none is required. */
  function anyFacets(request: Question): string[] {
    const facets = facetTerms(request)
    return facets.length > 0 ? facets : [term(facetToken('site', request.site_id))]
  }

  /**
   * All listings that match the expression, in another order than relevance. Ties are broken by relevance for the best
   * listings, and then by the newer id.
   */
  function sortMatches(expression: string, request: SearchRequest, best: number[]): Found {
    const { sort, limit, offset } = request
    const total = matched.get(expression)!
    const known = JSON.stringify(best)
    if (total <= sortable)
      return { ids: statements[sort].sorted.all(known, expression, limit, offset), total }
    // A bitmap: a Set of a million ids would take tens of megabytes.
    const among = new Uint8Array((highest.get()! >>> 3) + 1)
    eachNumber(matches.get(expression)!, (id) => (among[id >>> 3]! |= 1 << (id & 7)))
    const first = statements[sort].some.all(known)
    for (const { id } of first) among[id >>> 3]! &= ~(1 << (id & 7))
    const ids: number[] = []
    let skipped = 0
    const isFull = (id: number): boolean => {
      if (skipped < offset) skipped += 1
      else ids.push(id)
      return ids.length === limit
    }
    for (const { id, value } of statements[sort].walk.iterate(narrowed(anyFacets(request), request.status))) {
      while (first.length > 0 && first[0]!.value >= value)
        if (isFull(first.shift()!.id)) return { ids, total }
      if ((among[id >>> 3]! & (1 << (id & 7))) !== 0 && isFull(id)) break
    }
    return { ids, total }
  }

  return {
    /** Forgets the site terms, because a commit may have added a listing of another site. */
    forget(): void {
      areSeveral = null
    },
    facetTerms,
    siteTerms,
    sortMatches,

    /** Sorts a few known listings, given best first, in another order; ties keep the given order. */
    sortSome(ids: number[], { sort, limit, offset }: SearchRequest): Found {
      const sorted = statements[sort].some.all(JSON.stringify(ids)).map(({ id }) => id)
      return { ids: sorted.slice(offset, offset + limit), total: ids.length }
    },

    browse(request: SearchRequest): Found {
      if (request.domain !== null) {
        const domain = term(facetToken('domain', request.domain))
        return sortMatches(narrowed([domain, ...facetTerms(request)], request.status), request, [])
      }
      const asked = facetsAsked(request)
      const expression = narrowed(anyFacets(request), request.status)
      const total = asked.length < 2 ? size(request, asked[0]) : counted.get(expression)!
      if (request.offset >= total) return { ids: [], total }
      return { ids: statements[request.sort].page.all(expression, request.limit, request.offset), total }
    },

    /** The number of searchable listings, all or those with a facet. */
    size,
    /** The number of live listings of the site. */
    liveCount: (site_id: number): number => size({ site_id, status: 'live' }),
    /** The number of live listings in each category, subcategories included. */
    liveByCategory: (site_id: number): Map<number, number> =>
      new Map(byCategory.all(site_id).map(({ category_id, live }) => [category_id, live])),
    /** The values of a facet on the site with their numbers of listings, the most common first, in lower case. */
    values(
      site_id: number,
      kind: FacetKind,
      status: SearchRequest['status'],
      limit: number,
    ): { value: string; count: number }[] {
      const from = facetToken(kind, '')
      const found = common[status].all(site_id, from, `${from}\uffff`, limit)
      return found.map(({ facet, count }) => ({ value: facetText(facet.slice(from.length)), count }))
    },
    /** For each facet token, how many of these listings have it. */
    tally(ids: readonly number[]): Map<string, number> {
      const tallied = new Map<string, number>()
      for (const facets of facetsOf.all(JSON.stringify(ids)))
        for (const facet of facets.split(' ')) tallied.set(facet, (tallied.get(facet) ?? 0) + 1)
      return tallied
    },
    /** The number of matching listings, counted only as far as pages reach. */
    count: (expression: string): number => matched.get(expression)!,
  }
}

export type Browse = ReturnType<typeof openBrowse>
