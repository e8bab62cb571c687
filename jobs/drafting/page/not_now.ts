/** What is not there yet, or no longer: a section that says so, a card that is labelled so, a sentence. */
import type { Block } from '../profile.ts'
import { wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'
import { matching } from './by_text.ts'
import { sentences } from './sentences.ts'

const isNotNow = matching(wordsIn('pages').saying('not_now'))
/** "We hope to ship it next summer" */
export const isPlanned = wordsIn('texts').saying('planned')
const mostOfLabel = 40
const mostOfHeading = 80

/** "We're still building this one." is of all of it, "Raymarine is planned" of a part. */
const ofAll = new Wording(`^${wordsIn('founding').anyOf('we', 'it')}`, 'iu')
const isUnbuilt = (text: string): boolean =>
  sentences(text).some((said, nth) => isPlanned.test(said) && (nth === 0 || ofAll.test(said)))

/** The short line within a card over its heading: "Coming next winter". It says nothing of the card before. */
export const isLabelOver = (
  line: Pick<Block, 'level' | 'text' | 'group'>,
  head: Block | undefined,
): boolean =>
  head !== undefined &&
  line.level === 0 &&
  head.level > 0 &&
  line.text.length < mostOfLabel &&
  head.group === line.group + 1

/**
 * Does a heading say that what it heads is not there now: by itself, by the label over it, or by all that stands below it?
 * Of a plan that has a price that is told with the price.
 */
export function headsNotNow(blocks: Block[], at: number): boolean {
  const [above, head, below, next] = [blocks[at - 1], blocks[at]!, blocks[at + 1], blocks[at + 2]]
  const says = (text: string): boolean => isNotNow(text.trim()) || isPlanned.test(text)
  if (/[?？]$/.test(head.text)) return isNotNow(head.text)
  const isPrice = (one: Block | undefined): boolean =>
    one?.level === 0 && one.text.length < mostOfLabel && /\p{Sc}/u.test(one.text)
  if (isPrice(below) || isPrice(next)) return false
  if (head.text.length < mostOfHeading && says(head.text)) return true
  if (above && isLabelOver(above, head) && says(above.text)) return true
  if (below?.level !== 0 || !isUnbuilt(below.text)) return false
  const isAll = next === undefined || next.level > 0 || next.group > below.group + 1
  return isAll || below.text.length < mostOfLabel
}
