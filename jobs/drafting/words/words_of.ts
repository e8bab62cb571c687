/**
 * Closed lists of words, one file a concept: a comment line, then words in the languages sites are written in, as
 * `bare` spells them.
 */
import { readFileSync } from 'node:fs'

/** A word as lists hold it: without accents, unless they are all that parts it from another ("e" and "è"). */
export const bare = (word: string): string =>
  word.length === 1 ? word : word.normalize('NFD').replace(/\p{M}/gu, '')

const known = new Map<string, ReadonlySet<string>>()

export function wordsOf(concept: string): ReadonlySet<string> {
  const read = known.get(concept)
  if (read) return read
  const lines = readFileSync(new URL(`./${concept}.txt`, import.meta.url), 'utf8').split('\n')
  const found = new Set(
    lines.filter((line) => !line.startsWith('#')).flatMap((line) => line.split(' ').map(bare)),
  )
  found.delete('')
  known.set(concept, found)
  return found
}
