// What has changed, and what an answer was made of: so that a change drops the answers it reaches and leaves the others.
// The counters stand in the file and are raised by triggers, inside the transaction of the change: they hold whichever
// process writes. What is SQLite's stands here; storage/postgres does the same.
import type { Database } from 'better-sqlite3'

/** The tables of each noun. */
export const tablesOf = {
  listings: [
    'listings',
    'companies',
    'listing_categories',
    'former_slugs',
    'listing_founders',
    'listing_updates',
    'listing_owners',
    'milestones',
    'alternatives',
    'reviews',
    'awards',
    'closed_weeks',
    'week_results',
  ],
  categories: ['sites', 'categories', 'category_attributes', 'former_category_slugs'],
  founders: ['founders', 'interview_questions', 'interview_answers'],
  posts: ['posts'],
  products: ['products', 'product_prices'],
  users: ['users'],
  credentials: ['api_keys', 'oauth_clients', 'oauth_grants', 'oauth_tokens'],
} as const
export type Noun = keyof typeof tablesOf

/**
 * Columns that change all the time and drop nothing. A kept answer tells votes, views and followers as they were at most
 * ten seconds ago, as its Cache-Control says.
 */
export const uncounted = ['votes', 'week_votes', 'views', 'followers', 'trend', 'last_used_at']

/** What each part of the storage reads. A part that is not named here may read anything: any commit drops what it gave. */
const readBy: Record<string, readonly Noun[]> = {
  listings: ['listings', 'categories', 'founders', 'users'],
  owners: ['listings'],
  rankings: ['listings', 'categories'],
  updates: ['listings'],
  weeks: ['listings'],
  search: ['listings', 'categories', 'founders'],
  categories: ['categories', 'listings'],
  founders: ['founders', 'listings'],
  posts: ['posts'],
  products: ['products'],
}

/** The same object until something has been committed; `anything` changes with every commit. */
export type Versions = Readonly<Record<Noun | 'anything', number | string>>

/** Makes this connection count what it changes. */
export function countChanges(writer: Database): void {
  for (const [noun, tables] of Object.entries(tablesOf))
    for (const table of tables) {
      const columns = writer
        .prepare<[string], string>('SELECT name FROM pragma_table_info(?)')
        .pluck()
        .all(table)
      const told = columns.filter((column) => !uncounted.includes(column))
      for (const event of ['INSERT', 'DELETE', `UPDATE OF ${told.join(', ')}`])
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
  let known = { anything: -1 } as Versions
  let isFresh = false

  function forget(): void {
    isFresh = false
  }
  function versions(): Versions {
    if (isFresh) return known
    const anything = dataVersion.get()!
    if (anything !== known.anything) known = { ...(Object.fromEntries(all.all()) as Versions), anything }
    isFresh = true
    setImmediate(forget)
    return known
  }
  return { versions, forget }
}

/** The storage, and the nouns that what is asked of it from now on depends on. */
export function noting<S extends object>(storage: S): { storage: S; nouns: Set<keyof Versions> } {
  const nouns = new Set<keyof Versions>()
  const get = (all: S, part: string) => {
    for (const noun of readBy[part] ?? ['anything']) nouns.add(noun as keyof Versions)
    return all[part as keyof S]
  }
  return { storage: new Proxy(storage, { get: get as ProxyHandler<S>['get'] }), nouns }
}
