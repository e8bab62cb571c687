/*
 * The amounts of a sentence and what they are paid for. The words of it, in many languages, stand in words/prices.txt.
 */
import { byText, matching } from '../page/by_text.ts'
import { wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'
import { tokens } from '../proof/words.ts'
import { denies, isAsked } from './free.ts'

const { anyOf, saying, setOf } = wordsIn('prices')

const asWritten = setOf('currencies_as_written')
const mayBeWord = new Set([...asWritten].map((unit) => unit.toLowerCase()))
/** "A$9", "COL$ 900", "U$S 5", "9 kr". */
const currency = String.raw`(?:(?:(?<!\p{L})\p{L}{1,3})?\p{Sc}(?:[SD](?=\s?\d))?|${anyOf('currencies')})`
const number = String.raw`\d{1,3}(?:[ ,.’'\u00a0\u202f]\d{3}){1,3}(?:[.,]\d{1,2})?(?!\d)|\d{1,7}(?:[.,]\d{1,4})?`
const price = String.raw`(?:${currency}\s?(${number})|(?<!\d|\d[.,])(${number})(万)?[*.,–-]{0,2}\s?${currency})`
const whole = String.raw`(?<![~≈A-Za-z–-])${price}(?![\dkKM%]|[.,]\d)`
const anywhere = new RegExp(whole, 'giu')
const another = new RegExp(whole, 'iu')
const beside = new RegExp(String.raw`^\s*[/|·]?\s*${price}`, 'iu')

/** "Per seat and month", "/table/month", "por alumno al mes": whatever it is paid for, again and again. */
const period = String.raw`(?:(?:${anyOf('per')}|/)\s*(?:\d+\s*)?(?:\p{L}+[\s/,·]+(?:${anyOf('per')}\s+)?){0,2}|\d\s*)${anyOf('spans')}`
const direct = new Wording(
  String.raw`^[^\p{L}\d/.;]{0,4}(?:${anyOf('taxes')}\s*)?(?:${period}|${anyOf('recurrences')})`,
  'iu',
)
const recurs = saying('recurrences')
const recurring = new Wording(`${period}|${anyOf('recurrences')}`, 'iu')
export const once = new Wording(`(?<!\\bnot (?:an? )?)${anyOf('once')}`, 'iu')
const isBare = new Wording(`^[\\s+(]*(?:${anyOf('taxes')})?[\\s)]*$`, 'iu')
const uses = new Wording(
  String.raw`(?:${anyOf('per_use')}\s+|/\s?)(?:1k|1m|1[.,\s]?000(?![\d\p{L}])|(?:[\d.,]+\s?k?\s)?(?:api )?${anyOf('uses')})`,
  'iu',
)
/** Any one thing: a use where it costs next to nothing, or where nothing is paid by the month. */
const each = new Wording(`^[^\\p{L}\\d/.;]{0,4}(?:${anyOf('per_use')} |/)\\p{L}{2}`, 'iu')
const counted = new Wording(`(?:1\\s?(?:件|通|回|分|次|건|회)|${anyOf('every')})\\s*\\D{0,4}$`, 'iu')
const every = new Wording(`^[^\\p{L}\\d/.;]{0,4}${anyOf('every')} \\p{L}`, 'iu')
const byUse = new Wording(
  String.raw`${anyOf('pay_as_you_go')}|\d\s?%\s?\+\s?${price}|\d\s?%\s(?:of )?${anyOf('per_use')}\s\p{L}|^${anyOf('pay_by')} (?:${anyOf('per_use')}|by the|à la|al|alla|ved) \p{L}+[.!]?$`,
  'iu',
)
const says = (list: string): ((text: string) => boolean) => matching(saying(list))
const tells = (pattern: Wording): ((text: string) => boolean) =>
  byText((text) => pattern.test(text) && !denies(text))

/** Prices that are somebody else's, compared, or an example. */
export const isOthers = says('others_prices')
/** Only for getting started. */
export const isFee = says('fees')
const isNotPaid = says('not_paid')
const instead = saying('instead_of')
const countsMore = new RegExp(`${anyOf('counts_more')} (?:\\d+(?!\\s?\\p{Sc})|${anyOf('numbers')})`, 'giu')
const delivered = new RegExp(anyOf('delivered'), 'giu')
export const deniesSubscription = says('not_subscribed')
/** "Get a quote", "We will send you a quote": prices are told to those who ask. */
export const givesQuotes = byText(
  (text) =>
    noPriceList.test(text) || text.split(/[,;]\s/).some((clause) => quoted.test(clause) && !denies(clause)),
)
const noPriceList = saying('no_price_list')
const quoted = new Wording(`${anyOf('quotes_asked')}|^${anyOf('quote_titles')}[.!]?$`, 'iu')
const credits = anyOf('credits')
const ofCredits = new Wording(`^\\P{L}*${credits}|\\d ${credits}`, 'iu')
/** "You buy credits": what a page asks is for so many uses. */
export const sellsCredits = matching(new Wording(`${anyOf('buying')}(?: \\S+){0,3} ${credits}`, 'iu'))
/** "£14.99 / $17.99 / €16.99.": nothing but what it costs. */
export const isPriceAlone = matching(
  new Wording(
    `^(?:${anyOf('lists', 'shops')}:?)?\\s*${price}(?:\\s*[/|·,]\\s*${price})*(?:,? \\(?${anyOf('taxes')}\\)?)?[.。]?$`,
    'iu',
  ),
)
export const paysPerUse = tells(byUse)
/** "We keep 8 % of each sale": what goods cost there is asked by those who sell them. */
const share = saying('commissions')
const percent = `(?:\\d\\s?%|${anyOf('numbers')} ${anyOf('percents')})`
const isShare = tells(
  new Wording(
    `${percent}.*${share.source}|${share.source}.*${percent}|${share.source}[^.]{0,12} ${anyOf('shares')}`,
    'iu',
  ),
)
/** "Pas als" would deny in French. */
const onlyWhen = new Wording(`^${anyOf('only_when')} `, 'iu')
/** "We take 8% of the price, never of the postage." */
export const takesShare = (text: string): boolean =>
  text
    .replace(onlyWhen, ' ')
    .split(/[,;]\s/)
    .some(isShare)
/** Sold inside what costs nothing to get, and beside it. */
export const sellsInside = tells(saying('inside'))
export const sellsMore = tells(saying('sold_beside'))
const bare = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')
const lists = new Wording(bare(anyOf('lists')), 'iu')
/** A licence, an order, "for ever": what is bought and kept. */
export const isKept = matching(new Wording(`${anyOf('kept', 'lasting')}|${once.source}`, 'iu'))
/** A heading or an address, which is written without accents. */
export const headsPrices = byText((text) => lists.test(bare(text)))
const opensPrices = new Wording(
  `^(?!${anyOf('shops', 'buying')})(?:(?:${anyOf('all_of_them')} )?${anyOf('lists')}:?|${currency}) `,
  'iu',
)
/** "Price per month" without its price. */
export const unpriced = (text: string): string => text.replace(opensPrices, '')
/** "All prices per month, without tax.", "Price (once)": what a line says of all prices that tell no period. */
export const periodOfAll = byText((text): 'recurring' | 'once' | null => {
  if (text.length > 80 || /\d/.test(text) || !(headsPrices(text) || taxed.test(text)) || denies(text))
    return null
  return recurring.test(text) ? 'recurring' : once.test(text) ? 'once' : null
})
/** "VAT included" */
export const taxed = new Wording(anyOf('taxes'), 'iu')
/** "Each (USD, without tax)" */
const eachOne = new Wording(`^${anyOf('each_one')}(?: \\([^()]*\\))?$`, 'iu')
const ofEach = new Wording(
  `^${anyOf('per_use')} (?:[\\d.,]{3,}(?: \\p{L}+)?|\\p{L}{2,})$|^${anyOf('for_one')} \\p{L}{2,} \\p{L}{2,}$`,
  'iu',
)
/** "€1.40 per signed document"; not "per seat", which is a copy. */
export const isOfEach = byText((text) => ofThing.test(text))
const ofThing = new Wording(
  `\\d\\P{L}{0,4}(?:(?<=\\s)${anyOf('per_use')} |/\\s?)(?!${anyOf('holders')})\\p{L}{2}`,
  'iu',
)
/** The period of a price, or the one thing that it is for. */
export const isRecurring = (text: string): boolean => recurring.test(text)
export const isPeriod = (text: string): boolean =>
  [direct, once, ofEach, eachOne].some((one) => one.test(text))

const opensOnce = new Wording(`^\\P{L}*${anyOf('once')}`, 'iu')
/** "Per seat and month", "(once)": what may be told behind a price. */
export const opensPeriod = (text: string): boolean => direct.test(text) || opensOnce.test(text)

export type Amount = { value: number; kind: 'recurring' | 'once' | 'usage' | 'plain' }

const numberOf = (text: string): number => {
  const digits = text.replace(/[ ’'\u00a0\u202f]/g, '')
  return Number(
    /^0[.,]\d|[.,]\d{1,2}$/.test(digits)
      ? digits.replace(/[.,](?=\d{3}[.,])/g, '').replace(',', '.')
      : digits.replace(/[.,]/g, ''),
  )
}

/** The clause of a text that a place lies in: what stands before it, and after it up to the next price. */
function clauseAround(text: string, from: number, to: number): [string, string] {
  const before = text.slice(0, from)
  const began = Math.max(
    ...[', ', '; ', '. ', '。', '、', ' · ', ' — ', ' – '].map((stop) => before.lastIndexOf(stop)),
  )
  const rest = text.slice(to)
  const end = rest.search(/[,;.]\s|[。、]| · |\.$/)
  const after = end < 0 ? rest : rest.slice(0, end)
  const next = another.exec(after)
  return [before.slice(Math.max(0, began)), after.slice(0, next?.index).split(instead)[0] ?? '']
}

function kindOf(text: string, before: string, after: string, label: string): Amount['kind'] {
  if (direct.test(after)) return 'recurring'
  if (uses.test(after) || counted.test(before)) return 'usage'
  if (once.test(after) || once.test(before)) return 'once'
  if (recurring.test(after) || recurs.test(before) || /(?<!\d)[月년年연월]\s*$/u.test(before))
    return 'recurring'
  // "Price per entry" over its column.
  if (uses.test(label)) return 'usage'
  // "A month", below "Priced by berths, not by users"
  if (label.split(' · ').some((one) => recurring.test(one) && !denies(one))) return 'recurring'
  if (ofCredits.test(label)) return 'usage'
  return once.test(text) || once.test(label) ? 'once' : ofCredits.test(after) ? 'usage' : 'plain'
}

/**
 * The first price of a line or a sentence that is to be paid. The line after it may hold its period, the label before
 * it what it is for. One that tells no period must stand nearly alone.
 */
export function amountIn(said: string, near = { label: '', next: '' }): Amount | null {
  if (!/\d/.test(said)) return null
  // "495 kr. pr. år" is one clause.
  const text = said.replace(delivered, ' ').replace(/(?<!\p{L})pr\. (?=\p{Ll})/giu, 'pr ')
  if (!/\d/.test(text) || isAsked(text)) return null
  // "Supporters pay €5", "more than 150 letters": neither is of others.
  if (isOthers(text.replace(countsMore, ' ')) && !sellsMore(text)) return null
  for (const match of text.matchAll(anywhere)) {
    const unit = match[0].replace(/\P{L}/gu, '')
    if (mayBeWord.has(unit.toLowerCase()) && !asWritten.has(unit)) continue
    const twin = beside.exec(text.slice(match.index + match[0].length))?.[0] ?? ''
    const to = match.index + match[0].length + twin.length
    // A price struck out; after a stroke it is the same in another currency.
    if (/^\s*[\p{Sc}\p{L}\d]/u.test(twin)) continue
    const [before, after] = clauseAround(text, match.index, to)
    if (/[~≈=×]\s*$/.test(before) || /^\s*\*\s*$/.test(after)) return null
    if ([before, after].some(isNotPaid) || [before, near.label.replace(delivered, ' ')].some(isFee)) continue
    const value = numberOf(match[1] ?? match[2] ?? '') * (match[3] ? 10_000 : 1)
    const goesOn =
      isBare.test(after) &&
      !another.test(near.next) &&
      [direct, each, once].some((one) => one.test(near.next))
    const below = goesOn ? near.next.slice(0, 50) : ''
    let kind = kindOf(text, before, `${after} ${below}`, near.label)
    if (kind === 'once' && isFee(after)) continue
    const little = value > 0 && value < 0.95
    if (kind === 'plain' && (little || every.test(after))) kind = 'usage'
    // A price of nothing is a plan only by itself: "€0 / remote" is a fee, "€0 for 30 days" a trial.
    if (value === 0 && !/^\D{0,30}0(?:[.,]0{1,2})?\D{0,24}$/.test(text.split(/[,،(]|\s[—–·]\s/)[0]!))
      return null
    const label = text.slice(0, match.index)
    // "Festival: 600 € an edition, with access for all": named, and then told more of.
    const isShort = text.length <= 70 || (/[:：]\s*$/.test(label) && text.length <= 150)
    const alone = isShort && label.length <= 34 && !/\d(?!\d|\s?\p{L})/u.test(label)
    return alone || kind !== 'plain' ? { value, kind } : null
  }
  return null
}

/** "We keep 15%; the big portals take 27%" without what others take. */
export const oursOf = (text: string): string =>
  text
    .split(/;\s/)
    .filter((clause) => !isOthers(clause))
    .join('; ')

/** The price itself does not say how it is paid. */
export const isGuessed = (cue: string, part: string): boolean =>
  /^(?:plain|kept|aside)$/.test(cue) ||
  ((cue === 'once' || cue === 'usage') && amountIn(part)?.kind === 'plain')

/** Money or a share that is not asked for here is of somebody else's world. */
export const isOthersMoney = (text: string): boolean =>
  /\d/.test(text) &&
  amountIn(text) === null &&
  ((text.includes('%') && isOthers(text)) || tokens(text).some(({ price }) => price))

const isDated = new Wording(
  `\\d.{0,4}${wordsIn('founding').anyOf('months')}|${wordsIn('founding').anyOf('months')}.{0,8}20\\d\\d`,
  'iu',
)
const ifSoMuch = new Wording(`^${wordsIn('proof').anyOf('conditions')} (?:\\p{Sc}|\\d)`, 'iu')
const isComing = (part: string): boolean => willCost.test(part) && notYet.test(part)
const willCost = saying('will_cost')
const notYet = saying('not_yet')
const isGift = new Wording(`^(?:\\S+ ){0,3}${anyOf('gift_nouns')} ${wordsIn('proof').anyOf('copulas')}`, 'iu')
/** "14 May 2026, free" is a post, and "If €7 is too much, write to us" what else may be paid, as is "The usual gift is $5". */
export const tellsNoPrice = (part: string): boolean =>
  (part.length < 40 && isDated.test(part)) ||
  [ifSoMuch, isGift].some((one) => one.test(part)) ||
  isComing(part)
