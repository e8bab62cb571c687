// What words of other languages say in English, kept as reviewed data in telling.json: a catalogue is filed in one
// language and drafted from sites in all.
import { readFileSync } from 'node:fs'
import { wordsOf } from './words.ts'

type Data = {
  says_nothing: string
  names_nothing: string
  before_what_it_is_for: string
  abroad: Record<string, string>
}
export const data = JSON.parse(readFileSync(new URL('telling.json', import.meta.url), 'utf8')) as Data

/** "E-commerce" is "ecommerce", "e-posta" is "eposta". */
export const withoutHyphen = (text: string): string => text.replace(/\be-(?=\p{L})/giu, 'e')

/** Words as they stand, beginnings of words ("rechnung*"), and what scripts without capitals write without gaps. */
const whole = new Map<string, string[]>()
const beginnings = new Map<string, string[]>()
const unspaced: { said: string; meant: string }[] = []
const longestPhrase = 3
const shortestBeginning = 3
const hasCapitals = /\p{Lu}|\p{Ll}/u
/** How those begin: most words of most texts begin otherwise. */
const starts = new Set<string>()
const startOf = (word: string): string => word.slice(0, shortestBeginning)
const isPlain = /^[\x00-\u024f]*$/

for (const [meant, line] of Object.entries(data.abroad))
  for (const said of line.split(' ')) {
    if (!hasCapitals.test(said)) {
      unspaced.push({ said: said.replaceAll('-', ' '), meant })
      continue
    }
    const known = said.endsWith('*') ? beginnings : whole
    const key = wordsOf(withoutHyphen(said.replace('*', ''))).join(' ')
    starts.add(startOf(key.split(' ')[0]!))
    known.set(key, [...(known.get(key) ?? []), meant])
  }

/** What a text says of the kinds of things that are known in several languages, in English. */
export function inEnglish(text: string, words: string[]): Set<string> {
  const found = new Set<string>()
  const add = (meant: string[] | undefined) => meant?.forEach((one) => found.add(one))
  words.forEach((word, i) => {
    if (!starts.has(startOf(word))) return
    for (let n = 1; n <= longestPhrase; n += 1) add(whole.get(words.slice(i, i + n).join(' ')))
    for (let n = shortestBeginning; n <= word.length; n += 1) add(beginnings.get(word.slice(0, n)))
  })
  if (!isPlain.test(text)) {
    const composed = text.normalize('NFKC')
    for (const { said, meant } of unspaced) if (composed.includes(said)) found.add(meant)
  }
  return found
}
