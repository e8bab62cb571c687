import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core'
import { apiKeyQueries } from './api_keys.ts'
import { catalogueQueries } from './catalogue.ts'
import { categoryQueries } from './categories.ts'
import { draftQueries } from './drafts.ts'
import { demoRows } from './demo/rows.ts'
import { openDrizzle } from './drizzle.ts'
import { jobQueries } from './jobs.ts'
import { founderQueries } from './founders.ts'
import { founderWrites } from './founder_writes.ts'
import { listingWrites } from './listing_writes.ts'
import { listingQueries } from './listings.ts'
import { mailQueries } from './mail.ts'
import { migrate } from './migrate.ts'
import { ownerQueries } from './owners.ts'
import { replayQueries } from './replays.ts'
import { oauthQueries } from './oauth.ts'
import { sessionQueries } from './sessions.ts'
import { signInLinkQueries } from './sign_in_links.ts'
import { postQueries } from './posts.ts'
import { productQueries } from './products.ts'
import { rankingQueries } from './rankings.ts'
import { openIndex } from './search/index.ts'
import { openSearch } from './search/search.ts'
import { searchQueries } from './search.ts'
import { siteQueries } from './sites.ts'
import { userQueries } from './users.ts'

/** The portable face of drizzle: everything is awaited, so that the same queries run on another database. */
export type Db = BaseSQLiteDatabase<'async', unknown>

export type Storage = ReturnType<typeof queries> & {
  /**
   * Runs the work in one transaction: all of it commits, or none. Transactions queue behind the one writer. The work
   * uses the storage it is given and awaits nothing else; inside a transaction, write joins it.
   */
  write<T>(work: (storage: Storage) => Promise<T>): Promise<T>
}

export type OpenStorage = Storage & {
  /** Changes whenever anybody, in this process or another, has committed something. */
  version(): number
  close(): void
}

function queries(connection: Database.Database, index: ReturnType<typeof openSearch>) {
  const db = openDrizzle(connection) as unknown as Db
  return {
    search: searchQueries(index),
    sites: siteQueries(db),
    listings: { ...listingQueries(db), ...listingWrites(db, openIndex(connection)) },
    catalogue: catalogueQueries(db),
    categories: categoryQueries(db),
    drafts: draftQueries(db),
    jobs: jobQueries(db),
    owners: ownerQueries(db),
    replays: replayQueries(db),
    users: userQueries(db),
    sessions: sessionQueries(db),
    sign_in_links: signInLinkQueries(db),
    api_keys: apiKeyQueries(db),
    oauth: oauthQueries(db),
    mail: mailQueries(db),
    rankings: rankingQueries(db),
    founders: { ...founderQueries(db), ...founderWrites(db) },
    posts: postQueries(db),
    products: productQueries(db),
    demo: demoRows(db),
  }
}

const isBusy = (error: unknown) => (error as { code?: string }).code === 'SQLITE_BUSY'

/**
 * Where two processes make the file at once, SQLite refuses one of them without waiting, whatever its busy_timeout: it
 * reads the file before it asks for the lock. So the wait is here, as long as the others.
 */
function writeAhead(database: Database.Database): void {
  const until_ms = performance.now() + 5000
  for (;;) {
    try {
      database.pragma('journal_mode = WAL')
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > until_ms) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}

/** Another process may hold the lock for a moment. Waiting for it here, not inside SQLite, keeps everybody else served. */
async function begin(writer: Database.Database): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      writer.exec('BEGIN IMMEDIATE')
      return
    } catch (error) {
      if (tries >= 1000 || !isBusy(error)) throw error
      await sleep(10)
    }
  }
}

/** Opens the database file, creating or migrating it first. One connection writes, another reads. */
export function openStorage(file: string): OpenStorage {
  const writer = new Database(file)
  writeAhead(writer)
  writer.pragma('synchronous = FULL')
  writer.pragma('foreign_keys = ON')
  writer.pragma('busy_timeout = 5000')
  migrate(writer)
  writer.pragma('busy_timeout = 0')
  const reader = new Database(file)
  reader.pragma('busy_timeout = 5000')
  reader.pragma('query_only = ON')

  const search = openSearch(reader)
  const inside: Storage = { ...queries(writer, search), write: (work) => work(inside) }
  let queue: Promise<unknown> = Promise.resolve()

  async function transaction<T>(work: (storage: Storage) => Promise<T>): Promise<T> {
    await begin(writer)
    try {
      const result = await work(inside)
      writer.exec('COMMIT')
      seen = null
      return result
    } catch (error) {
      if (writer.inTransaction) writer.exec('ROLLBACK')
      throw error
    }
  }

  const dataVersion = reader.prepare<[], number>('PRAGMA data_version').pluck()
  let seen: number | null = null

  /** Asked of SQLite once a turn of the event loop: every request that a turn serves had come before the question. */
  function version(): number {
    if (seen === null) {
      seen = dataVersion.get()!
      setImmediate(() => (seen = null))
    }
    return seen
  }

  return {
    ...queries(reader, search),
    write(work) {
      const turn = queue.then(() => transaction(work))
      queue = turn.catch(() => undefined)
      return turn
    },
    version,
    close() {
      reader.close()
      writer.close()
    },
  }
}
