// The categories that a word names, kept in memory: there are hundreds, and every query asks. Synchronous: it reads a raw
// better-sqlite3 connection.
import type { Database } from 'better-sqlite3'
import { stem } from './stems.ts'
import { wordsOf } from './words.ts'

/** Categories by the words of their names, read again whenever anything was committed. */
export function openCategories(reader: Database) {
  const version = reader.prepare<[], number>('PRAGMA data_version').pluck()
  const changes = reader.prepare<[], number>('SELECT total_changes()').pluck()
  const names = reader.prepare<[], { id: number; name: string }>('SELECT id, name FROM categories')
  const counts = reader
    .prepare<[string], number>(
      'SELECT sum(live) FROM facet_counts WHERE site_id IN (SELECT id FROM sites) AND facet = ?',
    )
    .pluck()
  let seen = ''
  let byStem = new Map<string, number[]>()
  const rarities = new Map<string, number>()
  function refresh(): void {
    const now = `${version.get()} ${changes.get()}`
    if (now === seen) return
    seen = now
    byStem = new Map()
    rarities.clear()
    for (const { id, name } of names.all())
      for (const short of new Set(wordsOf(name).map(stem)))
        byStem.set(short, [...(byStem.get(short) ?? []), id])
  }
  return {
    refresh,
    named: (short: string): readonly number[] => byStem.get(short) ?? [],
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
