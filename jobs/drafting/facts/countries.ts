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
}
const vat =
  /(?:USt|VAT|TVA|IVA|BTW|NIP|DIČ|moms|UID)[^\n]{0,40}?\b(AT|BE|BG|CY|CZ|DE|DK|EE|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK)U?\s?\d[\d ]{6,12}/i

/**
 * Whose country the lines around an address say: a line with nothing but its name, the law an imprint names, a VAT
 * number or a telephone number with its country.
 */
export function countryOfBlock(lines: { text: string }[]): { country: string; quote: string } | null {
  for (const { text } of lines) {
    const alone = text.length < 40 ? countryCode(text) : null
    const law = /§\s?5 (?:TMG|DDG)|Telemediengesetz|Digitale-Dienste-Gesetz/.test(text) ? 'DE' : null
    const taxed = vat.exec(text)?.[1]?.toUpperCase()
    const number = /(?<![\d+])(?:\+|00)(\d{2,3})[\s(/-]/.exec(text)?.[1] ?? ''
    const called =
      text.length < 120 ? (callingCodes[`+${number}`] ?? callingCodes[`+${number.slice(0, 2)}`]) : undefined
    const country = alone ?? law ?? taxed ?? called
    if (country) return { country, quote: text }
  }
  return null
}
