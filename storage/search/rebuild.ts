// Makes the index again from the listings, after a migration that changed its form. SQLite only and synchronous: it reads
// and writes through the raw better-sqlite3 connection that writes, before anybody else is served.
import type { Database } from 'better-sqlite3'
import { byFact, factsIn, isList, type ListFact } from '../../facts.ts'
import { indexedFrom, type IndexedListing, type SearchedFacts } from './document.ts'
import { openIndex } from './index.ts'

const atOnce = 5000

type Lists = keyof SearchedFacts & ListFact
const lists = factsIn('named', 'told').filter((name) => isList(name))

export type Row = Omit<Parameters<typeof indexedFrom>[0], Lists | 'founders' | 'needs' | 'category_ids'> &
  Record<Lists | 'founders' | 'needs' | 'category_ids', string>

const list = <T>(json: string) => JSON.parse(json) as T[]

/** Listings with all that the index is made of, said so that PostgreSQL can be asked too. */
export const withSurroundings = (
  which: string,
): string => `SELECT l.*, coalesce(n.needs, '[]') AS needs, n.texts AS needs_of,
  (SELECT json_group_array(name) FROM (SELECT f.name FROM listing_founders lf JOIN founders f ON f.id = lf.founder_id
    WHERE lf.listing_id = l.id ORDER BY lf.position) AS ours) AS founders,
  (WITH RECURSIVE above(id) AS (
     SELECT l.category_id UNION SELECT category_id FROM listing_categories WHERE listing_id = l.id
     UNION SELECT c.parent_id FROM categories c JOIN above ON c.id = above.id WHERE c.parent_id IS NOT NULL
   ) SELECT json_group_array(id) FROM above) AS category_ids
  FROM listings l LEFT JOIN listing_needs n ON n.listing_id = l.id WHERE ${which}`
export const somePublic = withSurroundings(
  `l.id > ? AND l.status IN ('live', 'scheduled') ORDER BY l.id LIMIT ${atOnce}`,
)

export const indexedRow = (row: Row): IndexedListing | null =>
  indexedFrom({
    ...row,
    ...byFact<Pick<SearchedFacts, Lists>>(lists, (name) => list<string>(row[name])),
    founders: list<string>(row.founders),
    needs: list<string>(row.needs),
    category_ids: list<number>(row.category_ids),
  })

/** All listings that the public may find, some at a time. */
function* indexedListings(database: Database): Generator<IndexedListing[]> {
  const read = database.prepare<[number], Row>(somePublic)
  for (let id = 0, rows: Row[]; (rows = read.all(id)).length > 0; id = rows.at(-1)!.id)
    yield rows.flatMap((row) => indexedRow(row) ?? [])
}

/** Fills an index that a migration left empty. Of two processes that open the file, the second finds it filled. */
export function fillIndex(database: Database): void {
  const isEmpty = database.prepare<[], number>('SELECT is_empty FROM search_state').pluck()
  if (isEmpty.get() === 0) return
  const fill = database.transaction(() => {
    if (isEmpty.get() === 0) return
    const index = openIndex(database)
    for (const listings of indexedListings(database)) index.putAll(listings.map((one) => [null, one]))
    index.optimize()
    database.exec('UPDATE search_state SET is_empty = 0')
  })
  fill.immediate()
}
