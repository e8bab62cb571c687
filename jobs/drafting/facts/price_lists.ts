/** Where prices are listed, and what is paid there for all that tell no period: once, by use, or nobody knows. */
import { isObject, plain, typesOf } from '../page/json_ld.ts'
import type { Line } from '../page/lines.ts'
import type { CrawledSite } from '../page/reading.ts'
import { sentences } from '../page/sentences.ts'
import { tokens } from '../proof/words.ts'
import { wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'
import { isPaidHeading } from './free.ts'
import { listsPlans } from './plan_cards.ts'
import { type Amount, amountIn, headsPrices, isPriceAlone, sellsCredits, periodOfAll } from './prices.ts'
import { remembered } from './sightings.ts'

/** Kinds of page whose prices are nobody's or somebody else's. */
export const never = new Set(['blog', 'terms', 'imprint', 'contact', 'team'])

/** Whether a page lists prices, and what it says that all of them are paid for. */
export type PriceList = { is: boolean; kind: Amount['kind'] }

export function priceListOf(lines: Line[], kind: string, isSoldOnce: boolean): PriceList {
  const is = isPriceList(lines, kind)
  if (lines.some(({ text }) => sellsCredits(text))) return { is, kind: 'usage' }
  const said = is
    ? lines.flatMap(({ text, not }) =>
        not === '' ? [text, ...sentences(text).filter((one) => ofAll.test(one))] : [],
      )
    : []
  const [period] = said.flatMap((text) => periodOfAll(text) ?? [])
  if (period) return { is, kind: period }
  return { is, kind: isSoldOnce || ((is || kind === 'start') && hasCart(lines)) ? 'once' : 'plain' }
}

/** "All prices per month.", among other sentences. */
const ofAll = new Wording(`^${wordsIn('prices').anyOf('all_of_them')}`, 'iu')

function isPriceList(lines: Line[], kind: string): boolean {
  const url = lines[0]?.url ?? ''
  const path = decodeURI(URL.parse(url)?.pathname ?? '').replace(/[-_/.]/g, ' ')
  return (
    kind === 'pricing' ||
    (kind !== 'start' && listsPlans(lines)) ||
    (!never.has(kind) &&
      kind !== 'start' &&
      (listsGoods(lines) ||
        lines.some(tellsBothPeriods) ||
        headsPrices(path) ||
        sells.test(path) ||
        hasCart(lines) ||
        lines.some(
          ({ level, text }) =>
            level === 1 && text.length < 40 && (headsPrices(text) || isPaidHeading(text.split(' ').at(-1)!)),
        )))
  )
}

/** "£4 a month, or £40 for the year": nobody says that of what is not for sale there. */
const tellsBothPeriods = ({ text, not }: Line): boolean =>
  not === '' &&
  sentences(text).some(
    (one) => amountIn(one)?.kind === 'recurring' && tokens(one).filter(({ price }) => price).length === 2,
  )

/** Boxes that are called prices, each with nothing but a price. */
const listsGoods = (lines: Line[]): boolean =>
  lines.filter(({ text, shape }) => /\.\S*price/i.test(shape) && isPriceAlone(text)).length > 2
const sells = wordsIn('prices').saying('shops')
const adds = wordsIn('prices').saying('carts')
/** What is put into a cart there is paid once, unless it says otherwise. */
const hasCart = (lines: Line[]): boolean =>
  lines.some(({ tag, linked, text }) => (tag === 'button' || linked) && text.length < 30 && adds.test(text))

/** What structured data asks for the product, where nothing says that it is asked again. */
const offered = remembered((site): Set<number> => {
  const offers = site.pages.flatMap(({ json_ld }) =>
    json_ld
      .filter(
        (thing) =>
          typesOf(thing).some((type) => soldOnce.has(type)) &&
          !inBrowser.test(plain(thing['operatingSystem'])),
      )
      .flatMap((thing) => [thing['offers']].flat().filter(isObject)),
  )
  return new Set(
    offers.some((offer) => /duration|unit|priceSpec/i.test(Object.keys(offer).join(' ')))
      ? []
      : offers.map((offer) => Number(plain(offer['price']))).filter((value) => value > 0),
  )
})
const soldOnce = new Set(['VideoGame', 'Game', 'Book', 'Product', 'SoftwareApplication', 'MobileApplication'])
const inBrowser = /web|browser|cloud|all|every|online/i

/** A game is sold by the copy. */
export const isGame = remembered(
  (site): boolean =>
    [...site.start.metas].some(([key, text]) => /description$/.test(key) && games.test(text)) ||
    site
      .visible(site.start.url)
      .some(({ level, at, text }) => (level === 1 || (at < 4 && text.length < 80)) && games.test(text)),
)
const games = wordsIn('prices').saying('games')

/** One price of the whole product, which stands alone on any page. */
export const isPriceOfCopy = (part: string, site: CrawledSite): boolean =>
  isPriceAlone(part) && (isGame(site) || offered(site).has(amountIn(part)?.value ?? 0))
