// Browsing with any filters, orders and pages, and what thousands of edits do to the index.
import { copyFileSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { IndexedListing } from '../../storage/search/document.ts'
import { openIndex } from '../../storage/search/index.ts'
import type { SearchRequest, Sort } from '../../storage/search/request.ts'
import { openSearch } from '../../storage/search/search.ts'
import { facetToken, nameKey } from '../../storage/search/words.ts'
import { loadCatalogue, loadCategories } from './catalogue.ts'
import { countries, pricing, stages } from './corpus.ts'
import { everything, type Question } from './queries.ts'
import { seeded, type Random } from './random.ts'
import { quantile } from './report.ts'

const sorts: Sort[] = ['relevance', 'newest', 'votes', 'trending', 'most_viewed', 'most_followed']

function randomRequest(random: Random, categories: number[]): SearchRequest & { isDeep: boolean } {
  const isDeep = random.next() < 0.05
  const limit = random.pick([20, 100])
  return {
    ...everything,
    q: '',
    category_id: random.next() < 0.7 ? random.pick(categories) : null,
    stage: random.next() < 0.25 ? random.pick(stages) : null,
    country: random.next() < 0.25 ? random.pick(countries) : null,
    pricing_model: random.next() < 0.1 ? random.pick(pricing) : null,
    agent_ready: false,
    verified: false,
    sort: random.pick(sorts),
    limit,
    offset: limit * (isDeep ? 99 + random.below(901) : random.below(5)),
    isDeep,
  }
}

/** Filters of many requests, counted listing by listing. */
function countByHand(database: Database.Database, requests: SearchRequest[]): number[] {
  const wanted = requests.map(({ category_id, stage, country, pricing_model }) =>
    [
      category_id === null ? null : facetToken('category', category_id),
      stage === null ? null : facetToken('stage', stage),
      country === null ? null : facetToken('country', country),
      pricing_model === null ? null : facetToken('pricing', pricing_model),
    ].filter((facet) => facet !== null),
  )
  const counts = requests.map(() => 0)
  const rows = database.prepare<[], string>(
    "SELECT facets FROM search_ranks WHERE facets NOT LIKE '%' || char(57344) || 'u'",
  )
  for (const facets of rows.pluck().iterate()) {
    const own = new Set(facets.split(' '))
    for (const [i, them] of wanted.entries()) if (them.every((facet) => own.has(facet))) counts[i]! += 1
  }
  return counts
}

export function benchBrowse(file: string, seed: number): Record<string, number> {
  const reader = new Database(file)
  reader.pragma('query_only = ON')
  const { search } = openSearch(reader)
  const random = seeded(seed + 5)
  const categories = loadCategories().map(({ id }) => id)
  const requests = Array.from({ length: 1500 }, () => randomRequest(random, categories))
  const times = requests.map((): number[] => [])
  for (let round = 0; round < 3; round += 1)
    for (const [i, request] of requests.entries()) {
      const started = performance.now()
      search(request)
      times[i]!.push(performance.now() - started)
    }
  const medians = times.map((some) => quantile(some, 0.5))
  const checked = requests.slice(0, 60)
  const wrong = countByHand(reader, checked).filter((count, i) => count !== search(checked[i]!).total).length
  const lastPages = sorts.map((sort) => {
    const taken = [0, 1, 2].map(() => {
      const started = performance.now()
      search({ ...everything, q: '', sort, limit: 100, offset: 99_900 })
      return performance.now() - started
    })
    return quantile(taken, 0.5)
  })
  const sorted = ['open source', 'the', 'cloud', 'docker monitoring', 'kubernets'].flatMap((q) =>
    sorts.slice(1).map((sort) => {
      const started = performance.now()
      search({ ...everything, q, sort, limit: 20 })
      return performance.now() - started
    }),
  )
  reader.close()
  return {
    p50_ms: quantile(medians, 0.5),
    p90_ms: quantile(medians, 0.9),
    p99_ms: quantile(medians, 0.99),
    max_ms: Math.max(...medians),
    deepest_p99_ms: quantile(
      medians.filter((_, i) => requests[i]!.isDeep),
      0.99,
    ),
    page_1000_ms: Math.max(...lastPages),
    words_sorted_p50_ms: quantile(sorted, 0.5),
    words_sorted_max_ms: Math.max(...sorted),
    wrong_totals: wrong,
  }
}

type Row = Omit<IndexedListing, 'keywords' | 'category_ids' | 'founders' | 'status'> & {
  keywords: string
  status: string
  facets: string
}

/** A corpus keeps the names of founders in its index only: whose they are is known from the real listings among it. */
function foundersIn(database: Database.Database): Map<number, string[]> {
  const named = database
    .prepare<[string, string], number>('SELECT id FROM listings WHERE name_key = ? AND domain = ?')
    .pluck()
  const real = (loadCatalogue() ?? []).filter(({ founders }) => founders.length > 0)
  return new Map(
    real.flatMap(({ name, domain, founders }) =>
      named.all(nameKey(name), domain).map((id): [number, string[]] => [id, founders]),
    ),
  )
}

/** So many listings get the texts of others, each in its own transaction, while the index is merged now and then. */
export function benchEdits(
  file: string,
  asked: Question[],
  seed: number,
  count: number,
): Record<string, number> {
  const copy = `${file}.edited`
  copyFileSync(file, copy)
  const writer = new Database(copy)
  writer.pragma('journal_mode = WAL')
  writer.pragma('synchronous = FULL')
  const reader = new Database(copy)
  reader.pragma('query_only = ON')
  const { search } = openSearch(reader)
  const index = openIndex(writer)
  const read = writer.prepare<[number], Row>(
    'SELECT l.*, (SELECT facets FROM search_ranks WHERE id = l.id) AS facets FROM listings l WHERE l.id = ?',
  )
  const write = writer.prepare(
    'UPDATE listings SET name = ?, tagline = ?, description = ?, keywords = ? WHERE id = ?',
  )
  const founders = foundersIn(writer)
  function load(id: number): IndexedListing {
    const row = read.get(id)!
    const mark = facetToken('category', '')
    return {
      ...row,
      status: row.status === 'live' ? 'live' : 'upcoming',
      keywords: JSON.parse(row.keywords) as string[],
      founders: founders.get(id) ?? [],
      needs: [],
      category_ids: row.facets
        .split(' ')
        .flatMap((facet) => (facet.startsWith(mark) ? [Number(facet.slice(mark.length))] : [])),
    }
  }
  const sample = asked.filter((_, i) => i % 4 === 0)
  function searchTimes(): number[] {
    const times = sample.map((): number[] => [])
    for (let round = 0; round < 3; round += 1)
      for (const [i, { q }] of sample.entries()) {
        const started = performance.now()
        search({ ...everything, q })
        times[i]!.push(performance.now() - started)
      }
    return times.map((some) => quantile(some, 0.5))
  }

  const size = writer.prepare<[], number>('SELECT max(id) FROM listings').pluck().get()!
  const random = seeded(seed + 6)
  const full: number[] = []
  const small: number[] = []
  const merges: number[] = []
  const votes: number[] = []
  searchTimes()
  const before = searchTimes()
  const timed = (into: number[], work: () => void): void => {
    const started = performance.now()
    writer.exec('BEGIN IMMEDIATE')
    work()
    writer.exec('COMMIT')
    into.push(performance.now() - started)
  }
  for (let i = 0; i < count; i += 1) {
    const [id, from] = [1 + random.below(size), load(1 + random.below(size))]
    const isSmall = i % 2 === 0
    timed(isSmall ? small : full, () => {
      const old = load(id)
      const next = isSmall
        ? { ...old, tagline: from.tagline }
        : {
            ...old,
            name: from.name,
            tagline: from.tagline,
            description: from.description,
            keywords: from.keywords,
          }
      write.run(next.name, next.tagline, next.description, JSON.stringify(next.keywords), id)
      index.putAll([[old, next]])
    })
    if (i % 20 === 0) {
      const old = load(id)
      const next = { ...old, votes: old.votes + 1, trend: old.trend + 0.5 }
      timed(votes, () => {
        writer
          .prepare('UPDATE listings SET votes = ?, trend = ? WHERE id = ?')
          .run(next.votes, next.trend, id)
        index.putAll([[old, next]])
      })
    }
    // What a background job does each minute (jobs/merge_search_index.ts), as if a hundred edits came in one.
    for (let isMore = i % 100 === 99, steps = 0; isMore && steps < 100; steps += 1)
      timed(merges, () => void (isMore = index.merge()))
  }
  const after = searchTimes()
  const edited = Array.from({ length: 200 }, () => load(1 + random.below(size)))
  const wrong = edited.filter(
    ({ id, name, domain, status }) => !search({ ...everything, q: name, domain, status }).ids.includes(id),
  ).length
  reader.close()
  writer.close()
  for (const suffix of ['', '-wal', '-shm']) rmSync(copy + suffix, { force: true })
  return {
    edits: count,
    tagline_p50_ms: quantile(small, 0.5),
    tagline_p99_ms: quantile(small, 0.99),
    all_texts_p50_ms: quantile(full, 0.5),
    all_texts_p99_ms: quantile(full, 0.99),
    vote_p50_ms: quantile(votes, 0.5),
    merge_p50_ms: quantile(merges, 0.5),
    merge_max_ms: Math.max(...merges),
    search_before_p50_ms: quantile(before, 0.5),
    search_before_p99_ms: quantile(before, 0.99),
    search_after_p50_ms: quantile(after, 0.5),
    search_after_p99_ms: quantile(after, 0.99),
    wrong_in_sample: wrong,
  }
}
