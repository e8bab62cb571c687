// Kinds of things and the words that speak of them in all languages, kept as reviewed lists in telling.txt: a catalogue is
// filed in one language and drafted from sites in all, and what one page calls a salon another calls an appointment.
import { readFileSync } from 'node:fs'
import { remembering } from './remembering.ts'
import { wordsOf } from './words.ts'

/** "E-commerce" is "ecommerce", "e-posta" is "eposta". */
export const withoutHyphen = (text: string): string => text.replace(/\be[-_](?=\p{L})/giu, 'e')

/** Words as they stand, beginnings of words ("rechnung*"), what counts in capitals only, and what scripts without capitals write without gaps. */
const whole = new Map<string, string[]>()
const beginnings = new Map<string, string[]>()
const capitals = new Map<string, string[]>()
const unspaced: { said: string; kind: string }[] = []
const shortestBeginning = 3
const hasCapitals = /\p{Lu}|\p{Ll}/u
const hasUnspaced = /\p{Lo}/u

/** Files a word under its kind, of which most words have only the one. */
function know(word: string, only: [kind: string]): void {
  const spaced = word.replaceAll('_', ' ')
  if (!hasCapitals.test(word)) {
    unspaced.push({ said: spaced, kind: only[0] })
    return
  }
  const known = word === word.toUpperCase() ? capitals : word.endsWith('*') ? beginnings : whole
  const key = known === capitals ? word : wordsOf(withoutHyphen(spaced.replace('*', ''))).join(' ')
  const before = known.get(key)
  known.set(key, before ? [...before, ...only] : only)
}

/** Reads the lists of telling.txt: those that are no kind of thing, and each kind's words into the maps above. */
function read() {
  const lists = new Map<string, string[]>()
  let list: string[] = []
  for (const line of readFileSync(new URL('telling.txt', import.meta.url), 'utf8').split('\n'))
    if (line.startsWith(' ')) list.push(...line.trim().split(' '))
    else if (line !== '' && !line.startsWith('#')) lists.set(line.replace(/:$/, ''), (list = []))
  const [saysNothing = [], namesNothing = [], beforeWhatItIsFor = []] = [
    'says_nothing',
    'names_nothing',
    'before_what_it_is_for',
  ].map((name) => {
    const words = lists.get(name)
    lists.delete(name)
    return words
  })
  for (const [kind, words] of lists) {
    const only: [string] = [kind]
    for (const word of words) know(word, only)
  }
  return { saysNothing, namesNothing, beforeWhatItIsFor }
}
export const { saysNothing, namesNothing, beforeWhatItIsFor } = read()

/** What a word says by itself, and of how many words phrases are that begin with it; most words say nothing and begin none. */
type Said = { kinds: string[]; longest: number }
const nothing: Said = { kinds: [], longest: 0 }
const openers = new Map<string, number>()
for (const known of [whole, beginnings])
  for (const key of known.keys()) {
    const words = key.split(' ')
    if (words.length > 1) openers.set(words[0]!, Math.max(openers.get(words[0]!) ?? 0, words.length))
  }
const mostHeard = 10_000

/** The kinds a phrase speaks of, whose last word may go on. */
function kindsOf(phrase: string): string[] {
  const kinds = [...(whole.get(phrase) ?? [])]
  const from = phrase.lastIndexOf(' ') + 1
  for (let n = Math.max(shortestBeginning, from + 1); n <= phrase.length; n += 1)
    kinds.push(...(beginnings.get(phrase.slice(0, n)) ?? []))
  return kinds
}

/** Most words of a text are words that the last one had too. */
const saidBy = remembering((word): Said => {
  const kinds = kindsOf(word)
  const longest = openers.get(word) ?? 0
  return kinds.length > 0 || longest > 0 ? { kinds, longest } : nothing
}, mostHeard)

/** The kinds of things a text speaks of, each named by English words ("booking+scheduling+appointment"). */
export function kindsIn(text: string, words: string[]): Set<string> {
  const found = new Set<string>()
  for (let i = 0; i < words.length; i += 1) {
    const { kinds, longest } = saidBy(words[i]!)
    for (const kind of kinds) found.add(kind)
    for (let n = 2; n <= longest && i + n <= words.length; n += 1)
      for (const kind of kindsOf(words.slice(i, i + n).join(' '))) found.add(kind)
  }
  for (const [letters] of text.matchAll(/(?<!\p{L})\p{Lu}{2,4}(?!\p{L})/gu))
    for (const kind of capitals.get(letters) ?? []) found.add(kind)
  if (hasUnspaced.test(text)) {
    const composed = text.normalize('NFKC')
    for (const { said, kind } of unspaced) if (composed.includes(said)) found.add(kind)
  }
  return found
}

const written = /[\p{L}\p{M}\p{N}+#]+/gu

/** The words of a text that speak of kinds of things, as they are written there, each with a kind it speaks of. */
export function* wordsOfKinds(text: string): Generator<{ said: string; kind: string }> {
  const tokens = [...text.matchAll(written)].map(({ 0: word, index }) => ({ word, index }))
  const keys = tokens.map(({ word }) => wordsOf(word).join(' '))
  for (let i = 0; i < tokens.length; i += 1) {
    const { word, index } = tokens[i]!
    const { kinds, longest } = saidBy(keys[i]!)
    let said = word
    let kind = kinds[0] ?? capitals.get(word)?.[0]
    for (let n = 2; n <= longest && i + n <= tokens.length; n += 1) {
      const last = tokens[i + n - 1]!
      const phrase = text.slice(index, last.index + last.word.length)
      const [found] = /[^\p{L}\p{M}\p{N}\s'’+#-]/u.test(phrase) ? [] : kindsOf(keys.slice(i, i + n).join(' '))
      if (found !== undefined) [said, kind] = [phrase, found]
    }
    if (kind !== undefined) yield { said, kind }
  }
  if (hasUnspaced.test(text)) for (const one of unspaced) if (text.includes(one.said)) yield one
}
