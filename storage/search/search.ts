// The read side of search: one function for words, browsing and both. SQLite only and synchronous, on the one raw
// better-sqlite3 connection that only reads.
import type { Database } from 'better-sqlite3'
import { openBrowse } from './browse.ts'
import { openDictionary } from './dictionary.ts'
import { openCategories } from './filed.ts'
import { openMatch } from './match.ts'
import type { Found, SearchRequest } from './request.ts'
import { openSuggest, type Suggested } from './suggest.ts'

export function openSearch(reader: Database) {
  const dictionary = openDictionary(reader)
  const browse = openBrowse(reader)
  const categories = openCategories(reader)
  const match = openMatch(reader, dictionary, browse, categories)
  const suggest = openSuggest(reader, browse, categories)
  const version = reader.prepare<[], number>('PRAGMA data_version').pluck()
  const changes = reader.prepare<[], number>('SELECT total_changes()').pluck()
  let seen = ''

  /** Caches are valid until the next commit. */
  function refresh(): void {
    const now = `${version.get()} ${changes.get()}`
    if (now === seen) return
    seen = now
    dictionary.forget()
    categories.forget()
    browse.forget()
    match.forget()
  }

  /** One transaction for the many small reads of a search: taking a lock for each would cost more than most of them. */
  function together<T>(work: () => T): T {
    return reader.transaction(() => {
      refresh()
      return work()
    })()
  }

  return {
    /** Without words it browses, and relevance then means votes. */
    search: (request: SearchRequest): Found =>
      together(() => (request.q.trim() === '' ? browse.browse(request) : match.search(request))),
    values: browse.values,
    tally: browse.tally,
    liveCount: browse.liveCount,
    liveByCategory: browse.liveByCategory,
    /** Categories and live listings with words that begin with the text, the largest and most popular first. */
    suggest: (site_id: number, text: string, limit: number): Suggested =>
      together(() => suggest(site_id, text, limit)),
    like: (id: number, site_id: number, category_id: number): number[] =>
      together(() => match.like(id, site_id, category_id)),
    /** Loads some words for correcting misspellings before a query needs them all; false if all are loaded. */
    warm: dictionary.takeIn,
  }
}
