/** Reads postal addresses: a street, a town beside its postal code, perhaps a region and a country. */
import { countryCode, isCountryCode } from '../../../countries.ts'
import { byText } from '../page/by_text.ts'
import { bare } from '../words/spelling.ts'
import { wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'
import { countriesOfTown } from './towns.ts'
import { isWide, wideAddress } from './wide_addresses.ts'

export type Address = { country: string | null; city: string | null }

const { anyOf, saying, setOf } = wordsIn('places')
const street = saying('streets')
const notTown = saying('not_towns')
const cityState = saying('city_states')
export const addressLabel = new Wording(String.raw`^\s*${anyOf('address_labels')}\s*[:：]`, 'iu')

/** The countries whose postal codes are written so. What one country alone writes says the country too. */
const shapes: [countries: string, code: RegExp][] = [
  ['NL', /^\d{4} ?[A-Z]{2}(?= |$)/],
  ['IS', /^\d{3}(?= (?:Reykjav|Kópavog|Hafnarf|Garðab|Akureyri|Selfoss|Mosfells|Seltjarnar))/],
  ['PL', /^\d{2}-\d{3}$/],
  ['PT', /^\d{4}-\d{3}$/],
  ['BR', /^\d{5}-\d{3}$/],
  ['JP KR', /^\d{3}-\d{4}$/],
  ['GB', /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/],
  ['CA', /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/],
  ['IE', /^[A-Z]\d[\dW] ?[A-Z][A-Z\d]{3}$/],
  ['CZ SK SE GR', /^\d{3} \d{2}$/],
  ['RU KZ BY IN CN SG RO', /^\d{6}$/],
  ['US DE FR IT ES FI HR LT EE TR UA MX KR RS UY SA MA PE CZ SK SE GR', /^\d{5}(?:-\d{4})?$/],
  ['AU NZ ZA AT CH BE DK NO HU SI LV LI LU BG', /^\d{4}$/],
]
const codePattern = shapes.map(([, { source }]) => source.replace(/^\^|\$$/g, '')).join('|')
const postal = new RegExp(
  String.raw`(?<![\p{L}\p{N}€$£.+-])(?:([A-Z]{1,2})-)?(${codePattern})(?![\p{L}\p{N}%€$£-]|[.,]\d)`,
  'u',
)

const federal = new Set('AR AU BR CA IN MX MY NG US VE'.split(' '))
const prefixes = new Map(
  'D=DE A=AT F=FR L=LU B=BE I=IT E=ES S=SE'.split(' ').map((one) => one.split('=') as [string, string]),
)

const nameOfRegion = (text: string): string =>
  text.length > 3 ? bare(text.toLowerCase().replaceAll('_', ' ')) : text
const regions = ['US', 'CA', 'AU', 'IN', 'GB', 'IE', 'CN', 'DE'].map(
  (country) => [country, new Set([...setOf(`regions_${country}`)].map(nameOfRegion))] as const,
)
export const countriesOfRegion = (text: string): string[] => {
  // "Co. Cork" is County Cork.
  const name = nameOfRegion(text.replace(/^Co\.? (?=\p{Lu})/u, 'County '))
  return regions.filter(([, names]) => names.has(name)).map(([country]) => country)
}
const isRegion = (text: string): boolean => countriesOfRegion(text).length > 0 || /^[A-Z]{2,3}$/.test(text)

const townName =
  /^(?:[’']s-)?(?:\p{Lu}|\p{Lo})[\p{L}\p{M}'’.-]*(?:[\s-](?:\p{Lu}|\p{Lo}|d[aeo]|del|de la|la|le|les|sur|am|an der|im|in der|upon|ob|nad|pod|v|ob der|bei|\/)[\p{L}\p{M}'’.-]*){0,4}$/u

/** A town may be called as its region is, where the region is told as well: "New York, NY". */
function asTown(raw: string, isBesideRegion = false): string | null {
  const town = raw
    .replace(/^.*\s\/\s|^\p{L}+\/(?=\p{Lu}\p{Ll})/u, '')
    .replace(/\s*\(.*$/, '')
    .replace(/(?:\s+|\s*\/\s*)[A-Z]{1,3}$/, '')
    .replace(/(?:,?\s+(?:CEDEX|Cedex)(?:\s+\d+)?)$/, '')
    .replace(/\s+\d{1,2}$/, '')
    .trim()
    .replace(/^\p{Lu}{4,}$/u, (word) => word[0] + word.slice(1).toLowerCase())
  if (town.length < 2 || town.length > 40 || !townName.test(town)) return null
  const isCountry = countryCode(town) !== null && !cityState.test(town)
  const mayBeRegion = !isBesideRegion && isRegion(town)
  return isCountry || street.test(town.replace(/^St\.? /, '')) || mayBeRegion || notTown.test(town)
    ? null
    : town
}

const isStreet = (part: string): boolean => /\d/.test(part) && street.test(part)
/** A house's number stands in it, and no telephone's. */
const mayBeStreet = (part: string): boolean =>
  /\d/.test(part) &&
  /\p{L}{3}/u.test(part) &&
  part.length <= 60 &&
  !/@|(?<!\p{L})tel(?:[.:\s]|ef|ep)|\+\d|\d{6}/iu.test(part)

const isYear = /(?<![\d-])(?:19|20)\d\d(?![\d-])/
/** "435, rue Aubrac" */
const numberBefore = new RegExp(String.raw`(?<![\p{L}\d])(\d{1,5}),? (?=${anyOf('streets')})`, 'giu')

/** "Hebden Bridge HX7", "London N7": the first half of a British postcode, which is read as a whole one. */
const halfPostcode = new Wording(
  `(?<=\\p{L}{3} )((?:${anyOf('postcode_areas')}|(?<=(?:London|Birmingham|Glasgow|Liverpool|Manchester|Sheffield) )[BEGLMNSW])\\d[A-Z\\d]?)\\.?$`,
  'u',
)
type Part = { text: string; line: number }
const partsOf = (text: string, line: number): Part[] =>
  text
    // The years of a copyright are no postal code.
    .replace(/(?:©|\(c\)|copyright)\s*\d{4}(?:\s?[-–]\s?\d{2,4})?/giu, '')
    .replace(/^\s*[\p{L} ()]{2,40}[:：]\s*/u, '')
    .replace(numberBefore, '$1 ')
    .replace(/(?<=Canada) [A-Z]\d[A-Z] ?\d[A-Z]\d/, '')
    .replace(/(?<=\p{L}{2}),\s(?=\d{1,4}\p{L}?\s?(?:[,;–-]|$))/gu, ' ')
    .replace(/(?<=\p{L}{2})\p{Ll}\.\s(?=\p{Lu}[\p{L} ]{3,30}\.?\s*$)/u, (end) => `${end[0]}, `)
    .split(/\s*[,،、;|•·]\s*|\s+[–—-]\s+/)
    .flatMap((part) => {
      // "1230 Wien Österreich", "54200 Sakarya / Türkiye"
      const [, before, last = ''] =
        /^(.*\d.* \p{Lu}\p{L}+) (?:\/ )?(\p{L}{4,})$/u.exec(part.length < 90 ? part : '') ?? []
      return before && countryCode(last) && !cityState.test(last) ? [before, last] : [part]
    })
    .map((part) => ({ text: part.trim().replace(halfPostcode, '$1 0AA'), line }))
    .filter(({ text }) => text !== '')

/** Without a telephone number, what stands in brackets, and the next sentence. */
const bareEnd = (part: string): string =>
  part
    .replace(/\s+(?:\+\d|\(?0\d|tel\b|\S+@).*$/i, '')
    .replace(/\s*[(（"“].*$/, '')
    .replace(/\.(?:\s+\p{Lu}.*)?$/u, '')

/** The country a part names: by its name, by its letters behind a postal code, or as a town that is one. */
function countryOf(parts: Part[], at: number): string | null {
  const part = bareEnd(parts[at]!.text)
  if (part.length > 60) return null
  const code = /^[A-Z]{2}$/.test(part) && isCountryCode(part) && !countriesOfRegion(part).length
  // "Austin, Texas", "Penryn, Cornwall": nobody writes the country behind a region that is written out.
  const [state, other] = at === 1 && part.length > 3 ? countriesOfRegion(part) : []
  if (state && other === undefined) return state
  return countryCode(part) ?? (code && at > 0 && postal.test(parts[at - 1]!.text) ? part : null)
}

/** The line it begins with, and the countries that write its postal code so. */
export type Town = Address & { from: number; countries: string[] }

/** Does this country write postal codes like the town's? Of some nobody knows. */
export const writtenSo = (country: string, { countries }: Town): boolean | undefined =>
  countries.includes(country) || (shapes.some(([all]) => all.includes(country)) ? false : undefined)

/** The town of a part with a postal code: beside the code, or in a part before it. */
function townAt(parts: Part[], at: number): Town | null {
  const text = parts[at]!.text.replace(/[.,]$/, '')
  const match = postal.exec(text)
  if (!match) return null
  const [all, prefix = '', code = ''] = match
  const before = text.slice(0, match.index).trim()
  const after = text.slice(match.index + all.length).replace(/^[\s\d]+(?=\p{L})/u, '')
  const countries = shapes
    .find(([, shape]) => shape.test(code) || shape.test(text.slice(match.index)))![0]
    .split(' ')
  const isInRegion = countriesOfRegion(before).length > 0
  const above = [at - 1, at - 2].find((one) => parts[one] && (isInRegion || !isRegion(parts[one].text))) ?? at
  const region = [before, /[A-Z]{2,3}$/.exec(before)?.[0] ?? '', parts[at - 1]?.text ?? ''].flatMap(
    countriesOfRegion,
  )
  const country =
    prefixes.get(prefix) ??
    (isCountryCode(prefix)
      ? prefix
      : countries.length === 1
        ? countries[0]!
        : region.find((one) => countries.includes(one)))
  // Four digits behind a word may be a year, but for Australia's behind a region: "in 2014", "seit 2021 Ana Sea".
  const mayBeYear = /^(?:19|20)\d\d$/.test(code) && !countries.includes(country ?? '')
  if (mayBeYear && (after === '' || /(?:^|\s)\p{Ll}{2,}$/u.test(before))) return null
  const next = parts[at + 1]?.line === parts[at]!.line ? asTown(parts[at + 1]!.text) : null
  const isAlone = before === '' || isRegion(before)
  const [city, from] =
    after !== '' && !isRegion(before)
      ? [after, at]
      : !isAlone
        ? [before, at]
        : // "CEP 30170-131 – Belo Horizonte/MG"
          next
          ? [next, at]
          : [parts[above]!.text, above]
  const town = asTown(city, isInRegion)
  if (town || !isAlone) return { country: country ?? countryCode(city), city: town, from, countries }
  // Limerick is a county as well.
  const county = parts[at - 1]?.text ?? ''
  const isTown = countriesOfTown(county).includes(country ?? '')
  return { country: country ?? countryCode(city), city: isTown ? county : null, from: at - 1, countries }
}

/** No address ends in a line without a postal code, the name of a country, or the scripts that write it in one go. */
export const mayEndAddress = byText(
  (text) =>
    isWide(text) ||
    partsOf(text, 0).some((part, at, parts) => countryOf(parts, at) !== null || postal.test(part.text)),
)

/**
 * The postal address that ends in the last of some lines, and the line it begins with. Without the name of a country a
 * street must stand before its town; less is a mention of a place.
 */
export const readAddress = byText((text: string): Town | null => {
  const lines = text.split('\n')
  const last = lines.at(-1)!
  const wide = wideAddress(last)
  if (wide) return { ...wide, from: lines.length - 1 }
  const parts = lines.flatMap(partsOf)
  const label = lines.findLastIndex((line) => addressLabel.test(line))
  const own = parts.filter(({ line }) => line >= (label < 0 ? lines.length - 1 : label))
  for (let at = parts.length - 1; at >= 0 && parts[at]!.line === lines.length - 1; at--) {
    const country = countryOf(parts, at)
    const low = Math.max(0, at - 4)
    if (country === null) {
      const town = townAt(parts, at)
      if (!town?.city) continue
      // The street may stand behind the town: "7621 Pécs, Apáca utca 19."
      if ([parts[at], parts[at + 1]].some((part) => part && isStreet(part.text)))
        return { ...town, from: parts[at]!.line }
      const streets = parts.slice(Math.max(0, town.from - 4), town.from)
      const house =
        streets.findLast(
          // "The Old Maltings, Sheffield S3"
          ({ text }) =>
            isStreet(text) ||
            (town.countries.length === 1 && (street.test(text) || /(?:^|\. )The \p{Lu}/u.test(text))),
        ) ??
        (isYear.test(parts[at]!.text)
          ? undefined
          : streets.findLast(({ text, line }) => line === streets.at(-1)!.line && mayBeStreet(text)))
      if (house) return { ...town, from: house.line }
      continue
    }
    const near = parts.slice(low, at)
    const end = near.at(-1)
    if (!end) continue
    // In Turkey the code stands before the district, and the city last.
    const turkish = country === 'TR' ? asTown(end.text) : null
    if (turkish) return { country, city: turkish, from: end.line, countries: [] }
    for (let one = near.length - 1; one >= 0; one--) {
      const town = townAt(near, one)
      // "Blanco 1199, oficina 74, Valparaíso, Chile": of whose codes nothing is known.
      const isNumber = town && end !== near[one] && writtenSo(country, town) === undefined
      if (isNumber && countriesOfTown(end.text).includes(country))
        return { country, city: end.text, from: near[town.from]!.line, countries: [] }
      if (town?.city) return { country, city: town.city, from: near[town.from]!.line, countries: [] }
    }
    // "The Old Mill, Kinvara, Co. Galway, Ireland"
    const village = /^Co(?:unty|\.)? /.test(end.text) && isRegion(end.text) ? near.at(-2) : undefined
    if (village) return { country, city: asTown(village.text), from: village.line, countries: [] }
    // "Corve Street, Ludlow, England": a town of that country, and a street without a number.
    const isKnown = countriesOfTown(end.text).includes(country)
    const house =
      near.findLast(({ text }) => isStreet(text) || ((label >= 0 || isKnown) && street.test(text))) ??
      // "Barros Arana 645, oficina 502, Concepción, Chile"
      (isKnown ? near.find(({ text }) => /^\p{Lu}[\p{L} ]{3,40} \d{1,5}$/u.test(text)) : undefined)
    // Between the town and its country a state or county may stand: "Av. Juárez 12, Guadalajara, Jalisco, México".
    const isRegional = federal.has(country) || isRegion(end.text)
    const inState = /^[A-Z]{2}$/.test(end.text) ? near.at(-2) : undefined
    const town = isRegional && house ? (inState ?? near[near.indexOf(house) + 1] ?? end) : end
    if (house)
      return {
        country,
        city: asTown(town.text) ?? asTown(bareEnd(parts[at]!.text)),
        from: house.line,
        countries: [],
      }
    // "Bogotá, Colombia" or "Hamilton, Ontario, Canada", and nothing else.
    const nth = own.indexOf(parts[at]!)
    const isTown =
      nth === 1 || (nth === 2 && (isRegion(own[1]!.text) || countriesOfTown(own[0]!.text).includes(country)))
    const alone = isTown && own.slice(nth + 1).every(({ text }) => /^[\d ]{4,7}$/.test(text))
    const city = alone && last.length < 55 ? asTown(own[0]!.text) : null
    if (city) return { country, city, from: end.line, countries: [] }
  }
  return null
})
