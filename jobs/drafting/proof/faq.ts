/** A question stands word for word, and its answer between it and the next question. */
import { letters } from '../page/own_names.ts'
import { evidenceFrom, type CrawledSite } from '../page/reading.ts'
import type { Faq, ProvenOrNull } from '../profile.ts'
import { clip, longestAnswer } from '../page/sentences.ts'
import { answerBelow } from '../texts/faqs.ts'
import { cleanQuestion } from '../texts/questions.ts'
import { isTrick } from './words.ts'

/**
 * The answer as the site gives it, or null where it does not ask or answer that: as it is claimed where the site's answer
 * begins so, else the site's own.
 */
export function answered({ question, answer }: Faq, site: CrawledSite): ProvenOrNull<Faq> {
  const key = letters(question)
  if (isTrick(question + answer) || key === '') return null
  for (const line of site.lines) {
    const text = letters(line.text)
    const isAsked =
      text === key ||
      letters(cleanQuestion(line.text)) === key ||
      (text.startsWith(key) && /[?？؟]/.test(line.text.slice(0, -1))) ||
      (text.endsWith(key) && text.length < key.length + 9)
    if (!isAsked || /^(?:sample|unseen|instruction)$/.test(line.not)) continue
    const below =
      line.at < 0
        ? { answer: clip(line.answer), lines: [line.answer] }
        : answerBelow(line, site.visible(line.url))
    const own = below.answer
    if (own.length < 2) continue
    const wanted = letters(answer)
    const isHead = wanted.length > 25 && letters(own).startsWith(wanted) && /[.!?。]["”»)]?\s*$/.test(answer)
    return {
      value: { question, answer: isHead && answer.length <= longestAnswer ? answer : own },
      evidence: [line.text, ...below.lines].map((quote) =>
        evidenceFrom(line, quote, line.at < 0 ? 'json-ld' : 'visible'),
      ),
    }
  }
  return null
}
