/** The addresses of a page that are the company's own, and which of several is nearest to it. */
import { countryCode, isCountryCode } from '../../../countries.ts'
import { isObject, plain } from '../page/json_ld.ts'
import { beforeCredit, type Line } from '../page/lines.ts'
import { legalForms } from '../page/own_names.ts'
import type { CrawledSite } from '../page/reading.ts'
import { sentences } from '../page/sentences.ts'
import { wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'
import { type Address, addressLabel, mayEndAddress, readAddress, type Town } from './addresses.ts'
import { makersOf, ownThings } from './ownership.ts'
import { columnOf } from './plan_names.ts'
import { isHomeHeading, isOurName, namesAnother, saysName, saysWe, withoutOurNames } from './subject.ts'

const { anyOf, saying } = wordsIn('places')
/** Places that say nothing of where the company sits: courts, servers, customers, events, other people's houses. */
const elsewhere = new Wording(
  `${wordsIn('mailboxes').anyOf('others', 'officers')}|${anyOf('elsewhere')}`,
  'iu',
)
const written = /(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+\/\S*/g
/** Does a text speak of such a place? The address of a page says nothing of one. */
export const isElsewhere = (text: string): boolean => elsewhere.test(text.replace(written, ''))
/** Words that connect an address with the operator of the site. */
const operator = saying('operators')
export const ownPages = new Set(['imprint', 'contact', 'about', 'team'])
const most = { text: 3000, line: 900, sentence: 400, above: 4 }

/** A sentence about something else that gives an address: prose before the street, and nothing of ours. */
const isProse = (text: string, site: CrawledSite): boolean =>
  /^(?:[^\d,]*\s)?(?:\p{Ll}{3,}\s[^\d,]*){4}/u.test(text) && !saysName(text, site) && !saysWe(text)

/** "Frankfurt, Germany", "Helsinki, Finland": the rows of a list of places, of which none is where we sit. */
const isOfSeveral = ({ at, tag, url, shape, text }: Line, site: CrawledSite): boolean =>
  tag === 'li' &&
  site
    .visible(url)
    .slice(Math.max(0, at - 3), at + 4)
    .some(
      (one) => one.tag === 'li' && one.shape === shape && one.text !== text && readAddress(one.text)?.city,
    )

/** Is an address here the company's? On legal pages it must say so; a foreign one stands there too. */
function isOwn(lines: Line[], site: CrawledSite): boolean {
  const [first] = lines
  if (!first) return false
  const near = first.heads.at(-1)?.text ?? ''
  const before = site.visible(first.url)[first.at - 1]
  const address = lines.map(({ text }) => text).join(' ')
  const firm = lines[0]!.text.split(',')[0]!
  // A label, and not the address before this one.
  const label = before?.region === first.region && /^[^,]{1,119}$/.test(before.text) ? before.text : ''
  const context = `${label} ${near.length < 100 ? near : ''}`
  if (isProse(address, site)) return false
  // A sentence above it is no label; "Saltmarsh Hosting" is a name.
  const labels = label.length < 30 ? context : near
  const said = isFirmLine(first, site) ? [address] : [address, labels]
  if (said.some((text) => isElsewhere(withoutOurNames(text, site)))) return false
  if (isOfSeveral(first, site)) return false
  if (operator.test(address) || operator.test(context)) return true
  if (first.page === 'terms')
    return (
      addressLabel.test(address) || (firm.length < 40 && saysName(firm, site) && !/\s\p{Ll}{2}/u.test(firm))
    )
  if (ownPages.has(first.page) || first.region === 'footer') return true
  const isNamed = saysName(address, site) && !namesAnother(address.split(',')[0]!, site)
  if (isHomeHeading(near) || first.tag === 'address' || isNamed) return true
  // An address by itself beside a telephone number or an e-mail address is where to find them.
  const around = site.visible(first.url).slice(Math.max(0, first.at - 4), first.at + 5)
  return (
    address.length < 120 &&
    around.some(({ text }) =>
      /@[\w-]+\.|\b(?:tel(?:ephone|efon\w*)?|phone|call)\b|☎|\+\d[\d\s().-]{7,}/i.test(text),
    )
  )
}

/** "Acme Ltd, Unit 6, Old Mill, Leeds LS9 7DZ": nobody but us, whatever stands around it. */
export const isFirmLine = ({ text }: Line, site: CrawledSite): boolean => {
  const firm = startsLegally.exec(text)?.[1]
  return firm !== undefined && isOurName(firm, site)
}
const startsLegally = new Wording(
  `^(?:©|\\(c\\))?[\\d\\s–-]*(\\p{Lu}[^,·|]{1,50}?),? ${legalForms}\\.?(?=$|[\\s,·|])`,
  'iu',
)
const headOffice = saying('head_offices')

/** Of several addresses a head office is the company's, before one that bears its name, before one that does not. */
export function nearness(lines: Line[], site: CrawledSite): number {
  const address = lines.map(({ text }) => text).join(' ')
  const [first] = lines
  const above = site
    .visible(first!.url)
    .slice(Math.max(0, first!.at - 2), first!.at)
    .filter((line) => line.region === first!.region && line.heads.at(-1) === first!.heads.at(-1))
    .filter(({ text }, at) => /^\D{1,60}$/.test(text) || (at === 0 && text.length < 60))
    .map(({ text }) => text)
  const near = first!.heads.at(-1)?.text ?? ''
  const column = first!.row > 0 ? (columnOf(first!, site.visible(first!.url))?.text ?? '') : ''
  const named = [near.length < 60 ? near : '', ...above, column, address].join(' ')
  // An accountant's is only where letters go.
  const isKept = /(?<!\p{L})c\/o(?!\p{L})/iu.test(named)
  return isKept ? 2 : headOffice.test(named) ? 4 : saysName(named, site) ? 3.5 : 3
}

type Seen = Town & { lines: Line[] }

/** Addresses of a page: of one sentence, or of neighbouring short lines. */
const addressesOf = (lines: Line[], site: CrawledSite): Seen[] =>
  lines.flatMap((line, at) => {
    const isSigned = line.not === 'credit'
    if ((line.not && !isSigned && !isFirmLine(line, site)) || line.hidden || line.region === 'nav') return []
    if (line.text.length > most.text || !mayEndAddress(line.text)) return []
    // Each sentence by itself: after ours an imprint may name the host's, and a foot who made the site.
    const parts = sentences(beforeCredit(line)).flatMap((text) => {
      const segments = text.split(/\s[·|]\s/)
      return segments.length > 1 && segments.some((one) => readAddress(one)?.city) ? segments : [text]
    })
    const said = parts.flatMap((text) => {
      const read = text.length > most.sentence ? null : readAddress(text)
      return read?.city ? [{ ...read, lines: [{ ...line, text }] }] : []
    })
    if (said.length > 0 || isSigned || line.text.length > most.line) return said
    const block = blockAbove(lines, at)
    const read = readAddress(block.map(({ text }) => text).join('\n'))
    if (!read?.city && !(read && said.length === 0 && sentences(line.text).length === 1)) return []
    // Our firm stands over its street.
    const firm = block[read.from - 1]
    return [{ ...read, lines: block.slice(firm && isFirmLine(firm, site) ? read.from - 1 : read.from) }]
  })

/** A line and the short ones above it that may begin its address. */
function blockAbove(lines: Line[], at: number): Line[] {
  const line = lines[at]!
  const above = lines.slice(Math.max(0, at - most.above), at)
  const end = above.findLastIndex(
    (one) => one.not || (one.level > 0 && one.level !== line.level) || one.region !== line.region,
  )
  return [...above.slice(end + 1), line]
}

/** The addresses of a page that are ours, each with the lines it stands in. */
export const ownAddresses = (lines: Line[], site: CrawledSite): Seen[] =>
  addressesOf(lines, site)
    .filter((seen) => isOwn(seen.lines, site))
    // The first line alone of a longer one: "2200 Old Mill Landing, Suite 5" is no town.
    .filter(
      (seen, _, own) =>
        !own.some((one) => one.lines.length > seen.lines.length && one.lines[0]!.at === seen.lines[0]!.at),
    )

/** Countries and towns of the company in structured data. */
export const ldAddresses = (
  page: CrawledSite['start'],
  site: CrawledSite,
): { address: Address; quote: string }[] =>
  [...ownThings(page, site), ...makersOf(page, site)]
    .flatMap((thing) => [thing['address']].flat().slice(0, 10))
    .flatMap((address): { address: Address; quote: string }[] => {
      const whole = plain(address)
      const read = readAddress(whole)
      if (read?.city) return [{ address: read, quote: whole }]
      if (!isObject(address)) return []
      const said = plain(address['addressCountry'])
      const country = /^[A-Z]{2}$/.test(said) && isCountryCode(said) ? said : countryCode(said)
      const city = plain(address['addressLocality'])
      const isTown = city.length > 1 && city.length < 60 && !/\d|\[|your|example|city/i.test(city)
      return [
        { address: { country, city: null }, quote: said },
        { address: { country: null, city: isTown ? city : null }, quote: city },
      ]
    })
