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
const isPlain = /^[\x00-\u024f]*$/

for (const [meant, line] of Object.entries(data.abroad))
  for (const said of line.split(' ')) {
    if (!hasCapitals.test(said)) {
      unspaced.push({ said: said.replaceAll('-', ' '), meant })
      continue
    }
    const known = said.endsWith('*') ? beginnings : whole
    const key = wordsOf(withoutHyphen(said.replace('*', ''))).join(' ')
    known.set(key, [...(known.get(key) ?? []), meant])
  }

/** What a word says by itself, and whether phrases begin with it; most words say nothing and begin none. */
type Said = { meant: string[]; opens: boolean }
const nothing: Said = { meant: [], opens: false }
const openers = new Set([...whole.keys()].flatMap((key) => (key.includes(' ') ? key.split(' ')[0]! : [])))
/** Most words of a text are words that the last one had too. */
const heard = new Map<string, Said>()
const mostHeard = 10_000

function saidBy(word: string): Said {
  const known = heard.get(word)
  if (known !== undefined) return known
  const meant = [...(whole.get(word) ?? [])]
  for (let n = shortestBeginning; n <= word.length; n += 1)
    meant.push(...(beginnings.get(word.slice(0, n)) ?? []))
  const opens = openers.has(word)
  const said = meant.length > 0 || opens ? { meant, opens } : nothing
  if (heard.size >= mostHeard) heard.clear()
  heard.set(word, said)
  return said
}

/** What a text says of the kinds of things that are known in several languages, in English. */
export function inEnglish(text: string, words: string[]): Set<string> {
  const found = new Set<string>()
  for (let i = 0; i < words.length; i += 1) {
    const { meant, opens } = saidBy(words[i]!)
    for (const one of meant) found.add(one)
    for (let n = 2; opens && n <= longestPhrase; n += 1)
      for (const one of whole.get(words.slice(i, i + n).join(' ')) ?? []) found.add(one)
  }
  if (!isPlain.test(text)) {
    const composed = text.normalize('NFKC')
    for (const { said, meant } of unspaced) if (composed.includes(said)) found.add(meant)
  }
  return found
}
