/** What a site asks for its plans, row by row: the plan, the amount and its period, each in its own quote. */
import type { Line } from '../page/lines.ts'
import { letters } from '../page/own_names.ts'
import { evidenceFrom, type CrawledSite } from '../page/reading.ts'
import { marks, weightOf } from '../page/sections.ts'
import { sentences } from '../page/sentences.ts'
import type { Evidence } from '../profile.ts'
import { gratis } from '../proof/cues.ts'
import { tokens } from '../proof/words.ts'
import { withoutAnswer } from '../proof/text.ts'
import { inAnyCase, wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'
import {
  asksToAsk,
  isAsked,
  isBareNo,
  isFreeHeading,
  isNothing,
  isOfCost,
  namesPlan,
  opensWithNo,
} from './free.ts'
import { firstOf, planCards, whenSold } from './plan_cards.ts'
import { cellsOf, columnOf, isAmongPrices, planOf, rowNameOf } from './plan_names.ts'
import type { PriceSighting } from './price_cues.ts'
import { modelOf } from './pricing_model.ts'
import {
  amountIn,
  headsPrices,
  isGuessed,
  isPriceAlone,
  oursOf,
  isPeriod,
  takesShare,
  unpriced,
} from './prices.ts'
/** `head` is the line that names the plan. */
export type PriceRow = {
  plan: string
  head: Line | null
  text: string
  line: Line
  priced: boolean
  /** It stands where prices are told. */
  headed: boolean
  /** It says for what it is paid: a plan, a time, once. */
  told: boolean
  /** It says what is had for nothing. */
  free: boolean
  evidence: Evidence[]
}

const switched = /^(\p{Sc}\s?[\d.,]+)(?:\s+\p{Sc}\s?[\d.,]+)+(?=\s|$)/u
/** "49 € Add to cart", "Get it in the App Store – 6.99 €": what a button does is no part of a price, nor a bullet. */
const buttons = new RegExp(
  `^[*${marks}]\\s|\\s+${wordsIn('prices').anyOf('carts')}.*$|^[^\\d:.]{0,12}${wordsIn('prices').anyOf('stores')}[^\\d:.]{0,12}\\s[–—-]\\s`,
  'giu',
)
const longestSentence = 150
/** Of what is told to those who ask. */
const longestAnswer = 220

/** Of a row of facts ("Free & MIT · v0.13 · offline") the one that says what is paid. */
const freePart = (text: string): string =>
  text.split(' · ').find((one) => tokens(one).some(({ word }) => gratis.test(word))) ?? text

const opensOther = new Wording(`^${inAnyCase(wordsIn('proof').anyOf('or'))} (?=\\p{Sc}|\\p{Lu}|\\d)`, 'u')
/** "There is one: $3 a month", below "Plans" */
const opensCount = /^(?:there (?:is|are)|one|two|three)(?: (?:just|only))?(?: \p{L}+){0,2}: (?=\D{0,5}\d)/iu
/** "Membership is €6 a month and gets you:", "For $6 a month you also get:" after a comma. */
const promises = new Wording(`(?:,?\\s(?!a\\s)${wordsIn('people').anyOf('and')}|,)\\s[^,;:]{2,30}:$`, 'iu')
/** Of a long sentence what ends with its prices: "Acme Plus is $3 a month or $20 a year, and gives you …". */
function withinSentence(text: string): string {
  const whole = text.replace(opensOther, '').replace(opensCount, '').replace(promises, '')
  if (whole.length <= longestSentence) return whole
  const ends = [...whole.matchAll(/,\s|;\s|\s[–—]\s/g)].map(({ index }) => whole.slice(0, index))
  return ends.find((part) => amountIn(part) !== null) ?? whole
}

const isThen = new Wording(`^${wordsIn('prices').anyOf('after_that')}`, 'iu')
const isOfIt = new Wording(`^${wordsIn('founding').anyOf('it')} `, 'iu')
/** The sentence that "After that it is €0.40" goes on from, or "It costs nothing" where something else is paid. */
function goesOnFrom(part: string, { text }: Line, isFree: boolean): string {
  const all = sentences(text)
  const goesOn = isThen.test(part) || (!isFree && isOfIt.test(part) && amountIn(part) === null)
  const before = goesOn ? (all[all.indexOf(part) - 1] ?? '') : ''
  return before.length + part.length < longestSentence ? before : ''
}

/** What stands beside a price, as it goes on behind it; German writes its nouns with capitals. */
const withinLine = ({ text, lang }: Line): string =>
  lang.startsWith('de') && !isPeriod(text) ? text : text.replace(/^\p{Lu}/u, (first) => first.toLowerCase())

/** What stands over the column of a price, where a row tells the prices of several things. */
function productOf(line: Line, plan: Line | null, lines: Line[]): Line | undefined {
  const isPriced = ({ text }: Line): boolean => text !== line.text && (amountIn(text)?.value ?? 0) > 0
  if (line.row === 0 || plan?.row !== line.row || !cellsOf(line, lines).some(isPriced)) return undefined
  const head = columnOf(line, lines)
  return head && !isPeriod(head.text) && !headsPrices(head.text) ? head : undefined
}

/** "Up to 100", "101 – 20,000", "beyond 1 million" */
const isBound = /^(?:\p{L}+ ){0,3}\d[\d.,\s\u202f\u00a0–-]*(?: \p{L}*illion\p{L}*)?$/u
/** "Members", over a column of bounds: "up to 100", each with its price. */
function countedIn(plan: Line, line: Line, lines: Line[]): Line | undefined {
  if (plan.row === 0 || plan.row !== line.row || !isBound.test(plan.text)) return undefined
  const head = columnOf(plan, lines)
  return head && !/\d/.test(head.text) && !headsPrices(head.text) && !namesPlan(head.text) ? head : undefined
}

/** "10 000", below "Words" and between the name of a pack and its price. */
function amountBetween(plan: Line, line: Line, lines: Line[]): [Line, Line] | undefined {
  const cells = line.row > 0 ? cellsOf(line, lines) : []
  const [name, bound, price] = cells
  if (cells.length !== 3 || name !== plan || price !== line || !isBound.test(bound!.text)) return undefined
  const head = columnOf(bound!, lines)
  return head && !/\d/.test(head.text) && !isPeriod(head.text) ? [bound!, head] : undefined
}

const opensUnit = new Wording(`^${wordsIn('prices').anyOf('per')} `, 'iu')
/** "Per GB", between the name of what is paid for and its price. */
function unitBetween(plan: Line | null, line: Line, lines: Line[]): Line | undefined {
  const cells = line.row > 0 ? cellsOf(line, lines) : []
  const [name, unit, price] = cells
  return cells.length === 3 && name === plan && price === line && opensUnit.test(unit!.text)
    ? unit
    : undefined
}

/** Does what is said tell what is paid? */
function isTelling({ cue, line, part }: PriceSighting, sightings: PriceSighting[]): boolean {
  const others = sightings.filter((one) => one.cue !== cue)
  if (/^(?:tier|kept|contested)$/.test(cue)) return false
  // What it lives on tells the price where nothing else does.
  if (cue === 'gifts' && !isOfCost(part) && others.some((one) => /^(?:free|open|plan)$/.test(one.cue)))
    return false
  if (cue === 'quote' && (part.length < 30 || others.length > 0)) return false
  const isOurs = amountIn(part) !== null || /^(?:free|gifts)$/.test(cue) || oursOf(part) !== ''
  return line.kind === 'visible' && !isAsked(part) && isOurs
}

/** What stands below a price; "Yearly" over a price of its own opens the next card. */
function textBelow(line: Line, lines: Line[]): string {
  const below = lines[line.at + 1]
  if (below === undefined || below.hidden) return ''
  const opensNext = below.group - line.group > 1 && amountIn(lines[below.at + 1]?.text ?? '') !== null
  return opensNext ? '' : below.text
}

/** The question right above an answer, which says little without it: "Is there a paid edition?" */
function questionOver(line: Line, site: CrawledSite): Line | undefined {
  const above = site.visible(line.url)[line.at - 1]
  return above && line.level === 0 && isAsked(above.text) && above.text.length < 80 ? above : undefined
}

/** Of prices to be switched between the first is shown. */
const shownOf = (part: string): string => withoutAnswer(part.replace(buttons, '').replace(switched, '$1'))

/** What a row says of what is said there, with the question over it and the sentence before it where it needs them. */
function partOf({ cue, line, part }: Omit<PriceSighting, 'evidence'>, site: CrawledSite, isFree: boolean) {
  const first = shownOf(oursOf(part) || part)
  // "It depends on your homes. Tell us the number."
  const isAnswer =
    isNothing(first) || isBareNo(first) || (cue === 'quote' && line.text.length <= longestAnswer)
  const asked = opensWithNo(part) && amountIn(part) === null ? questionOver(line, site) : undefined
  const before = goesOnFrom(part, line, isFree)
  const [opening = '', ...more] = sentences(line.text)
  if (asked || isAnswer) {
    const next = isAnswer || more.includes(part) ? more.slice(0, 1) : []
    return { part: [asked?.text ?? [], opening, next].flat().join(' '), isAnswer, asked, before: '' }
  }
  const said =
    before === '' ? withinSentence(amountIn(first) === null ? freePart(first) : first) : `${before} ${first}`
  return { part: said, isAnswer, asked, before }
}

/** All that the site sells, as it tells it; where nothing is paid, an amount is somebody else's. */
export function priceRows(sightings: PriceSighting[], site: CrawledSite): PriceRow[] {
  const rows = new Map<string, PriceRow>()
  const isFree = modelOf(sightings) === 'Free'
  for (const { cue, line, part: whole } of sightings.filter((one) => isTelling(one, sightings))) {
    if (isFree && !/^(?:free|open|plan|gifts)$/.test(cue)) continue
    const { part, isAnswer, asked, before } = partOf({ cue, line, part: whole }, site, isFree)
    const lines = site.visible(line.url)
    const named = planOf(line, lines)
    // "Free" heads nothing that is sold.
    const plan = named && isFreeHeading(named.text) && !/^(?:free|plan)$/.test(cue) ? null : named
    const after = textBelow(line, lines)
    // "a month, for up to four devices, with a quotation"
    const below = sentences(after)[0]?.replace(/[.。]$/, '') ?? ''
    const period = weightOf(below) < 45 ? below : below.split(/[,;]\s/)[0]!
    const note = plan ? whenSold(plan, line, lines) : undefined
    // The period over its column, or on a line of its own.
    const column =
      line.row > 0 && /^(?:plain|usage)$/.test(amountIn(part)?.kind ?? '') ? columnOf(line, lines) : undefined
    const over = column && column !== plan && isPeriod(unpriced(column.text)) ? column : undefined
    const goesOn =
      !over &&
      whole === line.text &&
      part.length < 30 &&
      (amountIn(part)?.kind === 'plain' || isPriceAlone(part) || tokens(after).some(({ price }) => price)) &&
      weightOf(period) < 45 &&
      !(line.row > 0 && amountIn(after)) &&
      isPeriod(period) &&
      (period === after || amountIn(period) === null)
    const beside = goesOn
      ? undefined
      : (over ??
        unitBetween(plan, line, lines) ??
        (isAnswer || amountIn(part)?.value === 0 ? undefined : rowNameOf(line, plan, lines)))
    const product = productOf(line, plan, lines)
    const said = product
      ? `${product.text} ${part}`
      : goesOn
        ? `${part} ${period.replace(/^(?=[^/])/, /^\p{Ll}/u.test(period) ? '' : '— ')}`.replace(/ \/ ?/, '/')
        : beside
          ? `${part} ${unpriced(withinLine(beside))}`
          : part
    const headed = isAmongPrices(line) || planCards(lines).has(line) || line.level > 0
    const priced = amountIn(said) !== null || takesShare(said) || tokens(said).some(({ price }) => price)
    // "Free" over a column is the name of a plan.
    const isColumn = isFreeHeading(said) && line.tag === 'th'
    const counted = plan ? countedIn(plan, line, lines) : undefined
    const between = plan ? amountBetween(plan, line, lines) : undefined
    const size = between ? ` (${between[0].text} ${withinLine(between[1])})` : ''
    const name = `${[plan?.text, counted && withinLine(counted)].join(' ').trim()}${size}`
    const row =
      !plan || isColumn || (isFreeHeading(said) && line.row === 0 && (!headed || isFreeHeading(plan.text)))
        ? said
        : `${name}: ${said}`
    const text = note ? `${row} (${firstOf(note).replace(/\.$/, '')})` : row
    if (
      said.length > (cue === 'quote' ? longestAnswer : longestSentence) ||
      rows.has(`${line.url} ${letters(text)}`)
    )
      continue
    rows.set(`${line.url} ${letters(text)}`, {
      plan: plan?.text ?? '',
      head: plan,
      text,
      line,
      priced,
      headed,
      told: plan !== null || !isGuessed(cue, said),
      free: /^(?:free|plan)$/.test(cue),
      evidence: [
        ...(plan ? [evidenceFrom(line, plan.text)] : []),
        ...[counted, ...(between ?? [])].flatMap((one) => (one ? [evidenceFrom(one, one.text)] : [])),
        ...(asked ? [evidenceFrom(asked, asked.text)] : []),
        evidenceFrom(line, goesOn ? `${whole}\n${after}` : `${before} ${whole}`.trim()),
        ...(beside ? [evidenceFrom(beside, beside.text)] : []),
        ...(product ? [evidenceFrom(product, product.text)] : []),
        ...(note ? [evidenceFrom(note, firstOf(note))] : []),
      ],
    })
  }
  return withAsked([...rows.values()], site)
}

/** "Enterprise: on request", beside plans that tell their prices. */
function withAsked(rows: PriceRow[], site: CrawledSite): PriceRow[] {
  const isBeside = (line: Line, lines: Line[]): boolean =>
    rows.some(
      (row) =>
        row.priced &&
        row.plan !== '' &&
        row.line.url === line.url &&
        (line.row > 0
          ? row.line.row === line.row
          : planCards(lines).has(line) && planCards(lines).has(row.line)),
    )
  const urls = new Set(rows.map(({ line }) => line.url))
  const asked = [...urls].flatMap((url) => {
    const lines = site.visible(url)
    return lines.flatMap((line): PriceRow | [] => {
      const plan = asksToAsk(line.text) && isBeside(line, lines) ? planOf(line, lines) : null
      if (plan === null) return []
      const evidence = [plan, line].map((one) => evidenceFrom(one, one.text))
      const said = { priced: false, headed: true, told: true, free: false }
      return { ...said, plan: plan.text, head: plan, text: `${plan.text}: ${line.text}`, line, evidence }
    })
  })
  if (asked.length === 0) return rows
  return [...urls].flatMap((url) =>
    [...rows, ...asked]
      .filter(({ line }) => line.url === url)
      .toSorted((one, other) => one.line.at - other.line.at),
  )
}
