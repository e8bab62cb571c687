// The categories that a word names, kept in memory: there are hundreds, and every query asks. Synchronous: it reads a raw
// better-sqlite3 connection.
import type { Database } from 'better-sqlite3'
import { abbreviationsIn, saidMark } from './abbreviations.ts'
import { stopWords } from './language.ts'
import { stem } from './stems.ts'
import { wordsOf } from './words.ts'

/** Categories by the words of their names. */
export function openCategories(reader: Database) {
  const names = reader.prepare<[], { id: number; name: string }>('SELECT id, name FROM categories')
  const counts = reader
    .prepare<[string], number>(
      'SELECT sum(live) FROM facet_counts WHERE site_id IN (SELECT id FROM sites) AND facet = ?',
    )
    .pluck()
  let byStem: Map<string, number[]> | null = null
  const words = new Set<string>()
  const lengths = new Map<number, number>()
  const meanings = new Map<string, string>()
  const rarities = new Map<string, number>()
  function readAll(): Map<string, number[]> {
    const found = new Map<string, number[]>()
    for (const { id, name } of names.all()) {
      for (const word of wordsOf(name)) words.add(word)
      const shorts = new Set(
        wordsOf(name)
          .filter((word) => !stopWords.has(word))
          .map(stem),
      )
      lengths.set(id, shorts.size)
      for (const short of new Set(wordsOf(name).map(stem)))
        found.set(short, [...(found.get(short) ?? []), id])
      for (const pair of abbreviationsIn(name)) meanings.set(...(pair.split(saidMark) as [string, string]))
    }
    return found
  }
  return {
    /** What was committed may have changed them. */
    forget(): void {
      byStem = null
      words.clear()
      lengths.clear()
      meanings.clear()
      rarities.clear()
    },
    named: (short: string): readonly number[] => (byStem ??= readAll()).get(short) ?? [],
    /** How many words its name has, without those that say nothing. */
    length: (id: number): number => lengths.get(id) ?? 1,
    /** Whether a category's name has just this word. */
    says(word: string): boolean {
      byStem ??= readAll()
      return words.has(word)
    },
    /** What a category's name says that the phrase stands for, or is called for short. */
    meaning(phrase: string): string | undefined {
      byStem ??= readAll()
      return meanings.get(phrase)
    },
    /** From 0, where every listing is in it, to 1. */
    rarity(facet: string): number {
      const known = rarities.get(facet)
      if (known !== undefined) return known
      const size = Math.max(1, counts.get('') ?? 1)
      const rarity = Math.min(
        1,
        Math.log(size / Math.max(1, counts.get(facet) ?? 1)) / Math.log(10 + size / 100),
      )
      rarities.set(facet, rarity)
      return rarity
    },
  }
}
