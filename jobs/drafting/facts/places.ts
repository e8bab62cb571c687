import { beforeCredit, isAboutUs, type Line } from '../page/lines.ts'
import { givesOurMail, legalForms } from '../page/own_names.ts'
import { evidenceFrom, type CrawledSite } from '../page/reading.ts'
import { sentences } from '../page/sentences.ts'
import type { ProvenOrNull } from '../profile.ts'
import { type Address, countriesOfRegion, readAddress } from './addresses.ts'
import { countryCode } from '../../../countries.ts'
import { countriesAround, countryOfFirm } from './countries.ts'
import { inAnyCase, wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'
import { agreed, onSeveralPages, remembered, type Sighting } from './sightings.ts'
import { isDenied, namesAnother, saysName, saysWe } from './subject.ts'
import { isElsewhere, isFirmLine, ldAddresses, nearness, ownAddresses, ownPages } from './own_addresses.ts'
import { startsMade, who } from './story.ts'
import { countriesOfTown } from './towns.ts'

const { anyOf, saying } = wordsIn('places')
const endsLegally = new Wording(`\\s${legalForms}\\.?$`, 'u')
const seated = saying('seated')
const isStreet = saying('streets')
/** "Our adviser is Ana Sea, who founded Old Mill in Leeds" */
const isOutside = wordsIn('people').saying('outside')
const making = wordsIn('founding').anyOf('founded', 'started', 'makes', 'drawn')
/** "It was started by Ana Sea in Bristol, UK", "Made with care by two friends in Cork, Ireland". */
const begunIn = new Wording(
  `${inAnyCase(making)}(?! ${anyOf('posts')} )[^,.;:]{0,50}?(?:, an? [^,.;:]{2,30}?)? ${anyOf('in')}(?= \\p{Lu})`,
  'u',
)
const capital = String.raw`\p{Lu}[\p{L}'’-]*(?:\.?[\s-](?:(?:of|de|del|da|do|am|an der|upon|sur|and)\s)?\p{Lu}[\p{L}'’-]*){0,3}`
const place = new RegExp(
  String.raw`^\s*(?:the )?(${capital}(?:,\s*(?:the )?(?:\p{Ll}{4,} d?\p{Ll}{1,2} )?${capital}){0,2})(.*)`,
  'u',
)

/** "Port Chalmers, just outside Dunedin, New Zealand" */
const nearTown =
  /, (?:just )?(?:outside|near|north of|south of|east of|west of|close to) \p{Lu}[^,.]*(?=, \p{Lu})/u

/** "Cork, Ireland", "Hamilton, Ontario, Canada", "Ireland", or a town that is known by itself. */
function placeAt(text: string): { place: Address; rest: string } | null {
  const [, all = '', rest = ''] = place.exec(text.replace(nearTown, '')) ?? []
  // "Tandil, provincia de Buenos Aires, Argentina"
  const parts = all
    .split(/,\s*/)
    .map((part) => part.replace(/^\p{Ll}{4,} d?\p{Ll}{1,2} /u, ''))
    .filter((part) => part !== '')
  for (let end = parts.length; end > 1; end--) {
    // "Newtown, Wellington, New Zealand": a part of the town stands before it.
    const found = [parts.slice(0, end), parts.slice(1, end)]
      .map((some) => (some.length > 1 ? readAddress(some.join(', ')) : null))
      .find((one) => one?.city)
    if (found) return { place: found, rest: [...parts.slice(end), rest].join(', ') }
  }
  const [first = '', ...others] = parts
  const after = [...others, rest].join(', ')
  const country = countryCode(first)
  if (country) return { place: { country, city: null }, rest: after }
  const countries = countriesOfTown(first)
  const [only = null, another] = countries
  return only ? { place: { country: another ? null : only, city: first }, rest: after } : null
}

const lastLines = 5
/** "Made in Missoula, Montana, by one person" */
const startsMadeIn = new Wording(
  `^${inAnyCase(making)} ${anyOf('in')} \\p{Lu}[^.;]{2,40}?,? ${wordsIn('founding').anyOf('by')} `,
  'u',
)
/** "Made in Missoula.", and nothing else. */
const isMadeIn = new Wording(`^${inAnyCase(making)} ${anyOf('in')} \\p{Lu}[^.;,]{2,30}\\.?$`, 'u')
/** A foot that is marked, or at the end of a page a line that says whose it is or who made it. */
const isFoot = (line: Line, site: CrawledSite): boolean =>
  line.region === 'footer' ||
  line.tag === 'address' ||
  (onSeveralPages(site).has(line.text) && saysName(line.text, site)) ||
  ((isFirmLine(line, site) ||
    (line.text.includes('@') && saysName(line.text.split(/[,·|]/)[0]!, site)) ||
    givesOurMail(line.text, site) ||
    startsMade.test(line.text) ||
    startsMadeIn.test(line.text) ||
    isMadeIn.test(line.text) ||
    /[©Ⓒ]|(?:\(c\)|copyright) (?:19|20)\d\d/i.test(line.text)) &&
    line.at >= site.visible(line.url).length - lastLines)

/** "Made by a studio, which is Ana and Ben, in an old mill in Leeds, UK", at a foot. */
const madeThere = new Wording(
  `${inAnyCase(`(?:${making}|${wordsIn('founding').anyOf('runs')})`)}\\s[^.;:]{0,120} ${anyOf('in')}(?= \\p{Lu}[\\p{L}’'-]+(?: \\p{Lu}[\\p{L}’'-]+)?,? )`,
  'u',
)
/** "Acme is made in Cork by Ana Sea": those who make it are there. */
const byWhom = new Wording(`^ ${wordsIn('founding').anyOf('by')} `, 'iu')
const isStudio = new Wording(`^${anyOf('studios')}:?$`, 'iu')
/** "Acme is" */
const isNameAlone = /^\S+(?: \S+)? (?:is|was|[—–·|-]) $/
/** A press kit names its studio in a table: "Developer: Old Mill Games, based in Leeds, UK". */
export const isStudioCell = ({ tag, at, group }: Line, lines: Line[]): boolean =>
  (/^(?:td|dd)$/.test(tag) || group === lines[at - 1]?.group) && isStudio.test(lines[at - 1]?.text ?? '')
/** "Based in: Dunedin, New Zealand", in a table of facts; a fair tells its location too. */
const isBasedIn = new Wording(`^${anyOf('seated')}:?$`, 'iu')
const isLocation = new Wording(`^${anyOf('seat_labels')}:?$`, 'iu')
function isSeatCell({ tag, at, page }: Line, lines: Line[]): boolean {
  const label = /^(?:td|dd)$/.test(tag) ? (lines[at - 1]?.text ?? '') : ''
  return isBasedIn.test(label) || (ownPages.has(page) && isLocation.test(label))
}
/** "From our garage in Cork", where the site tells of itself. */
const workplace = new Wording(
  `${inAnyCase(anyOf('workplaces'))}(?: \\p{Ll}[^\\s,.]*)?(?: (?:on|by|near|behind|above|over|under) (?:the|an?) \\p{Ll}+)? ${anyOf('in')}(?= \\p{Lu})`,
  'u',
)
/** "Our desks are on North Street, Bristol" */
const onStreet = new Wording(
  `(?<!\\p{L})(?:on|at|in|off) (?:\\p{Lu}[\\p{L}'’]+ ){1,3}${inAnyCase(anyOf('streets'))},(?= \\p{Lu})`,
  'u',
)
const isMaking = new Wording(making, 'iu')
const tellsOfUs = (sentence: string, page: string): boolean =>
  isAboutUs(page) || (/^(?:start|contact)$/.test(page) && (saysWe(sentence) || isMaking.test(sentence)))
/** "Wellington St W" */
const compass = '(?:[NSEW]{1,2}|North|South|East|West)'
/** A house and its street before a town. */
const house = new Wording(
  `^\\P{L}*\\d+\\p{L}? [\\p{L}'’. ]{2,30}${inAnyCase(anyOf('streets'))}(?: ${compass})?,\\s`,
  'u',
)
const ofBrazil = new Wording(
  `(?:^|[,–-] )(\\p{Lu}[\\p{L}’']+(?: (?:d[aeo]s? )?\\p{Lu}[\\p{L}’']+){0,3})\\s?/\\s?${anyOf('regions_BR')}\\.?$`,
  'u',
)
/** A town that tells its country beside it, with nothing but its street. */
function townAlone(sentence: string): Address | null {
  const city = ofBrazil.exec(sentence)?.[1]
  if (city !== undefined) return { country: 'BR', city }
  const street = house.exec(sentence)
  const after = street ? sentence.slice(street[0].length) : ''
  // "548 Wellington St W, Toronto, ON"
  const [, town = '', letters = ''] = /^(\p{Lu}[\p{L}’' -]+), ([A-Z]{2})\.?$/u.exec(after) ?? []
  const state = countriesOfRegion(letters).find((country) => countriesOfTown(town).includes(country))
  if (state !== undefined) return { country: state, city: town }
  const found = placeAt(after)
  return found && found.place.country !== null && /^\P{L}*$/u.test(found.rest) ? found.place : null
}
/** The place in a sentence such as "We are based in Cork, Ireland." or, at the foot of a page, "Made in Cork by Ana Sea." */
function seatIn(line: Line, site: CrawledSite): Address | null {
  if (isSeatCell(line, site.visible(line.url))) return placeAt(line.text)?.place ?? null
  for (const sentence of sentences(beforeCredit(line))) {
    if (isOutside.test(sentence) && who.test(sentence)) continue
    const works =
      tellsOfUs(sentence, line.page) || isFoot(line, site)
        ? (workplace.exec(sentence) ?? (saysWe(sentence) ? onStreet.exec(sentence) : null))
        : null
    const seat = seated.exec(sentence)
    // "At our headquarters in Duluth, Minnesota, and at an office in Vienna"
    const isFirst = works && seat && seat.index < works.index
    const isSeat = !works || (isFirst && placeAt(sentence.slice(seat.index + seat[0].length))) ? seat : null
    const said =
      isSeat ?? works ?? (isFoot(line, site) ? madeThere.exec(sentence) : null) ?? begunIn.exec(sentence)
    const found = placeAt(
      said ? sentence.slice(said.index + said[0].length) : isFoot(line, site) ? sentence : '',
    )
    // "211 Water Street, Brattleboro, Vermont", "Florianópolis/SC"
    const alone = said || !isFoot(line, site) || isElsewhere(sentence) ? null : townAlone(sentence)
    if (alone) return alone
    // "Portland, Oregon." by itself, after who made it.
    if (!said && found && /^\P{L}*$/u.test(found.rest) && found.place.country) return found.place
    if (!said) continue
    const head = sentence.slice(0, said.index)
    // "We write from Cork, where the rent is not slow" denies nothing of it.
    const clause = sentence.slice(said.index).split(/[,;]\s/)[0]!
    if (!found || isDenied(isSeat ? head + clause : sentence) || namesAnother(sentence, site)) continue
    const isNamed = saysName(head, site) && (byWhom.test(found.rest) || isNameAlone.test(head))
    const isSigned = isFoot(line, site) && (head === '' || isNamed)
    if (isElsewhere(isSigned ? found.rest : sentence)) continue
    // Without its country it is where something else was begun.
    if (!isSeat && !works && !isSigned && !found.place.country) continue
    const isAlone = head === '' && found.rest === '' && line.page !== 'team'
    if (
      works ||
      isStudioCell(line, site.visible(line.url)) ||
      isAlone ||
      isSigned ||
      saysName(head + said[0], site) ||
      saysWe(head + said[0])
    )
      return found.place
  }
  return null
}

/** Several words written small are no part of an address. */
const areSmall = /\p{Ll}{3,} \p{Ll}{2,} \p{Ll}/u
/** "Acme LLC, Fort Collins, Colorado" or "© 2026 Acme, Chicago" at the foot of a page. */
function besideName(line: Line, site: CrawledSite): Address | null {
  const text = beforeCredit(line).trim()
  const isStudioLine = isStudioCell(line, site.visible(line.url))
  if ((!isStudioLine && !isFoot(line, site)) || text.length > 200 || isElsewhere(text)) return null
  const parts = text
    .replace(/(?:copyright\s+)?(?:©|\(c\))?\s*(?:19|20)\d\d\s*/giu, '')
    .split(/\s*[,·|•]\s*|\s[–—-]\s|\.(?:\s|$)/)
  const at = parts.findIndex(
    (part) =>
      part.length < 90 &&
      !part.includes('@') &&
      !givesOurMail(part, site) &&
      (saysName(part, site) || endsLegally.test(part) || startsMade.test(part)),
  )
  // Whoever holds the copyright is there.
  const isSigned = /^(?:copyright\s+)?(?:©|\(c\))/i.test(text) || givesOurMail(text, site)
  const from = at < 0 && (isStudioLine || isSigned) ? 0 : at
  // Its numbers, its street and a part of the town may stand between.
  const after = parts
    .slice(from < 0 ? parts.length : from + 1)
    .map((part) => part.replace(/^[–—-]\s|\/\p{Lu}{2}$/gu, ''))
    .filter((part) => part.length > 3 && !/\d/.test(part) && !endsLegally.test(` ${part}`))
  // Behind a street a part of the town may stand before it.
  const froms = after.some((part) => isStreet.test(part)) ? [0, 1, 2, 3] : [0, 1]
  for (const from of froms) {
    // "Published with the help of the Old Mill Fund, Oslo"
    if (areSmall.test(after[from - 1] ?? '')) break
    const found = placeAt(after.slice(from, from + 3).join(', '))
    if (found && found.place.city === after[from]!) return found.place
  }
  return null
}

/** "CNPJ 12.345.678/0001-90" at the foot of a site or on its imprint. */
function firmIn({ text, region, page }: Line, site: CrawledSite): Address | null {
  if (region !== 'footer' && !ownPages.has(page)) return null
  const country = isElsewhere(text) || namesAnother(text, site) ? undefined : countryOfFirm(text)
  return country ? { country, city: null } : null
}

type Place = { country: Sighting<string>[]; city: Sighting<string>[] }

/** Countries and cities that the company's own addresses give. */
export const placeSightings = remembered((site): Place => {
  const places: Place = { country: [], city: [] }
  const add = ({ country, city }: Address, page: { url: string }, quote: string, score: number): void => {
    const evidence = evidenceFrom(page, quote, score === 2.5 ? 'json-ld' : 'visible')
    if (country) places.country.push({ value: country, score, evidence })
    if (city) places.city.push({ value: city, score, evidence })
  }
  for (const page of site.pages) {
    for (const { address, quote } of ldAddresses(page, site)) add(address, page, quote, 2.5)
    const kind = site.kinds.get(page)
    const lines = site.visible(page.url)
    if (kind === 'blog' || kind === 'faq') continue
    const own = ownAddresses(lines, site)
    // On an imprint or a legal page the first address is the publisher's; a host's or an authority's may follow.
    const legal = kind === 'imprint' || kind === 'terms'
    const [first] = own
    for (const seen of legal && first ? [first] : own) {
      const quote = seen.lines.map(({ text }) => text).join('\n')
      const score = nearness(seen.lines, site)
      add(seen, page, quote, score)
      if (seen.country === null) {
        const last = seen.lines.at(-1)!
        const around = lines.slice(Math.max(0, last.at - 4), last.at + 8)
        for (const other of countriesAround(seen, quote, around, { host: site.host, lang: page.lang }))
          add({ country: other.country, city: null }, page, other.quote, score)
      }
    }
    for (const line of lines) {
      const seat =
        (line.not && line.not !== 'credit' && !isStudioCell(line, lines)) ||
        line.hidden ||
        line.text.length > 600
          ? null
          : (seatIn(line, site) ?? besideName(line, site) ?? firmIn(line, site))
      // What stands at the foot is so today; a story tells where it was.
      if (seat) add(seat, page, line.text, line.region === 'footer' ? 2.2 : 2)
    }
  }
  return places
})

type Places = { country: ProvenOrNull<string>; city: ProvenOrNull<string> }

/** Country and city of the company, from its own addresses. If those disagree, there is none. */
export function findPlaces(site: CrawledSite): Places {
  const { country, city } = placeSightings(site)
  return { country: agreed(country), city: agreed(city) }
}
