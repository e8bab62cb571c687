// The words of the index in typed arrays, to find those within one or two edits of a misspelt one. SQLite has no such
// lookup, and a scan of 350,000 words here takes under a millisecond. Synchronous: it reads a raw better-sqlite3 connection.
import type { Database } from 'better-sqlite3'
import { saidMark } from './abbreviations.ts'
import { kinds } from './document.ts'
import { alike, editDistance, letterMask } from './edits.ts'
import { any, term } from './request.ts'
import { stem } from './stems.ts'
import { stemWord } from './words.ts'

export type Neighbour = { word: string; distance: number; uses: number }

/** Words of one length side by side: their letters, a mask of which letters they have, and how used they were when read. */
type Shelf = { count: number; codes: Uint16Array; masks: Uint32Array; uses: Uint32Array }

const shortest = 3
const longest = 30
/** Words taken in together: one by one they take half as long again, all together half a million objects. */
const atOnce = 10_000
/** How used so many words are is remembered until something is committed. */
const mostRemembered = 5_000
/** Of words that begin with so many letters there are few. */
const fewBegin = 4
/** So many listings must say what an abbreviation stands for: nobody alone teaches it to all. */
const believed = 2

function roomier(shelf: Shelf, length: number): void {
  const room = Math.max(64, Math.ceil(shelf.count * 1.5))
  const codes = new Uint16Array(room * length)
  codes.set(shelf.codes)
  const masks = new Uint32Array(room)
  masks.set(shelf.masks)
  shelf.codes = codes
  const uses = new Uint32Array(room)
  uses.set(shelf.uses)
  shelf.masks = masks
  shelf.uses = uses
}

function openShelves() {
  const shelves: Shelf[] = Array.from({ length: longest + 1 }, () => ({
    count: 0,
    codes: new Uint16Array(0),
    masks: new Uint32Array(0),
    uses: new Uint32Array(0),
  }))
  const query = new Uint16Array(longest + 2)

  /** Two edits are forgiven in long words only: two in a short one make any word of any other. */
  function reach(length: number, other: number): number {
    if (Math.min(length, other) < shortest || (length === 3 && other === 3)) return 0
    return Math.max(length, other) >= 8 ? 2 : 1
  }

  const read = (shelf: Shelf, at: number, length: number) =>
    String.fromCharCode(...shelf.codes.subarray(at * length, (at + 1) * length))

  return {
    add(word: string, uses: number): void {
      if (word.length < shortest || word.length > longest) return
      const shelf = shelves[word.length]!
      if (shelf.count === shelf.masks.length) roomier(shelf, word.length)
      for (let i = 0; i < word.length; i += 1) shelf.codes[shelf.count * word.length + i] = word.charCodeAt(i)
      shelf.masks[shelf.count] = letterMask(shelf.codes, shelf.count * word.length, word.length)
      shelf.uses[shelf.count] = uses
      shelf.count += 1
    },

    /** Words one or two edits away, the word itself not among them. */
    near(word: string): Neighbour[] {
      const found: Neighbour[] = []
      if (word.length < shortest || word.length > longest) return found
      for (let i = 0; i < word.length; i += 1) query[i] = word.charCodeAt(i)
      const mask = letterMask(query, 0, word.length)
      for (let length = Math.max(shortest, word.length - 2); length <= word.length + 2; length += 1) {
        const shelf = shelves[length]
        const edits = reach(word.length, length)
        if (shelf === undefined || edits < Math.abs(length - word.length)) continue
        if (edits === 0) continue
        const lost = edits - Math.max(0, length - word.length)
        const gained = edits - Math.max(0, word.length - length)
        const { masks, codes, uses } = shelf
        for (let at = 0; at < shelf.count; at += 1) {
          // An edit takes away one letter at most and brings one at most. Written out: this loop is all the work there is.
          const other = masks[at]!
          let missing = mask & ~other
          if (lost > 0) missing &= missing - 1
          if (lost > 1) missing &= missing - 1
          if (missing !== 0) continue
          let extra = other & ~mask
          if (gained > 0) extra &= extra - 1
          if (gained > 1) extra &= extra - 1
          if (extra !== 0) continue
          const distance = editDistance(query, word.length, codes, at * length, length, edits)
          if (distance > 0 && distance <= edits)
            found.push({ word: read(shelf, at, length), distance, uses: uses[at]! })
        }
      }
      return found
    },

    /** Longer words that begin with something one edit away from this beginning of a word. */
    beginningNear(start: string, limit: number): string[] {
      const found: string[] = []
      if (start.length < 4 || start.length > longest - 1) return found
      for (let i = 0; i < start.length; i += 1) query[i] = start.charCodeAt(i)
      const mask = letterMask(query, 0, start.length)
      for (let length = start.length + 1; length <= longest; length += 1) {
        const shelf = shelves[length]!
        for (let at = 0; at < shelf.count && found.length < limit; at += 1) {
          if (!alike(mask, shelf.masks[at]!, 1, 32)) continue
          const from = at * length
          for (const part of [start.length, start.length + 1, start.length - 1]) {
            if (editDistance(query, start.length, shelf.codes, from, part, 1) > 1) continue
            found.push(read(shelf, at, length))
            break
          }
        }
      }
      return found
    },
  }
}

/**
 * Two dictionaries: the words of names, and all words. They are filled from committed rows only, because the connection
 * is the reader: ids of words in a transaction that is rolled back are given to other words later.
 */
export function openDictionary(reader: Database) {
  const names = openShelves()
  const texts = openShelves()
  let seen = 0
  let most = 1
  const since = reader.prepare<[number], { id: number; word: string; kind: number; uses: number }>(
    `SELECT id, word, kind, uses FROM search_words WHERE id > ? ORDER BY id LIMIT ${atOnce}`,
  )
  const uses = reader
    .prepare<[string, number], number>('SELECT uses FROM search_words WHERE word = ? AND kind = ?')
    .pluck()
  const mostCompleted = reader
    .prepare<[string, string, number], string>(
      `SELECT word FROM search_words WHERE word > ? AND word < ? AND kind = ${kinds.word} AND uses > 0
       ORDER BY uses DESC, word LIMIT ?`,
    )
    .pluck()

  const completed = reader
    .prepare<[string, string], [string, number]>(
      `SELECT word, uses FROM search_words WHERE word > ? AND word < ? AND kind = ${kinds.word} AND uses > 0`,
    )
    .raw()

  function completions(start: string, limit: number): string[] {
    const end = `${start}\uffff`
    if (start.length < fewBegin) return mostCompleted.all(start, end, limit)
    // SQLite takes three times as long to set up a sorter as to find the few words there are.
    return completed
      .all(start, end)
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .slice(0, limit)
      .map(([word]) => word)
  }

  function takeIn(): boolean {
    const rows = since.all(seen)
    for (const row of rows) {
      seen = row.id
      if (row.kind > kinds.nameWord) continue
      const shelves = row.kind === kinds.nameWord ? names : texts
      shelves.add(row.word, row.uses)
      most = Math.max(most, row.uses)
    }
    return rows.length === atOnce
  }

  const several = reader.prepare<[string], { word: string; uses: number }>(
    `SELECT word, uses FROM search_words WHERE kind = ${kinds.word} AND word IN (SELECT value FROM json_each(?))`,
  )

  const said = reader.prepare<[string], { said: string; means: string }>(
    `SELECT asked.value AS said, substr(w.word, length(asked.value) + 2) AS means
     FROM json_each(?) AS asked CROSS JOIN search_words w
       ON w.word > asked.value || '${saidMark}' AND w.word < asked.value || '>'
     WHERE w.kind = ${kinds.abbreviation} AND w.uses >= ${believed} ORDER BY w.uses DESC, w.id`,
  )

  const remembered = [kinds.word, kinds.nameWord, kinds.stem].map(() => new Map<string, number>())
  function usesOf(word: string, kind: number): number {
    const known = remembered[kind]!.get(word)
    if (known !== undefined) return known
    const used = uses.get(word, kind) ?? 0
    if (remembered[kind]!.size >= mostRemembered) remembered[kind]!.clear()
    remembered[kind]!.set(word, used)
    return used
  }

  const nearest = (found: Neighbour[], limit: number): Neighbour[] =>
    found
      .sort((a, b) => a.distance - b.distance || b.uses - a.uses || (a.word < b.word ? -1 : 1))
      .slice(0, limit)

  return {
    /** Takes in some of the words committed since the last time, in milliseconds; false when there are no more. */
    takeIn,
    /** Takes in all of them: the lookups by distance know only what was taken in. */
    catchUp(): void {
      while (takeIn());
    },
    /** Whether so many use the word that no other is used much more: nobody meant another one. */
    isCommon: (used: number): boolean => used * 20 > most,
    /** How many listings use the word anywhere. */
    uses: (word: string): number => usesOf(word, kinds.word),
    /** Whether any name has the word. */
    isInNames: (word: string): boolean => usesOf(word, kinds.nameWord) > 0,
    /** The same of many words; those that nobody uses are not among them. */
    usesOfAll: (words: string[]): Map<string, number> =>
      new Map(several.all(JSON.stringify(words)).map((row) => [row.word, row.uses])),
    /** How many use it in any form. */
    spread: (short: string): number => usesOf(short, kinds.word) + usesOf(short, kinds.stem),
    /** The word in any of its forms that anybody uses: each that is looked for costs a look into the index. */
    anyForm(word: string): string {
      const short = stem(word)
      const isStem = usesOf(short, kinds.stem) > 0
      if (!isStem) return term(short)
      return usesOf(short, kinds.word) > 0 ? any([term(short), term(stemWord(short))]) : term(stemWord(short))
    },
    /** What listings say that these phrases stand for, or are called for short. */
    meanings: (phrases: string[]) => said.all(JSON.stringify(phrases)),
    /** What was committed may have changed how used words are. */
    forget: () => remembered.forEach((some) => some.clear()),
    /** Nearest and most used first. */
    nearNames: (word: string, limit: number): Neighbour[] => nearest(names.near(word), limit),
    /** The same for any words, with uses as they are now: they tell which word was meant. */
    nearTexts(word: string, limit: number): Neighbour[] {
      const found = nearest(texts.near(word), limit)
      if (found.length === 0) return found
      const present = new Map(
        several.all(JSON.stringify(found.map((near) => near.word))).map((row) => [row.word, row.uses]),
      )
      return nearest(
        found.map((near) => ({ ...near, uses: present.get(near.word) ?? 0 })),
        limit,
      )
    },
    namesBeginningNear: (start: string, limit: number): string[] => names.beginningNear(start, limit),
    /** The most used longer words that begin so. */
    completions,
  }
}

export type Dictionary = ReturnType<typeof openDictionary>
