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

/** A listing as it was indexed, and as it is to be. */
export type Change = readonly [before: IndexedListing | null, after: IndexedListing | null]

function documentsOf([before, after]: Change) {
  if (before !== null && after !== null && before.id !== after.id)
    throw new Error('A change is of one listing.')
  const old = before === null ? null : documentOf(before, textsOf(before))
  const texts = old && before && after && sameTexts(before, after) ? old.texts : after && textsOf(after)
  const next = after === null || texts === null ? null : documentOf(after, texts)
  return { old, next, refaceted: old?.facets.join(' ') !== next?.facets.join(' ') }
}

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

  function keep({ places, texts }: Document): void {
    keepText.run(places.id, texts.spelling, texts.name, texts.parts, texts.head, texts.needs)
  }

  /** What is taken out of a table and put into it: FTS5 writes a new segment whenever rowids do not ascend. */
  function move(
    table: Table,
    moves: readonly { from: bigint | null; to: bigint | null; words: string }[],
  ): void {
    for (const { from } of moves) if (from !== null) deleteFrom[table]!.run(from)
    const added = moves.flatMap(({ to, words }) => (to === null ? [] : [{ to, words }]))
    for (const { to, words } of added.toSorted((a, b) => (a.to < b.to ? -1 : 1)))
      insertInto[table]!.run(to, words)
  }

  function putAll(changes: readonly Change[]): void {
    const uses = Object.values(kinds).map(() => new Map<string, number>())
    const facets = new Map<string, { site_id: number; facet: string; live: number; upcoming: number }>()
    const countWords = ({ words, nameWords, stems }: Texts, by: 1 | -1) => {
      for (const [kind, some] of [words, nameWords, stems].entries())
        for (const word of some) uses[kind]!.set(word, (uses[kind]!.get(word) ?? 0) + by)
    }
    const countFacets = ({ site_id, facets: own }: Document, by: 1 | -1) => {
      for (const facet of ['', ...own]) {
        const key = `${site_id} ${facet}`
        const count = facets.get(key) ?? { site_id, facet, live: 0, upcoming: 0 }
        count[own.includes(upcoming) ? 'upcoming' : 'live'] += by
        facets.set(key, count)
      }
    }
    const all = changes.map(documentsOf)
    for (const { old, next, refaceted } of all) {
      if (old?.texts !== next?.texts) {
        if (old) countWords(old.texts, -1)
        if (next) countWords(next.texts, 1)
        if (next) keep(next)
      }
      if (next && (refaceted || !sameRanks(old, next)))
        keepRank.run({ id: next.places.id, ...next.places.ranks, facets: next.facets.join(' ') })
      if (old && !next) {
        dropText.run(old.places.id)
        dropRank.run(old.places.id)
      }
      if (refaceted || old?.site_id !== next?.site_id) {
        if (old) countFacets(old, -1)
        if (next) countFacets(next, 1)
      }
    }
    for (const [kind, words] of uses.entries())
      for (const [word, by] of words) if (by !== 0) use.run(word, kind, by)
    for (const count of facets.values()) if (count.live !== 0 || count.upcoming !== 0) countFacet.run(count)
    for (const table of tables) {
      const place = table === 'search_texts' ? 'popular' : table
      move(
        table,
        all.flatMap(({ old, next, refaceted }) => {
          const [from, to] = [old?.places[place] ?? null, next?.places[place] ?? null]
          const rewritten = table === 'search_texts' ? old?.posting !== next?.posting : refaceted
          const words = (table === 'search_texts' ? next?.posting : next?.facets.join(' ')) ?? ''
          return from === to && !rewritten ? [] : [{ from, to, words }]
        }),
      )
    }
  }

  return {
    /**
     * Indexes what changed, each listing once: [null, x] adds a listing, [x, null] takes it away, [x, y] moves it from
     * one state to the other. The first must be the state that was indexed; null also stands for one that is neither
     * live nor upcoming. Many at once are written in fewer segments than one by one.
     */
    putAll,

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
