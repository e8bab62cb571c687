// What has changed, so that a change drops the answers that are kept. The counters stand in the file and are raised by
// triggers, inside the transaction of the change: they hold whichever process writes. What is SQLite's stands here;
// storage/postgres does the same.
import type { Database } from 'better-sqlite3'

/** What is counted, and its tables. What anybody may read is counted as one: most of it is made of listings. */
export const tablesOf = {
  public: [
    ...['listings', 'companies', 'listing_categories', 'former_slugs', 'listing_founders', 'listing_updates'],
    ...['listing_owners', 'milestones', 'alternatives', 'reviews', 'awards', 'closed_weeks', 'week_results'],
    ...['listing_facts', 'listing_reads', 'programmes', 'programme_entries'],
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
 * Columns that change all the time and drop nothing. A kept answer tells votes, views and followers as they were at most
 * ten seconds ago, as its Cache-Control says.
 */
export const uncounted = ['votes', 'week_votes', 'views', 'followers', 'trend', 'last_used_at']

/** The same object until something that is counted has been committed. */
export type Versions = Readonly<Record<Noun, number | string>>

/** Makes this connection count what it changes. */
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
 * Asks for the versions once a turn of the event loop: every request that a turn serves had come before the question.
 * `forget` has the next one ask again.
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
