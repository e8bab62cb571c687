/*
 * What sets a product apart: the list under a heading that asks why, else short sentences of what it spares its users
 * and what it is instead of another thing.
 */
import { amountIn } from '../facts/prices.ts'
import type { Line } from '../page/lines.ts'
import { letters } from '../page/own_names.ts'
import { evidenceFrom, says, type CrawledSite } from '../page/reading.ts'
import { weightOf } from '../page/sections.ts'
import type { Proven, ReadPage } from '../profile.ts'
import { usableSentences } from '../proof/text.ts'
import { wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'
import { asks, faqHeading } from './questions.ts'
import { findReasons, isOverPrice } from './lists.ts'
import { longest } from './statements.ts'

const { anyOf, saying } = wordsIn('texts')
const denied = anyOf('denials')
/** What the users of such things usually have to bear, and are spared. */
const spared = new Wording(`(?:${denied}\\s(?:\\p{L}+\\s)?${anyOf('burdens')}|${anyOf('spares')})`, 'iu')
/** "There are no coins, no energy and no second shop"; one is enough where a line begins with it: "No bot joins your call". */
const without = new RegExp(`${denied}\\s[^.;:!?]{2,60}(?:,|[\\s,]\\s?\\p{L}{1,4})\\s${denied}\\s`, 'iu')
const withoutOne = new RegExp(`^\\P{L}*${denied}\\s.{3,50}$`, 'iu')
const contrast = new Wording(
  `^(?!\\S+,)[^,.:;!?]{4,40}, ${anyOf('contrasts', 'denials')} [^,.:;!?]{4,40}[.!]?$`,
  'iu',
)
const onTrial = saying('trials')
/** What is not there yet, or is missing, is no reason. */
const missing = saying('missing')
const most = 5

/** A sentence of the start page, or of one about it, below no plan and no answer. */
function sparedIn(line: Line, lines: Line[], site: CrawledSite, isStart: boolean): string[] {
  const { level, tag, region, text, usable, hidden } = line
  const head = line.heads.at(-1)
  if (!usable || hidden || level === 1 || text.length > 500 || region === 'footer') return []
  if (/^t[dh]$/.test(tag) || [text, head?.text ?? ''].some((one) => asks.test(one) || faqHeading.test(one)))
    return []
  if (head && (isOverPrice(lines[head.at]!, lines) || missing.test(head.text))) return []
  const isHigh = isStart && tag !== 'li' && text.length <= longest && (head === undefined || head.level <= 2)
  const isHead = line.heads.every((one) => one.level === 1)
  const isFirst = (said: string): boolean => text.startsWith(said)
  const isSpared = (said: string): boolean => {
    const parts = said.split(/\s[·•|]\s/)
    return parts.filter((part) => spared.test(part)).length * 2 >= parts.length
  }
  const isWithout = (said: string): boolean =>
    without.test(said) || (isHigh && isFirst(said) && withoutOne.test(said) && !says(said, site.names))
  const isReason = (said: string): boolean =>
    ((isHead || isFirst(said)) && isSpared(said)) || ((level > 1 || said === text) && contrast.test(said))
  return usableSentences(line, site)
    .map((sentence) => sentence.text)
    .filter(
      (said) =>
        said.length < 120 &&
        ((isWithout(said) && !missing.test(said)) || (isHigh && isReason(said))) &&
        !onTrial.test(said) &&
        amountIn(said) === null,
    )
}

/** What speaks for the product; nothing twice, and nothing that is told already. */
export function findUsps(site: CrawledSite, taken: string[]): Proven<string>[] {
  const reasons = findReasons(site, taken)
  if (reasons.length > 0) return reasons
  const told = new Map<string, Proven<string>>()
  const kinds = ['start', 'features', 'about']
  const kindOf = (page: ReadPage): number => kinds.indexOf(site.kinds.get(page) ?? '')
  const pages = site.pages
    .filter((page) => kindOf(page) >= 0)
    .sort((one, other) => kindOf(one) - kindOf(other))
  for (const page of pages) {
    const lines = site.visible(page.url)
    for (const line of lines)
      for (const said of sparedIn(line, lines, site, page === site.start)) {
        const value = said.replace(/^[^\p{L}\p{N}]+|[.。]$/gu, '')
        const key = letters(value)
        const isTold = [...taken, ...told.keys()].some((one) => letters(one).includes(key))
        if (weightOf(value) > 7 && !isTold && told.size < most)
          told.set(key, { value, evidence: [evidenceFrom(line, line.text)] })
      }
  }
  return [...told.values()]
}
