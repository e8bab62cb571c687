/** What a site asks for its plans, as one summary, and the rows that a summary which somebody wrote speaks of. */
import type { Line } from '../page/lines.ts'
import { letters } from '../page/own_names.ts'
import { evidenceFrom, type CrawledSite } from '../page/reading.ts'
import { sentences } from '../page/sentences.ts'
import type { Evidence, ProvenOrNull } from '../profile.ts'
import { gratis } from '../proof/cues.ts'
import { tokens } from '../proof/words.ts'
import { denies, isFreeHeading, isNothingWithin, isOfCost } from './free.ts'
import type { PriceRow } from './price_rows.ts'
import { amountIn, isPriceAlone, opensPeriod, periodOfAll, taxed, unpriced } from './prices.ts'
import { wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'

const { anyOf, saying } = wordsIn('prices')

const most = { summary: 300, rows: 6 }
/** "An accountant costs $80 a month": no plan of ours. */
const ofAnything = /^(?:an?|eine?|une?|una|uma?|een)\s/iu

const starting = (list: string) => new Wording(`^(?:${anyOf('articles')} )?${anyOf(list)}`, 'iu')
const isUpgrade = starting('upgrades')
const isSpare = starting('spares')
/** "The upgrade is $15.", "Spare leaf: $6. Spring: $11.": a sentence of what is sold beside the product. */
const isMinor = ({ plan, text, line }: PriceRow): boolean =>
  plan === '' && (isUpgrade.test(text) || isSpare.test(text) || isSpare.test(line.text))

/** No amount that is paid elsewhere for something else: those beside it say more. */
const isOurs = (row: PriceRow, rows: PriceRow[]): boolean =>
  !row.priced ||
  ((row.headed || !rows.some((one) => one.priced && one.headed)) &&
    (row.told ||
      rows.some((one) => one.told && one.line === row.line) ||
      !rows.some((one) => one.told && (one.priced || !row.headed))))

const figureOf = ({ text }: PriceRow): string =>
  (/\p{Sc}\s?\d[\d.,]*/u.exec(text) ?? /\d[\d.,]*/.exec(text))?.[0].replace(/^\D+/, '') ?? ''
const saysFree = ({ text }: PriceRow): boolean =>
  isNothingWithin(text) || isOfCost(text) || tokens(text).some(({ word }) => gratis.test(word))

/** Cells of one row of a table count as one. */
const rowsOf = (rows: PriceRow[]): number =>
  rows.filter(({ line }, at) => line.row === 0 || rows[at - 1]?.line.row !== line.row).length

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
  const own = listed.filter((row) => isOurs(row, listed) && !/^community$/i.test(row.text))
  const main = own.filter((row) => !isMinor(row))
  const here = main.some((row) => row.priced) ? main : own
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
        (row.priced && row.text.length < 60 && !isPriceAlone(row.text) && !ofAnything.test(row.text)) ||
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
    if (isKnown || isAgain || !isNeeded || isFree || isWithin || rowsOf([...chosen, row]) > most.rows)
      continue
    if (joined([...chosen, row]).length <= most.summary) chosen.push(row)
  }
  return withPeriod(withFree(chosen, rows), site)
}

const longestFree = 110
/** A whole sentence, or one that begins so: "Free for one team". */
const tellsFree = new Wording(`${anyOf('free')}.*[.!。]$|^\\P{L}*${anyOf('free')}`, 'iu')
/** What is had for nothing beside what is paid, where no row says it: a sentence that may stand on another page. */
function withFree(chosen: PriceRow[], rows: PriceRow[]): PriceRow[] {
  const isKnown = chosen.some((one) => saysFree(one) || Number.parseFloat(figureOf(one)) === 0)
  if (isKnown || !chosen.some(({ priced }) => priced)) return chosen
  const free = rows.find(
    (row) => row.free && !row.priced && row.text.length <= longestFree && tellsFree.test(row.text),
  )
  const all = free ? [free, ...chosen] : chosen
  return joined(all).length <= most.summary ? all : chosen
}

/** What the page of a price says of all its prices: "All prices per month, without tax." */
function toldOfAll(site: CrawledSite, { url }: Line, says: (text: string) => boolean): Told | undefined {
  for (const line of site.visible(url))
    for (const text of line.not === '' ? sentences(line.text) : [])
      if (says(text)) return { text, evidence: [evidenceFrom(line, text)] }
  return undefined
}

const currency = saying('named_currencies')
/** "In dollars, and don't include tax" denies the tax alone. */
const isOfCurrency = (text: string): boolean =>
  text.length < 90 && currency.test(text) && (!denies(text) || taxed.test(text))
/** "All prices are in Canadian dollars.", as a row of its own where the others show a bare sign. */
function withCurrency(rows: PriceRow[], site: CrawledSite): Told[] {
  const bare = rows.find(({ text }) => /(?<![\p{L}\d])\$\s?\d/u.test(text))
  const said = bare && toldOfAll(site, bare.line, isOfCurrency)
  if (!said || rows.some(({ text }) => currency.test(text))) return rows
  const all = [...rows, said]
  return joined(all).length <= most.summary ? all : rows
}

/** Rows that tell no period, each with what their page says of the period of all: "Price per seat and month". */
function withPeriod(rows: PriceRow[], site: CrawledSite): ProvenOrNull<string> {
  const priced = rows.filter(({ text }) => (amountIn(text)?.value ?? 0) > 0)
  const isPlain = priced.every(({ text }) => amountIn(text)?.kind === 'plain')
  const period =
    isPlain && priced[0] ? toldOfAll(site, priced[0].line, (text) => periodOfAll(text) !== null) : undefined
  if (!period || priced.some(({ text }) => text.toLowerCase().endsWith(period.text.toLowerCase())))
    return toldBy(withCurrency(rows, site))
  const rest = unpriced(period.text)
    .replace(/[.。]$/, '')
    .replace(/^\p{Lu}/u, (first) => first.toLowerCase())
  const each = opensPeriod(rest)
    ? rows.map((row) =>
        row.priced && row.plan !== '' && figureOf(row) !== '0' && !/[.!?]$/.test(row.text)
          ? { text: `${row.text} ${rest}`, evidence: [...row.evidence, ...period.evidence] }
          : row,
      )
    : [...rows, period]
  return toldBy(joined(each).length <= most.summary ? each : rows)
}

type Told = { text: string; evidence: Evidence[]; line?: Line }
/** Prices of one row of a table name what it is of once: "up to 500: Tides $0.80, Berths $3.50". */
const joined = (rows: Told[]): string =>
  rows
    .map(({ text, line }, at) => {
      const before = rows[at - 1]
      const named = /^[^:]+: /.exec(text)?.[0] ?? ''
      const isSame = line && line.row > 0 && before?.line?.row === line.row && named !== ''
      if (isSame && before?.text.startsWith(named)) return `, ${text.slice(named.length)}`
      return at === 0 ? text : ` · ${text}`
    })
    .join('')
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

/** A summary that somebody wrote, as the rows of the site that its parts speak of, or those that it quotes; null where none does. */
export function summarySaid(
  value: string,
  quoted: Line[],
  all: PriceRow[],
  site: CrawledSite,
): ProvenOrNull<string> {
  const byPage = Map.groupBy(all, ({ line }) => line.url)
  const rows = all.filter((row) => isOurs(row, byPage.get(row.line.url)!))
  const parts = value
    .split(/\s*[;·|•\n]\s*/)
    .flatMap((part) =>
      rowOf(part, rows)?.text === part
        ? part
        : part.split(/(?<=[.!?])\s+|,\s+(?=\p{Lu}|\d|(?:and|then|or) )/u),
    )
  const said = new Set(parts.flatMap((part) => rowOf(part, rows) ?? []))
  const chosen = said.size > 0 ? [...said] : rows.filter(({ line }) => quoted.includes(line))
  while (joined(chosen).length > most.summary) chosen.pop()
  return withPeriod(chosen, site)
}
