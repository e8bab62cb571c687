/** A question stands word for word; every claim of its answer stands between it and the next question. */
import type { Line } from '../page/lines.ts'
import { letters } from '../page/own_names.ts'
import { type Reading } from '../page/reading.ts'
import { sentences } from '../page/sentences.ts'
import type { Faq } from '../profile.ts'
import { cleanQuestion } from '../texts/faqs.ts'
import { asks, no, yes } from './cues.ts'
import { whyNotSupported } from './text.ts'
import { isTrick, tokens } from './words.ts'

const marks = /^[+−–▾▼⌄›#¶\d.)\s»>•QA:-]+/
const mostLines = 40

const firstWord = (text: string): string => tokens(text.slice(0, 80))[0]?.word ?? ''
const polarity = (word: string): string => (yes.has(word) ? 'yes' : no.has(word) ? 'no' : '')

export function whyNotAnswered({ question, answer }: Faq, site: Reading): string {
  if (isTrick(question + answer)) return 'unseen or mixed letters'
  const key = letters(question)
  let why = 'its question is not there'
  if (key === '') return why
  for (const line of site.lines) {
    const range =
      line.kind === 'visible'
        ? answersBelow(line, key, site)
        : line.answer !== '' && letters(line.text) === key
          ? [{ ...line, text: line.answer, not: '' }]
          : null
    if (range === null) continue
    why = range.length === 0 ? 'no answer stands below it' : whyNotFrom(answer, range, site)
    if (why === '') return ''
  }
  return why
}

function whyNotFrom(answer: string, range: Line[], site: Reading): string {
  // "No" is never dropped, nor "yes" made of it.
  const said = polarity(firstWord(range[0]!.text))
  if (said !== '' && said !== polarity(firstWord(answer))) return 'its yes or no is cut'
  const whole = letters(range.map(({ text }) => text).join(' '))
  const wanted = letters(answer)
  // Cut at its end only, and at the end of a sentence.
  const isHead = wanted.length > 25 && whole.startsWith(wanted)
  if (isHead && (whole.length === wanted.length || /[.!?。]["”»)]?\s*$/.test(answer))) return ''
  return whyNotSupported(answer, range, site)
}

/** The lines below a question up to the next; null where this line does not ask it. */
function answersBelow(line: Line, key: string, site: Reading): Line[] | null {
  const own = letters(line.text)
  const asked =
    own === key ||
    letters(line.text.replace(marks, '')) === key ||
    letters(cleanQuestion(line.text)) === key ||
    own.startsWith(key) ||
    (own.endsWith(key) && own.length < key.length + 9)
  if (!asked || line.not === 'sample' || line.not === 'unseen') return null
  const range: Line[] = []
  const rest = own.length > key.length + 3 ? line.text.slice(line.text.search(/[?？]/) + 1).trim() : ''
  if (own.startsWith(key) && rest !== '') range.push({ ...line, text: rest, not: '' })
  for (const next of site.visible(line.url).slice(line.at + 1, line.at + mostLines)) {
    const another =
      asks.test(next.text) &&
      (next.level > 0 || next.tag === line.tag || next.text.length < 160) &&
      next.text.length > 5 &&
      sentences(next.text).length === 1
    const row = next.tag === line.tag && /^(?:dt|summary|button)$/.test(line.tag)
    if (another || row || (next.level > 0 && line.level > 0 && next.level <= line.level)) break
    // Where an answer stands, its section's heading does not say whose words these are.
    if (next.not === 'unseen' || next.not === 'instruction' || next.not === 'sample') continue
    range.push({ ...next, not: next.not === 'foreign' || next.not === 'quoted' ? next.not : '' })
  }
  return range
}
