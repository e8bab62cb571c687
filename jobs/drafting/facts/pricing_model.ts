/** What is paid for the product, as all that a site says of prices adds up. */
import type { pricingModels } from '../../../facts.ts'
import { matching } from '../page/by_text.ts'
import type { Evidence } from '../profile.ts'
import { asksToAsk, namesPlan } from './free.ts'
import { isAmongPrices } from './plan_names.ts'
import type { Cue, PriceSighting } from './price_cues.ts'
import { isKept, isOfEach, takesShare } from './prices.ts'
import { wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'

type Model = (typeof pricingModels)[number]

/** "Up to €20": what something else may cost. */
const isBand = matching(new Wording(`^\\P{L}*${wordsIn('prices').anyOf('limits')} \\P{L}*\\d`, 'iu'))

const isPaid = /^(?:recurring|once|usage|plain)$/
/** Told to those who ask: "Contact us" may head a plan or a page. */
const isOnRequest = ({ cue, part }: PriceSighting): boolean =>
  cue === 'quote' || (cue === 'tier' && asksToAsk(part))
/** Where prices are asked. */
const sellingPages = new Set(['start', 'pricing', 'features', 'other', ''])

/** A price of one thing, of which nothing says that it is asked again, or what stands beside it. */
const isBought = ({ cue, part }: PriceSighting): boolean =>
  cue === 'plain'
    ? !isOfEach(part) && !namesPlan(part) && !isBand(part)
    : /^(?:kept|once|aside|quote)$/.test(cue) || (cue === 'contested' && isKept(part))

/**
 * The model that cues add up to, or null where nobody could tell. A thing bought once beside a subscription is part of it,
 * unless it is most of what is sold.
 */
export function modelOf(all: PriceSighting[]): Model | null {
  // What lives on gifts asks for nothing, unless a list of prices says so.
  const isGiven = all.some(({ cue }) => cue === 'gifts') && !all.some(({ line }) => line.page === 'pricing')
  const given = isGiven ? all.filter(({ cue }) => !isPaid.test(cue)) : all
  // Whoever says that all is free tells elsewhere what it costs them: "The only bill is the web address, $14 a year."
  const isTheirs = ({ cue, line }: PriceSighting): boolean =>
    isPaid.test(cue) && !sellingPages.has(line.page) && !isAmongPrices(line)
  const isFree =
    given.some(({ cue }) => cue === 'free') && given.every((one) => !isPaid.test(one.cue) || isTheirs(one))
  const sightings = isFree ? given.filter((one) => !isTheirs(one)) : given
  // The same line stands on many pages.
  const count = (cue: Cue): number =>
    new Set(sightings.filter((one) => one.cue === cue).map(({ line, part }) => `${line.text}\n${part}`)).size
  const has = (...cues: Cue[]): boolean => cues.some((cue) => count(cue) > 0)
  const plan = has('plan')
  // Whoever keeps a share of each sale asks nothing else.
  const used = sightings.filter(({ cue }) => cue === 'usage')
  if (used.some(({ part }) => takesShare(part)) && !has('recurring', 'inside', 'tier')) return 'Usage-based'
  if ((plan || has('free')) && has('recurring', 'once', 'usage', 'inside')) return 'Freemium'
  if (plan && (has('tier') || count('plan') > 1) && has('plain')) return 'Freemium'
  // Prices without a period that outnumber the others may be the product's.
  if (count('plain') > count('recurring') + count('once') + count('usage'))
    return has('free') ? 'Free' : has('kept', 'once') && sightings.every(isBought) ? 'One-time' : null
  // A minimum each month is part of what is paid by use.
  if (count('usage') > count('recurring') && count('usage') >= 2 * count('once')) return 'Usage-based'
  // Of as many the first says what it is, and the other what is beside it.
  const first = sightings.find(({ cue }) => cue === 'usage' || cue === 'recurring')
  if (first?.cue === 'usage' && count('usage') === count('recurring') && !has('once')) return 'Usage-based'
  if (count('once') > 2 * count('recurring')) return has('usage') ? null : 'One-time'
  if (has('recurring')) return count('once') >= count('recurring') ? null : 'Subscription'
  if (has('once')) return has('usage') ? null : 'One-time'
  if (has('usage')) return 'Usage-based'
  const isSold = has('contested') || count('tier') > (plan ? 0 : 1)
  if (isSold && (plan || has('free', 'gifts'))) return plan ? 'Freemium' : null
  if (has('free', 'gifts')) return 'Free'
  return sightings.length > 0 && sightings.every(isOnRequest) ? 'Contact sales' : null
}

const cuesFor: { [model in Model]: Cue[][] } = {
  Free: [['free', 'gifts']],
  Freemium: [
    ['plan', 'free'],
    ['recurring', 'once', 'usage', 'inside', 'tier', 'contested'],
  ],
  Subscription: [['recurring']],
  'One-time': [['once', 'kept']],
  'Usage-based': [['usage']],
  'Contact sales': [['quote']],
}

/** For each part of a model the best place that says it. */
export function evidenceOf(model: Model, sightings: PriceSighting[]): Evidence[] {
  return cuesFor[model].flatMap((cues) => {
    const some = cues.flatMap((cue) => sightings.filter((one) => one.cue === cue))
    const best = some.find(({ line }) => line.kind === 'visible') ?? some[0]
    return best ? [best.evidence] : []
  })
}
