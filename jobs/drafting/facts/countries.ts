import { countryCode } from '../../../tools/countries.ts'

const callingCodes: { [code: string]: string } = {
  '+49': 'DE',
  '+43': 'AT',
  '+41': 'CH',
  '+33': 'FR',
  '+34': 'ES',
  '+351': 'PT',
  '+31': 'NL',
  '+32': 'BE',
  '+48': 'PL',
  '+420': 'CZ',
  '+421': 'SK',
  '+45': 'DK',
  '+46': 'SE',
  '+47': 'NO',
  '+358': 'FI',
  '+353': 'IE',
  '+30': 'GR',
  '+36': 'HU',
  '+90': 'TR',
  '+55': 'BR',
  '+52': 'MX',
  '+57': 'CO',
  '+54': 'AR',
  '+56': 'CL',
  '+81': 'JP',
  '+82': 'KR',
  '+91': 'IN',
  '+962': 'JO',
  '+971': 'AE',
  '+966': 'SA',
  '+20': 'EG',
  '+65': 'SG',
  '+61': 'AU',
  '+64': 'NZ',
  '+44': 'GB',
  '+40': 'RO',
  '+598': 'UY',
  '+7': 'RU',
  '+86': 'CN',
  '+380': 'UA',
  '+886': 'TW',
}
const vat =
  /(?:USt|VAT|TVA|IVA|BTW|NIP|DIČ|moms|UID)[^\n]{0,40}?\b(AT|BE|BG|CY|CZ|DE|DK|EE|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK)U?\s?\d[\d ]{6,12}/i

/** How the postal codes of a country are written. */
const codes: [string, RegExp][] = [
  ['DE FR IT ES FI HR LT EE TR', /(?<!\d)\d{5}(?!\d)/],
  ['AT CH BE DK NO HU SI LV LI', /(?<!\d)\d{4}(?!\d)/],
  ['CZ SK SE', /(?<!\d)\d{3} ?\d\d(?!\d)/],
  ['NL', /(?<!\d)\d{4} ?[A-Z]{2}(?![A-Z])/],
  ['RU', /(?<!\d)\d{6}(?!\d)|(?<!\p{L})г\.\s?\p{Lu}/u],
  ['BR', /(?<!\d)\d{5}-\d{3}(?!\d)/],
  ['PL', /(?<!\d)\d\d-\d{3}(?!\d)/],
  ['PT', /(?<!\d)\d{4}-\d{3}(?!\d)/],
]
const shapeOf = (country: string): RegExp | undefined =>
  codes.find(([countries]) => countries.includes(country))?.[1]

export type Told = { country: string; quote: string }

/** A town with a postal code on a site of a country's own domain, in that country's way of writing it. */
export function countryOfHost(host: string, quote: string): Told | null {
  const country = host.split('.').at(-1)!.toUpperCase()
  return shapeOf(country)?.test(quote) ? { country, quote } : null
}

/** What speaks of a country in a line, the strongest first: its name, the law of an imprint, a VAT number, a telephone. */
const signs: ((text: string) => string | null | undefined)[] = [
  (text) =>
    text.length < 40
      ? countryCode(
          text.replace(
            /^(?:fürstentum|principality of|(?:the )?republi\p{L}+ (?:of )?|grand duchy of)\s*/iu,
            '',
          ),
        )
      : null,
  (text) => (/§\s?5 (?:TMG|DDG)|Telemediengesetz|Digitale-Dienste-Gesetz/.test(text) ? 'DE' : null),
  (text) => vat.exec(text)?.[1]?.toUpperCase(),
  (text) => {
    const number = text.length < 120 ? (/(?<![\d+])(?:\+|00)(7|\d{2,3})[\s(/-]/.exec(text)?.[1] ?? '') : ''
    return callingCodes[`+${number}`] ?? callingCodes[`+${number.slice(0, 2)}`]
  },
]

/** Whose country the lines around an address say, where its postal code is one of that country. */
export function countryOfBlock(lines: { text: string }[], address: string): Told | null {
  for (const sign of signs)
    for (const { text } of lines) {
      const country = sign(text)
      if (country && shapeOf(country)?.test(address) !== false) return { country, quote: text }
    }
  return null
}
