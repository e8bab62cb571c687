// The database file: one connection that writes, one that reads, and a queue of transactions. It knows no tables.
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core'
import { migrate } from './migrate.ts'
import { asked, naming } from './people/mailboxes.ts'
import { fillIndex } from './search/rebuild.ts'

/** Drizzle's portable interface: all calls are async, so that the same queries run on another database. */
export type Db = BaseSQLiteDatabase<'async', unknown>

/** The most cached statements; those with lists of values have many texts. */
const mostStatements = 500

/**
 * The connection for drizzle, which prepares every statement anew unless told otherwise; that takes longer than running
 * most of them. Here statements are cached by their text, and rows are read one by one.
 */
export function keepingStatements(connection: Database.Database) {
  const kept = new Map<string, Database.Statement>()
  return {
    prepare(text: string): Database.Statement {
      const known = kept.get(text)
      if (known !== undefined) return known.reader ? known.raw(false) : known
      if (kept.size === mostStatements) kept.clear()
      const statement = connection.prepare(text)
      kept.set(text, statement)
      return statement
    },
    transaction: connection.transaction.bind(connection),
  }
}

/** Opens the database file, creating or migrating it first. */
export function openConnections(file: string) {
  const writer = new Database(file)
  try {
    writeAhead(writer)
    writer.pragma('synchronous = FULL')
    // Overwrite deleted data: a deleted account leaves nothing in the file.
    writer.pragma('secure_delete = ON')
    writer.pragma('busy_timeout = 5000')
    migrate(writer)
    fillIndex(writer)
    gatherStatistics(writer, 'optimize = 0x10002')
    nameMailboxes(writer)
    writer.pragma('foreign_keys = ON')
    writer.pragma('busy_timeout = 0')
  } catch (error) {
    writer.close()
    throw error
  }
  const reader = new Database(file)
  reader.pragma('busy_timeout = 5000')
  reader.pragma('query_only = ON')
  return { writer, reader }
}

/**
 * Runs ANALYZE for tables that have no statistics or changed much. SQLite keeps samples of indexed values; samples of
 * people's addresses would outlive the people, so they are deleted.
 */
export function gatherStatistics(writer: Database.Database, pragma: string): void {
  writer.pragma(pragma)
  if (writer.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat4'").get() === undefined) return
  writer.exec(`DELETE FROM sqlite_stat4 WHERE idx IN (
    SELECT i.name FROM sqlite_schema i JOIN pragma_index_info(i.name) c
    WHERE i.type = 'index' AND c.name IN ('email', 'recipient', 'mailbox', 'buyer_email'))`)
}

/** Sets the mailboxes of accounts that are older than that column; see storage/people/mailboxes.ts. */
function nameMailboxes(writer: Database.Database): void {
  const key = writer.prepare<[], string>(asked.key).pluck()
  const people = writer.prepare<[], [number, string]>(asked.people).raw()
  if (key.get() !== undefined && people.get() === undefined) return
  writer
    .transaction(() => {
      for (const [text, values] of naming(key.get(), people.all())) writer.prepare(text).run(...values)
    })
    .immediate()
}

const isBusy = (error: unknown) => (error as { code?: string }).code?.startsWith('SQLITE_BUSY') === true

/**
 * If two processes create the file at once, SQLite refuses one of them immediately, whatever its busy_timeout: it reads
 * the file before it asks for the lock. So this waits, as long as busy_timeout does.
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

/** Waits until this process may write, if there are several; call the returned function to end the turn. */
export type Turn = () => Promise<() => void>

/**
 * A program outside the queue, such as an import, may hold the lock for a moment. Waiting here, not inside SQLite, lets
 * other requests run.
 */
async function begin(writer: Database.Database): Promise<void> {
  const until_ms = performance.now() + 10_000
  for (let wait_ms = 1; ; wait_ms = Math.min(10, wait_ms * 2)) {
    try {
      writer.exec('BEGIN IMMEDIATE')
      return
    } catch (error) {
      if (performance.now() > until_ms || !isBusy(error)) throw error
      await sleep(wait_ms)
    }
  }
}

/** Runs transactions on the single writer one after the other; `committed` is called after each commit. */
export function openTransactions(writer: Database.Database, committed: () => void, turn?: Turn) {
  let queue: Promise<unknown> = Promise.resolve()
  let unfinished = 0

  async function transaction<T>(work: () => Promise<T>): Promise<T> {
    const isOver = await turn?.()
    try {
      await begin(writer)
      const result = await work()
      writer.exec('COMMIT')
      committed()
      return result
    } catch (error) {
      if (writer.inTransaction) writer.exec('ROLLBACK')
      throw error
    } finally {
      isOver?.()
    }
  }

  function next<T>(work: () => Promise<T>): Promise<T> {
    const turn = queue.then(work)
    queue = turn.catch(() => undefined)
    return turn
  }
  return {
    inTurn<T>(work: () => Promise<T>): Promise<T> {
      unfinished += 1
      return next(() => transaction(work).finally(() => (unfinished -= 1)))
    },
    unfinished: () => unfinished,
    /** Moves what it can of the write-ahead log into the database file, while others read and write. */
    checkpoint: (): Promise<void> => next(async () => void writer.pragma('wal_checkpoint(PASSIVE)')),
    /** Moves the write-ahead log into the database file and empties it, unless others read or write. */
    emptyLog: (): Promise<void> => next(async () => void writer.pragma('wal_checkpoint(TRUNCATE)')),
  }
}
