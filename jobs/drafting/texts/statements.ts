/** What may stand by itself in a list of features: neither a label nor a part of the site, nothing unfinished or planned. */
import { isPlanned } from '../page/not_now.ts'
import { letters } from '../page/own_names.ts'
import type { CrawledSite } from '../page/reading.ts'
import { dated, endsDated, weightOf } from '../page/sections.ts'
import { gapless } from '../words/spelling.ts'
import { wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'
import { faqHeading } from './questions.ts'

const { anyOf, saying } = wordsIn('texts')
const chrome = saying('site_parts')
/** "No login to upload", "IT-Support" */
const isOther = new Wording(`${anyOf('denials')}\\s$|\\p{L}-$`, 'iu')
export const longest = 200

/** Says it first, or hardly anything else. */
export const isChrome = (text: string): boolean => {
  const match = chrome.exec(text)
  if (match === null || isOther.test(text.slice(0, match.index))) return false
  return match.index === 0 || (!gapless.test(text) && text.split(/\s+/).length < 3)
}

/** A question, an unfinished line, an address, code, a version, a date, what it runs on. */
const noStatement =
  /[:?？,…]$|^\p{Lu}:|https?:|[{}<>$\\]|=>|\w_\w|~\/|(?:GET|POST|PUT|DELETE) \/|\w\((?!e?s\))|&\w+;|\bv?\d+\.\d+\.\d+|^\d{1,2}[./:]|(?:19|20)\d\d(?:[-/.]\d|年\d)|^(?:we|it|they|you) (?:do|does|will|can)(?: not|n['’]t)(?!\p{L})|^(?:no longer|not )|^(?:windows|mac ?os|android|ios|ipados|linux|ubuntu)\s?\d|^\d+ ?[GM]B\s/iu

/** "No. 212: The last cannery" is an issue of a letter or a podcast. */
const isIssue = new Wording(`^${anyOf('issues')}\\.? ?#?\\d`, 'iu')

/** A statement that stands by itself: neither a label nor an unfinished line. */
export const isStatement = (text: string, site: CrawledSite): boolean =>
  text.length <= longest &&
  weightOf(text) >= 8 &&
  /\p{L}{3}|\p{Lo}/u.test(text) &&
  !noStatement.test(text) &&
  !/\([^)]*$/.test(text) &&
  !dated.test(text) &&
  !endsDated.test(text) &&
  !isIssue.test(text) &&
  !isPlanned.test(text) &&
  !isChrome(text) &&
  !faqHeading.test(text) &&
  !site.own.includes(letters(text))
