// Compares the index with the listings it was made from. SQLite only and synchronous: FTS5 tables on a raw better-sqlite3
// connection.
import type { Database } from 'better-sqlite3'
import { facetsOf, newestOf, placesOf, postingOf, textsOf, type IndexedListing } from './document.ts'

const browseTables = [
  'browse_votes',
  'browse_newest',
  'browse_trend',
  'browse_views',
  'browse_followers',
] as const
/** FTS5 refuses expressions much deeper than this. */
const chunk = 60

/** Returns a sentence for each listing that is missing in the index, and for counters that are wrong. */
export function checkIndex(database: Database, listings: IndexedListing[]): string[] {
  const problems: string[] = []
  const has = Object.fromEntries(
    ['search_texts', ...browseTables].map((table) => [
      table,
      database
        .prepare<[string, bigint], number>(`SELECT 1 FROM ${table} WHERE ${table} MATCH ? AND rowid = ?`)
        .pluck(),
    ]),
  )
  function hasAll(table: string, rowid: bigint, tokens: string[]): boolean {
    for (let from = 0; from < tokens.length; from += chunk) {
      const expression = tokens.slice(from, from + chunk).map((token) => `"${token}"`)
      if (has[table]!.get(expression.join(' AND '), rowid) === undefined) return false
    }
    return true
  }
  for (const listing of listings) {
    const facets = facetsOf(listing)
    const tokens = postingOf(listing, textsOf(listing), facets).split(' ')
    const places = placesOf(listing.id, listing, newestOf(listing.live_at))
    if (!hasAll('search_texts', places.popular, tokens))
      problems.push(`Listing ${listing.id} is not whole in search_texts.`)
    for (const table of browseTables)
      if (!hasAll(table, places[table], facets))
        problems.push(`Listing ${listing.id} is not whole in ${table}.`)
  }
  const indexed = database.prepare<[], number>('SELECT count(*) FROM search_ranks').pluck().get()!
  const counted = database
    .prepare<[], number>("SELECT coalesce(sum(live + upcoming), 0) FROM facet_counts WHERE facet = ''")
    .pluck()
    .get()!
  if (indexed !== counted) problems.push(`${indexed} listings are indexed, but ${counted} are counted.`)
  for (const table of ['search_texts', ...browseTables]) {
    const rows = database.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get()!
    if (rows !== indexed) problems.push(`${table} holds ${rows} listings of ${indexed}.`)
  }
  return problems
}
