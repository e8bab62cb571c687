import { readFileSync } from 'node:fs'
import { bare, gapless } from './spelling.ts'
import { Wording } from './wording.ts'

/** A pattern for any of some words, whatever their language. Words of scripts without gaps are found inside others. */
function patternOf(words: string[]): string {
  const spelt = words.map((word) => word.replaceAll('_', "[\\s\\u00a0’'-]*").replace(/(?<!\})\*$/, '\\p{L}*'))
  const wide = spelt.filter((word) => gapless.test(word))
  const parted = spelt.filter((word) => !gapless.test(word))
  const whole = parted.length > 0 ? [String.raw`(?<!\p{L})(?:${parted.join('|')})(?!\p{L})`] : []
  return `(?:${[...whole, ...wide].join('|')})`
}

/**
 * A pattern for words written small that takes capitals as well, for a longer pattern that tells them apart elsewhere.
 * V8's own way to say so within a pattern finds less once a process has compiled so many patterns that it stops optimizing them.
 */
export const inAnyCase = (pattern: string): string =>
  pattern.replace(/\\u[\da-f]{4}|\\[pP]\{[^}]*\}|\\.|\[[^\]]*\]|\p{Ll}/gu, (part) => {
    if (part.startsWith('\\')) return part
    const letters = part.replace(/\\u[\da-f]{4}|\\./g, '').match(/\p{Ll}(?:-\p{Ll})?/gu) ?? []
    return `[${part.replace(/^\[|\]$/g, '')}${letters.join('').toUpperCase()}]`
  })

/**
 * The lists of words in a file of this folder, each a name with a colon and lines of words below it, in all the languages
 * sites are written in. A word may be a pattern: "word*" is its beginning, "_" a gap or a hyphen.
 */
export function wordsIn(file: string) {
  const lists = new Map<string, string[]>()
  let list: string[] = []
  for (const line of readFileSync(new URL(`./${file}.txt`, import.meta.url), 'utf8').split('\n')) {
    if (line.startsWith('#') || line === '') continue
    if (line.startsWith(' ')) list.push(...line.trim().split(/\s+/))
    else {
      const name = line.replace(/:$/, '')
      if (lists.has(name)) throw new Error(`Two lists "${name}" in words/${file}.txt.`)
      lists.set(name, (list = []))
    }
  }
  const wordsOf = (name: string): string[] => {
    const words = lists.get(name)
    if (words === undefined) throw new Error(`No list "${name}" in words/${file}.txt.`)
    return words
  }
  /** What a pattern says for any of these lists, to be part of a longer one. */
  const anyOf = (...names: string[]): string => patternOf(names.flatMap(wordsOf))
  return {
    setOf: (name: string): ReadonlySet<string> => new Set(wordsOf(name).map(bare)),
    anyOf,
    /** Does a text say any word of these lists? */
    saying: (...names: string[]): Wording => new Wording(anyOf(...names), 'iu'),
  }
}
