// The categories that a word names, kept in memory: there are hundreds, and every query asks. Synchronous: it reads a raw
// better-sqlite3 connection.
import type { Database } from 'better-sqlite3'
import { abbreviationsIn, saidMark } from './abbreviations.ts'
import { stopWords } from './language.ts'
import { singular, stem } from './stems.ts'
import { wordsOf } from './words.ts'

/** Categories by the words of their names. */
export function openCategories(reader: Database) {
  const names = reader
    .prepare<[], string>('SELECT json_group_array(json_array(id, name)) FROM categories')
    .pluck()
  const counts = reader
    .prepare<[string], number>(
      'SELECT sum(live) FROM facet_counts WHERE site_id IN (SELECT id FROM sites) AND facet = ?',
    )
    .pluck()
  const byStem = new Map<string, number[]>()
  const byWord = new Map<string, number[]>()
  const words = new Set<string>()
  const stems = new Map<number, string[]>()
  const spelled = new Map<number, string[]>()
  const meanings = new Map<string, string>()
  const rarities = new Map<string, number>()
  let all = ''
  let isSure = false

  /** To compare the names takes a thirtieth of reading what they say, and most that is committed leaves them alone. */
  function catchUp(): void {
    if (isSure) return
    isSure = true
    const now = names.get()!
    if (now === all) return
    all = now
    for (const known of [byStem, byWord, words, stems, spelled, meanings]) known.clear()
    for (const [id, name] of JSON.parse(now) as [number, string][]) readName(id, name)
  }

  function readName(id: number, name: string): void {
    const its = wordsOf(name)
    for (const word of its) words.add(word)
    spelled.set(id, its)
    stems.set(id, [...new Set(its.filter((word) => !stopWords.has(word)).map(stem))])
    for (const short of new Set(its.map(stem))) byStem.set(short, [...(byStem.get(short) ?? []), id])
    for (const one of new Set(its.map(singular))) byWord.set(one, [...(byWord.get(one) ?? []), id])
    for (const pair of abbreviationsIn(name)) meanings.set(...(pair.split(saidMark) as [string, string]))
  }

  return {
    /** What was committed may have changed them. */
    forget(): void {
      isSure = false
      rarities.clear()
    },
    /** Those that say the word, in singular or plural; only where none does, those that say another form of it. */
    named(word: string): readonly number[] {
      catchUp()
      return byWord.get(singular(word)) ?? byStem.get(stem(word)) ?? []
    },
    /** Those whose names have all these words, the last as it begins; and whether the name itself begins so. */
    beginning(typed: string[]): { id: number; begins: boolean }[] {
      catchUp()
      const [whole, last] = [typed.slice(0, -1), typed.at(-1)!]
      return [...spelled]
        .filter(([, its]) => whole.every((word) => its.includes(word)))
        .filter(([, its]) => its.some((word) => word.startsWith(last)))
        .map(([id, its]) => ({ id, begins: its.join(' ').startsWith(typed.join(' ')) }))
    },
    /** How many words its name has, without those that say nothing. */
    length: (id: number): number => stems.get(id)?.length ?? 1,
    /** How much of its name is asked for, its rarer words more, from 0 to 1. */
    share(id: number, asked: ReadonlySet<string>): number {
      const weigh = (some: string[]) =>
        some.reduce((sum, short) => sum + Math.log(1 + stems.size / byStem.get(short)!.length), 0)
      const own = stems.get(id) ?? []
      return own.length === 0 ? 0 : weigh(own.filter((short) => asked.has(short))) / weigh(own)
    },
    /** Whether a category's name has just this word. */
    says(word: string): boolean {
      catchUp()
      return words.has(word)
    },
    /** What a category's name says that the phrase stands for, or is called for short. */
    meaning(phrase: string): string | undefined {
      catchUp()
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
