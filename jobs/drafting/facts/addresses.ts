import { countryCode } from './countries.ts'

export type Address = { country: string | null; city: string | null }

const regions = new Set(
  (
    'alabama alaska arizona arkansas california colorado connecticut delaware florida hawaii idaho illinois indiana iowa ' +
    'kansas kentucky louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana nebraska ' +
    'nevada ohio oklahoma oregon pennsylvania tennessee texas utah vermont virginia washington wisconsin wyoming ' +
    'ontario quebec québec alberta manitoba saskatchewan queensland victoria tasmania ' +
    'bihar assam goa gujarat haryana jharkhand karnataka kerala maharashtra manipur meghalaya mizoram nagaland odisha ' +
    'punjab rajasthan sikkim telangana tripura uttarakhand bavaria bayern hessen sachsen'
  ).split(' '),
)
const longRegions =
  /^(?:new (?:hampshire|jersey|mexico|york|south wales)|(?:north|south) (?:carolina|dakota)|west (?:virginia|bengal)|rhode island|british columbia|nova scotia|new brunswick|(?:tamil|himachal|uttar|madhya|andhra|arunachal) (?:nadu|pradesh)|(?:south|western) australia|northern territory|district of columbia)$/i
const street =
  /\b(?:street|st|road|rd|avenue|ave|lane|ln|drive|dr|blvd|boulevard|suite|floor|building|bldg|unit|apt|way|square|court|place|plaza|highway|hwy|parkway|pkwy|rue|calle|via|viale|piazza|stra(?:ße|sse)|str|weg|platz|allee|gasse|ring|ulica|ulice|utca|náměstí|třída|nám|laan|straat|gatan|vej|gade|tola|nagar|marg|sector|block|tower|house|p\.?\s?o\.?\s?box|postfach|c\/o)\b\.?/i
/** Postal codes: 5-6 digits, "182 00", "1010 AB", "EC1A 1BB", "SW1A 1AA", "K1A 0B1", "CA 94107", "D-10115". */
const postal =
  /(?<![\w€$£-])(?:[A-Z]{1,2}-?)?(?:\d{5,6}(?:-\d{3,4})?|\d{4}-\d{3}|\d{2}-\d{3}|\d{3}\s\d{2}|\d{4}\s?[A-Z]{2}|\d{4}|\d{3}-\d{4})(?![\w%€$£]|[.,]\d)|\b[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}\b|\b[A-Z]\d[A-Z]\s?\d[A-Z]\d\b/
const cityName =
  /^\p{Lu}[\p{L}'’.-]*(?:[\s-](?:\p{Lu}|d[aeo]|del|de la|la|le|les|sur|am|an der|im|in der|upon|ob|nad|pod|v|ob der|bei|\/)[\p{L}'’.-]*){0,4}$/u

function asCity(raw: string): string | null {
  const city = raw
    .replace(/\s*\(.*$/, '')
    .replace(/(?:,?\s+(?:CEDEX|Cedex)(?:\s+\d+)?)$/, '')
    .replace(/\s+\d{1,2}$/, '')
    .replace(/\s*-\s*\d{1,2}$/, '')
    .trim()
  if (city.length < 2 || city.length > 40 || !cityName.test(city)) return null
  if (street.test(city) || countryCode(city) || regions.has(city.toLowerCase()) || longRegions.test(city))
    return null
  if (
    /\b(?:GmbH|Inc|Ltd|LLC|Corp|AG|s\.r\.o|KG|Company|Telefon|Phone|Tel|Email|Fax|Ort|PLZ|Stadt|City|Place|IČO?|DIČ|VAT)\b/i.test(
      city,
    )
  )
    return null
  return city
}

const isRegion = (text: string): boolean =>
  regions.has(text.toLowerCase()) || longRegions.test(text) || /^[A-Z]{2,3}$/.test(text)

function cityOf(segments: string[]): string | null {
  for (let at = segments.length - 1; at >= 0; at--) {
    const segment = segments[at] ?? ''
    const code = postal.exec(segment)
    if (!code) continue
    const before = segment.slice(0, code.index).trim()
    const after = segment.slice(code.index + code[0].length).trim()
    if (after !== '' && before.length <= 2) return asCity(after)
    if (before === '' && after === '') return asCity(segments[at - 1] ?? '') ?? null
    if (isRegion(before)) return asCity(segments[at - 1] ?? '')
    if (after === '' && before !== '') return asCity(before)
    return after !== '' ? asCity(after) : null
  }
  return null
}

/** Letters of a segment that look like an address: a postal code, or a street with a number. */
const streetLine = (segment: string): boolean => street.test(segment) && /\d/.test(segment)

/**
 * Reads one postal address out of a text: segments parted by commas or lines, a country's name at the end,
 * a postal code or street before it. Anything less is a mention of a place, not an address.
 */
export function readAddress(text: string): Address | null {
  if (text.length > 900) return null
  const segments = text
    .split(/\s*[,;\n|•·]\s*|\s+[–—-]\s+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  for (let at = segments.length - 1; at >= 1; at--) {
    const last = (segments[at] ?? '').replace(/\s*[(（"“].*$/, '').replace(/\.(?:\s+\p{Lu}.*)?$/u, '')
    const country = countryCode(last)
    if (!country) continue
    const near = segments.slice(Math.max(0, at - 4), at)
    const coded = near.slice(-2).some((segment) => postal.test(segment))
    if (!coded && !near.some(streetLine)) continue
    return { country, city: coded ? cityOf(near) : null }
  }
  return null
}

/** An address without a country: a postal code and a city under a street, on an imprint. */
export function readDomesticAddress(lines: string[]): Address | null {
  for (const line of lines) {
    const found =
      /^(\p{L}[\p{L}.\s-]{3,40}\d{1,4}\s?[a-z]?),?\s+(?:([A-Z]{1,2})-)?(\d{5})\s+(\p{Lu}\P{N}{1,38})$/u.exec(
        line,
      )
    const city =
      found &&
      street.test((found[1] ?? '').replace(/(stra(?:ße|sse)|str\.|weg|platz|allee|gasse|ring)/i, ' $1 '))
        ? asCity(found[4] ?? '')
        : null
    if (city) return { country: null, city }
  }
  for (let at = 1; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const found = /^(?:([A-Z]{1,2})-)?(\d{5}|\d{3} \d{2}|\d{4})\s+(\p{Lu}.{1,38})$/u.exec(
      line.replace(/[,.]$/, ''),
    )
    const previous = lines[at - 1] ?? ''
    if (!found || !/\d/.test(previous) || previous.length > 60 || !/\p{L}{3}/u.test(previous)) continue
    const country = found[1]
      ? ({ D: 'DE', DE: 'DE', A: 'AT', AT: 'AT', CH: 'CH', F: 'FR', FR: 'FR' }[found[1]] ?? null)
      : null
    const city = asCity(found[3] ?? '')
    if (city) return { country, city }
  }
  return null
}
