import { beforeCredit, type Line } from '../page/lines.ts'
import {
  besideProduct,
  besideUsage,
  type Cue,
  isComparing,
  isInOthersTable,
  isOfOthers,
  isPosted,
  nothingBelow,
  type PriceSighting,
} from './price_cues.ts'
import {
  cellsOf,
  columnOf,
  isAmongPaid,
  isCell,
  isFigure,
  isLabelled,
  isPriceCell,
  isWithdrawn,
  labelOf,
  planOf,
} from './plan_names.ts'
import { priceRows } from './price_rows.ts'
import { summaryOf } from './price_summary.ts'
import { isGame, isPriceOfCopy, never, type PriceList, priceListOf } from './price_lists.ts'
import { evidenceOf, modelOf } from './pricing_model.ts'
import { besideOthers, planCards } from './plan_cards.ts'
import { remembered } from './sightings.ts'
import { evidenceFrom, type CrawledSite, says } from '../page/reading.ts'
import { dated } from '../page/sections.ts'
import { sentences } from '../page/sentences.ts'
import { yes } from '../proof/cues.ts'
import { tokens } from '../proof/words.ts'
import {
  answersCostless,
  asksForFreePlan,
  deniesPaid,
  freedomOf,
  hasNoPaidPlan,
  isAsked,
  isFreeHeading,
  isGone,
  isOfCost,
  isPaidHeading,
  isTrial,
  livesOnGifts,
  namesPlan,
  opensFree,
  tellsNothing,
} from './free.ts'
import {
  amountIn,
  deniesSubscription,
  givesQuotes,
  headsPrices,
  isFee,
  isOthers as isCompared,
  once,
  isGuessed,
  isKept,
  isOfEach,
  isPriceAlone,
  oursOf,
  paysPerUse,
  sellsInside,
  sellsMore,
  takesShare,
  taxed,
  tellsNoPrice,
} from './prices.ts'
import { wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'

/** A blog compares; terms estimate. */
const priced = new Set(['pricing', 'start', 'features', 'about', 'faq'])

/** A section of prices, or the card of a plan, on a page of any kind. */
const isHeaded = ({ page, heads }: Line): boolean =>
  !never.has(page) &&
  heads
    .slice(-2)
    .some(({ text }) => text.length < 32 && (headsPrices(text) || isFreeHeading(text) || isPaidHeading(text)))

const isUpkeep = wordsIn('prices').saying('upkeep')
const takesBack = new Wording(`^${wordsIn('prices').anyOf('taken_back')}`, 'iu')
const opensPaid = new Wording(`^${wordsIn('prices').anyOf('paid_plans')}`, 'iu')
function cuesOfAmount(line: Line, part: string, next: string, site: CrawledSite, list: PriceList): Cue[] {
  const lines = site.visible(line.url)
  const label = labelOf(line, lines)
  if (isCompared(label) || isPosted(label)) return []
  // What a cell is paid for may stand above its column.
  const above = isCell(line) ? lines.slice(Math.max(0, line.at - 24), line.at) : []
  const heads = above
    .filter(({ tag, at }) => tag === 'th' && [at - 1, at + 1].some((near) => lines[near]?.tag === 'th'))
    .map(({ text }) => text)
  // A table that names us once compares us with others, unless it goes on with what is paid: "Acme", "Pro", "Agency".
  const isOurs = heads.filter((head) => says(head, site.names)).length === 1
  if (heads.length > 1 && isOurs && !heads.some((head) => opensPaid.test(head))) return []
  const amount = amountIn(part, {
    label: [label, ...(isCell(line) ? [columnOf(line, lines)?.text, line.heads.at(-1)?.text] : [])].join(
      ' · ',
    ),
    next,
  })
  if (!amount) return []
  if (amount.value > 0) {
    if (amount.kind !== 'plain') return [amount.kind]
    if ([line, { text: next }, ...line.heads].some(({ text }) => deniesSubscription(text)))
      return [isOfEach(part) ? 'usage' : 'once']
    if (isFigure(line, lines)) return []
    // In a row with one that costs nothing it is of a plan.
    const isTier = line.row > 0 && cellsOf(line, lines).some(({ text }) => amountIn(text)?.value === 0)
    // A press kit tells what a game costs.
    const isOfKit = line.page === 'about' && isLabelled(line, lines)
    const kind =
      isPriceOfCopy(part, site) || isOfKit || once.test(line.text)
        ? 'once'
        : isOfEach(part)
          ? 'plain'
          : list.kind
    const keeps =
      kind === 'plain' &&
      (isGame(site) || [label, line.text, ...line.heads.map(({ text }) => text)].some(isKept))
    return [kind, ...(isTier ? (['tier'] as const) : []), ...(keeps ? (['kept'] as const) : [])]
  }
  const free =
    isFreeHeading(label) ||
    (isCell(line)
      ? label !== '' && isAmongPaid(line, lines)
      : label !== '' || planOf(line, lines) !== null) ||
    besideOthers(line, lines) ||
    amount.kind === 'recurring'
  return free && !isFee(part) && !isTrial(part) && !(isTrial(next) && (!isCell(line) || next.length < 20))
    ? ['plan']
    : []
}

function cuesOfLine(line: Line, lines: Line[], site: CrawledSite, list: PriceList) {
  const said: Pick<PriceSighting, 'cue' | 'part'>[] = []
  const text = beforeCredit(line)
  const parts = sentences(text)
  const meta = line.kind === 'meta'
  const below = lines[line.at + 1]
  const next = below?.text ?? ''
  const above = meta ? undefined : lines[line.at - 1]
  const listed = list.is || priced.has(line.page)
  const isSold = !never.has(line.page) && taxed.test(text) && isPriceAlone(parts[0]!)
  const own = meta || ((listed || isSold || isHeaded(line) || isPriceCell(line, lines)) && !isComparing(line))
  const top = list.is || line.page === 'start'
  // "It is free" below what names the product, or in a section of its own.
  const isOpening = !meta && (line.heads.at(-1)?.level ?? 3) < 3
  const isBelowName = above?.level === 0 && above.tag === line.tag && says(above.text, site.names)
  const spoken_of = line.page === 'start' && (isOpening || isBelowName)
  // Where it is downloaded "free" is of it.
  const isHad = listed || /\/download/.test(line.url)
  const speaker = { names: site.names, head: line.level < 3 && isHad, spoken_of }
  const card = planCards(lines).get(line)
  const isFreeCard =
    card !== undefined &&
    card.others.length > 0 &&
    tellsNothing(text) &&
    ![text, next].some((one) => isTrial(one) || isFee(one)) &&
    !isWithdrawn(line, lines)
  // An answer is of what is asked: "Do I get updates? Always free."
  const question = [line.heads.at(-1)?.text ?? '', above?.text ?? ''].find(
    (one) => isAsked(one) && one.split(' ').length > 3,
  )
  const isOfElse = question !== undefined && !isOfCost(question) && !headsPrices(question)
  // What stands below a price may go on with it, unless it is a price itself.
  const goesOn = /\d/.test(text) && below && isCell(below) === isCell(line) && amountIn(below.text) === null
  // "Posted within two days. £3.50, free over £40."
  const isPostage = isPosted(parts[0] ?? '') && !/\p{Sc}/u.test(parts[0]!)
  for (const [nth, part] of parts.entries()) {
    const cues: Cue[] = []
    const say = (...some: Cue[]): void => void cues.push(...some)
    if (tellsNoPrice(part) || (isPostage && /\d/.test(part)) || takesBack.test(parts[nth + 1] ?? '')) continue
    // "It is free for all. The server costs 1,900 kr. a year."
    const isTheirs = said.some(({ cue }) => cue === 'free') && isUpkeep.test(part)
    if (!isTheirs && (own || (!never.has(line.page) && isPriceOfCopy(part, site))))
      say(...cuesOfAmount(line, part, parts.length === 1 && goesOn ? next : '', site, list))
    // "MIT. Free for whatever you do."
    const isFirst = parts.slice(0, nth).every((one) => one.length < 16)
    const free = freedomOf(part, { ...speaker, first: meta || isFirst })
    const isCostless = question !== undefined && part === parts[0] && answersCostless(question, part)
    const isAllFree =
      free === 'free' ||
      isCostless ||
      ((top || own) && !(isOfElse && !says(part, site.names)) && hasNoPaidPlan(part))
    if (isAllFree && line.page !== 'terms') say('free')
    if (free === 'open' && !isOfElse) say('open')
    if (part === parts[0]) say(...nothingBelow(line, part, lines))
    const isNamed = above && above.level > 0 && !isFee(above.text) && part.length < 60
    const isOpen =
      free === 'open' && part === parts[0] && own && list.is && isNamed && !isWithdrawn(line, lines)
    if (
      (free === 'plan' && own && !isTrial(part) && !(isOfElse && !namesPlan(part))) ||
      (isFreeCard && part === parts[0]) ||
      isOpen
    )
      say('plan')
    if ((top && paysPerUse(part)) || (!never.has(line.page) && takesShare(oursOf(part)))) say('usage')
    if (own && sellsInside(part)) say('inside')
    // "Price: the same everywhere, bought once."
    if (isPriceCell(line, lines) && deniesSubscription(part) && !/\d/.test(text)) say('once')
    if (sellsMore(part) && !isAsked(part) && !isGone(part)) say('contested')
    if (givesQuotes(part) && !isOfElse) say('quote')
    if (livesOnGifts(part, site.names)) say('gifts')
    said.push(...cues.map((cue) => ({ cue, part })))
    speaker.spoken_of ||= says(part, site.names)
  }
  const isOfAll = ({ cue }: { cue: Cue }): boolean => cue === 'free' || cue === 'gifts'
  const others = parts.findIndex((part) => isOfOthers(part, line, site))
  if (!said.every(isOfAll) && others >= 0) {
    const before = new Set(parts.slice(0, others))
    return said.filter(
      (one) => isOfAll(one) || isPriceAlone(one.part) || (one.cue !== 'contested' && before.has(one.part)),
    )
  }
  const answer = asksForFreePlan(text, site.names) ? tokens(next)[0]?.word : undefined
  const isPlan =
    (own && yes.has(answer ?? '')) || (top && own && isFreeHeading(text) && !isWithdrawn(line, lines))
  if (isPlan) said.push({ cue: 'plan', part: text })
  if (top && line.region !== 'footer' && line.tag !== 'td' && isPaidHeading(text))
    said.push({ cue: 'tier', part: text })
  return said
}

/** All statements of the site about prices, with their lines. */
export const priceSightings = remembered((site): PriceSighting[] => {
  const metas = site.lines.filter(
    ({ kind, key, page }) =>
      kind === 'meta' && /description$/.test(key) && (page === 'start' || page === 'pricing'),
  )
  const isSoldOnce = site.lines.some(
    ({ kind, not, text }) => kind === 'visible' && not === '' && deniesSubscription(text),
  )
  const all = site.pages.flatMap((page) => {
    const lines = site.visible(page.url)
    const kind = site.kinds.get(page) ?? ''
    if (kind === 'blog') return []
    const list = priceListOf(lines, kind, isSoldOnce)
    // Tables compare, but for those of a price list; what a switch shows later is of another period.
    const telling = [...lines, ...metas.filter(({ url }) => url === page.url)].filter(
      (line) =>
        (line.not === '' || line.not === 'credit') &&
        (list.is || !isCell(line) || isHeaded(line) || isPriceCell(line, lines)) &&
        line.region !== 'nav' &&
        line.tag !== 'button' &&
        !isInOthersTable(line, lines) &&
        // "6 June: concert, 12 euros"
        !dated.test(line.text) &&
        !line.hidden &&
        line.text.length <= 1500,
    )
    return telling.flatMap((line) =>
      cuesOfLine(line, lines, site, list).map(({ cue, part }) => ({
        cue,
        line,
        part,
        evidence: evidenceFrom(
          line,
          line.text.length <= 300 ? line.text : part,
          line.kind === 'meta' ? 'meta' : 'visible',
        ),
      })),
    )
  })
  // Where nothing is said to cost anything, what is free is the product.
  const told = all.filter(({ cue }) => cue !== 'open')
  const said =
    told.length > 0
      ? besideUsage(told, isSoldOnce, site)
      : all.map((one) => ({ ...one, cue: 'free' as const }))
  // "It costs nothing, and there is no paid edition.": what else is paid is asked by others.
  if (said.some(({ cue, line }) => cue === 'free' && deniesPaid(line.text)))
    return said.filter(({ cue }) => /^(?:free|open|gifts)$/.test(cue))
  // Where a share is kept, what goods are sold for is no price of the site.
  const isMarket = said.some(({ part }) => takesShare(part))
  const isOfGoods = ({ cue, part }: PriceSighting): boolean =>
    isGuessed(cue, part) || (/^(?:free|plan)$/.test(cue) && opensFree(part) && part.length < 40)
  const goods = isMarket ? said.filter(isOfGoods) : []
  // What is lent by the day stands among what is lent for a weekend.
  const isAmongGoods = ({ line }: PriceSighting): boolean =>
    goods.some((one) => one.line.url === line.url && one.line.shape === line.shape)
  const ours = said.filter((one) => !isAmongGoods(one) || takesShare(one.part))
  return besideProduct(ours, site)
})

export function findPricing(site: CrawledSite) {
  const sightings = priceSightings(site)
  const model = modelOf(sightings)
  return {
    pricing_model: model ? { value: model, evidence: evidenceOf(model, sightings) } : null,
    pricing_summary: summaryOf(priceRows(sightings, site), site),
  }
}
