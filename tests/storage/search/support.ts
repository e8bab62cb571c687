import Database from 'better-sqlite3'
import { migrate } from '../../../storage/migrate.ts'
import type { IndexedListing } from '../../../storage/search/document.ts'
import { openIndex, type Change } from '../../../storage/search/index.ts'
import type { SearchRequest } from '../../../storage/search/request.ts'
import { openSearch } from '../../../storage/search/search.ts'

/** A listing of which a test says only what it is about. */
export const listing = (id: number, own: Partial<IndexedListing> = {}): IndexedListing => ({
  id,
  site_id: 1,
  name: `Product ${id}`,
  tagline: '',
  description: '',
  keywords: [],
  founders: [],
  needs: [],
  status: 'live',
  category_ids: [],
  stage: null,
  country: null,
  pricing_model: null,
  agent_ready: false,
  verified: false,
  domain: `product${id}.example`,
  votes: 0,
  views: 0,
  followers: 0,
  trend: 0,
  live_at: '2026-01-05T00:00:00Z',
  ...own,
})

/** All rows of the index by table: of an FTS5 table each token of each row. */
function contentsOf(database: Database.Database): Record<string, unknown[]> {
  const tokensOf = (table: string) => {
    database.exec(`CREATE VIRTUAL TABLE temp.tokens USING fts5vocab('main', '${table}', 'instance')`)
    const rows = database.prepare('SELECT term, doc FROM tokens ORDER BY term, doc').raw().all()
    database.exec('DROP TABLE temp.tokens')
    return rows
  }
  const browsed = ['votes', 'newest', 'trend', 'views', 'followers'].map((order) => `browse_${order}`)
  const plain = {
    search_listings: '* FROM search_listings ORDER BY id',
    search_ranks: '* FROM search_ranks ORDER BY id',
    search_words: 'word, kind, uses FROM search_words WHERE uses <> 0 ORDER BY word, kind',
    facet_counts: '* FROM facet_counts WHERE live <> 0 OR upcoming <> 0 ORDER BY site_id, facet',
  }
  return {
    ...Object.fromEntries(['search_texts', ...browsed].map((table) => [table, tokensOf(table)])),
    ...Object.fromEntries(
      Object.entries(plain).map(([table, rows]) => [table, database.prepare(`SELECT ${rows}`).raw().all()]),
    ),
  }
}

/** The index, with a way to change one listing. */
export function indexOf(database: Database.Database) {
  const index = openIndex(database)
  return { ...index, put: (...change: Change): void => index.putAll([change]) }
}

/** Index and search over one database in memory. */
export function directory(listings: IndexedListing[] = []) {
  const database = new Database(':memory:')
  migrate(database)
  const index = indexOf(database)
  const { search, suggest } = openSearch(database)
  for (const one of listings) index.put(null, one)
  const ask = (q: string, own: Partial<SearchRequest> = {}) =>
    search({
      site_id: 1,
      q,
      category_id: null,
      stage: null,
      country: null,
      pricing_model: null,
      agent_ready: false,
      verified: false,
      domain: null,
      status: 'live',
      sort: 'relevance',
      limit: 20,
      offset: 0,
      ...own,
    })
  return {
    database,
    index,
    ask,
    suggest,
    ids: (q: string, own: Partial<SearchRequest> = {}) => ask(q, own).ids,
    check: (expected: IndexedListing[]) => differing(database, expected),
  }
}

/** The tables of the index that differ from those of a new index of these listings. */
export function differing(database: Database.Database, expected: IndexedListing[]): string[] {
  const anew = directory()
  anew.index.putAll(expected.map((one) => [null, one]))
  const [here, there] = [contentsOf(database), contentsOf(anew.database)]
  return Object.keys(here).filter((table) => JSON.stringify(here[table]) !== JSON.stringify(there[table]))
}
