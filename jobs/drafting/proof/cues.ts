/* Words that change the sense of a sentence. A word that stands in none of the lists is content, and its line must say it. */
import { wordsIn } from '../words/words_in.ts'

const { setOf } = wordsIn('proof')
export const glue = setOf('glue')
export const free = setOf('free')
export const deniesVerb = setOf('denies_verb')
export const deniesThing = setOf('denies_thing')
export const limits = setOf('limits')
export const dated = setOf('dated')
export const hedges = setOf('hedges')
export const universals = setOf('universals')
export const prepositions = setOf('prepositions')
export const whens = setOf('whens')
export const but = setOf('but')
export const ands = setOf('and_or')
/** Words whose letters are another word elsewhere: Dutch "en" joins, French "en" is "in", Finnish "en" denies. */
const meanings = new Map(
  Object.entries({
    nl: { en: '&', of: 'or' },
    af: { en: '&', of: 'or' },
    cs: { a: '&', se: 'sebe', si: 'sebe' },
    sk: { a: '&', se: 'sebe', si: 'sebe' },
    hu: { es: '&', vagy: 'or', van: 'is', de: 'but' },
    ro: { si: '&', sau: 'or', nu: 'not', dar: 'but', se: 'sebe', ne: 'noi' },
    fi: { on: 'is', en: 'not', et: 'not', ne: 'they', se: 'it' },
    sl: { in: '&', ali: 'or' },
    pt: { no: 'em', nos: 'em' },
    it: { ne: 'di', si: 'sebe' },
    es: { se: 'sebe' },
    fr: { se: 'sebe' },
    tr: { ne: 'what' },
  }).map(([lang, words]) => [lang, new Map(Object.entries(words))]),
)
/** Verbs that hold their denial: "nefunguje", "çalışmaz", "없습니다". */
const deniedWithin = new Map([
  ['cs', /^ne(?!j|bo|z$|del|moc|ust|utr|pal|zavis)\p{L}{3,}(?:[mt]e|[iaueyl]|is|as|es|uje|l[aoi])$/u],
  ['sk', /^ne(?!j|bo|z$|del|moc|ust|utr|pal|zavis)\p{L}{3,}(?:[mt]e|[iaueyl]|is|as|es|uje|l[aoi])$/u],
  ['tr', /m[ıiuü]yor|\p{L}m[ae]z(?:s[ıi]n[ıi]z)?$|m[ae]y[ae]n$/u],
  ['ko', /^(?:않|없|못|아니)|지(?:않|못)/u],
])
/** Words as they are meant in the language of their page. */
export function meantIn<T extends { word: string }>(lang: string, said: T[]): T[] {
  const meant = meanings.get(lang)
  const denied = deniedWithin.get(lang)
  if (!meant && !denied) return said
  return said.map((one) => {
    const word = denied?.test(one.word) ? 'not' : (meant?.get(one.word) ?? one.word)
    return word === one.word ? one : { ...one, word }
  })
}
export const copulas = setOf('copulas')
export const verbs = setOf('verbs')
export const yes = setOf('yes')
export const no = setOf('no')

export const isCue = (word: string): boolean =>
  deniesVerb.has(word) || deniesThing.has(word) || limits.has(word) || dated.has(word) || hedges.has(word)

/** Free of charge, or less to pay: what limits it may not be cut off. */
export const gratis =
  /^(?:free|trial|discount|off)$|^(?:kostenlos|gratis|gratuit|darmow|zdarma|ucretsiz|бесплатн|مجان|المجان|無料|免费|무료)/
export const asks = /[?？؟]["”’»)\s]*$/
