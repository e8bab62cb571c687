// The meaning of words for search, kept as reviewed data in language.json: words to ignore, synonyms, and words
// that name a filter. Phrases are compared by the stems of their words.
import { readFileSync } from 'node:fs'
import { stem } from './stems.ts'
import { wordsOf } from './words.ts'

type Data = {
  stop_words: string[]
  says_little: string[]
  generic: string
  instead_of: string
  beside: string
  turning: string
  narrowing: string[]
  same: string[]
  read_as: string[]
  peoples: Record<string, string>
}
const data = JSON.parse(readFileSync(new URL('language.json', import.meta.url), 'utf8')) as Data

export const longestPhrase = 4
export const phraseOf = (words: string[]): string => words.map(stem).join(' ')

const listed = (text: string): Set<string> => new Set(text.split(' '))
const phrases = (line: string): string[][] => line.split(' | ').map(wordsOf)

/** Words that most questions contain. */
export const stopWords = listed(data.stop_words.join(' '))
/** Everyday words that nobody searches for alone. They only raise listings that have them. */
export const saysLittle = listed(data.says_little.join(' '))
/** "Something like X": what stands before "like" where it asks for another of its kind. */
export const generic = listed(data.generic)
/** Words that ask for alternatives to a product. */
export const insteadOf = listed(data.instead_of)
export const beside = listed(data.beside)
/** What stands between a verb and its object, or between a thing and what it is a thing of. */
export const turning = listed(data.turning)
/** Words that name a filter. They only raise listings that match it. */
export const narrowing = new Set(data.narrowing.flatMap(phrases).map(phraseOf))

/** Synonyms of a phrase. */
export const same = new Map<string, string[][]>()
for (const line of data.same) {
  const group = phrases(line)
  for (const phrase of group) {
    const key = phraseOf(phrase)
    const others = group.filter((other) => phraseOf(other) !== key)
    same.set(key, [...(same.get(key) ?? []), ...others])
  }
}

/** Phrases that replace a phrase's own words, and their synonyms. */
export const readAs = new Map<string, string[][]>()
for (const line of data.read_as) {
  const [said, meant] = line.split(' > ').map(phrases) as [string[][], string[][]]
  for (const phrase of said)
    readAs.set(phraseOf(phrase), [...meant, ...meant.flatMap((other) => same.get(phraseOf(other)) ?? [])])
}

/** Words with other names, as they are spelled: "tâches" is no misspelt "teaches", whatever nobody here calls so. */
export const reviewed = new Set(
  [...data.same, ...data.read_as]
    .flatMap((line) => line.split(/ [|>] /))
    .flatMap((phrase) => {
      const words = wordsOf(phrase)
      return words.length === 1 ? words : []
    }),
)

/** Country codes by the names of countries and of their people. */
export const countries = new Map<string, string>()
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
for (let i = 0; i < 26 * 26; i += 1) {
  const code = String.fromCharCode(65 + Math.floor(i / 26), 65 + (i % 26))
  const name = regions.of(code)
  // Intl names obsolete codes after their successors.
  if (name !== undefined && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`)
    countries.set(phraseOf(wordsOf(name)), code)
}
for (const [people, code] of Object.entries(data.peoples)) countries.set(stem(people), code)
