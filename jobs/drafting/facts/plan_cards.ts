/*
 * The cards of plans of a page: prices of one look, each below lines that are alike from card to card. One of these lines
 * names the plan, whatever the markup.
 */
import type { Line } from '../page/lines.ts'
import { sentences } from '../page/sentences.ts'
import { wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'
import { asksToAsk, tellsNothing } from './free.ts'
import { type Amount, amountIn } from './prices.ts'
import { remembered } from './sightings.ts'

/** `kind` is how the plans beside it are paid, where they are. */
type Card = { name: Line; others: Amount['kind'][] }

const most = { price: 60, head: 4, name: 40, card: 40 }

const tellsPrice = ({ text, row, not }: Line): boolean =>
  text.length < most.price &&
  !/[.!?。]$/.test(text) &&
  row === 0 &&
  not === '' &&
  (amountIn(text) !== null || tellsNothing(text) || asksToAsk(text))

const canName = ({ text }: Line): boolean =>
  text.length < most.name && /\p{L}{2}/u.test(text) && !/[.!?:。]$/.test(text) && amountIn(text) === null

/** The box that a price stands in, where it has a class: one card may mark the amount within it. */
const lookOf = ({ shape }: Line): string => /\S+\.\S+$/.exec(shape)?.[0] ?? shape

/** Prices that follow each other from card to card, none of them above another of its own card. */
function runsOf(prices: Line[], shown: Line[]): number[][] {
  const runs: number[][] = []
  for (const price of prices) {
    const at = shown.indexOf(price)
    const run = runs.at(-1)
    const last = run?.at(-1) ?? -Infinity
    if (at - last === 1) continue
    const [above, next] = [shown[last - 1], shown[at - 1]]
    const isAlike = above && next && lookOf(above) === lookOf(next)
    if (run && at - last <= most.card && isAlike) run.push(at)
    else runs.push([at])
  }
  return runs.filter((run) => run.length > 1)
}

/** How far above its price the name of each plan of a run stands, 0 where none is told. */
function nameAbove(run: number[], shown: Line[]): number {
  const at = (by: number): Line[] => run.flatMap((price) => shown[price - by] ?? [])
  const alike = (values: unknown[]): boolean => values.length === run.length && new Set(values).size === 1
  const gaps = (by: number): number[] =>
    at(by).map(({ group }, nth) => group - (shown[run[nth]! - by - 1]?.group ?? 0))
  let best = 0
  for (let by = 1; by <= most.head; by++) {
    const lines = at(by)
    const isHead = alike(lines.map(lookOf)) && (by === 1 || alike(gaps(by - 1).map(String)))
    if (!isHead || lines.some(({ text }) => amountIn(text) !== null)) break
    if (!lines.every(canName) || new Set(lines.map(({ text }) => text)).size < run.length) continue
    // A heading names it, or what stands apart from the lines above.
    const isBetter =
      best === 0 ||
      (at(best)[0]!.level === 0 && (lines[0]!.level > 0 || Math.max(...gaps(by)) > Math.max(...gaps(best))))
    if (isBetter) best = by
  }
  return best
}

/** Every price that stands in such a card, with its plan. */
export const planCards = remembered((lines: Line[]): Map<Line, Card> => {
  const shown = lines.filter(({ hidden, region }) => !hidden && region === 'main')
  const cards = new Map<Line, Card>()
  for (const prices of Map.groupBy(shown.filter(tellsPrice), lookOf).values()) {
    for (const run of runsOf(prices, shown)) {
      const above = nameAbove(run, shown)
      if (above === 0) continue
      const kinds = run.map((at) => amountIn(shown[at]!.text, { label: '', next: shown[at + 1]?.text ?? '' }))
      for (const at of run) {
        const others = kinds.flatMap((one, nth) => (one && one.value > 0 && run[nth] !== at ? one.kind : []))
        cards.set(shown[at]!, { name: shown[at - above]!, others })
      }
    }
  }
  return cards
})

/** Plans stand side by side there, one of them at least paid again and again. */
export const listsPlans = (lines: Line[]): boolean =>
  [...planCards(lines).values()].some(({ others }) => others.includes('recurring'))

/** "0 €" in a list whose other prices are paid again and again, or in a row of prices. */
export const besideOthers = ({ tag, row, at }: Line, lines: Line[]): boolean =>
  [-4, -3, -2, -1, 1, 2, 3, 4].some((by) => {
    const one = lines[at + by]
    const amount = one?.tag === tag && /^(?:t[dh]|li|dd)$/.test(tag) ? amountIn(one.text) : null
    return (
      amount?.kind === 'recurring' || (amount !== null && amount.value > 0 && row > 0 && one?.row === row)
    )
  })

const awaited = new Wording(
  `^\\P{L}*(?:${wordsIn('texts').anyOf('waiting')}|${wordsIn('pages').anyOf('not_now')})\\P{L}*$`,
  'iu',
)
export const firstOf = ({ text }: Line): string => sentences(text)[0] ?? ''

/** The line of a plan's card that says that it is not sold yet: a badge, a button, a sentence; not a mark of one feature. */
export function whenSold(plan: Line, price: Line, lines: Line[]): Line | undefined {
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
