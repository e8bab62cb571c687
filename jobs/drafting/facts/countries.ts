/** Whose country an address without its name is of. */
import { countryCode } from '../../../countries.ts'
import { wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'
import { type Town, writtenSo } from './addresses.ts'
import { countriesOfTown } from './towns.ts'

const { anyOf, saying, setOf } = wordsIn('places')
const callingCodes = new Map([...setOf('calling_codes')].map((one) => one.split('=') as [string, string]))
const ofLanguage = new Map([...setOf('languages')].map((one) => one.split('=') as [string, string]))
const vat = new Wording(
  String.raw`${anyOf('tax_numbers')}[^\n]{0,40}?\b(AT|BE|BG|CY|CZ|DE|DK|EE|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK)U?\s?\d[\d ]{6,12}`,
  'iu',
)
const german = saying('laws_DE')
const registers = new Map(
  [...setOf('registers')].map(
    (one) => one.normalize('NFC').toLowerCase().replaceAll('_', ' ').split('=') as [string, string],
  ),
)
const register = new RegExp(
  String.raw`(?<!\p{L})(${[...registers.keys()].join('|')})\P{L}{0,6}\d[\d ./-]{5}`,
  'iu',
)

/** Whose law or register a line of an imprint names. */
export const countryOfFirm = (text: string): string | undefined => {
  const number = register.exec(text)?.[1]?.toLowerCase()
  return german.test(text)
    ? 'DE'
    : number
      ? registers.get(number)?.toUpperCase()
      : vat.exec(text)?.[1]?.toUpperCase()
}

/** What speaks of a country in a line, the strongest first: its name, a firm's number there, a telephone. */
const signs: ((text: string) => string | null | undefined)[] = [
  // "Fürstentum Liechtenstein" by its last word.
  (text) =>
    text.length < 40 ? (countryCode(text) ?? countryCode(/^\p{L}+ (\p{L}+)$/u.exec(text)?.[1] ?? '')) : null,
  countryOfFirm,
  (text) => {
    const number = text.length < 120 ? (/(?<![\d+])(?:\+|00)(7|\d{2,3})[\s(/-]/.exec(text)?.[1] ?? '') : ''
    return callingCodes.get(number) ?? callingCodes.get(number.slice(0, 2))
  },
]

type QuotedCountry = { country: string; quote: string }

/** What the lines around an address say, and the domain and language, where a code is written as in their country. */
export function countriesAround(
  town: Town,
  quote: string,
  lines: { text: string }[],
  { host, lang }: { host: string; lang: string },
): QuotedCountry[] {
  // Of a town that one country alone has, nobody need say more.
  const [only = '', another] = town.city === null ? [] : countriesOfTown(town.city)
  const own = [
    host.split('.').at(-1)!.toUpperCase(),
    ofLanguage.get(lang.slice(0, 2)) ?? '',
    another === undefined ? only : '',
  ]
  const quoted = own.filter((country) => writtenSo(country, town)).map((country) => ({ country, quote }))
  for (const sign of signs)
    for (const { text } of lines) {
      const country = sign(text)
      if (country && writtenSo(country, town) !== false)
        return [{ country, quote: text }, ...quoted.filter((one) => one.country === country)]
    }
  return quoted.slice(0, 1)
}
