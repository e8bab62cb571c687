// Keeps the index in step with the listings, in the transaction that changes them. SQLite only: where several nodes share
// a PostgreSQL, each follows the listings instead (storage/postgres/follow.ts).
import type { Database } from 'better-sqlite3'
import { eq, sql } from '../drizzle.ts'
import type { Db } from '../connection.ts'
import { prepared, slot } from '../prepared.ts'
import { listingById } from '../listings/rows.ts'
import { listingFounders, listingNeeds } from '../tables/listings.ts'
import { founders } from '../tables/people.ts'
import { indexedFrom, type IndexedListing } from './document.ts'
import { openIndex, type Change } from './index.ts'

export type Changes = {
  /** Called before listings change. */
  before(ids: readonly number[]): Promise<void>
  /** Called after a listing was added. */
  added(id: number): void
  /** Merges for some milliseconds; false if nothing is left to merge. */
  merge(): boolean
}

/** Outside a transaction nothing may change that the index is made of. */
export const outside: Changes = {
  before: () => Promise.reject(new Error('Only storage.write changes listings.')),
  added: () => undefined,
  merge: () => false,
}

/** Those of the one connection that writes, whose transactions come one after the other. */
type Indexing = Changes & {
  /** Runs the work of a transaction, and then indexes the listings that it changed, each once. */
  around<T>(work: () => Promise<T>): Promise<T>
}

export function inStep(db: Db, writer: Database): Indexing {
  const index = openIndex(writer)
  const byId = listingById(db)
  const categoriesAbove = prepared(() =>
    db.select({ id: sql<number>`id` }).from(
      sql`(WITH RECURSIVE above(id) AS (
        SELECT category_id FROM listings WHERE id = ${slot('id')}
        UNION SELECT category_id FROM listing_categories WHERE listing_id = ${slot('id')}
        UNION SELECT c.parent_id FROM categories c JOIN above ON c.id = above.id WHERE c.parent_id IS NOT NULL
      ) SELECT id FROM above)`,
    ),
  )
  const foundersOf = prepared(() =>
    db
      .select({ name: founders.name })
      .from(listingFounders)
      .innerJoin(founders, eq(founders.id, listingFounders.founder_id))
      .where(eq(listingFounders.listing_id, slot('id')))
      .orderBy(listingFounders.position),
  )

  const needsOf = prepared(() =>
    db
      .select({ needs: listingNeeds.needs, needs_of: listingNeeds.texts })
      .from(listingNeeds)
      .where(eq(listingNeeds.listing_id, slot('id'))),
  )

  /** The current index entry of a listing; null if it must not be found. */
  async function indexed(id: number): Promise<IndexedListing | null> {
    const [row] = await byId({ id })
    if (row === undefined) return null
    return indexedFrom({
      ...row,
      ...((await needsOf({ id }))[0] ?? { needs: [], needs_of: null }),
      founders: (await foundersOf({ id })).map((founder) => founder.name),
      category_ids: (await categoriesAbove({ id })).map((category) => category.id),
    })
  }

  let old = new Map<number, IndexedListing | null>()
  return {
    merge: index.merge,
    async before(ids) {
      for (const id of ids) if (!old.has(id)) old.set(id, await indexed(id))
    },
    // The id of a listing that went in the same transaction may be given again.
    added: (id) => void (old.has(id) || old.set(id, null)),
    async around(work) {
      old = new Map()
      const result = await work()
      const changes: Change[] = []
      for (const [id, before] of old) changes.push([before, await indexed(id)])
      if (changes.length > 0) index.putAll(changes)
      return result
    },
  }
}
