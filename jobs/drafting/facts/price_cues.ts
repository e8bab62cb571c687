/** What a site says of its prices, and which of it is of something beside the product. */
import { matching } from '../page/by_text.ts'
import type { Line } from '../page/lines.ts'
import { type CrawledSite, says } from '../page/reading.ts'
import type { Evidence } from '../profile.ts'
import { glue } from '../proof/cues.ts'
import { hasForeignSubject } from '../proof/foreign_subject.ts'
import { tokens } from '../proof/words.ts'
import { isNothing, isNothingWithin } from './free.ts'
import { cellsOf, isAmongPaid, isCell, isCounted } from './plan_names.ts'
import { amountIn, headsPrices, isFee, isGuessed, isOthers, paysPerUse } from './prices.ts'
import { inAnyCase, wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'

/**
 * "open" is something free that may be the product, "tier" a plan whose price is not told, "contested" a line that sells
 * more, "plain" a price that tells no period, "kept" one beside which something is bought for good, "gifts" a line that
 * says who keeps it going, "aside" what is sold or given beside the product.
 */
export type Cue =
  | 'free'
  | 'open'
  | 'plan'
  | 'recurring'
  | 'once'
  | 'usage'
  | 'inside'
  | 'tier'
  | 'contested'
  | 'plain'
  | 'kept'
  | 'quote'
  | 'gifts'
  | 'aside'
/** `part` is the sentence of the line that says it. */
export type PriceSighting = { cue: Cue; evidence: Evidence; line: Line; part: string }

const { saying } = wordsIn('prices')
const isOfMerchandise = matching(saying('merchandise'))
const isOfApp = matching(saying('companions'))
export const isPosted = matching(saying('posted'))
/** "The printer, if you want it, is €95." */
const isOptional = matching(saying('optional'))

/** Merchandise is aside where more is told, unless the site is of it; so is the free app of goods that are sent by post. */
export function besideProduct(all: PriceSighting[], site: CrawledSite): PriceSighting[] {
  const isShop = site.lines.some(
    ({ url, level, kind, key, text }) =>
      url === site.start.url &&
      (level === 1 || (kind === 'meta' && /description$/.test(key))) &&
      isOfMerchandise(text),
  )
  const isAside = ({ cue, line, part }: PriceSighting): boolean =>
    /^(?:once|plain)$/.test(cue) &&
    (isOptional(part) || (!isShop && [part, line.heads.at(-1)?.text ?? ''].some(isOfMerchandise)))
  const isApp = ({ cue, part }: PriceSighting): boolean => cue === 'free' && isOfApp(part)
  const isGoods =
    all.some(({ cue }) => /^(?:once|plain)$/.test(cue)) &&
    !all.some(({ cue }) => /^(?:recurring|usage|inside|plan|tier)$/.test(cue)) &&
    site.lines.some(({ kind, not, text }) => kind === 'visible' && not === '' && isPosted(text))
  const isBeside = (one: PriceSighting): boolean => isAside(one) || (isGoods && isApp(one))
  const beside = all.every(isBeside)
    ? all
    : all.map((one) => (isBeside(one) ? { ...one, cue: 'aside' as const } : one))
  // Goods that are sent by post are paid once.
  return isGoods
    ? beside.map((one) => (one.cue === 'plain' ? { ...one, cue: 'once' as const } : one))
    : beside
}

/**
 * Where a table tells what each use costs: one that costs nothing ("Restore: no charge") is no plan, and what sentences
 * beside it tell is paid to others.
 */
const besideUses = (told: PriceSighting[], site: CrawledSite): PriceSighting[] =>
  told
    .filter(({ cue, part, line }) => {
      const row = isCell(line) ? cellsOf(line, site.visible(line.url)) : [line]
      const isOfSome = row.some(({ text }) => /\d/.test(text))
      return cue !== 'plan' || !(isNothing(part) || (isCell(line) && !isOfSome))
    })
    .map((one) =>
      one.cue === 'once' && !isCell(one.line) && isGuessed(one.cue, one.part)
        ? { ...one, cue: 'aside' as const }
        : one,
    )

/**
 * Where nobody pays by the month but by use, what is paid so is beside it; a table counts how much it comes to, and tells
 * what each costs: "Call: €1.45", "Spam: nothing".
 */
export function besideUsage(told: PriceSighting[], isSoldOnce: boolean, site: CrawledSite): PriceSighting[] {
  const all = told.filter(({ cue }) => cue === 'usage')
  const usage = all.find(({ line }) => !isCell(line))
  if (usage === undefined) return all.length > 1 ? besideUses(told, site) : told
  const isExample = ({ cue, line }: PriceSighting): boolean =>
    /^(?:plain|once)$/.test(cue) && isCounted(line, site.visible(line.url))
  const isBeside = ({ cue }: PriceSighting): boolean => cue === 'recurring' && isSoldOnce
  const isEach = ({ cue, part }: PriceSighting): boolean =>
    cue === 'once' && paysPerUse(usage.part) && isGuessed(cue, part)
  return told
    .filter((one) => (one.cue !== 'plan' || !isNothing(one.part)) && !isExample(one))
    .map((one) =>
      isBeside(one)
        ? { ...one, cue: 'aside' as const }
        : isEach(one)
          ? { ...one, cue: 'usage' as const }
          : one,
    )
}

const camel = /(?<!\p{L})\p{Lu}\p{Ll}{2,}\p{Lu}\p{Ll}*/gu
const copy = new Wording(
  String.raw`^(?:\p{L}{1,4} )?${wordsIn('prices').anyOf('copies')} \p{L}{1,4} (.*)`,
  'iu',
)
/** "A licence for Acme costs …" */
const isCopy = (part: string, names: string[]): boolean =>
  names.some((name) => copy.exec(part)?.[1]?.startsWith(name) === true)

/** "FlockMate is £9 a month": the sentence names somebody else. In German every noun looks like a name. */
const isOfPlan = new Wording(`^${wordsIn('prices').anyOf('paid_plans', 'free')} (?=\\p{Ll})`, 'iu')
/** "Setapp, which costs $9.99 a month" */
const isExplained = new Wording(
  `^(\\p{Lu}[\\p{L}\\d]+), ${inAnyCase(wordsIn('founding').anyOf('who'))} `,
  'u',
)
/** "Try Old Mill, for $9 a month" */
/** "ngrok's paid plan starts at $8" */
const hasPlans = new RegExp(
  `^(?:\\p{L}+ )?([\\p{L}\\d]+)['’]s (?:\\p{L}+ )?${wordsIn('prices').anyOf('plans')}`,
  'iu',
)
const tries = new Wording(`${wordsIn('prices').anyOf('trying')} (\\p{Lu}[\\p{L}\\d]{2,})`, 'u')
export function isOfOthers(said: string, line: Line, site: CrawledSite): boolean {
  // "Pro keeps all of them": a plan of ours.
  const part = said.replace(isOfPlan, 'it ')
  const named = [...(part.match(camel) ?? []), ...(tries.exec(part)?.slice(1) ?? [])]
  const explained = isExplained.exec(part)?.[1]
  const owner = hasPlans.exec(part)?.[1]
  return (
    (owner !== undefined && !glue.has(owner.toLowerCase()) && !says(owner, site.names)) ||
    (explained !== undefined && !site.own_words.has(explained.toLowerCase())) ||
    named.some((name) => !site.own_words.has(name.toLowerCase()) && !says(name, site.names)) ||
    (!line.lang.startsWith('de') &&
      !isCopy(part, site.names) &&
      hasForeignSubject(tokens(part), site) &&
      !namesHead(part, site.visible(line.url)))
  )
}

/** "The Big Fleet unlock is £8.99", where "Big Fleet" heads a column or a section of the page. */
const namesHead = (part: string, lines: Line[]): boolean =>
  lines.some(
    ({ tag, level, text, not }) =>
      not === '' &&
      (tag === 'th' || level > 1) &&
      /^\p{Lu}[^.!?:\d]{3,24}$/u.test(text) &&
      part.includes(` ${text} `),
  )

/**
 * The nearest heading compares, or what the page is about does. A start page may sell itself so, and a page of prices
 * may be "Cheaper than one bad chart".
 */
export const isComparing = ({ heads, page }: Line): boolean =>
  [heads.at(-1), page === 'start' ? undefined : heads.find(({ level }) => level === 1)].some(
    (head) =>
      head !== undefined &&
      isOthers(page === 'pricing' && head.level === 1 ? head.text.replace(/ than .*/i, '') : head.text),
  )

/** "What others charge", the caption of a table. */
export function isInOthersTable({ row, at }: Line, lines: Line[]): boolean {
  const over = row > 0 ? lines.slice(0, at).findLast((one) => one.row === 0) : undefined
  return over?.tag === 'caption' && isOthers(over.text)
}

/** "Nothing." below what it costs. */
export function nothingBelow(line: Line, part: string, lines: Line[]): Cue[] {
  const { text: head } = line.heads.at(-1) ?? { text: '' }
  if (!headsPrices(head) || isFee(head)) return []
  const isNone = (text: string): boolean => isNothing(text) || isNothingWithin(text)
  // "Adverts: yes, none", in a table of plans
  const [, ...cells] = isCell(line) ? cellsOf(line, lines) : []
  if (!isNone(part) || !cells.every(({ text }) => amountIn(text) !== null || isNone(text))) return []
  return [isNothing(part) && !isAmongPaid(line, lines) ? 'free' : 'plan']
}
