import { matching } from '../page/by_text.ts'
import type { Line } from '../page/lines.ts'
import { remembered } from './sightings.ts'
import { evidenceFrom, type Reading } from '../page/reading.ts'
import { sentences } from '../page/sentences.ts'
import type { Evidence, Found } from '../profile.ts'
import { gratis, yes } from '../proof/cues.ts'
import { tokens } from '../proof/words.ts'
import {
  amountIn,
  asksForFreePlan,
  deniesSubscription,
  isFreeHeading,
  isGone,
  isPaidHeading,
  isTrial,
  paysPerUse,
  saysFree,
  saysFreePlan,
  sellsInside,
  saysFreeBeside,
  sellsMore,
  tellsPeriod,
} from './prices.ts'

export const pricingModels = ['Free', 'Freemium', 'Subscription', 'One-time', 'Usage-based'] as const
type Model = (typeof pricingModels)[number]

/** "contested" is a line that sells more; "tier" is a plan whose price is not told. */
type Cue = 'free' | 'plan' | 'recurring' | 'once' | 'usage' | 'inside' | 'tier' | 'contested'
export type PriceSighting = { cue: Cue; evidence: Evidence; line: Line }

/** Kinds of page whose prices are the product's own. A blog compares; terms and help pages estimate. */
const priced = new Set(['pricing', 'start', 'features', 'about'])
const isNotOurs = matching(
  /(?<!\p{L})(?:sponsor(?:s|ship|ing)?|donat(?:e|ions?)|support us|backers?|alternatives?|competitors?|compared?|comparison|vs\.?|elsewhere|others?|providers?|estimat\p{L}*|calculator|example|savings?|roi|partners?|resellers?|affiliat\p{L}*|set-?up|risparmi\p{L}*|einspar\p{L}*|ersparnis|économi\p{L}*|ahorr\p{L}*)(?!\p{L})|初期費用|设置费/iu,
)

const isPriceHeading = matching(
  /(?<!\p{L})(?:pric(?:es?|ing)|(?:it )?costs?|plans?|preis(?:e|liste)?|kosten|tarif\p{L}*|formules|abonnements?|prix|precios?|planes|prezz[io]|preços?|planos|prijzen|cen[ay]|ceník|cennik|pris(?:er|et)?|hinn(?:at|asto)|fiyat\p{L}*|цены|тарифы)(?!\p{L})|料金|価格|价格|定价|요금|가격/iu,
)
/** A page of no known kind whose heading, or two short lines of it, tell prices. */
const isPriceList = (lines: Line[]): boolean =>
  lines.some(({ level, text }) => level === 1 && text.length < 60 && isPriceHeading(text)) ||
  lines.filter(({ text, at, not }) => {
    if (not || text.length > 40 || !/\d/.test(text)) return false
    const amount = amountIn(text, lines[at + 1]?.text)
    return amount !== null && amount.kind !== 'plain'
  }).length > 1

/** The headings of a price list and the other cells of its row say for how long a bare price holds. */
function isPeriodical(line: Line, lines: Line[]): boolean {
  if (line.text.length > 40 || line.tag !== 'td') return false
  const row = lines.slice(line.at + 1, line.at + 3).filter((one) => one.tag === 'td')
  const head = lines.slice(Math.max(0, line.at - 16), line.at).filter((one) => one.tag === 'th')
  return [...row, ...head, ...line.heads].some(({ text }) => text.length < 60 && tellsPeriod(text))
}

/** The lines above under the same heading, and the headings: what a price belongs to. */
function surroundings(line: Line, lines: Line[]): string[] {
  const near = lines.slice(Math.max(0, line.at - 6), line.at).filter((one) => one.text.length < 60)
  return [...near, ...line.heads].map(({ text }) => text)
}

function cuesOfLine(line: Line, lines: Line[], site: Reading, plans: boolean, listed: boolean): Cue[] {
  const found: Cue[] = []
  const { text } = line
  const next = lines[line.at + 1]?.text ?? ''
  const own = (listed || priced.has(line.page)) && !surroundings(line, lines).some(isNotOurs)
  const parts = sentences(text)
  const spoken = lines[line.at - 1]
  const told = spoken !== undefined && site.names.some((name) => spoken.text.includes(name))
  let spoken_of = told && /\b(?:free|cost|price|charge|pay)/i.test(spoken.text)
  for (const part of parts) {
    const amount = own && !isGone(part) ? amountIn(part, parts.length === 1 ? next : '') : null
    const bought =
      amount?.kind === 'plain' && amount.value > 0 && (deniesSubscription(text) || deniesSubscription(next))
    if (own && bought && !isNotOurs(part)) found.push('once')
    // Under "Are you an agency?" something is free for others.
    const asked_of = /[?？]\s*$/.test(line.heads.at(-1)?.text ?? '')
    if (amount?.value === 0 && !isTrial(part) && !isGone(next) && !asked_of) found.push('plan')
    else if (amount && amount.value > 0 && amount.kind !== 'plain' && !isNotOurs(part)) {
      found.push(amount.kind)
      if (saysFreeBeside(part)) found.push('plan')
    } else if (amount?.kind === 'plain' && amount.value > 0 && isPeriodical(line, lines))
      found.push('recurring')
    if (own && text.length < 400 && !(asked_of && line.tag === 'li') && saysFreePlan(part)) found.push('plan')
    if ((line.page === 'pricing' || line.page === 'start' || listed) && paysPerUse(part)) found.push('usage')
    const asked = /^what (?:is|are)\b.*\?$/i.test(spoken?.text ?? '') && told
    const head =
      ((line.page === 'start' || line.page === 'pricing') && (line.at < 40 || line.region === 'footer')) ||
      asked
    if (
      text.length < 1500 &&
      line.page !== 'terms' &&
      !/(?<!\p{L})partner/iu.test(part) &&
      saysFree(part, site.names, head || priced.has(line.page), spoken_of)
    )
      found.push('free')
    spoken_of ||= site.names.some((name) => part.includes(name))
  }
  if (own && asksForFreePlan(text) && yes.has(tokens(next)[0]?.word ?? '')) found.push('plan')
  if (own && text.length < 400 && sellsInside(text)) {
    found.push('inside')
    if (tokens(text).some(({ word }) => gratis.test(word))) found.push('plan')
  }
  if (text.length < 1500 && sellsMore(text)) found.push('contested')
  if (line.page === 'pricing' || line.page === 'start') {
    if (isPaidHeading(text)) found.push('tier')
    // "Free" heads a plan only beside plans of other names, and where it may still be had.
    const below = lines.slice(line.at + 1, line.at + 5).filter((one) => one.level === 0)
    if (plans && own && isFreeHeading(text) && !below.some((one) => isGone(one.text) || isTrial(one.text)))
      found.push('plan')
  }
  return found
}

/** Everything the site says about money, with the line that says it. */
export const priceSightings = remembered((site): PriceSighting[] => {
  const found: PriceSighting[] = []
  for (const page of site.pages) {
    const lines = site.visible(page.url)
    const kind = site.kinds.get(page)
    if (kind === 'blog') continue
    const listed = kind === 'other' && isPriceList(lines)
    const plans = lines.some(
      (line) => isPaidHeading(line.text) || (line.level > 0 && amountIn(lines[line.at + 1]?.text ?? '')),
    )
    for (const line of lines) {
      // Tables compare, but for those of a price list.
      const cell = (line.tag === 'td' || line.tag === 'th') && line.page !== 'pricing' && !listed
      if ((line.not && line.not !== 'credit') || cell || line.region === 'nav' || line.text.length > 3000)
        continue
      for (const cue of cuesOfLine(line, lines, site, plans, listed))
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
      if (saysFreePlan(sentence)) found.push({ cue: 'plan', line, evidence })
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
      ? saysFreePlan(part)
      : cue === 'free'
        ? saysFree(part, site.names, true, true)
        : amountIn(part)?.kind === cue || sellsInside(part) || sellsMore(part) || paysPerUse(part)
  return sentences(text).find(says) ?? text.slice(0, 300)
}

/** The model that cues add up to, or null where nobody could tell. */
export function modelOf(sightings: PriceSighting[]): Model | null {
  const cues = new Set(sightings.map(({ cue }) => cue))
  const gratis = cues.has('free') || cues.has('plan')
  const paid = (['recurring', 'once', 'usage', 'inside'] as const).some((cue) => cues.has(cue))
  if (gratis && paid) return 'Freemium'
  if (cues.has('recurring')) return cues.has('once') ? null : 'Subscription'
  if (cues.has('once')) return cues.has('usage') ? null : 'One-time'
  if (cues.has('usage')) return 'Usage-based'
  const more = cues.has('tier') || cues.has('contested')
  if (gratis && more) return cues.has('plan') ? 'Freemium' : null
  return cues.has('free') ? 'Free' : null
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

const longest = 300

/** Plans with their prices as one page lists them; where no plans are named, the sentences that tell the prices. */
function summaryOf(sightings: PriceSighting[], site: Reading): Found<string> {
  const telling = sightings.filter(
    ({ cue, line }) => cue !== 'tier' && cue !== 'contested' && line.kind === 'visible',
  )
  const url = (telling.find(({ line }) => line.page === 'pricing') ?? telling[0])?.line.url
  const parts: string[] = []
  const evidence: Evidence[] = []
  const lines = new Set(telling.filter(({ line }) => line.url === url).map(({ line }) => line))
  for (const line of lines) {
    const head = planOf(line, site)
    const after = site.visible(line.url)[line.at + 1]?.text ?? ''
    const said =
      /\d/.test(line.text) && /^\s*(?:\/|per)/.test(after) && after.length < 25
        ? `${line.text} ${after}`
        : line.text
    const part = head === null || isFreeHeading(said) ? said : `${head}: ${said}`
    if (said.length > 150 || parts.includes(part) || parts.length >= 5) continue
    if (parts.join(' · ').length + part.length > longest) break
    parts.push(part)
    evidence.push(
      ...(head === null ? [] : [evidenceFrom(line, head)]),
      evidenceFrom(line, said === line.text ? said : `${line.text}\n${after}`),
    )
  }
  // A plan with two prices (monthly and yearly, or a contradiction) cannot be summed up safely.
  const plans = parts.filter((part) => part.includes(': ')).map((part) => part.split(': ')[0])
  if (parts.length === 0 || new Set(plans).size < plans.length) return null
  return { value: parts.join(' · '), evidence }
}

/** The name of the plan a price stands under. */
function planOf(line: Line, site: Reading): string | null {
  if (line.level > 0 || !/^\W*\d|^\W*[$€£¥]|^\p{Lu}\p{Ll}+ \p{L}+/u.test(line.text)) return null
  const above = site.visible(line.url).slice(Math.max(0, line.at - 3), line.at)
  const plan = above.findLast(
    (one) =>
      one.text.length < 30 &&
      one.not === '' &&
      (one.level > 0 || isPaidHeading(one.text) || isFreeHeading(one.text)),
  )
  return plan &&
    !/\d/.test(plan.text) &&
    !/^(?:pricing|prices|plans|preise|tarifs|precios|prezzi|料金)$/i.test(plan.text)
    ? plan.text
    : null
}
