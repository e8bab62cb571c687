/*
 * May a text be said, given its quotes? It may be shorter and worded otherwise, but every number, name,
 * price and superlative in it must stand in the quotes, most of its words must come from them, and what
 * the quotes deny it may not assert.
 */
import { isInstruction, trickery } from './proofs.ts'
import { sentences } from '../page/sentences.ts'
import { fold } from '../page/stored_text.ts'

const small = new Set(
  (
    'the a an and or but of for in on at to from by with without into over under as is are was were be been it its this that ' +
    'these those you your we our they their he she his her who which what when where why how all any each every more than ' +
    'then so if not no can will may do does did has have had one also using via per about up out new get let lets makes make ' +
    'made use uses used helps help allows allow provides provide offers offer includes include including between while ' +
    'der die das den dem des ein eine einen einer und oder mit für von auf im ist sind sie ihr wir le la les un une des et ou ' +
    'avec pour de du en est sont el los las una y o con para por es son il lo gli uno e di da per è sono a se ve na pro je jsou'
  ).split(' '),
)
/** Claims of rank, scope and certainty, in the languages of most sites. They are never ours to add. */
const claimed =
  /\b(?:best|better|worst|fastest|quickest|cheapest|easiest|simplest|safest|greatest|largest|biggest|smallest|highest|lowest|latest|newest|strongest|smartest|finest|leading|leader|premier|top|no\.? ?1|number one|first|only|sole|unique|ultimate|perfect|unmatched|unrivalled|unbeatable|unparalleled|world['’]?s?|world[- ]class|award[- ]winning|revolutionary|guaranteed?s?|always|never|forever|unlimited|infinite|instant(?:ly)?|free|official|certified|patented|trusted|proven|most|least|everyone|everything|millions?|billions?|thousands?|hundreds?|dozens?|twice|double|triple|half|zero|lifetime|beste[rsnm]?|schnellste[rsnm]?|größte[rsnm]?|führende[rsnm]?|einzige[rsnm]?|kostenlose?[rsnm]?|meilleure?s?|première?s?|unique|gratuite?s?|mejor(?:es)?|líder|único|gratis|migliore?|nejlepší|největší|jediný|zdarma)\b|#\s?1|[%％]|最高|最大|最速|世界|唯一|無料|最好|第一|免费|최고|최대|유일|무료/giu
const denial =
  /\b(?:not|no|never|none|neither|nor|cannot|without|isn['’]?t|aren['’]?t|doesn['’]?t|don['’]?t|won['’]?t|can['’]?t|unable|unsupported|lacks?|instead of|unlike|kein(?:e[rsnm]?)?|nicht|ohne|ne|pas|sans|non|senza|sin|není|nejsou|nemá|bez)\b|ない|ません|않|없|没有|不|нет|не /iu
const amounts = /(?:[$€£¥₩₹₽]|\b(?:USD|EUR|GBP|Kč|zł)\b)/gu

/** Numbers in one spelling: "１０,０００" and "10 000" are 10000. */
export function numbersIn(text: string): string[] {
  const plain = text.normalize('NFKC').replace(/(?<=\p{Nd})[,’' \u00a0](?=\p{Nd}{3}(?!\p{Nd}))/gu, '')
  return [...plain.matchAll(/\p{Nd}+(?:[.,]\p{Nd}+)?/gu)].map(([number]) =>
    number.replace(',', '.').replace(/^0+(?=\p{Nd})/u, ''),
  )
}

const stem = (word: string): string => {
  const plain = word.normalize('NFD').replace(/\p{M}/gu, '')
  return plain.length > 5 ? plain.slice(0, Math.max(5, plain.length - 3)) : plain.replace(/s$/, '')
}

const wordsOf = (text: string): string[] =>
  fold(text).match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}+#'’.-]*[\p{L}\p{N}+#]|[\p{L}\p{N}]/gu) ?? []
const wide = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/

function pairs(text: string): string[] {
  const found: string[] = []
  for (const run of fold(text).match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+/g) ?? []) {
    for (let at = 0; at + 1 < run.length; at++) found.push(run.slice(at, at + 2))
  }
  return found
}

/** Words that name something: capitals inside a sentence, capitals or digits inside a word, dots inside. */
function namesIn(text: string): string[] {
  const found: string[] = []
  for (const sentence of sentences(text)) {
    const words = sentence.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}+#'’./&-]*/gu) ?? []
    words.forEach((raw) => {
      const word = raw.replace(/['’]s$|(?<![.'’-])[.'’-]+$/g, '')
      if (/\p{Lu}/u.test(word) || /^\P{L}*\p{L}.*[\d./&#+]/u.test(word)) found.push(word)
    })
  }
  return found
}

function holds(quoted: Set<string>, stems: Set<string>, word: string): boolean {
  const low = fold(word)
  if (quoted.has(low) || small.has(low)) return true
  const parts = low.split(/[-/&'’.]/).filter((part) => part !== '')
  if (parts.length > 1) return parts.every((part) => quoted.has(part) || small.has(part))
  // Title case makes names of ordinary words: those may differ in their ending.
  return /^\p{Lu}\p{Ll}+$/u.test(word) && word.length > 5 && stems.has(stem(low))
}

function overlap(value: string, quotes: string): number {
  if (wide.test(value)) {
    const wanted = pairs(value)
    const given = new Set(pairs(quotes))
    return wanted.length === 0 ? 1 : wanted.filter((pair) => given.has(pair)).length / wanted.length
  }
  const content = wordsOf(value).filter((word) => word.length > 2 && !small.has(word))
  const given = new Set(wordsOf(quotes).flatMap((word) => [stem(word), ...word.split(/[-/.'’]/).map(stem)]))
  return content.length === 0
    ? 1
    : content.filter(
        (word) => given.has(stem(word)) || word.split(/[-/.'’]/).every((part) => given.has(stem(part))),
      ).length / content.length
}

/** The value asserts what the only sentences about it deny. */
function contradicts(value: string, quotes: string[]): boolean {
  if (denial.test(value)) return false
  const about = quotes
    .flatMap((quote) => sentences(quote))
    .filter((sentence) => overlap(value, sentence) >= 0.5)
  return about.length > 0 && about.every((sentence) => denial.test(sentence))
}

/** Is the text in the quotes as it stands, or cut from them? Then there is nothing to weigh. */
const verbatim = (value: string, quotes: string[]): boolean => {
  const folded = fold(value)
  return quotes.some((quote) => fold(quote) === folded)
}

export function supportsText(value: string, quotes: string[], names: string[]): boolean {
  if (value.trim() === '' || trickery.test(value.replace(/\n/g, ' ')) || isInstruction(value)) return false
  if (quotes.length === 0) return false
  if (verbatim(value, quotes)) return true
  const together = quotes.join('\n')
  const known = [...quotes, ...names].join('\n')
  const numbers = new Set(numbersIn(together))
  if (numbersIn(value).some((number) => !numbers.has(number) && !numbersIn(names.join(' ')).includes(number)))
    return false
  const folded = fold(known)
  for (const [claim] of value.matchAll(claimed)) if (!folded.includes(fold(claim))) return false
  for (const [sign] of value.matchAll(amounts)) if (!known.includes(sign)) return false
  for (const [url] of value.matchAll(/https?:\/\/\S+|(?<![^\s@])[^\s@]+@[^\s@]+\.\w+/g))
    if (!folded.includes(fold(url.replace(/(?<![.,;)])[.,;)]+$/, '')))) return false
  const quoted = new Set(
    wordsOf(known).flatMap((word) => [word, word.replace(/['’]s$/, ''), ...word.split(/[-/&'’.]/)]),
  )
  const stems = new Set([...quoted].map(stem))
  if (namesIn(value).some((name) => !holds(quoted, stems, name))) return false
  if (contradicts(value, quotes)) return false
  return overlap(value, known) >= (value.length < 90 ? 0.6 : 0.5)
}
