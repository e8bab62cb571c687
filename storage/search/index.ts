// Keeps the index in step with the listings, inside the transaction that changes them. SQLite only and synchronous: it
// writes FTS5 tables through the one raw better-sqlite3 connection that writes.
import type { Database, Statement } from 'better-sqlite3'
import {
  facetsOf,
  kinds,
  newestOf,
  placesOf,
  postingOf,
  textsOf,
  type IndexedListing,
  type Places,
  type Texts,
} from './document.ts'
import { upcoming } from './words.ts'

const browseTables = [
  'browse_votes',
  'browse_newest',
  'browse_trend',
  'browse_views',
  'browse_followers',
] as const
/** Each word asked for is looked up in every segment of a table: with five, a search takes half as long again. */
const fewSegments = 2
type Table = 'search_texts' | (typeof browseTables)[number]
const tables = ['search_texts', ...browseTables] as const

type Document = {
  site_id: number
  texts: Texts
  facets: string[]
  posting: string
  places: Places
}

function documentOf(listing: IndexedListing, texts: Texts): Document {
  const facets = facetsOf(listing)
  return {
    site_id: listing.site_id,
    texts,
    facets,
    posting: postingOf(listing, texts, facets),
    places: placesOf(listing.id, listing, newestOf(listing.live_at)),
  }
}

const sameTexts = (a: IndexedListing, b: IndexedListing): boolean =>
  a.name === b.name &&
  a.tagline === b.tagline &&
  a.description === b.description &&
  a.country === b.country &&
  a.pricing_model === b.pricing_model &&
  a.keywords.join('\n') === b.keywords.join('\n') &&
  a.founders.join('\n') === b.founders.join('\n') &&
  a.needs.join('\n') === b.needs.join('\n')

const sameRanks = (a: Document | null, b: Document): boolean =>
  a !== null &&
  Object.entries(b.places.ranks).every(
    ([name, rank]) => rank === a.places.ranks[name as keyof Places['ranks']],
  )

export function openIndex(writer: Database) {
  const ofEach = (sql: (table: Table) => string) =>
    Object.fromEntries(tables.map((table) => [table, writer.prepare(sql(table))]))
  const insertInto = ofEach(
    (table) => `INSERT INTO ${table}(rowid, ${table === 'search_texts' ? 'words' : 'facets'}) VALUES (?, ?)`,
  )
  const deleteFrom = ofEach((table) => `DELETE FROM ${table} WHERE rowid = ?`)
  const use = writer.prepare(
    `INSERT INTO search_words(word, kind, uses) VALUES (?, ?, ?)
     ON CONFLICT (word, kind) DO UPDATE SET uses = uses + excluded.uses`,
  )
  const keepText = writer.prepare(
    'INSERT OR REPLACE INTO search_listings(id, spelling, name, parts, head, needs) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const dropText = writer.prepare('DELETE FROM search_listings WHERE id = ?')
  const keepRank = writer.prepare(
    `INSERT OR REPLACE INTO search_ranks(id, votes, views, followers, trend, newest, facets)
     VALUES (@id, @votes, @views, @followers, @trend, @newest, @facets)`,
  )
  const dropRank = writer.prepare('DELETE FROM search_ranks WHERE id = ?')
  const countFacet = writer.prepare(
    `INSERT INTO facet_counts(site_id, facet, live, upcoming) VALUES (@site_id, @facet, @live, @upcoming)
     ON CONFLICT (site_id, facet) DO UPDATE SET live = live + excluded.live, upcoming = upcoming + excluded.upcoming`,
  )
  const merges = tables.map((table) => ({
    some: writer.prepare(`INSERT INTO ${table}(${table}, rank) VALUES ('merge', ?)`),
    all: writer.prepare(`INSERT INTO ${table}(${table}) VALUES ('optimize')`),
    // Every segment has a first page in the index of pages; stepping from one to the next reads no others.
    segments: writer
      .prepare<[], number>(
        `WITH RECURSIVE segments(id) AS (
           SELECT min(segid) FROM ${table}_idx
           UNION ALL
           SELECT (SELECT min(segid) FROM ${table}_idx WHERE segid > segments.id) FROM segments WHERE id IS NOT NULL
         )
         SELECT count(id) FROM segments`,
      )
      .pluck(),
  }))
  const changes = writer.prepare<[], number>('SELECT total_changes()').pluck()
  let turn = 0

  function works(merge: Statement, pages: number): boolean {
    const before = changes.get()!
    merge.run(pages)
    // FTS5 counts one change for the command itself.
    return changes.get()! - before > 1
  }

  function move(table: Table, from: bigint | null, to: bigint | null, words: string, changed: boolean): void {
    if (from === to && !changed) return
    if (from !== null) deleteFrom[table]!.run(from)
    if (to !== null) insertInto[table]!.run(to, words)
  }

  function keep({ places, texts }: Document): void {
    keepText.run(places.id, texts.spelling, texts.name, texts.parts, texts.head, texts.needs)
  }

  function countWords(before: Set<string> | undefined, after: Set<string> | undefined, kind: number): void {
    for (const word of before ?? []) if (!after?.has(word)) use.run(word, kind, -1)
    for (const word of after ?? []) if (!before?.has(word)) use.run(word, kind, 1)
  }

  function countFacets(document: Document, by: 1 | -1): void {
    const isLive = !document.facets.includes(upcoming)
    const change = { site_id: document.site_id, live: isLive ? by : 0, upcoming: isLive ? 0 : by }
    for (const facet of ['', ...document.facets]) countFacet.run({ ...change, facet })
  }

  function put(before: IndexedListing | null, after: IndexedListing | null): void {
    if (before !== null && after !== null && before.id !== after.id)
      throw new Error('put changes one listing')
    const old = before === null ? null : documentOf(before, textsOf(before))
    const texts = old && before && after && sameTexts(before, after) ? old.texts : after && textsOf(after)
    const next = after === null || texts === null ? null : documentOf(after, texts)
    move(
      'search_texts',
      old?.places.popular ?? null,
      next?.places.popular ?? null,
      next?.posting ?? '',
      old?.posting !== next?.posting,
    )
    const facets = next?.facets.join(' ') ?? ''
    const refaceted = old?.facets.join(' ') !== facets
    for (const table of browseTables)
      move(table, old?.places[table] ?? null, next?.places[table] ?? null, facets, refaceted)
    if (old?.texts !== next?.texts) {
      countWords(old?.texts.words, next?.texts.words, kinds.word)
      countWords(old?.texts.nameWords, next?.texts.nameWords, kinds.nameWord)
      countWords(old?.texts.stems, next?.texts.stems, kinds.stem)
    }
    if (next && old?.texts !== next.texts) keep(next)
    if (next) {
      if (refaceted || !sameRanks(old, next))
        keepRank.run({ id: next.places.id, ...next.places.ranks, facets })
    } else if (old) {
      dropText.run(old.places.id)
      dropRank.run(old.places.id)
    }
    if (refaceted || old?.site_id !== next?.site_id) {
      if (old) countFacets(old, -1)
      if (next) countFacets(next, 1)
    }
  }

  return {
    /**
     * Indexes what changed: put(null, x) adds a listing, put(x, null) takes it away, put(x, y) moves it from one state
     * to the other. before must be the state that was indexed; null also stands for one that is neither live nor upcoming.
     */
    put,

    /**
     * Adds many new listings at once. FTS5 writes a new segment whenever rowids do not ascend, so every table gets its
     * rows in its own order.
     */
    putAll(listings: IndexedListing[]): void {
      const words = Object.values(kinds).map(() => new Map<string, number>())
      const facets = new Map<string, { site_id: number; facet: string; live: number; upcoming: number }>()
      const documents = listings.map((listing) => documentOf(listing, textsOf(listing)))
      for (const document of documents) {
        const { texts, places, facets: own, site_id } = document
        for (const [kind, some] of [texts.words, texts.nameWords, texts.stems].entries())
          for (const word of some) words[kind]!.set(word, (words[kind]!.get(word) ?? 0) + 1)
        keep(document)
        keepRank.run({ id: places.id, ...places.ranks, facets: own.join(' ') })
        const isLive = !own.includes(upcoming)
        for (const facet of ['', ...own]) {
          const key = `${site_id} ${facet}`
          const count = facets.get(key) ?? { site_id, facet, live: 0, upcoming: 0 }
          if (isLive) count.live += 1
          else count.upcoming += 1
          facets.set(key, count)
        }
      }
      for (const [kind, used] of words.entries()) for (const [word, uses] of used) use.run(word, kind, uses)
      for (const count of facets.values()) countFacet.run(count)
      documents.sort((a, b) => (a.places.popular < b.places.popular ? -1 : 1))
      for (const { places, posting } of documents) insertInto.search_texts!.run(places.popular, posting)
      for (const table of browseTables) {
        documents.sort((a, b) => (a.places[table] < b.places[table] ? -1 : 1))
        for (const { places, facets: own } of documents) insertInto[table]!.run(places[table], own.join(' '))
      }
    },

    /**
     * One step of merging: up to so many pages of one table, the tables in turn. Segments of like size are merged first;
     * a table that is left with more than a few is rewritten as one, over many steps. False when no table had anything
     * to merge.
     */
    merge(pages = 32): boolean {
      for (const _ of merges) {
        const { some, segments } = merges[turn]!
        turn = (turn + 1) % merges.length
        // A negative number makes FTS5 begin a merge of all segments; the steps after it go on with that.
        if (works(some, pages) || (segments.get()! > fewSegments && works(some, -pages))) return true
      }
      return false
    },

    /** Rewrites the whole index in its smallest form: after a bulk load, never while somebody waits. */
    optimize(): void {
      for (const { all } of merges) all.run()
    },
  }
}
