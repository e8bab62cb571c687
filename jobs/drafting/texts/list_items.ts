/** What an item of a list or a card says, as a statement that stands by itself. */
import { amountIn } from '../facts/prices.ts'
import { isToReader, type Line } from '../page/lines.ts'
import { letters } from '../page/own_names.ts'
import { evidenceFrom, type CrawledSite } from '../page/reading.ts'
import { marks, weightOf } from '../page/sections.ts'
import { sentences } from '../page/sentences.ts'
import type { Evidence } from '../profile.ts'
import { isPartOf, usableSentences } from '../proof/text.ts'
import { gapless } from '../words/spelling.ts'
import { wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'
import { cleanQuestion } from './questions.ts'
import { isStatement } from './statements.ts'

const { anyOf } = wordsIn('texts')
/** A bullet, a number or a mark: "✓", "01.", "F1 ·". */
const leading = new RegExp(
  `^(?:\\*\\s|[${marks}\\s\\p{Extended_Pictographic}\\ufe0f]+(?!\\d)|\\p{Lu}?\\d{1,2}\\s?[·.:)—–-]\\s+)+`,
  'u',
)
/** What so short a sentence says goes on in the next. */
const shortSentence = 60

export type Item = { text: string; evidence: Evidence[] }
/** What a list asks for its items is no feature. */
export const isItem = (item: Item | null): item is Item => item !== null && amountIn(item.text) === null

export const wordsOf = (text: string): number => (gapless.test(text) ? 3 : text.split(/\s+/).length)

/** "What you get in the box" heads a part of the page. */
const headsSection = new Wording(`^${anyOf('section_openers')} `, 'iu')

/** A title, and what the sentence below it says first. */
function explained(head: Line, lines: Line[], site: CrawledSite): Item | null {
  const below = lines[head.at + 1]
  const title = cleanQuestion(head.text)
    .replace(leading, '')
    .replace(/[.。]$/, '')
    .trim()
  // What a card tells the reader to do is how its feature is used; what every card says is meant by none.
  const isMeant =
    below?.level === 0 && below.list !== head.list && below.not === '' && !below.hidden && !below.linked
  const isOwn =
    isMeant && (wordsOf(title) === 1 || lines.filter(({ text }) => text === below.text).length === 1)
  if (isOwn && /\p{L}{2}/u.test(title) && !/[:!?]$/.test(title)) {
    const [first = '', ...more] = sentences(below.text)
    const sentence = first.replace(/[.。]$/, '')
    const isWhole = more.length > 0 && usableSentences(below, site).length === more.length + 1
    const goesOn =
      isWhole &&
      sentence.length < shortSentence &&
      weightOf(below.text) > 30 &&
      !more.some(isToReader) &&
      amountIn(below.text) === null
        ? below.text.replace(/[.。]$/, '')
        : ''
    const texts = [goesOn, sentence, sentence.split(/\s[—–-]\s|;\s|(?<=\p{L}{4})\.\s/u)[0]!]
      .filter(
        (said) =>
          weightOf(said) > 15 && (said === goesOn || isPartOf(said, { text: sentence, line: below }, site)),
      )
      .map((said) => `${title}: ${said}`)
    const text = texts.find((one) => isStatement(one, site))
    if (text !== undefined && !site.own.includes(letters(title)))
      return { text, evidence: [evidenceFrom(head, head.text), evidenceFrom(below, below.text)] }
  }
  return wordsOf(title) > 1 && isStatement(title, site) && !headsSection.test(title)
    ? { text: title, evidence: [evidenceFrom(head, head.text)] }
    : null
}

/** "Will it scratch? A little." */
export const isAnswered = /^[^.!?]{5,90}[?？]\s\S/

/** What a card says, or an item of a list. */
export function itemOf(line: Line, lines: Line[], site: CrawledSite): Item | null {
  const goesOn = line.group === lines[line.at + 1]?.group
  return / row$/.test(line.list) || (/ li$/.test(line.list) && line.tag !== 'dt' && !goesOn)
    ? listed(line, site)
    : explained(line, lines, site)
}

/** "It hides: Shorts". */
export function under(head: Line, line: Line, site: CrawledSite): Item | null {
  const text = `${head.text}: ${line.text.replace(leading, '').replace(/[;,.。]$/, '')}`
  return isStatement(text, site)
    ? { text, evidence: [evidenceFrom(head, head.text), evidenceFrom(line, line.text)] }
    : null
}

/** An item, or what it says first. */
function listed(line: Line, site: CrawledSite): Item | null {
  const { lead } = line
  // "Shelf maps Photograph a shelf", where the first words are bold
  const whole = lead === '' ? line.text : `${lead}: ${line.text.slice(lead.length).trim()}`
  const text = whole
    .replace(leading, '')
    .replace(/[;,.]$/, '')
    .trim()
  const first = /^(.{8,150}?)(?:[.:;。]|\s[–—-])(?:\s|$)/u.exec(text)?.[1]
  const said = [text, first ?? ''].find((one) => wordsOf(one) > 1 && isStatement(one, site))
  return said === undefined ? null : { text: said, evidence: [evidenceFrom(line, line.text)] }
}
