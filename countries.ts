// Countries: their codes of ISO 3166, and the names by which people and websites call them.
import { nearest } from './nearest.ts'

/** Country names in the languages sites are written in, from the runtime's own tables. */
const languages =
  'en de fr es it pt nl cs sk pl ja ko zh zh-Hant ru uk sv da nb fi hu ro tr el bg hr sl et lv lt ca ar fa he th vi id'.split(
    ' ',
  )
const codes = (
  'AD AE AF AG AL AM AO AR AT AU AZ BA BB BD BE BF BG BH BI BJ BN BO BR BS BT BW BY BZ CA CD CG CH CI CL CM CN CO CR ' +
  'CU CV CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FR GA GB GD GE GH GM GN GQ GR GT GW GY HK HN HR HT HU ID IE ' +
  'IL IN IQ IR IS IT JM JO JP KE KG KH KM KN KR KW KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MK ML MM MN MO ' +
  'MR MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NZ OM PA PE PG PH PK PL PR PT PY QA RO RS RU RW SA SC SD SE SG SI SK ' +
  'SL SM SN SO SR SV SY SZ TD TG TH TJ TL TM TN TO TR TT TW TZ UA UG US UY UZ VA VC VE VN YE ZA ZM ZW'
).split(' ')
const others: { [name: string]: string } = {
  usa: 'US',
  'u.s.a.': 'US',
  'united states of america': 'US',
  uk: 'GB',
  'u.k.': 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'czech republic': 'CZ',
  'česká republika': 'CZ',
  'tschechische republik': 'CZ',
  'slovak republic': 'SK',
  'the netherlands': 'NL',
  holland: 'NL',
  'republic of korea': 'KR',
  'korea, republic of': 'KR',
  대한민국: 'KR',
  한국: 'KR',
  日本国: 'JP',
  "people's republic of china": 'CN',
  中华人民共和国: 'CN',
  'hong kong': 'HK',
  macau: 'MO',
  macao: 'MO',
  'viet nam': 'VN',
  russia: 'RU',
  'russian federation': 'RU',
  turkey: 'TR',
  aotearoa: 'NZ',
  'aotearoa new zealand': 'NZ',
  türkiye: 'TR',
  'united arab emirates': 'AE',
  uae: 'AE',
  'republic of ireland': 'IE',
  españa: 'ES',
  'bundesrepublik deutschland': 'DE',
}
/** Also a state, a person or a word; needs more than a name to be a country. */
const ambiguous = new Set([
  'georgia',
  'jersey',
  'chad',
  'jordan',
  'guinea',
  'niger',
  'mali',
  'oman',
  'cuba',
  'togo',
  'man',
])

let table: Map<string, string> | null = null

function build(): Map<string, string> {
  const names = new Map<string, string>()
  const clashing = new Set<string>(ambiguous)
  for (const language of languages) {
    const display = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    for (const code of codes) {
      const name = display.of(code)?.toLowerCase()
      if (!name || name.length < 2) continue
      const before = names.get(name)
      if (before !== undefined && before !== code) clashing.add(name)
      names.set(name, code)
    }
  }
  for (const [name, code] of Object.entries(others)) names.set(name, code)
  for (const name of clashing) names.delete(name)
  return names
}

/** The two-letter code of a country's name as an address gives it, or null. */
export function countryCode(name: string): string | null {
  if (name.length > 100) return null
  table ??= build()
  const plain = name
    .trim()
    .replace(/^[-–•·\s]+|[\s.,;:)]+$/g, '')
    .toLowerCase()
  if (plain.length < 2 || plain.length > 60) return null
  const code = table.get(plain) ?? table.get(`${plain}.`)
  if (code) return code
  // A page in two languages may say it in both: "Schweiz Switzerland".
  const [first, second, third] = plain.split(/\s+\/?\s*/)
  const same = first && second && !third ? table.get(first) : undefined
  return same !== undefined && table.get(second!) === same ? same : null
}

const allCodes = new Set(codes)
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })
/** The English name of a country code, or the code itself if it has none. */
export function countryName(code: string): string {
  return /^[a-z]{2}$/i.test(code) ? (regions.of(code.toUpperCase()) ?? code) : code
}

export const isCountryCode = (code: string): boolean => allCodes.has(code)

let assigned: Map<string, string> | null = null

/** Every code of ISO 3166 by its English name; groups of countries and codes that mean another one have none of their own. */
function englishNames(): Map<string, string> {
  const display = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const reserved = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '))
  const pairs = letters.flatMap((one) => letters.map((two) => one + two))
  const own = pairs.filter(
    (code) => !reserved.has(code) && new Intl.Locale(`und-${code}`).maximize().region === code,
  )
  return new Map(
    own.flatMap((code): [string, string][] => {
      const name = display.of(code)
      return name === undefined ? [] : [[name, code]]
    }),
  )
}

/** Every country with its English name, by name: what a list of countries offers. */
export function countriesByName(): [code: string, name: string][] {
  assigned ??= englishNames()
  return [...assigned]
    .map(([name, code]): [string, string] => [code, name])
    .sort(([, one], [, other]) => one.localeCompare(other, 'en'))
}

/** The code that somebody who was asked for a country means: a code, UK for GB, or a name in one of many languages. */
export function countryMeant(text: string): string | null {
  assigned ??= englishNames()
  const given = text.trim()
  const codes = [...assigned.values()]
  if (codes.includes(given.toUpperCase())) return given.toUpperCase()
  const english = [...assigned].find(([name]) => name.toLowerCase() === given.toLowerCase())
  return english?.[1] ?? countryCode(given)
}

export const countryFault = 'Must be an ISO 3166 two-letter country code, for example FI.'

/** The code of the English name that is nearest to a misspelt one. */
export function countryNearest(text: string): string | undefined {
  assigned ??= englishNames()
  const name = nearest(text, [...assigned.keys()])
  return name === undefined ? undefined : assigned.get(name)
}
