/** What a description goes on with that says no more than the short one: the paragraphs below it, or what cards explain. */
import { amountIn, isOthersMoney } from '../facts/prices.ts'
import { isToReader, isUnhelpful, type Line } from '../page/lines.ts'
import { letters, startsWithArticle } from '../page/own_names.ts'
import { evidenceFrom, type CrawledSite, says } from '../page/reading.ts'
import { weightOf } from '../page/sections.ts'
import { sentences } from '../page/sentences.ts'
import type { Proven, ProvenOrNull } from '../profile.ts'
import { sharedWith, usableSentences } from '../proof/text.ts'
import { contentOf } from '../proof/words.ts'
import { gapless } from '../words/spelling.ts'
import { wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'
import { asks } from './questions.ts'

const { anyOf } = wordsIn('texts')
export const paragraphs = new Set('p div section td body article'.split(' '))
/** "Free, no account.", "31,000 people use it.": nothing of what it does. */
const aside = new Wording(`^\\P{L}*(?:${anyOf('asides', 'denials')}|(?<=\\d\\S*\\s)\\p{L})`, 'iu')
export const isAside = (text: string): boolean => text.length < 90 && aside.test(text)
const mostFurther = 2
const longestFurther = 600
/** What is short, with the paragraphs right below it as far as they may be told; null where none may. */
export function goingOn(short: Proven<string>, site: CrawledSite): Proven<string> | null {
  const lines = site.visible(site.start.url)
  const first = lines.find(({ usable, text }) => usable && text.includes(short.value))
  if (!first || first.text !== short.value || !paragraphs.has(first.tag)) return null
  const below = lines.slice(first.at + 1, first.at + 1 + mostFurther)
  const end = below.findIndex(
    (line) =>
      line.shape !== first.shape ||
      line.level > 0 ||
      line.linked ||
      line.region !== first.region ||
      line.heads.at(-1) !== first.heads.at(-1) ||
      !isSayable(line, site),
  )
  const further = below.slice(0, end < 0 ? undefined : end)
  const value = [first, ...further].map(({ text }) => text).join(gapless.test(first.text) ? '' : ' ')
  if (further.length === 0 || value.length > longestFurther) return null
  return { value, evidence: [...short.evidence, ...further.map((line) => evidenceFrom(line, line.text))] }
}

/** Each of its sentences may be told, and it says no price. */
function isSayable(line: Line, site: CrawledSite): boolean {
  const all = sentences(line.text)
  return (
    line.usable &&
    usableSentences(line, site).length === all.length &&
    !isOthersMoney(line.text) &&
    !/\S@\S|https?:/.test(line.text) &&
    all.every(
      (text) =>
        amountIn(text) === null &&
        !asks.test(text) &&
        !isToReader(text) &&
        !isUnhelpful(text) &&
        !isAside(text) &&
        /[.!?。！？…]["”’»)\]]?$/.test(text),
    )
  )
}

/** Does the first sentence say half of it again? */
function saysAgain(said: string, over: string): boolean {
  const wanted = contentOf(sentences(said)[0] ?? '')
  return sharedWith(wanted, over).length * 2 >= wanted.length
}

/**
 * The tagline or the short description over a text that does not say what the product is, where it is a sentence that says
 * something else.
 */
function below(over: ProvenOrNull<string>, said: Proven<string>, { names }: CrawledSite): Proven<string> {
  const isSentence = over !== null && weightOf(over.value) >= 40 && /[.!。]$/.test(over.value)
  // "Acme is …", "A letter about …" says what it is itself.
  const isWhat = says(said.value, names) || startsWithArticle.test(said.value)
  return isSentence && !isWhat && !letters(said.value).includes(letters(over.value))
    ? { value: `${over.value}\n\n${said.value}`, evidence: [...over.evidence, ...said.evidence] }
    : said
}

const explained = { least: 2, most: 3 }
/** What says no more than the short description goes on with what cards explain: "Muster list: Who is still inside." */
export function withExplained(
  { short_description, description }: Record<'short_description' | 'description', ProvenOrNull<string>>,
  features: Proven<string>[],
  tagline: ProvenOrNull<string>,
  site: CrawledSite,
) {
  const said = letters(description?.value ?? '')
  const cards = features
    .filter(({ value }) => /\S[:：] ?\S/.test(value) && !said.includes(letters(value.split(/[:：] ?/)[1]!)))
    .slice(0, explained.most)
  if (description === null) return { short_description, description }
  const short = short_description?.value ?? ''
  if (description.value !== short) {
    const isTold = letters(short) === letters(tagline?.value ?? '') || saysAgain(description.value, short)
    const over = isTold ? null : short_description
    return { short_description, description: below(over, description, site) }
  }
  // What says the same twice says first what the product is.
  if (cards.length < explained.least)
    return { short_description, description: below(tagline, description, site) }
  const stop = gapless.test(description.value) ? '。' : '.'
  const told = cards.map(({ value }) => (/[.!?。！？]$/.test(value) ? value : `${value}${stop}`)).join(' ')
  if (told.length > longestFurther) return { short_description, description }
  const evidence = [description, ...cards].flatMap((one) => one.evidence)
  return { short_description, description: { value: `${description.value}\n\n${told}`, evidence } }
}
