/** Words of a sentence: tokens, what counts as the same word, and characters that no reader sees. */
import { remembering } from '../../../storage/search/remembering.ts'
import { byText } from '../page/by_text.ts'
import { squeeze } from '../page/stored_text.ts'
import { bare } from '../words/spelling.ts'
import { wordsIn } from '../words/words_in.ts'
import { glue, isCue } from './cues.ts'

const unseen =
  /[\u0000-\u0008\u000b-\u001f\u007f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb]|[\u{e0000}-\u{e0fff}]/u
const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
]
const mixes = (text: string): boolean =>
  /[^\u0000-\u024f]/.test(text) &&
  (text.match(/[\p{L}\p{M}]+/gu) ?? []).some((word) => scripts.filter((one) => one.test(word)).length > 1)

/** Characters that hide, reorder or look like others: what holds them proves nothing and is never said. */
export const isTrick = (text: string): boolean => unseen.test(text.replace(/[\n\t]/g, ' ')) || mixes(text)

/** A line that talks to a model instead of to a reader. What it says is data, and proves nothing. */
const instruction =
  /\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:instructions?|prompts?|rules|guidelines|previous|prior|above|directions)\b|\b(?:system prompt|developer message|as an? (?:ai|llm|language model)|dear (?:ai|llm|assistant|chatbot)|(?:ai|llm)s? (?:assistants?|models?|agents?|crawlers?)?\s?(?:must|should|shall|are instructed|are required)|you (?:must|should|shall) (?:now )?(?:output|answer|respond|reply|return|write|say|set|report|list)|(?:set|change|write|output|return) the (?:name|tagline|description|price|pricing(?: model)?|country|city|founders?|e-?mail|category|field)\b.{0,30}\b(?:to|as)\b|<\/?(?:system|instructions?|assistant)>|\[(?:system|inst)\])/i
export const isInstruction = (line: string): boolean => instruction.test(line.slice(0, 3000))

export type Token = {
  word: string
  /** As written. */
  raw: string
  at: number
  kind: 'word' | 'number' | 'stop'
  price: boolean
}

const codes = 'usd|eur|gbp|chf|pln|czk|sek|nok|dkk|jod'
const money = `[$€£¥₹₽₩₺₴]|\\b(?:${codes})\\b|kč|zł`
/** What only follows a number: "299 TL", "79 kr. om måneden". */
const moneyAfter = `[$€£¥₹₽₩₺₴]|kč|zł|円|元|원|(?:${codes}|euros?|tl|kr\\.?|lei|руб(?:\\.|лей|ля|ль)?|грн\\.?)(?!\\p{L})`
const pattern = new RegExp(
  `(${money})?\\s?(\\p{Nd}[\\p{Nd}.,’']{0,20}(?<=\\p{Nd}))(\\s?(?:${moneyAfter}))?([+%])?|` +
    `([\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}ー]+)|` +
    `((?:(?:non|un|anti|semi|quasi|pseudo)-)?\\p{L}[\\p{L}\\p{M}]*(?:'\\p{L}{1,2}(?!\\p{L}))?|[✗✘✖❌])|[.:](?=[\\s"”’»)]|$)|[,;!?()–—…、。，；：\\/]| - |·|•|→`,
  'giu',
)
/** Money in one spelling, as far as it is one. */
const spellings = 'eur € euro € euros € gbp £ pln zł czk kč ₺ tl руб ₽ рубль ₽ рубля ₽ рублей ₽'.split(' ')
const spelledMoney = new Map(spellings.map((name, at) => [name, spellings[at + 1]!]))
const segmenter = new Intl.Segmenter('ja', { granularity: 'word' })

/** Numbers in one spelling: "１０,０００" and "10 000" are 10000. */
const numeral = (text: string): string =>
  text
    .replace(/(?<=\d)[,.'](?=\d{3}(?!\d))/g, '')
    .replace(',', '.')
    .replace(/^0+(?=\d)/, '')

/** A word as it is compared: without accents, elisions and the genitive. */
const plainWord = remembering((raw) => {
  const word = bare(raw.toLowerCase())
  const elided = /^(?:[ldnsjmtc]|qu)'(.{2,})$/.exec(word)?.[1]
  return (elided ?? word).replace(/'s$/, '')
}, 20_000)

/** A price is one token with its currency; scripts without word gaps are cut by the runtime's own dictionary. */
export const tokens = byText((text): Token[] => {
  const tokens: Token[] = []
  const plain = squeeze(text)
    .replace(/(?<!\d)：(?!\d)/g, ': ')
    .normalize('NFKC')
    .replace(/[’‘ʼ]/g, "'")
    .replace(/(?<!\p{L})و(?=\p{Script=Arabic}{4})/gu, 'و ')
  const add = (word: string, raw: string, at: number, kind: Token['kind'], price = false): void =>
    void tokens.push({ word, raw, at, kind, price })
  for (const match of plain.matchAll(pattern)) {
    // Groups by name take twice the time, and this is most of what drafting does.
    const [raw, before, number, after, sign, wide, word] = match
    const at = match.index
    if (number !== undefined) {
      const named = (before ?? after ?? '').trim().toLowerCase().replace(/\.$/, '')
      const currency = spelledMoney.get(named) ?? named
      add(currency + numeral(number) + (sign ?? ''), raw, at, 'number', currency !== '')
    } else if (wide !== undefined) {
      for (const part of segmenter.segment(wide)) add(part.segment, part.segment, at + part.index, 'word')
    } else if (word !== undefined) add(plainWord(word), word, at, 'word')
    else add(raw === '、' ? ',' : raw.trim(), raw, at, 'stop')
  }
  return tokens
})

const endings = wordsIn('proof').setOf('endings')
const isEnding = (rest: string, before: string | undefined): boolean =>
  rest === '' || endings.has(rest) || /^([bdglmnprt])(?:ing|ed)$/.exec(rest)?.[1] === before

/** The same word but for its ending: "invoice", "invoices", "invoicing". */
export function isSame(one: string, other: string): boolean {
  if (one === other) return true
  if ((one.length < 4 && other.length < 4) || /\d/.test(one + other)) return false
  let same = 0
  while (same < one.length && one[same] === other[same]) same++
  if (same < 3 || same < Math.max(one.length, other.length) * 0.55) return false
  const rests = [one.slice(same), other.slice(same)] as const
  const stem = one.slice(0, same)
  return rests.every((rest) => isEnding(rest, stem.at(-1)))
}

/** The words of a claim that a line must say; cues count even where they are glue. */
export const contentOf = (text: string): Token[] =>
  tokens(text).filter(
    ({ kind, word }) => kind !== 'stop' && (kind === 'number' || !glue.has(word) || isCue(word)),
  )
