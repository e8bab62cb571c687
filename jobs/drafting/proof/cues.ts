/* Words that change the sense of a sentence. A word that stands in none of the lists is content, and its line must say it. */
import { wordsOf } from '../words/words_of.ts'

export const glue = wordsOf('glue')
export const free = wordsOf('free')
export const deniesVerb = wordsOf('denies_verb')
export const deniesThing = wordsOf('denies_thing')
export const limits = wordsOf('limits')
export const dated = wordsOf('dated')
export const hedges = wordsOf('hedges')
export const universals = wordsOf('universals')
export const prepositions = wordsOf('prepositions')
export const whens = wordsOf('whens')
export const but = wordsOf('but')
export const ands = wordsOf('and_or')
/** "And" and "or" where the same letters are another word elsewhere: Dutch "en" is "in" in French. */
const joinsOf = new Map(
  Object.entries({
    nl: { en: '&', of: 'or' },
    af: { en: '&', of: 'or' },
    cs: { a: '&' },
    sk: { a: '&' },
    hu: { es: '&', vagy: 'or' },
    ro: { si: '&', sau: 'or' },
    sl: { in: '&', ali: 'or' },
  }).map(([lang, words]) => [lang, new Map(Object.entries(words))]),
)
/** Words as they are meant in the language of their page. */
export function meantIn<T extends { word: string }>(lang: string, said: T[]): T[] {
  const joins = joinsOf.get(lang)
  return joins ? said.map((one) => ({ ...one, word: joins.get(one.word) ?? one.word })) : said
}
export const copulas = wordsOf('copulas')
export const verbs = wordsOf('verbs')
export const yes = wordsOf('yes')
export const no = wordsOf('no')

export const isCue = (word: string): boolean =>
  deniesVerb.has(word) || deniesThing.has(word) || limits.has(word) || dated.has(word) || hedges.has(word)

/** Free of charge, or less to pay: what limits it may not be cut off. */
export const gratis =
  /^(?:free|trial|discount|off)$|^(?:kostenlos|gratis|gratuit|darmow|zdarma|ucretsiz|бесплатн|مجان|المجان|無料|免费|무료)/
export const asks = /[?？؟]["”’»)\s]*$/
