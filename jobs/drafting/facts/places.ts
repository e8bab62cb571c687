import { readAddress, readDomesticAddress, type Address } from './addresses.ts'
import { countryCode, isCountryCode } from './countries.ts'
import { isObject, plain } from '../page/json_ld.ts'
import type { Block, Evidence, Found, ReadPage } from '../profile.ts'
import type { Proof } from '../proof/proofs.ts'
import { evidenceFrom, ownBlocks, type Reading, says } from '../page/reading.ts'
import { ownThings } from './ownership.ts'

/** Places that say nothing of where the company sits: courts, servers, customers, events, samples. */
const elsewhere =
  /\b(?:governed|governing|jurisdiction|courts?|laws? of|hosted|hosting|hosts?|servers?|data ?cent(?:er|re)s?|conference|meetup|event|visit us at|booth|customers?|clients?|shipping|deliver|example|sample|e\.g\.|such as|processed in|transferred|sub-?processors?|supervisory|authority|aufsichtsbehörde|gerichtsstand|gehostet|hoster|datenschutzbehörde|hébergeur|hébergé|hospedaje|cloudflare|github|google|amazon|aws|hetzner|netlify|vercel|stripe|paypal|paddle|microsoft|mailchimp|sendgrid|trademark|free software foundation)\b/i
/** Words that tie an address on a legal page to whoever runs the site. */
const operator =
  /\b(?:operated by|operator|operates|provider of|registered (?:office|business|address)|registered at|business address|postal address|mailing address|headquarter(?:s|ed)|our (?:office|address)|data controller|controller|is a product of|product of|sold by|located at|company address|seller|merchant|betreiber|betrieben von|verantwortlich(?:e|er)?|anschrift|sitz|inhaber|exploité par|éditeur|siège social|responsable|titular|domicilio|sede legale|titolare|provozuje|provozovatel|správce|se sídlem|sídlo|ičo|operado por|sede)\b/iu
const wideOperator = /所在地|運営者|運営会社|販売業者|주소|사업자|地址|住所/
const legalPages = new Set(['terms'])
const ownPages = new Set(['imprint', 'contact', 'about', 'team'])

/** Is this line's address the company's? On legal pages it must say so; a foreign one stands there too. */
function isOwn(text: string, kind: string, region: string, names: string[], before: string): boolean {
  if (elsewhere.test(text)) return false
  if (operator.test(text) || wideOperator.test(text) || operator.test(before) || wideOperator.test(before))
    return true
  if (legalPages.has(kind))
    return /^\s*(?:address|anschrift|adresse|dirección|indirizzo|adresa)\s*[:：]/i.test(text)
  if (ownPages.has(kind)) return true
  return region === 'footer' && (kind === 'start' || says(text, names) || text.length < 160)
}

type Sighting = Address & { evidence: Evidence }

function fromJsonLd(page: ReadPage, reading: Reading): Sighting[] {
  const found: Sighting[] = []
  for (const thing of ownThings(page, reading)) {
    const addresses = Array.isArray(thing['address']) ? thing['address'] : [thing['address']]
    for (const address of addresses) {
      if (!isObject(address)) continue
      const said = plain(address['addressCountry'])
      const country = /^[A-Z]{2}$/.test(said) && isCountryCode(said) ? said : countryCode(said)
      const city = plain(address['addressLocality'])
      if (country) found.push({ country, city: null, evidence: evidenceFrom(page, said, 'json-ld') })
      if (city.length > 1 && city.length < 60 && !/\d|\[|your|example|city/i.test(city)) {
        found.push({ country: null, city, evidence: evidenceFrom(page, city, 'json-ld') })
      }
    }
  }
  return found
}

/** A country alone on a line of an imprint, under the lines of a name and an address. */
function loneCountry(blocks: Block[], at: number): string | null {
  const block = blocks[at]
  if (!block || block.text.length > 40) return null
  const country = countryCode(block.text)
  if (!country) return null
  const above = blocks.slice(Math.max(0, at - 4), at)
  if (above.length < 2 || above.some((line) => elsewhere.test(line.text) || line.tag === 'li')) return null
  return above.every((line) => line.text.length < 90) ? country : null
}

function fromBlocks(page: ReadPage, reading: Reading): Sighting[] {
  const kind = reading.kinds.get(page) ?? 'other'
  const found: Sighting[] = []
  const blocks = ownBlocks(page).filter((block) => !block.hidden)
  blocks.forEach((block, at) => {
    const before = blocks[at - 1]?.text ?? ''
    const text = block.text
    if (text.length < 900 && /[,\d]/.test(text)) {
      const own = isOwn(text, kind, block.region, reading.names, before.slice(0, 200))
      const address = own ? bestAddress(text) : null
      if (address) found.push({ ...address, evidence: evidenceFrom(page, text) })
    }
    if (kind !== 'imprint' && kind !== 'contact') return
    const country = loneCountry(blocks, at)
    const group = blocks.slice(Math.max(0, at - 4), at + 1).map((line) => line.text)
    if (country) {
      const quote = shortestAddress(group)
      const city = quote ? (readAddress(quote)?.city ?? null) : null
      found.push({ country, city, evidence: evidenceFrom(page, city && quote ? quote : block.text) })
    } else if (kind === 'imprint') {
      const pair = blocks.slice(Math.max(0, at - 1), at + 1).map((line) => line.text)
      const domestic = pair.some((line) => elsewhere.test(line)) ? null : readDomesticAddress(pair)
      if (domestic) found.push({ ...domestic, evidence: evidenceFrom(page, pair.join('\n')) })
    }
  })
  // On an imprint the first address is the publisher's; a host's or an authority's may follow.
  return kind === 'imprint' ? firstOfEach(found) : found
}

/** The last lines that together make an address with a city; no heading above them. */
function shortestAddress(lines: string[]): string | null {
  for (let from = lines.length - 2; from >= 0; from--) {
    const text = lines.slice(from).join('\n')
    if (readAddress(text)?.city) return text
  }
  return null
}

function firstOfEach(found: Sighting[]): Sighting[] {
  const country = found.find((sighting) => sighting.country)
  const city = found.find((sighting) => sighting.city)
  return [country, city].filter((sighting) => sighting !== undefined)
}

/** The address of a sentence or of the sentences before a closing remark. */
function bestAddress(text: string): Address | null {
  return readAddress(text) ?? readAddress(text.replace(/\.\s.*$/s, ''))
}

export type Places = { country: Found<string>; city: Found<string> }

/** Country and city of the company, where an address of its own gives them. Addresses that disagree give none. */
export function findPlaces(reading: Reading): Places {
  const sightings: Sighting[] = []
  for (const page of reading.pages) {
    const kind = reading.kinds.get(page)
    sightings.push(...fromJsonLd(page, reading))
    if (kind !== 'blog' && kind !== 'faq') sightings.push(...fromBlocks(page, reading))
  }
  return { country: agreed(sightings, 'country'), city: agreed(sightings, 'city') }
}

function agreed(sightings: Sighting[], field: 'country' | 'city'): Found<string> {
  const values = new Map<string, Evidence[]>()
  for (const sighting of sightings) {
    const value = sighting[field]
    if (!value) continue
    const evidence = values.get(value) ?? []
    if (evidence.length < 3) evidence.push(sighting.evidence)
    values.set(value, evidence)
  }
  const [only] = values
  return values.size === 1 && only ? { value: only[0], evidence: only[1] } : null
}

const ldPlace =
  /^(?:Organization|Corporation|LocalBusiness|NGO|Project|SoftwareApplication|Product|WebSite)\.address\.(addressCountry(?:\.name)?|addressLocality)$/

export function supportsPlace(
  field: 'country' | 'city',
  value: string,
  proofs: Proof[],
  names: string[],
  kindOf: (url: string) => string,
): boolean {
  if (field === 'country' && !isCountryCode(value)) return false
  return proofs.some((proof) => {
    if (proof.kind === 'json-ld') {
      const part = ldPlace.exec(proof.key)?.[1]
      const said = proof.lines[0] ?? ''
      if (field === 'city') return part === 'addressLocality' && said === value
      return part?.startsWith('addressCountry') === true && (said === value || countryCode(said) === value)
    }
    if (proof.kind !== 'visible') return false
    const kind = kindOf(proof.url)
    const text = proof.lines.join('\n')
    if (field === 'city' && !proof.quote.includes(value)) return false
    if (!isOwn(text, kind, 'footer', names, proof.before.slice(0, 200))) return false
    const quoted = bestAddress(proof.quote) ?? readAddress(text)
    const read = quoted ?? (kind === 'imprint' ? readDomesticAddress(proof.lines) : null)
    if (read?.[field] === value) return true
    const lone = kind === 'imprint' || kind === 'contact'
    return field === 'country' && lone && proof.lines.length === 1 && countryCode(text) === value
  })
}
