// Finds the categories that words name, in memory: there are hundreds, and every query needs them. Synchronous: reads a
// better-sqlite3 connection.
import type { Database } from 'better-sqlite3'
import { stopWords } from './language.ts'
import { remembering } from './remembering.ts'
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
  const stems = new Map<number, string[]>()
  const spelled = new Map<number, string[]>()
  let all = ''
  let isSure = false

  /** Reads the names again only if they changed: comparing takes a thirtieth of the time, and few commits do. */
  function catchUp(): void {
    if (isSure) return
    isSure = true
    const now = names.get()!
    if (now === all) return
    all = now
    for (const known of [byStem, byWord, stems, spelled]) known.clear()
    for (const [id, name] of JSON.parse(now) as [number, string][]) readName(id, name)
  }

  function readName(id: number, name: string): void {
    const its = wordsOf(name)
    spelled.set(id, its)
    stems.set(id, [...new Set(its.filter((word) => !stopWords.has(word)).map(stem))])
    for (const short of new Set(its.map(stem))) byStem.set(short, [...(byStem.get(short) ?? []), id])
    for (const one of new Set(its.map(singular))) byWord.set(one, [...(byWord.get(one) ?? []), id])
  }

  const rarity = remembering((facet) => {
    const size = Math.max(1, counts.get('') ?? 1)
    return Math.min(1, Math.log(size / Math.max(1, counts.get(facet) ?? 1)) / Math.log(10 + size / 100))
  })

  return {
    /** A commit may have changed the names. */
    forget(): void {
      isSure = false
      rarity.forget()
    },
    /** Categories named by the word in singular or plural; if there are none, by another form of it. */
    named(word: string): readonly number[] {
      catchUp()
      return byWord.get(singular(word)) ?? byStem.get(stem(word)) ?? []
    },
    /** Categories whose names have all these words, the last as a prefix; and whether the name begins with them. */
    beginning(typed: string[]): { id: number; begins: boolean }[] {
      catchUp()
      const [whole, last] = [typed.slice(0, -1), typed.at(-1)!]
      return [...spelled]
        .filter(([, its]) => whole.every((word) => its.includes(word)))
        .filter(([, its]) => its.some((word) => word.startsWith(last)))
        .map(([id, its]) => ({ id, begins: its.join(' ').startsWith(typed.join(' ')) }))
    },
    /** The number of significant words in its name. */
    length: (id: number): number => stems.get(id)?.length ?? 1,
    /** The share of its name that was typed, rarer words counting more, from 0 to 1. */
    share(id: number, asked: ReadonlySet<string>): number {
      const weigh = (some: string[]) =>
        some.reduce((sum, short) => sum + Math.log(1 + stems.size / byStem.get(short)!.length), 0)
      const own = stems.get(id) ?? []
      return own.length === 0 ? 0 : weigh(own.filter((short) => asked.has(short))) / weigh(own)
    },
    /** Whether a category's name contains exactly this word. */
    says(word: string): boolean {
      catchUp()
      return [...spelled.values()].some((its) => its.includes(word))
    },
    /** From 0, if every listing is in it, to 1. */
    rarity,
  }
}
