import { isObject, plain } from './json_ld.ts'
import type { Evidence, Found, ReadPage, StoredPage } from './profile.ts'
import type { Proof } from './proofs.ts'
import {
  askForPrice,
  isOnce,
  sellsMore,
  freeHeading,
  freePlan,
  isTrial,
  paidHeading,
  payPerUse,
  priceLine,
  saysFree,
  spokenPrices,
} from './prices.ts'
import { evidenceFrom, type Reading } from './reading.ts'
import { sentences } from './sentences.ts'
import { ownThings } from './socials.ts'
import { indexOf } from './stored_text.ts'

type Cue = 'free' | 'zero' | 'free-plan' | 'paid' | 'once' | 'tier' | 'contested'
type Signal = { cue: Cue; evidence: Evidence; page_kind: string }

/** Kinds of page whose prices are the product's own. A blog compares; a help page estimates. */
const priced = new Set(['pricing', 'start', 'features', 'about'])
const notOwn =
  /\b(?:sponsor(?:s|ship|ing)?|donat(?:e|ions?)|backers?|alternatives?|competitors?|compared?|vs\.?|elsewhere|others?|provider|estimate|calculator|example)\b/i
const free = new Set<Cue>(['free', 'zero', 'free-plan'])

type Line = { text: string; cell: boolean }

/** The cues in the lines of one page, from stored text, so that extractor and check see the same. */
function cuesOf(lines: Line[], kind: string, names: string[]): { cue: Cue; text: string }[] {
  const found: { cue: Cue; text: string }[] = []
  let named_plans = 0
  const around: string[] = []
  const heads: string[] = []
  lines.forEach(({ text, cell }, at) => {
    around.push(text)
    if (around.length > 7) around.shift()
    if (cell) return
    const price = priced.has(kind) ? priceLine(text, lines[at + 1]?.text ?? '') : null
    if (price && !around.slice(0, -1).some((line) => line.length < 60 && notOwn.test(line))) {
      if (price.amount === 0) found.push({ cue: 'zero', text })
      else if (price.recurring && !price.once) found.push({ cue: 'paid', text })
      else if (price.once) found.push({ cue: 'once', text })
    }
    if (kind === 'pricing' || kind === 'start') {
      if (freeHeading.test(text) && kind === 'pricing') heads.push(text)
      if (paidHeading.test(text) || askForPrice.test(text)) {
        if (paidHeading.test(text)) named_plans++
        found.push({ cue: 'tier', text })
      }
    }
    if (text.length < 160 && freePlan.test(text) && !isTrial(text)) found.push({ cue: 'free-plan', text })
    if (kind === 'blog' || text.length > 1500) return
    if (sellsMore(text)) found.push({ cue: 'contested', text })
    const told = lines[at - 1]?.text ?? ''
    let spoken_of =
      names.some((name) => told.includes(name)) && /\b(?:free|cost|price|charge|pay)/i.test(told)
    for (const sentence of sentences(text)) {
      // The answer to "What is Acme?" begins as the head of a page does.
      const answers =
        /^what (?:is|are)\b.*\?$/i.test(told) && told.length < 80 && names.some((name) => told.includes(name))
      const head =
        ((kind === 'start' || kind === 'pricing') && (at < 40 || answers)) ||
        (priced.has(kind) && /^\W*(?:absolutely|completely|totally|entirely|100 ?%) free\b/i.test(sentence))
      if (saysFree(sentence, names, head, spoken_of)) found.push({ cue: 'free', text: sentence })
      spoken_of ||= names.some((name) => sentence.includes(name))
    }
  })
  // "Free" heads a plan only beside plans of other names.
  if (named_plans > 0) for (const text of heads) found.push({ cue: 'free-plan', text })
  return found
}

function linesOf(page: StoredPage): Line[] {
  const lines: Line[] = []
  for (const raw of page.text.split('\n')) {
    if (!raw.includes('\t')) lines.push({ text: raw, cell: false })
    else if (raw.startsWith('cell\t\t')) lines.push({ text: raw.slice(6), cell: true })
  }
  return lines
}

function metaCues(page: StoredPage, kind: string, names: string[]): { cue: Cue; text: string }[] {
  const found: { cue: Cue; text: string }[] = []
  if (kind !== 'start' && kind !== 'pricing') return found
  for (const { kind: where, key, value } of indexOf(page).marked) {
    if (where !== 'meta' || !/description$/.test(key)) continue
    const own = sentences(value)
    for (const sentence of own) {
      const said = spokenPrices(sentence)
      if (said.some((amount) => amount > 0) && !notOwn.test(sentence)) {
        found.push({ cue: isOnce(sentence) ? 'once' : 'paid', text: value })
      }
      if (freePlan.test(sentence) && !isTrial(sentence)) found.push({ cue: 'free-plan', text: value })
    }
    if (own[0] && saysFree(own[0], names, true)) found.push({ cue: 'free', text: own[0] })
  }
  return found
}

function fromOffers(page: ReadPage, reading: Reading): Signal[] {
  const signals: Signal[] = []
  for (const thing of ownThings(page, reading)) {
    const offers = Array.isArray(thing['offers']) ? thing['offers'] : [thing['offers']]
    for (const offer of offers.flatMap((item) =>
      isObject(item) && Array.isArray(item['offers']) ? [item, ...item['offers']] : [item],
    )) {
      if (!isObject(offer)) continue
      const said = plain(offer['price'] ?? offer['lowPrice'])
      if (!/^\d+(?:\.\d+)?$/.test(said)) continue
      const page_kind = reading.kinds.get(page) ?? 'other'
      signals.push({
        cue: Number(said) === 0 ? 'zero' : 'paid',
        evidence: evidenceFrom(page, said, 'json-ld'),
        page_kind,
      })
    }
  }
  return signals
}

function signalsOf(reading: Reading): Signal[] {
  const signals: Signal[] = []
  for (const page of reading.pages) {
    const page_kind = reading.kinds.get(page) ?? 'other'
    for (const { cue, text } of cuesOf(linesOf(page), page_kind, reading.names)) {
      signals.push({ cue, evidence: evidenceFrom(page, text), page_kind })
    }
    for (const { cue, text } of metaCues(page, page_kind, reading.names)) {
      signals.push({ cue, evidence: evidenceFrom(page, text, 'meta'), page_kind })
    }
    signals.push(...fromOffers(page, reading))
  }
  return signals
}

/** The model the cues of all pages add up to, or null where they do not. */
function modelOf(cues: Set<Cue>, tiersBesideZero: boolean): string | null {
  const paid = cues.has('paid')
  const gratis = cues.has('free') || cues.has('zero') || cues.has('free-plan')
  if (paid) return gratis ? 'Freemium' : cues.has('once') ? null : 'Subscription'
  if (cues.has('once')) return gratis ? null : 'One-time purchase'
  if (tiersBesideZero) return 'Freemium'
  // "Free" beside "upgrade to Pro" with no price to be seen: nobody can tell which model it is.
  return cues.has('free') && !cues.has('contested') ? 'Free' : null
}

const besideZero = (signals: Signal[]): boolean =>
  signals.some(
    (zero) =>
      zero.cue === 'zero' &&
      zero.page_kind === 'pricing' &&
      signals.some((tier) => tier.cue === 'tier' && tier.evidence.url === zero.evidence.url),
  )

export type Pricing = { pricing_model: Found<string>; pricing_summary: Found<string> }

export function findPricing(reading: Reading): Pricing {
  const signals = signalsOf(reading)
  const cues = new Set(signals.map((signal) => signal.cue))
  const model = modelOf(cues, besideZero(signals))
  const first = (wanted: (signal: Signal) => boolean): Evidence[] => {
    const visible = signals.filter((signal) => wanted(signal) && signal.evidence.where !== 'json-ld')
    const [best] = [...visible, ...signals.filter(wanted)]
    return best ? [best.evidence] : []
  }
  const zero = first((signal) => signal.cue === 'zero')
  const gratis = zero.length > 0 ? zero : first((signal) => signal.cue === 'free')
  const plan = gratis.length > 0 ? gratis : first((signal) => signal.cue === 'free-plan')
  const paid = first((signal) => signal.cue === 'paid')
  const evidence: { [model: string]: Evidence[] } = {
    Free: first((signal) => signal.cue === 'free'),
    Freemium: [...plan, ...(paid.length > 0 ? paid : first((signal) => signal.cue === 'tier'))],
    Subscription: paid,
    'One-time purchase': first((signal) => signal.cue === 'once'),
  }
  const pricing_model = model ? { value: model, evidence: evidence[model] ?? [] } : null
  return { pricing_model, pricing_summary: summaryOf(reading, pricing_model) }
}

/** Plan names with their prices as the pricing page lists them; without one, the sentence that says "free". */
function summaryOf(reading: Reading, model: Found<string>): Found<string> {
  const page = reading.pages.find((candidate) => reading.kinds.get(candidate) === 'pricing') ?? reading.start
  const parts: string[] = []
  const evidence: Evidence[] = []
  const blocks = page.blocks.filter((block) => !block.sample && !block.foreign && block.tag !== 'td')
  blocks.forEach((block, at) => {
    const after = blocks[at + 1]?.text ?? ''
    const price = priceLine(block.text, after)
    const plan = blocks
      .slice(Math.max(0, at - 3), at)
      .findLast(
        (line) =>
          line.text.length < 30 &&
          (line.level > 0 || paidHeading.test(line.text) || freeHeading.test(line.text)),
      )
    const below = shortened(after)
    if (!price || !plan || parts.length >= 5 || !(price.recurring || price.once || price.amount === 0)) return
    const said = /^\s*(?:\/|per)/.test(below) && below.length < 25 ? `${block.text} ${below}` : block.text
    const line = `${plan.text}: ${said}`
    if (parts.includes(line)) return
    parts.push(line)
    evidence.push(
      evidenceFrom(page, plan.text),
      evidenceFrom(page, said === block.text ? block.text : `${block.text}\n${below}`),
    )
  })
  const plans = new Set(parts.map((part) => part.split(':')[0]))
  // A plan with two prices (monthly and yearly, or a contradiction) cannot be summed up safely.
  if (parts.length > 0 && plans.size === parts.length)
    return { value: parts.join(' · ').slice(0, 300), evidence }
  if (model?.value !== 'Free') return null
  const said = model.evidence[0]
  return said && said.where === 'visible' && said.quote.length <= 200
    ? { value: said.quote, evidence: [said] }
    : null
}

const shortened = (text: string): string => text.slice(0, 40)

const models = /^(?:free|freemium|subscription|one-time purchase|usage-based|pay as you go|free \/ \w+)$/i

/**
 * A model is proven by quotes that say its parts: freemium by something free and something paid,
 * free by a sentence that says so while no page of the site lists a price of its own.
 */
export function supportsPricing(
  value: string,
  proofs: Proof[],
  pages: StoredPage[],
  names: string[],
  kindOf: (url: string) => string,
): boolean {
  if (!models.test(value)) return false
  const all = new Set<Cue>()
  for (const page of pages) {
    for (const { cue } of [
      ...cuesOf(linesOf(page), kindOf(page.url), names),
      ...metaCues(page, kindOf(page.url), names),
    ])
      all.add(cue)
  }
  const cues = new Set<Cue>()
  for (const proof of proofs) {
    if (proof.kind === 'json-ld' && /\.offers(?:\.offers)?\.(?:price|lowPrice)$/.test(proof.key))
      cues.add(Number(proof.lines[0]) === 0 ? 'zero' : 'paid')
    if (proof.kind !== 'visible' && proof.kind !== 'meta') continue
    const kind = kindOf(proof.url)
    const page = pages.find((candidate) => candidate.url === proof.url)
    if (!page) continue
    const here = proof.kind === 'meta' ? metaCues(page, kind, names) : cuesOf(linesOf(page), kind, names)
    for (const { cue, text } of here) {
      const quoted = proof.quote.toLowerCase()
      if (quoted.includes(text.toLowerCase()) || (text.toLowerCase().includes(quoted) && quoted.length > 3))
        cues.add(cue)
    }
  }
  const gratis = [...cues].some((cue) => free.has(cue))
  switch (value.toLowerCase()) {
    case 'free':
      return cues.has('free') && !all.has('paid') && !all.has('once') && !all.has('contested')
    case 'subscription':
      return cues.has('paid') && !all.has('zero') && !all.has('free') && !all.has('free-plan')
    case 'one-time purchase':
      return cues.has('once') && !all.has('paid')
    case 'usage-based':
    case 'pay as you go':
      return proofs.some(
        (proof) => proof.kind === 'visible' && kindOf(proof.url) === 'pricing' && payPerUse.test(proof.quote),
      )
    default:
      return gratis && (cues.has('paid') || cues.has('tier'))
  }
}
