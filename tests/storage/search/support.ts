import Database from 'better-sqlite3'
import { migrate } from '../../../storage/migrate.ts'
import { checkIndex } from '../../../storage/search/check.ts'
import type { IndexedListing } from '../../../storage/search/document.ts'
import { openIndex } from '../../../storage/search/index.ts'
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

/** Index and search over one database in memory. */
export function directory(listings: IndexedListing[] = []) {
  const database = new Database(':memory:')
  migrate(database)
  const index = openIndex(database)
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
    check: (expected: IndexedListing[]) => checkIndex(database, expected),
  }
}
