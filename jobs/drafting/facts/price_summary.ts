/** What a site asks for its plans, row by row: the plan, the amount and its period, each in its own quote. */
import type { Line } from '../page/lines.ts'
import { letters } from '../page/own_names.ts'
import { evidenceFrom, type CrawledSite } from '../page/reading.ts'
import { sentences } from '../page/sentences.ts'
import type { Evidence, ProvenOrNull } from '../profile.ts'
import { gratis } from '../proof/cues.ts'
import { tokens } from '../proof/words.ts'
import { withoutAnswer } from '../proof/text.ts'
import { inAnyCase, wordsIn } from '../words/words_in.ts'
import { denies, isAsked, isFreeHeading, isNothing } from './free.ts'
import { planCards } from './plan_cards.ts'
import { columnOf, isAmongPrices, planOf, rowNameOf } from './plan_names.ts'
import type { PriceSighting } from './price_cues.ts'
import { amountIn, headsPrices, isGuessed, isOthers, isPeriod, takesShare, periodOfAll } from './prices.ts'
/** `head` is the line that names the plan. */
type PriceRow = {
  plan: string
  head: Line | null
  text: string
  line: Line
  priced: boolean
  /** It stands where prices are told. */
  headed: boolean
  /** It says for what it is paid: a plan, a time, once. */
  told: boolean
  evidence: Evidence[]
}

const switched = /^(\p{Sc}\s?[\d.,]+)(?:\s+\p{Sc}\s?[\d.,]+)+(?=\s|$)/u
/** "An accountant costs $80 a month": no plan of ours. */
const ofAnything = /^(?:an?|eine?|une?|una|uma?|een)\s/iu
const awaited = new RegExp(
  `^\\P{L}*(?:${wordsIn('texts').anyOf('waiting')}|${wordsIn('pages').anyOf('not_now')})\\P{L}*$`,
  'iu',
)
const most = { summary: 300, rows: 6, sentence: 150 }

/** Of a row of facts ("Free & MIT · v0.13 · offline") the one that says what is paid. */
const freePart = (text: string): string =>
  text.split(' · ').find((one) => tokens(one).some(({ word }) => gratis.test(word))) ?? text

const opensOther = new RegExp(`^${inAnyCase(wordsIn('proof').anyOf('or'))} (?=\\p{Sc}|\\p{Lu}|\\d)`, 'u')
/** "Membership is €6 a month and gets you:" */
const promises = new RegExp(`,?\\s(?!a\\s)${wordsIn('people').anyOf('and')}\\s[^,;:]{2,30}:$`, 'iu')
/** Of a long sentence what ends with its prices: "Acme Plus is $3 a month or $20 a year, and gives you …". */
function withinSentence(text: string): string {
  const whole = text.replace(opensOther, '').replace(promises, '')
  if (whole.length <= most.sentence) return whole
  const ends = [...whole.matchAll(/,\s|;\s|\s[–—]\s/g)].map(({ index }) => whole.slice(0, index))
  return ends.find((part) => amountIn(part) !== null) ?? whole
}

const firstOf = ({ text }: Line): string => sentences(text)[0] ?? ''

/** The line of a plan's card that says that it is not sold yet: a badge, a button, a sentence; not a mark of one feature. */
function whenSold(plan: Line, price: Line, lines: Line[]): Line | undefined {
  const next = lines.find(({ at, level }) => at > price.at && level > 0)?.at ?? lines.length
  const gap = (at: number): number => (lines[at + 1]?.group ?? Infinity) - (lines[at]?.group ?? 0)
  return lines.slice(Math.max(0, plan.at - 1), Math.min(next, plan.at + 20)).find((one) => {
    const { at, tag, linked, text } = one
    if (one === plan || !awaited.test(firstOf(one))) return false
    // Between two cards it is of that which opens no box after it.
    const isOfNext = gap(at) < gap(at - 1)
    if (at < plan.at || at === next - 1) return isOfNext === at < plan.at
    return tag === 'button' || linked || at < price.at + 2 || text !== firstOf(one)
  })
}

/** What stands beside a price, as it goes on behind it; German writes its nouns with capitals. */
const withinLine = ({ text, lang }: Line): string =>
  lang.startsWith('de') && !isPeriod(text) ? text : text.replace(/^\p{Lu}/u, (first) => first.toLowerCase())

/** All that the site sells, as it tells it. */
export function priceRows(sightings: PriceSighting[], site: CrawledSite): PriceRow[] {
  const rows = new Map<string, PriceRow>()
  for (const { cue, line, part: whole } of sightings) {
    if (
      /^(?:tier|contested|gifts)$/.test(cue) ||
      (cue === 'quote' && (whole.length < 30 || sightings.some((one) => one.cue !== 'quote'))) ||
      line.kind !== 'visible' ||
      isAsked(whole) ||
      isOthers(whole)
    )
      continue
    // Of prices to be switched between the first is shown.
    const first = withoutAnswer(whole.replace(/^[*•·✓✔]\s/u, '').replace(switched, '$1'))
    // "It depends on your homes. Tell us the number."
    const isAnswer = isNothing(first) || (cue === 'quote' && line.text.length <= most.sentence)
    const part = isAnswer
      ? sentences(line.text).slice(0, 2).join(' ')
      : withinSentence(amountIn(first) === null ? freePart(first) : first)
    const lines = site.visible(line.url)
    const named = planOf(line, lines)
    // "Free" heads nothing that is sold.
    const plan = named && isFreeHeading(named.text) && !/^(?:free|plan)$/.test(cue) ? null : named
    const below = lines[line.at + 1]
    // "Yearly" over a price of its own opens the next card.
    const opensNext =
      below && below.group - line.group > 1 && amountIn(lines[below.at + 1]?.text ?? '') !== null
    const after = below === undefined || below.hidden || opensNext ? '' : below.text
    const note = plan ? whenSold(plan, line, lines) : undefined
    // The period over its column, or on a line of its own.
    const column =
      line.row > 0 && /^(?:plain|usage)$/.test(amountIn(part)?.kind ?? '') ? columnOf(line, lines) : undefined
    const over =
      column && column !== plan && isPeriod(column.text) && !headsPrices(column.text) ? column : undefined
    const goesOn =
      !over &&
      whole === line.text &&
      part.length < 30 &&
      (amountIn(part)?.kind === 'plain' || tokens(after).some(({ price }) => price)) &&
      after.length < 45 &&
      !(line.row > 0 && amountIn(after)) &&
      isPeriod(after)
    const beside = goesOn ? undefined : (over ?? rowNameOf(line, plan, lines))
    const said = goesOn
      ? `${part} ${after.replace(/^(?=[^/])/, /^\p{Ll}/u.test(after) ? '' : '— ')}`.replace(/ \/ ?/, '/')
      : beside
        ? `${part} ${withinLine(beside)}`
        : part
    const headed = isAmongPrices(line) || planCards(lines).has(line) || line.level > 0
    const priced = amountIn(said) !== null || takesShare(said) || tokens(said).some(({ price }) => price)
    // "Free" over a column is the name of a plan.
    const isColumn = isFreeHeading(said) && line.tag === 'th'
    const row =
      !plan || isColumn || (isFreeHeading(said) && line.row === 0 && (!headed || isFreeHeading(plan.text)))
        ? said
        : `${plan.text}: ${said}`
    const text = note ? `${row} (${firstOf(note).replace(/\.$/, '')})` : row
    if (said.length > most.sentence || rows.has(`${line.url} ${letters(text)}`)) continue
    rows.set(`${line.url} ${letters(text)}`, {
      plan: plan?.text ?? '',
      head: plan,
      text,
      line,
      priced,
      headed,
      told: plan !== null || !isGuessed(cue, said),
      evidence: [
        ...(plan ? [evidenceFrom(line, plan.text)] : []),
        evidenceFrom(line, goesOn ? `${whole}\n${after}` : whole),
        ...(beside ? [evidenceFrom(beside, beside.text)] : []),
        ...(note ? [evidenceFrom(note, firstOf(note))] : []),
      ],
    })
  }
  return [...rows.values()]
}

/** No amount that is paid elsewhere for something else: those beside it say more. */
const isOurs = (row: PriceRow, rows: PriceRow[]): boolean =>
  !row.priced ||
  ((row.headed || !rows.some((one) => one.priced && one.headed)) &&
    (row.told || !rows.some((one) => one.told && (one.priced || !row.headed))))

const figureOf = ({ text }: PriceRow): string =>
  (/\p{Sc}\s?\d[\d.,]*/u.exec(text) ?? /\d[\d.,]*/.exec(text))?.[0].replace(/^\D+/, '') ?? ''
const saysFree = ({ text }: PriceRow): boolean => tokens(text).some(({ word }) => gratis.test(word))

/** Plans with their prices as one page lists them; where no plans are named, the sentences that tell the prices. */
export function summaryOf(rows: PriceRow[], site: CrawledSite): ProvenOrNull<string> {
  const priced = rows.filter((row) => row.priced && !row.line.linked)
  const of = (some: PriceRow[]): string | undefined =>
    (
      some.find(({ line }) => line.page === 'pricing') ??
      some.find(({ headed }) => headed) ??
      some.find(({ told }) => told) ??
      some[0]
    )?.line.url
  const listed = rows.filter(({ line }) => line.url === (of(priced) ?? of(rows)))
  const here = listed.filter((row) => isOurs(row, listed) && !/^community$/i.test(row.text))
  const plans = here.filter(({ plan }) => plan !== '')
  const isListed = plans.some((row) => row.priced)
  const chosen: PriceRow[] = []
  for (const row of here) {
    const isKnown = chosen.some(
      (one) =>
        one.text.includes(row.text) ||
        (row.plan === '' && figureOf(row) !== '' && figureOf(one) === figureOf(row)) ||
        (!row.priced && one.plan === row.text),
    )
    // Beside a list of plans no sentence is needed, and one is enough to say that all is free.
    const isNeeded = isListed
      ? row.plan !== '' ||
        // An amount without a word beside it may be of anything.
        (row.priced && row.text.length < 60 && /\p{L}/u.test(row.text) && !ofAnything.test(row.text)) ||
        isFreeHeading(row.text) ||
        (saysFree(row) && !plans.some((one) => saysFree(one) || figureOf(one) === '0'))
      : row.priced ||
        (!chosen.some(saysFree) && saysFree(row)) ||
        (chosen.length === 0 && priced.length === 0)
    const isAgain = row.plan === '' && row.priced && plans.some((one) => figureOf(one) === figureOf(row))
    const isFree = isFreeHeading(row.text) && here.some((one) => one.plan === row.text)
    // A sentence of the row that comes whole after it.
    const isWithin = here.some(
      (one) =>
        one.priced &&
        one.text.length > row.text.length &&
        one.text.includes(row.text) &&
        row.plan === '' &&
        one.plan === '',
    )
    if (isKnown || isAgain || !isNeeded || isFree || isWithin || chosen.length >= most.rows) continue
    if (joined([...chosen, row]).length <= most.summary) chosen.push(row)
  }
  return withPeriod(chosen, site)
}

/** "All prices per month, without tax." on their page, as a row of its own. */
function periodToldBy(site: CrawledSite, { url }: Line): Told | undefined {
  for (const line of site.visible(url))
    for (const text of line.not === '' ? sentences(line.text) : [])
      if (periodOfAll(text) && !denies(text)) return { text, evidence: [evidenceFrom(line, text)] }
  return undefined
}

/** Rows that tell no period, and what their page says of the period of all. */
function withPeriod(rows: PriceRow[], site: CrawledSite): ProvenOrNull<string> {
  const last = rows.findLast((row) => row.priced)
  const period = last && amountIn(last.text)?.kind === 'plain' ? periodToldBy(site, last.line) : undefined
  const isTold = !period || last!.text.endsWith(period.text)
  return toldBy(!isTold && joined([...rows, period]).length <= most.summary ? [...rows, period] : rows)
}

type Told = { text: string; evidence: Evidence[] }
const joined = (rows: Told[]): string => rows.map(({ text }) => text).join(' · ')
const toldBy = (rows: Told[]): ProvenOrNull<string> =>
  rows.length === 0 ? null : { value: joined(rows), evidence: rows.flatMap(({ evidence }) => evidence) }

/** The row a part of a summary speaks of: the plan it names, at the amount it names where several have it. */
function rowOf(part: string, rows: PriceRow[]): PriceRow | undefined {
  const key = letters(part)
  const said = new Set(tokens(part).flatMap(({ word, price }) => (price ? word : [])))
  const isFree = tokens(part).some(({ word }) => gratis.test(word))
  const near = (row: PriceRow): number => {
    const own = tokens(row.text)
    const named = row.plan !== '' && key.includes(letters(row.plan)) ? 2 : 0
    const amount = own.some(({ word, price }) => price && said.has(word)) ? 3 : 0
    const free =
      isFree &&
      said.size === 0 &&
      own.some(({ word, price }) => gratis.test(word) || (price && /^\D*0$/.test(word)))
    return letters(row.text) === key ? 9 : named + amount + (free ? 2 : 0)
  }
  const best = rows.toSorted((one, other) => near(other) - near(one))[0]
  return best && near(best) > 1 ? best : undefined
}

/** A summary that somebody wrote, as the rows of the site that its parts speak of; null where none does. */
export function summarySaid(value: string, all: PriceRow[], site: CrawledSite): ProvenOrNull<string> {
  const rows = all.filter((row) => isOurs(row, all))
  const parts = value
    .split(/\s*[;·|•\n]\s*/)
    .flatMap((part) =>
      rowOf(part, rows)?.text === part ? part : part.split(/(?<=[.!?])\s+|,\s+(?=\p{Lu}|(?:and|then|or) )/u),
    )
  const chosen = [...new Set(parts.flatMap((part) => rowOf(part, rows) ?? []))]
  while (joined(chosen).length > most.summary) chosen.pop()
  return withPeriod(chosen, site)
}
