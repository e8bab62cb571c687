/* Words that change the sense of a sentence. A word that stands in none of the lists is content, and its line must say it. */
import { wordsIn } from '../words/words_in.ts'

const { setOf } = wordsIn('proof')
export const glue = setOf('glue')
export const deniesVerb = setOf('denies_verb')
export const deniesThing = setOf('denies_thing')
export const limits = setOf('limits')
const dated = setOf('dated')
export const hedges = setOf('hedges')
export const universals = setOf('universals')
export const prepositions = setOf('prepositions')
export const whens = setOf('whens')
export const ands = setOf('and_or')
export const copulas = setOf('copulas')
export const verbs = setOf('verbs')
export const articles = setOf('articles')
/** "Who", "that": what follows is said of what stands before. */
export const relatives = wordsIn('founding').setOf('who')
export const yes = setOf('yes')
export const no = setOf('no')

export const isCue = (word: string): boolean =>
  deniesVerb.has(word) || deniesThing.has(word) || limits.has(word) || dated.has(word) || hedges.has(word)

/** Free of charge, or less to pay: what limits it may not be cut off. */
export const gratis =
  /^(?:free|trial|discount|off)$|^(?:kostenlos|gratis|gratuit|darmo|zdarma|ingyen|ilmai|maksuto|ucretsiz|бесплатн|безкоштовн|безплатн|δωρεαν|مجان|المجان|無料|免费|무료)/
export const asks = /[?？؟]["”’»)\s]*$/
