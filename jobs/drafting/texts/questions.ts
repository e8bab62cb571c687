/** What a question looks like, in any language, and how it is told without its number. */
import { byText } from '../page/by_text.ts'
import { wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'

const { anyOf } = wordsIn('texts')
/** "Questions" in any language, by itself or with what goes before it ("Frequently asked", "Your"). */
export const faqHeading = new Wording(
  `${anyOf('faq')}|^(?:\\p{L}+ ){0,2}${anyOf('questions')}(?:,? \\p{L}+){0,2}$`,
  'iu',
)
export const asks = /[?？؟;]["”’»)\s]*$/
/** Chinese, Japanese and Korean ask by their words; the mark may be left out. */
const asksInWords =
  /(?:か|のですが|吗|嗎|呢|나요|까요|가요)[。.]?$|^(?:怎么|怎样|如何|为什么|什么是|是否|能否)/
const labelled = (name: string): string => `^${anyOf(name)}\\s?\\d{0,3}\\s?[:：.)]\\s*`
export const prefix = new RegExp(
  `${labelled('question_labels')}|^(?:(?:FAQ|Q)[-\\s.:]?[A-Z]{0,4}\\d{1,4}[\\s.:)–-]+|(?:\\d{1,2}\\.){1,3}\\d{0,2}\\s*|\\d{1,3}(?:[.)]\\s+|(?=¿))|[»›>▸▶+•-]\\s*)`,
  'iu',
)
export const answerPrefix = new RegExp(labelled('answer_labels'), 'iu')
export const longestQuestion = 300

export const cleanQuestion = byText((text) =>
  text
    .replace(prefix, '')
    .replace(/^\d{2}(?=\p{Lu}\p{Ll})/u, '')
    .replace(/(?<=[?？؟])\s*[∨↓×✕＋]$/, '')
    .replace(/(?<![#¶+−–▾▼⌄›»])[#¶+−–▾▼⌄›»]+\s*$/u, '')
    .trimEnd()
    .replace(/\s+[-–+]$/, '')
    .trim(),
)

/** In Greek a semicolon asks; elsewhere it does not. */
export function isQuestion(text: string): boolean {
  if (text.length > longestQuestion || text.length < 4) return false
  if (!asks.test(text)) return text.length < 60 && asksInWords.test(text)
  return !/;[^\w;]*$/.test(text) || /\p{Script=Greek}/u.test(text)
}
