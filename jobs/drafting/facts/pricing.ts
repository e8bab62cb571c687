import { isObject, plain } from '../page/json_ld.ts'
import type { Evidence, Found, ReadPage, StoredPage } from '../profile.ts'
import type { Proof } from '../proof/proofs.ts'
import { type Cue, cuesOf, metaCues } from './price_cues.ts'
import { freeHeading, isTrial, paidHeading, payPerUse, priceLine } from './prices.ts'
import { evidenceFrom, type Reading } from '../page/reading.ts'
import { indexOf } from '../page/stored_text.ts'
import { ownThings } from './ownership.ts'

type Signal = { cue: Cue; evidence: Evidence; page_kind: string }

const free = new Set<Cue>(['free', 'zero', 'free-plan'])

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
    for (const { cue, text } of cuesOf(page, page_kind, reading.names)) {
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

/** A price of 0 that stands in JSON-LD alone may be the price of a trial, where the site offers one. */
const onlyOfferedFree = (signals: Signal[]): boolean =>
  signals.every(({ cue, evidence }) => (cue !== 'zero' && !free.has(cue)) || evidence.where === 'json-ld')

const mentionsTrial = (pages: StoredPage[]): boolean =>
  pages.some((page) => indexOf(page).lines.some((line) => line.length < 400 && isTrial(line)))

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
  if (onlyOfferedFree(signals) && mentionsTrial(reading.pages)) cues.delete('zero')
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
      ...cuesOf(page, kindOf(page.url), names),
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
    const here = proof.kind === 'meta' ? metaCues(page, kind, names) : cuesOf(page, kind, names)
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
    default: {
      const shown = proofs.some((proof) => proof.kind !== 'json-ld') && [...all].some((cue) => free.has(cue))
      return gratis && (cues.has('paid') || cues.has('tier')) && (shown || !mentionsTrial(pages))
    }
  }
}
