import type { Line } from '../page/lines.ts'
import { type Cue, type PriceSighting, summaryOf } from './price_summary.ts'
import { remembered } from './sightings.ts'
import { evidenceFrom, type Reading } from '../page/reading.ts'
import { sentences } from '../page/sentences.ts'
import type { Evidence, Found } from '../profile.ts'
import { deniesVerb, gratis, no, yes } from '../proof/cues.ts'
import { tokens } from '../proof/words.ts'
import {
  type Amount,
  amountIn,
  asksForFreePlan,
  asksWhether,
  deniesSubscription,
  headsPrices,
  isFee,
  isFreeHeading,
  isGone,
  isOthers,
  isPaidHeading,
  isTrial,
  leavesOpen,
  saysFree,
  saysFreeBeside,
  saysFreePlan,
  saysNothingPaid,
  saysRenewed,
} from './prices.ts'
import { paysPerUse, sellsInside, sellsMore, sellsNow } from './sales.ts'

export const pricingModels = ['Free', 'Freemium', 'Subscription', 'One-time', 'Usage-based'] as const
type Model = (typeof pricingModels)[number]

/** Kinds of page whose prices are the product's own. A blog compares; terms estimate. */
const priced = new Set(['pricing', 'start', 'features', 'about'])
const never = new Set(['blog', 'terms', 'imprint', 'contact', 'team'])

/** The lines above under the same heading, and the headings: what a price belongs to. */
function surroundings(line: Line, lines: Line[]): string[] {
  const near = lines
    .slice(Math.max(0, line.at - 6), line.at)
    .filter((one) => one.text.length < 60 && one.tag !== 'li')
  return [...near, ...line.heads].map(({ text }) => text)
}

/** What a page says of all its prices; asked only where one of them says too little. */
type PriceList = { is: boolean; kind: () => Amount['kind'] }

function priceListOf(lines: Line[], kind: string): PriceList {
  const url = lines[0]?.url ?? ''
  const path = decodeURI(URL.parse(url)?.pathname ?? '').replace(/[-_/.]/g, ' ')
  const own = lines.filter(({ not, region }) => not === '' && region !== 'nav' && region !== 'header')
  let found: Amount['kind'] | undefined
  return {
    is: kind === 'pricing' || (!never.has(kind) && kind !== 'start' && headsPrices(path)),
    kind: () =>
      (found ??= own.some(({ text }) => deniesSubscription(text))
        ? 'once'
        : own.some(({ text }) => text.length < 400 && saysRenewed(text))
          ? 'recurring'
          : own.some(({ text }) => sellsNow(text))
            ? 'once'
            : 'plain'),
  }
}

/** A section of prices, or the card of a plan, on a page of any kind. */
const isHeaded = ({ page, heads }: Line): boolean =>
  !never.has(page) &&
  heads
    .slice(-2)
    .some(({ text }) => text.length < 32 && (headsPrices(text) || isFreeHeading(text) || isPaidHeading(text)))

const isCell = ({ tag }: Line): boolean => tag === 'td' || tag === 'th'

/** The name of a row or of a term, and the heading of a column: what a cell says the price of. */
function labelsOf(line: Line, lines: Line[]): string[] {
  const before = lines[line.at - 1]
  const near = before && before.text.length <= 60 && !/\D\d/.test(before.text) ? before.text : ''
  if (!isCell(line)) return [line.tag === 'dd' || (before && before.level > 0) ? near : '']
  const columns = lines
    .slice(Math.max(0, line.at - 24), line.at)
    .filter(({ tag, at }) => tag === 'th' && (lines[at - 1]?.tag === 'th' || lines[at + 1]?.tag === 'th'))
  return [near, ...columns.slice(0, 8).map(({ text }) => text), line.heads.at(-1)?.text ?? '']
}

/** "0 €" in a row of a price list whose other cells are paid again and again. */
function besideOthers(line: Line, lines: Line[]): boolean {
  if (!isCell(line)) return false
  const others = [line.at - 1, line.at + 1, line.at + 2].map((at) => lines[at])
  return others.some((one) => one && isCell(one) && amountIn(one.text)?.kind === 'recurring')
}

function cuesOfAmount(line: Line, lines: Line[], list: PriceList): Cue[] {
  const after = lines[line.at + 1]?.text ?? ''
  const labels = labelsOf(line, lines)
  const [label = ''] = labels
  const parts = sentences(line.text)
  return parts.flatMap((part): Cue[] => {
    if (isGone(part)) return []
    const amount = amountIn(part, { label: labels.join(' · '), next: parts.length === 1 ? after : '' })
    if (!amount) return []
    if (amount.value > 0) {
      if (amount.kind !== 'plain') return saysFreeBeside(part) ? [amount.kind, 'plan'] : [amount.kind]
      if (deniesSubscription(line.text) || deniesSubscription(after)) return ['once']
      const kind = list.is ? list.kind() : 'plain'
      return [kind === 'usage' ? 'plain' : kind]
    }
    const named = isFreeHeading(label) || (!isCell(line) && (label !== '' || isFreeHeading(after)))
    const free =
      named ||
      besideOthers(line, lines) ||
      amount.kind === 'recurring' ||
      (!isCell(line) && line.text.length < 12)
    return free && !isTrial(part) && !isTrial(after) && !isGone(after) && !isFee(after) ? ['plan'] : []
  })
}

/** What stands below the name of a plan says that it is no longer to be had, or a trial. */
const isWithdrawn = (line: Line, lines: Line[]): boolean =>
  lines
    .slice(line.at + 1, line.at + 5)
    .some((one) => one.level === 0 && (isGone(one.text) || isTrial(one.text)))

/** The name of a plan without a price, before those that have one. */
function isUnpriced(line: Line, lines: Line[]): boolean {
  if (line.level < 2 || line.text.length > 32 || isPaidHeading(line.text)) return false
  const next = lines.findIndex((one) => one.at > line.at && one.level > 0)
  if (next < 0 || next - line.at < 2 || next - line.at > 6 || lines[next]!.level !== line.level) return false
  const own = lines.slice(line.at + 1, next)
  const priced = (some: Line[]): boolean => some.some(({ text }) => amountIn(text) !== null)
  return !priced(own) && own[0]!.text.length < 40 && priced(lines.slice(next + 1, next + 3))
}

function cuesOfLine(line: Line, lines: Line[], site: Reading, plans: boolean, list: PriceList): Cue[] {
  const found: Cue[] = []
  const { text } = line
  const next = lines[line.at + 1]?.text ?? ''
  const listed = list.is || priced.has(line.page)
  const own = (listed || isHeaded(line)) && !surroundings(line, lines).some(isOthers)
  if (own) found.push(...cuesOfAmount(line, lines, list))
  const spoken = lines[line.at - 1]
  const told = spoken !== undefined && site.names.some((name) => spoken.text.includes(name))
  let spoken_of = told && /\b(?:free|cost|price|charge|pay)/i.test(spoken.text)
  const top = list.is || line.page === 'start'
  for (const part of sentences(text)) {
    const plan = text.length < 400 && !never.has(line.page) ? saysFreePlan(part) : ''
    if (plan !== '' && (own || (plan === 'denied' && listed))) found.push(plan)
    if (own && plan === '') {
      const below = lines[line.at - 1]
      if (list.is && saysNothingPaid(part) && below && below.level > 0 && !isFee(below.text))
        found.push('plan')
      else if (list.is && line.tag !== 'button' && leavesOpen(part) && !isWithdrawn(line, lines))
        found.push('open')
    }
    if (top && paysPerUse(part)) found.push('usage')
    const asked = /^what (?:is|are)\b.*\?$/i.test(spoken?.text ?? '') && told
    const head = (top && (line.at < 40 || line.region === 'footer')) || asked
    if (
      text.length < 1500 &&
      line.page !== 'terms' &&
      saysFree(part, site.names, head || priced.has(line.page), spoken_of)
    )
      found.push('free')
    spoken_of ||= site.names.some((name) => part.includes(name))
  }
  if (asksForFreePlan(text)) {
    const answer = tokens(next).slice(0, 3)
    if (own && yes.has(answer[0]?.word ?? '')) found.push('plan')
    else if (asksWhether(text) && answer.some(({ word }) => no.has(word) || deniesVerb.has(word)))
      found.push('denied')
  }
  if (own && text.length < 400 && sellsInside(text)) {
    found.push('inside')
    if (tokens(text).some(({ word }) => gratis.test(word))) found.push('plan')
  }
  if (text.length < 1500 && sellsMore(text)) found.push('contested')
  if (top) {
    if (isPaidHeading(text)) found.push('tier')
    // "Free" heads a plan only beside plans of other names, and where it may still be had.
    if (plans && own && isFreeHeading(text) && !isWithdrawn(line, lines)) found.push('plan')
  }
  if (list.is && isUnpriced(line, lines) && !isWithdrawn(line, lines)) found.push('open')
  return found
}

/** Everything the site says about money, with the line that says it. */
export const priceSightings = remembered((site): PriceSighting[] => {
  const found: PriceSighting[] = []
  for (const page of site.pages) {
    const lines = site.visible(page.url)
    const kind = site.kinds.get(page)
    if (kind === 'blog') continue
    const plans = lines.some(
      (line) =>
        isPaidHeading(line.text) || (line.level > 0 && amountIn(lines[line.at + 1]?.text ?? '') !== null),
    )
    const list = priceListOf(lines, kind ?? '')
    for (const line of lines) {
      // Tables compare, but for those of a price list.
      const cell = isCell(line) && !list.is
      if ((line.not && line.not !== 'credit') || cell || line.region === 'nav' || line.text.length > 3000)
        continue
      for (const cue of cuesOfLine(line, lines, site, plans, list))
        found.push({
          cue,
          line,
          evidence: evidenceFrom(line, line.text.length <= 300 ? line.text : cutOf(line.text, cue, site)),
        })
    }
  }
  for (const line of site.lines) {
    if (line.kind !== 'meta' || !/description$/.test(line.key) || line.not) continue
    if (line.page !== 'start' && line.page !== 'pricing') continue
    for (const sentence of sentences(line.text)) {
      const amount = amountIn(sentence)
      const evidence = evidenceFrom(line, sentence, 'meta')
      if (amount && amount.value > 0 && amount.kind !== 'plain')
        found.push({ cue: amount.kind, line, evidence })
      const plan = saysFreePlan(sentence)
      if (plan !== '') found.push({ cue: plan, line, evidence })
      if (saysFree(sentence, site.names, true)) found.push({ cue: 'free', line, evidence })
      if (sellsMore(sentence)) found.push({ cue: 'contested', line, evidence })
    }
  }
  return found
})

/** Of a long line the sentence that holds the cue. */
function cutOf(text: string, cue: Cue, site: Reading): string {
  const says = (part: string): boolean =>
    cue === 'plan'
      ? saysFreePlan(part) === 'plan'
      : cue === 'free'
        ? saysFree(part, site.names, true, true)
        : amountIn(part)?.kind === cue || sellsInside(part) || sellsMore(part) || paysPerUse(part)
  return sentences(text).find(says) ?? text.slice(0, 300)
}

/**
 * The model that cues add up to, or null where nobody could tell. What is said against a free plan counts for more than
 * what looks like one; a thing bought once beside a subscription is part of it, unless it is most of what is sold.
 */
export function modelOf(sightings: PriceSighting[]): Model | null {
  // The same line stands on many pages.
  const count = (cue: Cue): number =>
    new Set(sightings.filter((one) => one.cue === cue).map(({ line }) => line.text)).size
  const has = (...cues: Cue[]): boolean => cues.some((cue) => count(cue) > 0)
  const plan = has('plan') && !has('denied')
  if ((plan || has('free')) && has('recurring', 'once', 'usage', 'inside')) return 'Freemium'
  // What is free may be a plan; and prices without a period that outnumber the others may be the product's.
  if (has('open') && !has('denied') && has('recurring', 'once', 'usage')) return null
  if (count('plain') > count('recurring') + count('once') + count('usage')) return has('free') ? 'Free' : null
  if (has('recurring')) return count('once') > count('recurring') ? null : 'Subscription'
  if (has('once')) return has('usage') ? null : 'One-time'
  if (has('usage')) return 'Usage-based'
  const tiers = new Set(sightings.filter(({ cue }) => cue === 'tier').map(({ line }) => line.text))
  if ((plan || has('free')) && (tiers.size > (plan ? 0 : 1) || has('contested')))
    return plan ? 'Freemium' : null
  return has('free') ? 'Free' : null
}

const cuesFor: { [model in Model]: Cue[][] } = {
  Free: [['free']],
  Freemium: [
    ['plan', 'free'],
    ['recurring', 'once', 'usage', 'inside', 'tier', 'contested'],
  ],
  Subscription: [['recurring']],
  'One-time': [['once']],
  'Usage-based': [['usage']],
}

/** For each part of a model the best place that says it. */
export function evidenceOf(model: Model, sightings: PriceSighting[]): Evidence[] {
  return cuesFor[model].flatMap((cues) => {
    const some = cues.flatMap((cue) => sightings.filter((one) => one.cue === cue))
    const best = some.find(({ line }) => line.kind === 'visible') ?? some[0]
    return best ? [best.evidence] : []
  })
}

export type Pricing = { pricing_model: Found<string>; pricing_summary: Found<string> }

export function findPricing(site: Reading): Pricing {
  const sightings = priceSightings(site)
  const model = modelOf(sightings)
  return {
    pricing_model: model ? { value: model, evidence: evidenceOf(model, sightings) } : null,
    pricing_summary: summaryOf(sightings, site),
  }
}
