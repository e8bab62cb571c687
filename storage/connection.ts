// The database file: one connection that writes, one that reads, and the queue of transactions. It knows no tables.
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core'
import { migrate } from './migrate.ts'
import { asked, naming } from './people/mailboxes.ts'
import { fillIndex } from './search/rebuild.ts'

/** The portable interface of drizzle: everything is awaited, so that the same queries run on another database. */
export type Db = BaseSQLiteDatabase<'async', unknown>

/** So many texts of statements are kept; those made of lists of values may be many. */
const mostStatements = 500

/**
 * The connection as drizzle sees it. It prepares each statement anew unless it is told otherwise, which costs more than
 * most of them take to run: here the same text is the same statement. Each row comes as the next caller asks for it.
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
    // What is deleted is overwritten: whoever's account is deleted is in no page of the file any more.
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
 * Statistics of tables that have none yet, or changed much; SQLite looks at some rows of each, and keeps samples of what
 * its indexes hold. Those of people's addresses would outlive the people.
 */
export function gatherStatistics(writer: Database.Database, pragma: string): void {
  writer.pragma(pragma)
  if (writer.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat4'").get() === undefined) return
  writer.exec(`DELETE FROM sqlite_stat4 WHERE idx IN (
    SELECT i.name FROM sqlite_schema i JOIN pragma_index_info(i.name) c
    WHERE i.type = 'index' AND c.name IN ('email', 'recipient', 'mailbox', 'buyer_email'))`)
}

/** Gives people who came before mailboxes were told apart theirs; see storage/people/mailboxes.ts. */
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

/** Waits until this process may write, where several do; what comes back is called when its turn is over. */
export type Turn = () => Promise<() => void>

/**
 * A program that takes no turns, an import for example, may hold the lock for a moment. Waiting for it here, not inside
 * SQLite, keeps everybody else served.
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

/** Transactions on the one writer, each after the one before it. `committed` is called after each that commits. */
export function openTransactions(writer: Database.Database, committed: () => void, turn?: Turn) {
  let queue: Promise<unknown> = Promise.resolve()

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
    inTurn: <T>(work: () => Promise<T>): Promise<T> => next(() => transaction(work)),
    /** Moves what was written from the log into the file and empties the log; not while others read or write. */
    emptyLog: (): Promise<void> => next(async () => void writer.pragma('wal_checkpoint(TRUNCATE)')),
  }
}
