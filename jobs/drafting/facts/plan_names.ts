/** Which line names the plan that a price is of: the head of its card, its row or its column. */
import type { Line } from '../page/lines.ts'
import { sentences } from '../page/sentences.ts'
import { isFreeHeading, isGone, isNothing, isOfCost, isPaidHeading, isTrial } from './free.ts'
import { planCards } from './plan_cards.ts'
import { amountIn, deniesSubscription, headsPrices, isPeriod, isRecurring, unpriced } from './prices.ts'
import { remembered } from './sightings.ts'

/** On a page or in a section of prices. */
export const isAmongPrices = ({ page, heads }: Line): boolean =>
  page === 'pricing' || heads.some(({ text }) => text.length < 32 && headsPrices(text))

/** Lines of two looks in turn, as names and prices: where the look of this one begins first, -1 where they are no such row. */
function rowFrom({ at, shape }: Line, around: Line[]): number {
  const other = around[at - 1]?.shape
  if (around[at - 1]?.level !== 0 || other === shape) return -1
  const near = around.slice(Math.max(0, at - 60), at + 60)
  if (near.filter((one) => one.shape === shape && around[one.at - 1]?.shape === other).length < 2) return -1
  let from = at
  while (around[from - 2]?.shape === shape && around[from - 1]?.shape === other) from -= 2
  return around[from - 1]?.shape === other ? from - 1 : from
}

/** One of several figures, each with what it counts below it: "38%", "less waste"; "$4,200", "lost in a year". */
export const isFigure = (line: Line, around: Line[]): boolean =>
  !/\p{L}{4}/u.test(line.text) &&
  around[line.at + 1]?.shape === around[line.at - 1]?.shape &&
  around[rowFrom(line, around)]?.shape === line.shape &&
  !isPaidHeading(around[line.at + 1]!.text)

/** What stands below the name of a plan says that it is no longer to be had, or a trial. */
export const isWithdrawn = (line: Line, lines: Line[]): boolean =>
  lines
    .slice(line.at + 1, line.at + 5)
    .some((one) => one.level === 0 && (isGone(one.text) || isTrial(one.text)))

/** "Small, £0" over "Team, £3 a person" */
export const isAmongPaid = ({ at, row, tag, shape }: Line, lines: Line[]): boolean =>
  lines
    .slice(Math.max(0, at - 12), at + 12)
    .some(
      (one) =>
        ((one.row > 0 && one.row !== row) || (tag === 'dd' && one.at !== at)) &&
        one.shape === shape &&
        (amountIn(one.text)?.value ?? 0) > 0,
    )

export const isCell = ({ tag }: Line): boolean => tag === 'td' || tag === 'th'

/** The rows of the tables of a page. */
const rowsIn = remembered((lines: Line[]) => Map.groupBy(lines, ({ row }) => row))
/** The cells of the row that a line stands in; what stands in no table is in none together. */
export const cellsOf = (line: Line, lines: Line[]): Line[] => rowsIn(lines).get(line.row) ?? []

/** Beside a cell of nothing but a number: "10,000", "€3". */
export const isCounted = (line: Line, lines: Line[]): boolean =>
  isCell(line) && cellsOf(line, lines).some(({ text }) => /^\d[\d.,]*(?: \p{L}+)?$/u.test(text))

/** The rows with several heads. */
const headRows = remembered((lines: Line[]) =>
  [...rowsIn(lines)]
    .map(([row, cells]) => (row > 0 ? cells.filter(({ tag }) => tag === 'th') : []))
    .filter((heads): heads is [Line, Line, ...Line[]] => heads.length > 1),
)

/** What stands over the column of a cell. */
export function columnOf(line: Line, around: Line[]): Line | undefined {
  // A cell may hold several lines.
  const cells = [...new Set(cellsOf(line, around).map(({ group }) => group))]
  const names = headRows(around).findLast(([{ row }]) => row < line.row) ?? []
  return names[cells.indexOf(line.group) - cells.length + names.length]
}

/** What a row of prices is of, where plans stand over its columns: "Base price a month", "per user". */
export function rowNameOf(line: Line, plan: Line | null, around: Line[]): Line | undefined {
  if (plan === null || line.row === 0 || plan.row === line.row || plan.tag !== 'th') return undefined
  const [name] = cellsOf(line, around)
  // "Price" says no more; "Price a month, net" does.
  const isBare = headsPrices(name!.text) && !isPeriod(unpriced(name!.text))
  return name === line || isBare || amountIn(name!.text) !== null ? undefined : name
}

/** The last of several cards above a price that only follows them, or the subtitle of the page. */
function isNoPlan({ at, level, list, page }: Line, around: Line[]): boolean {
  if (page === 'start' && around[at - 1]?.level === 1) return true
  const cards = level > 0 && list !== '' ? around.filter((one) => one.list === list) : []
  const isPriced = (card: Line): boolean =>
    around.slice(card.at + 1, card.at + 4).some(({ text }) => amountIn(text) !== null)
  return cards.length > 2 && cards.at(-1)!.at === at && cards.filter(isPriced).length === 1
}

const longestPlan = 30
const longestOpening = 60
/** "$9 a month. Up to five people.": opens with nothing but a price. */
const opensWithPrice = (line: Line | undefined): boolean => {
  const [first = ''] = line === undefined || line.level > 0 || line.not !== '' ? [] : sentences(line.text)
  return first.length < longestOpening && /^\P{L}*\d|^\p{Lo}{1,3}\d/u.test(first) && amountIn(first) !== null
}
/** Headings of one level that each stand right over a price: "Solo", "Salon". */
const plansOver = remembered((lines: Line[]) => {
  const over = lines.filter(
    ({ level, text, at, not }) =>
      level > 1 &&
      not === '' &&
      text.length < longestPlan &&
      !/[?？]$/.test(text) &&
      opensWithPrice(lines[at + 1]),
  )
  return new Set(over.filter(({ level }) => over.filter((one) => one.level === level).length > 1))
})

/** The name of the plan a price stands under, or of the row or the column it stands in. */
export function planOf(line: Line, around: Line[]): Line | null {
  const card = planCards(around).get(line)
  if (card) return card.name
  const over = around[line.at - 1]
  if (over && plansOver(around).has(over)) return over
  if ((line.level > 0 && amountIn(line.text) === null) || line.text.length > 60) return null
  // "Studio: £2.50 a month", below "One kiln: nothing"
  if (line.level > 0 && /^\p{L}[^:\d]{1,24}: /u.test(line.text)) return null
  if (line.tag !== 'td' && /^\p{Ll}/u.test(line.text)) return null
  const near = around.slice(Math.max(0, line.at - 3), line.at)
  const above = near.slice(near.findLastIndex(({ level, text }) => level > 0 && headsPrices(text)) + 1)
  // The first cell of a row names it; what a term says stands below it.
  const cells = cellsOf(line, around)
  const isPrices =
    (cells[0] !== line && [headsPrices, isPeriod, isRecurring].some((is) => is(cells[0]!.text))) ||
    (cells.length > 1 && cells.every(({ row, text }) => row > 0 && amountIn(text) !== null))
  const column = isPrices ? columnOf(line, around) : undefined
  const saysNoPlan = column !== undefined && [headsPrices, isRecurring].some((is) => is(column.text))
  if (column && !saysNoPlan) return column
  if (line.tag === 'td') {
    const [name] = cells
    const isName = name !== undefined && name !== line && /\p{L}{2}|\d/u.test(name.text)
    return isName && !isNothing(name.text) ? name : null
  }
  const before = above.at(-1)
  // A sentence says itself what it is about, unless it stands below a plan.
  const isSentence = /\p{L}.{10,}[.。]$/u.test(line.text)
  const named = above.findLast(
    ({ text, not, level, tag }) =>
      text.length < 30 &&
      not === '' &&
      // "Dinghy: $0" over "Quad: $180 a year"
      !(level > 0 && line.level > 0 && amountIn(text) !== null) &&
      // "Reader, free" over "Keeper, $5 a month": a plan beside it.
      !(level > 0 && level === line.level && isOfCost(text) && !isFreeHeading(text)) &&
      ((level > 1 && !isSentence) ||
        ((isPaidHeading(text) || isFreeHeading(text)) && !(isSentence && /^t[dh]$/.test(tag)))),
  )
  // What opens a card of prices, though it looks like the lines below it.
  const isTitle =
    (isAmongPrices(line) || named !== undefined) &&
    before?.level === 0 &&
    before.text.length < 30 &&
    /\p{L}{2}/u.test(before.text) &&
    line.group - before.group < 3 &&
    before.group - (around[before.at - 1]?.group ?? 0) > 1
  const plan = isTitle ? before : named && isNoPlan(named, around) ? undefined : named
  const isName = /[.!?。]$/.test(plan?.text ?? '.')
    ? false
    : plan!.level > 0
      ? /^\p{L}|^\d{1,3}[.,]\d{3}/u.test(plan!.text)
      : !/\d/.test(plan!.text)
  return plan && isName ? plan : null
}

/** The name of a row, of a term or of a plan: what a line below it says the price of. */
export function labelOf(line: Line, lines: Line[]): string {
  const before = isCell(line) ? cellsOf(line, lines)[0] : lines[line.at - 1]
  const names = isCell(line) || line.tag === 'dd' || (before && before.level > 0)
  return names && before && before.text.length <= 60 && !/\D\d/.test(before.text) ? before.text : ''
}

/** "Price: $14.99", on a page of any kind. */
export const isLabelled = (line: Line, lines: Line[]): boolean =>
  line.text.length < 80 &&
  [headsPrices, isPeriod].some((is) =>
    is(
      /^(.{2,20})[:：]/u.exec(line.text)?.[1] ??
        (isCell(line) || line.tag === 'dd' ? labelOf(line, lines) : ''),
    ),
  )

/** A price, or that it is paid once, in a row or below a head that says so. */
export const isPriceCell = (line: Line, lines: Line[]): boolean =>
  (amountIn(line.text) !== null || deniesSubscription(line.text)) &&
  (isLabelled(line, lines) || (line.row > 0 && headsPrices(columnOf(line, lines)?.text ?? '')))
