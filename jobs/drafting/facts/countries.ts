/** Whose country an address without its name is of. */
import { countryCode } from '../../../tools/countries.ts'
import { wordsIn } from '../words/words_in.ts'
import { type Town, writtenSo } from './addresses.ts'

const { anyOf, saying, setOf } = wordsIn('places')
const callingCodes = new Map([...setOf('calling_codes')].map((one) => one.split('=') as [string, string]))
const vat = new RegExp(
  String.raw`${anyOf('tax_numbers')}[^\n]{0,40}?\b(AT|BE|BG|CY|CZ|DE|DK|EE|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK)U?\s?\d[\d ]{6,12}`,
  'iu',
)
const german = saying('laws_DE')

/** What speaks of a country in a line, the strongest first: its name, the law of an imprint, a VAT number, a telephone. */
const signs: ((text: string) => string | null | undefined)[] = [
  // "Fürstentum Liechtenstein" by its last word.
  (text) =>
    text.length < 40 ? (countryCode(text) ?? countryCode(/^\p{L}+ (\p{L}+)$/u.exec(text)?.[1] ?? '')) : null,
  (text) => (german.test(text) ? 'DE' : null),
  (text) => vat.exec(text)?.[1]?.toUpperCase(),
  (text) => {
    const number = text.length < 120 ? (/(?<![\d+])(?:\+|00)(7|\d{2,3})[\s(/-]/.exec(text)?.[1] ?? '') : ''
    return callingCodes.get(number) ?? callingCodes.get(number.slice(0, 2))
  },
]

export type Told = { country: string; quote: string }

/** What the lines around an address say, or else the site's own domain, where its postal code is written as there. */
export function countryAround(
  town: Town,
  quote: string,
  lines: { text: string }[],
  host: string,
): Told | null {
  for (const sign of signs)
    for (const { text } of lines) {
      const country = sign(text)
      if (country && writtenSo(country, town) !== false) return { country, quote: text }
    }
  const country = host.split('.').at(-1)!.toUpperCase()
  return writtenSo(country, town) ? { country, quote } : null
}
