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
      const known = names.get(name)
      if (known !== undefined && known !== code) clashing.add(name)
      names.set(name, code)
    }
  }
  for (const [name, code] of Object.entries(others)) names.set(name, code)
  for (const name of clashing) names.delete(name)
  return names
}

/** The two-letter code of a country's name as an address gives it, or null. */
export function countryCode(name: string): string | null {
  table ??= build()
  const plain = name
    .trim()
    .slice(0, 200)
    .replace(/^[-–•·\s]+|[\s.,;:)]+$/g, '')
    .toLowerCase()
  if (plain.length < 2 || plain.length > 60) return null
  const known = table.get(plain) ?? table.get(`${plain}.`)
  if (known) return known
  // A page in two languages may say it in both: "Schweiz Switzerland".
  const [first, second, third] = plain.split(/\s+\/?\s*/)
  const same = first && second && !third ? table.get(first) : undefined
  return same !== undefined && table.get(second!) === same ? same : null
}

const known = new Set(codes)
export const isCountryCode = (code: string): boolean => known.has(code)

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
