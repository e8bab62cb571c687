/** Who does something today, and did not begin it. */
import { wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'

const people = wordsIn('people')
const now = people.anyOf('nowadays')
/** "Ana Sea now looks after it." */
const startsNow = new Wording(`^ ${now}`, 'iu')
/** "The business is run today by", "Die Geschäfte führt heute" */
const endsWithNow = new Wording(`(?<!\\p{L})${now} (?:${people.anyOf('honorifics')}\\.? )?$`, 'iu')
/** "These days Ana Sea runs the saw.", "His granddaughter Ana Sea has it now" */
const ofToday = new Wording(
  [
    `^${now}`,
    `${people.anyOf('whose_kin')} (?:\\p{L}+ )?${people.anyOf('kin', 'descendants')} \\p{Lu}[^.;]{0,40} ${now}`,
    `(?<!\\p{L})${people.anyOf('running')} [^.;]{0,30}${now}`,
  ].join('|'),
  'iu',
)
const sinceYear = new Wording(
  `(?<!\\p{L})${wordsIn('founding').anyOf('since')} (?:19|20)\\d\\d\\P{L}*$`,
  'iu',
)

/** Is one who stands between these named for what they do now? */
export const isOfNow = (before: string, after: string): boolean =>
  endsWithNow.test(before) || startsNow.test(after)
export const isOfToday = (sentence: string): boolean => ofToday.test(sentence)
/** "Ana Sea edits it since 2024." */
export const isSinceYear = (sentence: string): boolean => sinceYear.test(sentence)
