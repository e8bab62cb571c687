// Knowledge about words: how often they are used, their completions, and close ones to a misspelt one.
// Synchronous: it reads a raw better-sqlite3 connection.
import type { Database } from 'better-sqlite3'
import { kinds } from './document.ts'
import { remembering } from './remembering.ts'
import { any, term } from './request.ts'
import { openShelves, type Neighbour } from './shelves.ts'
import { stem } from './stems.ts'
import { stemWord } from './words.ts'

/** Words read in one step: reading them one by one takes 50 % longer, and more at once fill the heap. */
const atOnce = 10_000
const readTogether = 500
/** For how many words the number of uses is cached until the next commit. */
const mostRemembered = 5_000

/**
 * Two dictionaries: words of names, and all words. They contain committed rows only, because they are read by the
 * reader's connection: after a rollback, ids of words are given to other words.
 */
export function openDictionary(reader: Database) {
  const names = openShelves()
  const texts = openShelves()
  let seen = 0
  let most = 1
  const since = reader
    .prepare<[number], [number, string, number, number]>(
      `SELECT id, word, kind, uses FROM search_words WHERE id > ? ORDER BY id LIMIT ${readTogether}`,
    )
    .raw()
  const uses = reader
    .prepare<[string, number], number>('SELECT uses FROM search_words WHERE word = ? AND kind = ?')
    .pluck()
  const completed = reader
    .prepare<[string, string], [string, number]>(
      `SELECT word, uses FROM search_words WHERE word > ? AND word < ? AND kind = ${kinds.word} AND uses > 0`,
    )
    .raw()

  function completions(start: string, limit: number): string[] {
    // Sorted here: SQLite takes three times as long to set up a sorter as to find these few words.
    return completed
      .all(start, `${start}\uffff`)
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .slice(0, limit)
      .map(([word]) => word)
  }

  function takeIn(): boolean {
    for (let taken = 0; taken < atOnce; taken += readTogether) {
      const rows = since.all(seen)
      for (const [id, word, kind, used] of rows) {
        seen = id
        if (kind > kinds.nameWord) continue
        const shelves = kind === kinds.nameWord ? names : texts
        shelves.add(word, used)
        most = Math.max(most, used)
      }
      if (rows.length < readTogether) return false
    }
    return true
  }

  const several = reader.prepare<[string], { word: string; uses: number }>(
    `SELECT word, uses FROM search_words WHERE kind = ${kinds.word} AND word IN (SELECT value FROM json_each(?))`,
  )
  const usesOfAll = (words: string[]): Map<string, number> =>
    new Map(several.all(JSON.stringify(words)).map((row) => [row.word, row.uses]))

  const usesAs = Object.values(kinds).map((kind) =>
    remembering((word) => uses.get(word, kind) ?? 0, mostRemembered),
  )
  const usesOf = (word: string, kind: number): number => usesAs[kind]!(word)

  const nearest = (found: Neighbour[], limit: number): Neighbour[] =>
    found
      .sort((a, b) => a.distance - b.distance || b.uses - a.uses || (a.word < b.word ? -1 : 1))
      .slice(0, limit)

  return {
    /** Reads some of the newly committed words, in milliseconds; false if there are no more. */
    takeIn,
    /** Reads all new words: lookups by distance find only those. */
    catchUp(): void {
      while (takeIn());
    },
    /** Whether the word is so common that it is no misspelling of another. */
    isCommon: (used: number): boolean => used * 20 > most,
    /** The number of listings that use the word. */
    uses: (word: string): number => usesOf(word, kinds.word),
    /** Whether any name has the word. */
    isInNames: (word: string): boolean => usesOf(word, kinds.nameWord) > 0,
    /** The number of uses of many words; unused ones are left out. */
    usesOfAll,
    /** The number of listings that use it in any form. */
    spread: (short: string): number => usesOf(short, kinds.word) + usesOf(short, kinds.stem),
    /** An FTS5 expression for the forms of the word in use: each form costs an index lookup. */
    anyForm(word: string): string {
      const short = stem(word)
      const isStem = usesOf(short, kinds.stem) > 0
      if (!isStem) return term(short)
      return usesOf(short, kinds.word) > 0 ? any([term(short), term(stemWord(short))]) : term(stemWord(short))
    },
    /** Clears the cached numbers of uses after a commit. */
    forget: () => usesAs.forEach(({ forget }) => forget()),
    /** Nearest and most used first. */
    nearNames: (word: string, limit: number): Neighbour[] => nearest(names.near(word), limit),
    /** The same for all words, with current uses: they decide which word was meant. */
    nearTexts(word: string, limit: number): Neighbour[] {
      const found = nearest(texts.near(word), limit)
      if (found.length === 0) return found
      const present = usesOfAll(found.map((near) => near.word))
      return nearest(
        found.map((near) => ({ ...near, uses: present.get(near.word) ?? 0 })),
        limit,
      )
    },
    /** The most used words that begin with these letters. */
    completions,
  }
}

export type Dictionary = ReturnType<typeof openDictionary>
