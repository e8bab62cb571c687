import { countryCode, isCountryCode } from '../../../tools/countries.ts'
import { byText } from '../page/by_text.ts'

export type Address = { country: string | null; city: string | null }

/** Regions whose names and signs stand between a town and its postal code. */
const regionNames: { [country: string]: string } = {
  US:
    'alabama,alaska,arizona,arkansas,california,colorado,connecticut,delaware,florida,hawaii,idaho,illinois,indiana,iowa,' +
    'kansas,kentucky,louisiana,maine,maryland,massachusetts,michigan,minnesota,mississippi,missouri,montana,nebraska,nevada,' +
    'ohio,oklahoma,oregon,pennsylvania,tennessee,texas,utah,vermont,virginia,washington,wisconsin,wyoming,new hampshire,' +
    'new jersey,new mexico,new york,north carolina,south carolina,north dakota,south dakota,west virginia,rhode island,' +
    'district of columbia',
  CA: 'ontario,quebec,québec,alberta,manitoba,saskatchewan,british columbia,nova scotia,new brunswick',
  AU: 'queensland,victoria,tasmania,new south wales,south australia,western australia,northern territory,vic,nsw,qld,tas,act',
  IN:
    'bihar,assam,goa,gujarat,haryana,jharkhand,karnataka,kerala,maharashtra,manipur,meghalaya,mizoram,nagaland,odisha,punjab,' +
    'rajasthan,sikkim,telangana,tripura,uttarakhand,west bengal,tamil nadu,himachal pradesh,uttar pradesh,madhya pradesh,' +
    'andhra pradesh,arunachal pradesh',
  DE: 'bavaria,bayern,hessen,sachsen',
}
const regions = new Map(
  Object.entries(regionNames).flatMap(([country, names]) => names.split(',').map((name) => [name, country])),
)
const street =
  /(?<!\p{L})(?:street|st|road|rd|avenue|ave|lane|ln|drive|dr|blvd|boulevard|suite|floor|building|bldg|unit|apt|way|square|court|place|plaza|quay|row|highway|hwy|parkway|pkwy|rue|quai|allée|impasse|chemin|calle|carrera|cra|avenida|via|viale|piazza|corso|rua|travessa|praça|stra(?:ße|sse)|str|weg|platz|allee|gasse|ring|ulica|ul|aleja|ulice|utca|náměstí|třída|nám|laan|straat|gracht|plein|gatan|vej|gade|sokak|sok|cad|caddesi|mah|mahallesi|tola|nagar|marg|sector|block|tower|house|p\.?\s?o\.?\s?box|postfach|c\/o)(?!\p{L})\.?|\p{Ll}(?:straße|strasse|str\.|weg|platz|allee|gasse|straat|laan|plein|gracht|gatan|vägen|vej|gade)(?!\p{L})|شارع/iu
/** Postal codes: 5-6 digits, "182 00", "1010 AB", "EC1A 1BB", "K1A 0B1", "CA 94107", "D-10115", "H91 K2TX". */
const postal =
  /(?<![\w€$£-])(?:[A-Z]{1,2}-?)?(?:\d{5,6}(?:-\d{3,4})?|\d{4}-\d{3}|\d{2}-\d{3}|\d{3}\s\d{2}|\d{4}\s?[A-Z]{2}|\d{4}|\d{3}-\d{4})(?![\w%€$£]|[.,]\d)|\b[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}\b|\b[A-Z]\d[A-Z]\s?\d[A-Z]\d\b|\b[A-Z]\d[\dW]\s?[A-Z\d]{4}\b/
const cityName =
  /^(?:[’']s-)?(?:\p{Lu}|\p{Lo})[\p{L}\p{M}'’.-]*(?:[\s-](?:\p{Lu}|\p{Lo}|d[aeo]|del|de la|la|le|les|sur|am|an der|im|in der|upon|ob|nad|pod|v|ob der|bei|\/)[\p{L}\p{M}'’.-]*){0,4}$/u
const notCity =
  /(?<!\p{L})(?:GmbH|Inc|Ltd|LLC|Corp|AG|S\.?r\.?[lo]|KG|Company|Telefon|Phone|Tel|Email|E-Mail|Fax|Ort|PLZ|Stadt|City|Place|IČO?|DIČ|VAT|Copyright|Contact|Kontakt|Address|Adresse|Made|Built|All|From|With|Sales|Support|Engineering|Office|Team|Remote)(?!\p{L})/iu

function asCity(raw: string): string | null {
  const city = raw
    .replace(/^.*\s\/\s/, '')
    .replace(/\s*\(.*$/, '')
    .replace(/\s+(?:VIC|NSW|QLD|WA|SA|TAS|ACT|NT|[A-Z])$/, '')
    .replace(/(?:,?\s+(?:CEDEX|Cedex)(?:\s+\d+)?)$/, '')
    .replace(/\s+\d{1,2}$/, '')
    .replace(/\s+(?:\p{Ll}{1,2}\.\s?)+.*$/u, '')
    .replace(/\s*-\s*\d{1,2}$/, '')
    .trim()
    .replace(/^\p{Lu}{4,}$/u, (word) => word[0] + word.slice(1).toLowerCase())
  if (city.length < 2 || city.length > 40 || !cityName.test(city)) return null
  if (street.test(city) || countryCode(city) || isRegion(city) || notCity.test(city)) return null
  return city
}

const isRegion = (text: string): boolean =>
  regions.has(text.toLowerCase()) ||
  /^[A-Z]{2,3}$/.test(text) ||
  /^(?:county|co\.?) \p{Lu}\p{L}+$/iu.test(text)

function cityOf(segments: string[]): string | null {
  for (let at = segments.length - 1; at >= 0; at--) {
    const segment = segments[at] ?? ''
    const code = postal.exec(segment)
    if (!code) continue
    const before = segment.slice(0, code.index).trim()
    const after = segment
      .slice(code.index + code[0].length)
      .replace(/^[\s\d]+(?=\p{L})/u, '')
      .trim()
    const above = [segments[at - 1] ?? '', segments[at - 2] ?? ''].find((one) => !isRegion(one)) ?? ''
    if (after !== '' && before.length <= 2) return asCity(after)
    if ((before === '' && after === '') || isRegion(before)) return asCity(above)
    if (after === '' && before !== '') return asCity(before)
    return after !== '' ? asCity(after) : null
  }
  return null
}

/** Letters of a segment that look like an address: a postal code, or a street with a number. */
const isStreet = (segment: string): boolean => street.test(segment) && /\d/.test(segment)

export const addressLabel =
  /^\s*(?:address|anschrift|adresse|dirección|indirizzo|adresa|adres|endereço|morada|所在地|住所|주소|地址|العنوان)\s*[:：]/iu
const japanese =
  /(?:東京都|北海道|(?:京都|大阪)府|\p{Script=Han}{2,3}県)(\p{Script=Han}{1,5}?市|(?<=東京都)\p{Script=Han}{1,3}区)?/u

const chinese =
  /(?:中国|地址[:：]\s?(?:中国)?)(?:\p{Script=Han}{2,3}省)?(\p{Script=Han}{2,3}市)\S*[路街道]\s?\S*\d+\s?号/u
const korean =
  /주소\s*[:：]?\s*(?:[(\[]?\d{5}[)\]]?\s*)?(?:대한민국\s*)?(?:\p{Script=Hangul}{2,4}도\s)?(\p{Script=Hangul}{2,3}(?:특별시|광역시|특별자치시|시))\s.*\d/u

const segmentsOf = (text: string): string[] =>
  text
    .replace(/\p{Ll}\.\s(?=\p{Lu}[\p{L} ]{3,30}\.?\s*$)/u, (end) => `${end[0]}, `)
    .split(/\s*[,،、;\n|•·]\s*|\s+[–—-]\s+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
/** "58 Nové Veselí, CZ": not where the letters are a state's or province's too. */
const isCodeOfCountry = (text: string): boolean =>
  /^[A-Z]{2}$/.test(text) && isCountryCode(text) && !states.test(text) && !provinces.test(text)
const bareEnd = (segment: string): string =>
  segment
    .replace(/\s+(?:\+\d|\(?0\d|tel\b|\S+@).*$/i, '')
    .replace(/\s*[(（"“].*$/, '')
    .replace(/\.(?:\s+\p{Lu}.*)?$/u, '')
const mostOfCountry = 60
const cityState = /^(Singapore|Hong Kong)(?:\s+\d{6})?$/

/** No address is read where no part of a line may be a country, nor the eastern way of writing one. */
export const namesCountry = byText(
  (text) =>
    /[\p{Script=Han}\p{Script=Hangul}]/u.test(text) ||
    segmentsOf(`${text}\n`)
      .map(bareEnd)
      .some(
        (part) =>
          part.length <= mostOfCountry &&
          (cityState.test(part) || countryCode(part) !== null || isCodeOfCountry(part)),
      ),
)

/**
 * Reads one postal address out of a text: segments parted by commas or lines, a country's name at the end, a postal
 * code or street before it, or nothing but a city. Anything less is a mention of a place, not an address.
 */
export function readAddress(text: string): Address | null {
  if (text.length > 900 || !namesCountry(text)) return null
  const east = japanese.exec(text)
  if (east && /〒\s?\d{3}-?\d{4}|所在地|住所|\d+[-−ー丁]\d*/.test(text))
    return { country: 'JP', city: east[1] ?? null }
  const far = chinese.exec(text) ?? korean.exec(text)
  if (far) return { country: /\p{Script=Hangul}/u.test(far[1]!) ? 'KR' : 'CN', city: far[1]! }
  const isLabelled = addressLabel.test(text)
  const segments = segmentsOf(text.replace(/^\s*\p{L}[\p{L} ]{2,20}\s*[:：]\s*/u, ''))
  for (let at = segments.length - 1; at >= 1; at--) {
    const last = bareEnd(segments[at]!)
    const alone = cityState.exec(last)?.[1]
    if (alone && segments.slice(0, at).some(isStreet)) return { country: countryCode(alone)!, city: alone }
    const country =
      countryCode(last) ?? (isCodeOfCountry(last) && postal.test(segments[at - 1]!) ? last : null)
    if (!country) continue
    const near = segments.slice(Math.max(0, at - 4), at).filter((segment) => segment.length <= 80)
    const coded = near.slice(-3).some((segment) => postal.test(segment))
    // In Turkey the code stands before the district, and the city last.
    const coded_city = country === 'TR' ? asCity(near.at(-1) ?? '') : coded ? cityOf(near) : null
    if (coded_city) return { country, city: coded_city }
    if (near.some(isStreet) || (isLabelled && near.some((one) => street.test(one))))
      return { country, city: asCity(near.at(-1) ?? '') }
    // "Bogotá, Colombia" and nothing else.
    const whole = segments.slice(at + 1).every((part) => /^[\d ]{4,7}$/.test(part))
    if (at === 1 && whole && (isLabelled || !text.trim().includes('\n')) && segments.join(', ').length < 55) {
      const city = asCity(segments[0]!)
      if (city) return { country, city }
    }
  }
  return null
}

export type Town = Address & { street_above: boolean }
const prefixes =
  'D:DE DE:DE A:AT AT:AT CH:CH F:FR FR:FR L:LU B:BE I:IT IT:IT E:ES ES:ES NL:NL PL:PL CZ:CZ DK:DK S:SE SE:SE'
const prefixed = new Map(prefixes.split(' ').map((one) => one.split(':') as [string, string]))
const states =
  /^(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])$/
const provinces = /^(?:AB|BC|MB|N[BLSTU]|ON|PE|QC|SK|YT)$/
const british = String.raw`[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}`
const canadian = String.raw`[A-Z]\d[A-Z] ?\d[A-Z]\d`
/** "1015 CJ Amsterdam": the code before the town. "Bristol BS1 4ND", "CA 94105": the code behind it. */
const codeFirst =
  /^(?:([A-Z]{1,2})-)?(\d{5}|\d{3} \d{2}|\d{4} [A-Z]{2}(?= )|\d{4}|\d{2}-\d{3}|\d{4}-\d{3})\s+(\p{Lu}.{1,38})$/u
const codeLast = new RegExp(
  String.raw`^(?:(\p{Lu}.{1,38}?)\s+)?(${british}|${canadian}|([A-Z]{2,3}|${[...regions.keys()].join('|')}) (\d{4,6}(?:-\d{4})?))$`,
  'iu',
)
const digitsOf: { [country: string]: RegExp } = { US: /^\d{5}(?:-\d{4})?$/, AU: /^\d{4}$/, IN: /^\d{6}$/ }

/** The country whose postal codes alone are written so. */
const countryOfCode = (code: string): string | null =>
  /^\d{4} [A-Z]{2}$/.test(code)
    ? 'NL'
    : /^\d{2}-\d{3}$/.test(code)
      ? 'PL'
      : /^\d{4}-\d{3}$/.test(code)
        ? 'PT'
        : null

/** Town and country of a part that holds a postal code; `before` and `above` are the parts before it, which may name the town. */
function townOf(part: string, before: string, above: string): (Address & { parts: number }) | null {
  const first = codeFirst.exec(part)
  if (first)
    return {
      country: prefixed.get(first[1] ?? '') ?? countryOfCode(first[2]!),
      city: asCity(first[3]!.replace(/\s*\([A-Z]{2}\)$/, '')),
      parts: 1,
    }
  // "Recife - PE, 50050-000"
  if (/^(?:CEP:? )?\d{5}-\d{3}$/.test(part) && /^[A-Z]{2}$/.test(before))
    return { country: 'BR', city: asCity(above), parts: 3 }
  const last = codeLast.exec(part)
  if (!last) return null
  const [, named = '', code = '', state = '', digits = ''] = last
  const [region = ''] = /[A-Z]{2}$/.exec(named) ?? []
  if (state !== '') {
    const country = regions.get(state.toLowerCase()) ?? (states.test(state) ? 'US' : '')
    return digitsOf[country]?.test(digits)
      ? { country, city: asCity(named || before), parts: named ? 1 : 2 }
      : null
  }
  if (new RegExp(`^${canadian}$`).test(code))
    return provinces.test(region) ? { country: 'CA', city: asCity(before), parts: 2 } : null
  return { country: 'GB', city: asCity(named || before), parts: named ? 1 : 2 }
}

/** An address without a country: "Street 12, 22848 Norderstedt", or a postal code and town under a street. */
export function readTown(line: string, above: string): Town | null {
  if (line.length > 160 || !/\d/.test(line)) return null
  const russian =
    /(?<!\p{L})г(?:ород|\.)\s?(\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)?),\s*(?:ул|пр|просп|пер|наб|шоссе|бульвар|б-р|площадь|пл)(?!\p{L}).*\d/u.exec(
      line,
    )
  if (russian) return { country: null, city: russian[1]!, street_above: false }
  const parts = line
    .replace(/,\s([A-Z]{2}),\s(?=\d{5}(?!\d))/, ', $1 ')
    .split(/\s*[,;|•·]\s*|\s+[–—-]\s+/)
    .map((part) => part.replace(/[.,]$/, ''))
    .flatMap((part) => {
      // "Rue du Port 12 29490 Guipavas"
      const [, before, after] = /^(.{4,60}?)\s((?:[A-Z]{1,2}-)?\d{4,5}\s\p{Lu}\P{N}{1,38})$/u.exec(part) ?? []
      return before && after && street.test(before) ? [before, after] : [part]
    })
  for (let at = parts.length - 1; at >= 0; at--) {
    const town = townOf(parts[at]!, parts[at - 1] ?? '', parts[at - 2] ?? '')
    if (!town?.city) continue
    const to = Math.max(0, at - town.parts + 1)
    const near = parts.slice(Math.max(0, to - 4), to).join(' ')
    const beside = /\d/.test(parts[to - 1] ?? '') || isStreet(near)
    const under = at + 1 === parts.length && at < town.parts && isUnderStreet(above)
    if (beside || under) return { country: town.country, city: town.city, street_above: !beside }
  }
  return null
}

const isUnderStreet = (above: string): boolean =>
  /\d/.test(above) && above.length <= 60 && /\p{L}{3}/u.test(above) && !/@|tel|\+\d/i.test(above)
