// Version counters, which invalidate cached answers. Triggers raise them in the database, in the transaction of the
// change, so that they work whichever process writes. This file is for SQLite;
// storage/postgres has its own.
import type { Database } from 'better-sqlite3'

/** The counters, and the tables of each. All public data share one: most answers contain listings. */
export const tablesOf = {
  public: [
    ...['listings', 'companies', 'listing_categories', 'former_slugs', 'listing_founders', 'listing_updates'],
    ...['listing_owners', 'milestones', 'alternatives', 'reviews', 'awards', 'closed_weeks', 'week_results'],
    ...['listing_facts', 'listing_reads', 'revenues', 'programmes', 'programme_entries'],
    ...['checkpoints', 'ledger_keys'],
    ...['sites', 'categories', 'category_attributes', 'former_category_slugs'],
    ...[
      'founders',
      'interview_questions',
      'interview_answers',
      'posts',
      'products',
      'product_prices',
      'users',
    ],
  ],
  credentials: ['api_keys', 'oauth_clients', 'oauth_grants', 'oauth_tokens'],
}
export type Noun = keyof typeof tablesOf

/**
 * Columns that change constantly and invalidate nothing. Cached answers show votes, views and followers up to ten
 * seconds late, as their Cache-Control says.
 */
export const uncounted = ['votes', 'week_votes', 'views', 'followers', 'trend', 'last_used_at']

/** The same object until a counted change is committed. */
export type Versions = Readonly<Record<Noun, number | string>>

/** Makes the changes of this connection count. */
export function countChanges(writer: Database): void {
  for (const [noun, tables] of Object.entries(tablesOf))
    for (const table of tables) {
      const columns = writer
        .prepare<[string], string>('SELECT name FROM pragma_table_info(?)')
        .pluck()
        .all(table)
      const countedColumns = columns.filter((column) => !uncounted.includes(column))
      for (const event of ['INSERT', 'DELETE', `UPDATE OF ${countedColumns.join(', ')}`])
        writer.exec(
          `CREATE TEMP TRIGGER count_${event.slice(0, 6)}_${table} AFTER ${event} ON main.${table}
           BEGIN UPDATE versions SET version = version + 1 WHERE noun = '${noun}'; END`,
        )
    }
}

/**
 * Reads the counters once per turn of the event loop, because all requests of a turn came before that.
 * `forget` makes the next call read again.
 */
export function openVersions(reader: Database) {
  const dataVersion = reader.prepare<[], number>('PRAGMA data_version').pluck()
  const all = reader.prepare<[], [Noun, number]>('SELECT noun, version FROM versions').raw()
  let committed = -1
  let lastRead = {} as Versions
  let isFresh = false

  function forget(): void {
    isFresh = false
  }
  function versions(): Versions {
    if (isFresh) return lastRead
    const now = dataVersion.get()!
    if (now !== committed) {
      committed = now
      const counted = Object.fromEntries(all.all()) as Versions
      if (counted.public !== lastRead.public || counted.credentials !== lastRead.credentials)
        lastRead = counted
    }
    isFresh = true
    setImmediate(forget)
    return lastRead
  }
  return { versions, forget }
}
