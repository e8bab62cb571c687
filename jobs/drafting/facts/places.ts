import { isObject, plain } from '../page/json_ld.ts'
import { beforeCredit, type Line } from '../page/lines.ts'
import { evidenceFrom, type Reading } from '../page/reading.ts'
import { sentences } from '../page/sentences.ts'
import type { Found } from '../profile.ts'
import { type Address, addressLabel, namesCountry, readAddress, readTown, type Town } from './addresses.ts'
import { countryCode, isCountryCode } from '../../../tools/countries.ts'
import { countryOfBlock, countryOfHost } from './countries.ts'
import { ownThings } from './ownership.ts'
import { agreed, remembered, type Sighting } from './sightings.ts'
import { isDenied, isHomeHeading, isOurFirm, namesAnother, saysName, saysWe } from './subject.ts'

/** Places that say nothing of where the company sits: courts, servers, customers, events, other people's houses. */
const elsewhere =
  /(?<!\p{L})(?:governed|governing|jurisdiction|courts|(?<=the |high |supreme |district |county )court|court of|venue for|laws? of|hosted|hosting|hosts?|servers?|data ?cent(?:er|re|ra)s?|back-?ups?|conference|conf|meetup|event|talk|workshop|visit us at|booth|hall(?= \d)|fair|messe|salon|feria|fiera|customers?|clients?|shipping|deliver\p{L}*|example|sample|e\.g\.|such as|processed in|transferred|sub-?processors?|supervisory|authority|commissioner|ombudsman|aufsichtsbehörde|landesbeauftragte\p{L}*|beauftragte\p{L}*|gerichtsstand|registergericht|amtsgericht|handelsregister|gehostet|hoster|webhosting|datenschutzbehörde|data protection officer|dpo|h[ée]berg\p{L}*|hospedaje|alojad[ao]|cloudflare|github|google|amazon|aws|hetzner|ovh|netlify|vercel|stripe|paypal|paddle|microsoft|mailchimp|sendgrid|trademarks?|free software foundation|distribut\p{L}*|vertriebs\p{L}*|ship to|bill(?:ed|ing)? to|recipient|stockist|reseller|retailers?|dealer|agent|partners?|suppliers?|fornecedor|proveedor|lieferant|fournisseur|designed by|design by|photos?|born|geboren|rocked|made in|printed|manufactur\p{L}*|factory|investors?|accountant|lawyer|m[ée]diat\p{L}*|schlichtungsstelle|verbraucherschlichtung|streitbeilegung|where to buy|points? of sale|points? de vente|puntos? de venta|punti vendita|händler|bezugsquellen|verkaufsstellen|(?:eu|uk|gdpr|local) representative|vertreter in der eu)(?!\p{L})/iu
/** Words that tie an address to whoever runs the site. */
const operator =
  /(?<!\p{L})(?:operated by|operator|operates|provider of|registered (?:office|business|address)|registered (?:at|in)|business address|(?:postal|mailing) address|offices? at|headquarter(?:s|ed)|(?:our|head) (?:office|address)|data controller|controller|is a product of|product of|sold by|located (?:at|in)|based in|company address|seller|merchant|betreiber|betrieben von|verantwortlich\p{L}*|anschrift|sitz|inhaber|angaben gemäß|exploité par|éditeur|édité par|siège(?: social)?|responsable|titular|domicilio|sede(?: legale)?|titolare|provozuje|provozovatel|správce|se sídlem|sídlo|ičo|operado por|administrator danych|siedzib\p{L}+|gevestigd|säte)(?!\p{L})|所在地|運営者|運営会社|販売業者|주소|사업자|地址|住所|العنوان|مقر/iu
const ownPages = new Set(['imprint', 'contact', 'about', 'team'])
const most = { line: 900, window: 5 }

/** The name of another firm stands right above, as on an envelope, and that of ours elsewhere. */
function isOfNamed(first: Line, site: Reading): boolean {
  const lines = site.visible(first.url)
  const above = lines.slice(Math.max(0, first.at - 2), first.at)
  const envelope = above.slice(above.findLastIndex((line) => line.level > 0 || line.tag !== first.tag) + 1)
  return (
    envelope.some(({ text }) => /^\D{1,60}$/.test(text) && namesAnother(text, site)) &&
    lines.some(({ text }) => text.length < 200 && isOurFirm(text, site))
  )
}

/** A sentence about something else that gives an address: no label, no name of ours, but prose before the street. */
const isProse = (told: string, site: Reading): boolean =>
  /^(?:[^\d,]*\s)?(?:\p{Ll}{3,}\s[^\d,]*){4}/u.test(told) &&
  !saysName(told, site) &&
  !saysWe(told) &&
  !operator.test(told)

/** Is an address here the company's? On legal pages it must say so; a foreign one stands there too. */
function isOwn(lines: Line[], site: Reading): boolean {
  const [first] = lines
  if (!first || isOfNamed(first, site)) return false
  const near = first.heads.at(-1)?.text ?? ''
  const before = site.visible(first.url)[first.at - 1]
  const told = lines.map(({ text }) => text).join(' ')
  // A label, and not the address before this one.
  const label = before?.region === first.region && /^[^,]{1,119}$/.test(before.text) ? before.text : ''
  const context = `${label} ${near.length < 100 ? near : ''}`
  if (isProse(told, site)) return false
  if (elsewhere.test(told.replace(/\bc\/o\b.*?,/i, '')) || elsewhere.test(context)) return false
  if (
    namesAnother(told, site) &&
    !ownPages.has(first.page) &&
    !operator.test(context) &&
    first.region !== 'footer'
  )
    return false
  if (operator.test(told) || operator.test(context)) return true
  if (first.page === 'terms') return addressLabel.test(told)
  if (ownPages.has(first.page) || first.region === 'footer') return true
  if (isHomeHeading(near) || first.tag === 'address' || saysName(told, site)) return true
  // An address by itself beside a telephone number or an e-mail address is where to find them.
  const around = site.visible(first.url).slice(Math.max(0, first.at - 4), first.at + 5)
  return (
    told.length < 120 &&
    around.some(({ text }) =>
      /@[\w-]+\.|\b(?:tel(?:ephone|efon\w*)?|phone|call)\b|☎|\+\d[\d\s().-]{7,}/i.test(text),
    )
  )
}

const headOffice =
  /(?<!\p{L})(?:head ?office|headquarter(?:s|ed)?|hq|registered (?:office|address)|hauptsitz|zentrale|firmensitz|siège(?: social)?|sede (?:central|legale|social|principal)|domicilio social|hoofdkantoor|vestigingsadres|sídlo|siedziba|huvudkontor|hovedkontor|genel merkez)(?!\p{L})|本社|本店|본사|总部|總部/iu

/** "Oficina comercial: Av. Corrientes 2330": an office beside the seat. */
const isBranch = (text: string): boolean =>
  /^(?:sales|branch|satellite|regional|showroom|oficina comercial|sucursal|filial|filiale|niederlassung|zweigstelle|agence|vestiging|oddział|pobočka|쇼룸|지사|支店|分公司)(?!\p{L})/iu.test(
    text,
  )

/** Of several addresses a head office is the company's, before one that bears its name, before one that does not. */
function nearness(lines: Line[], site: Reading): number {
  const told = lines.map(({ text }) => text).join(' ')
  const [first] = lines
  const envelope = site
    .visible(first!.url)
    .slice(Math.max(0, first!.at - 2), first!.at)
    .filter((line) => line.region === first!.region && line.heads.at(-1) === first!.heads.at(-1))
  const above = envelope
    .map(({ text }) => text)
    .filter((text, at) => /^\D{1,60}$/.test(text) || (at === 0 && text.length < 60))
  const near = first!.heads.at(-1)?.text ?? ''
  const named = `${near.length < 60 ? near : ''} ${above.join(' ')} ${told}`
  return headOffice.test(named) ? 4 : isBranch(told) ? 2.8 : saysName(named, site) ? 3.5 : 3
}

type Seen = Address & { lines: Line[] }

/** Addresses of a page: of one line, or of neighbouring short ones, the longest first. */
function addressesOf(lines: Line[]): Seen[] {
  const found: Seen[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    if (line.level > 0 && isLabelOf(line, lines[at + 1])) continue
    const signed = line.not === 'credit'
    if ((line.not && !signed) || line.hidden || line.text.length > most.line || line.region === 'nav')
      continue
    // Each sentence by itself: after ours an imprint may name the host's, and a foot who made the site.
    const parts = sentences(beforeCredit(line))
    const said = parts.length > 1 || signed ? parts.map((text) => ({ ...line, text })) : []
    const whole = said.flatMap((one) => {
      const read = readAddress(one.text)
      return read?.city ? [{ ...read, lines: [one] }] : []
    })
    const alone = whole.length > 0 ? null : readAddress(line.text)
    found.push(...whole)
    if (signed && whole.length === 0)
      for (const one of said) {
        const town = readTown(one.text, '')
        if (town) found.push({ ...town, lines: [one] })
      }
    if (signed) continue
    if (alone?.city) found.push({ ...alone, lines: [line] })
    if (whole.length > 0 || alone?.city) continue
    const block = [line]
    for (let next = at - 1; next >= 0 && block.length < most.window; next--) {
      const above = lines[next]!
      const isHead = above.level > 0 && above.level !== line.level
      if (above.not || above.text.length > 90 || isHead || above.region !== line.region) break
      block.unshift(above)
    }
    const joined = block.some(({ text }) => namesCountry(text)) ? longest(block) : null
    const read = joined ?? (alone ? { ...alone, lines: [line] } : null)
    if (read) found.push(read)
    else {
      const town = townIn(line.text, block.at(-2)?.text ?? '')
      if (town) found.push({ ...town, lines: block.slice(town.street_above ? -2 : -1) })
    }
  }
  return found
}

/** "Sales, England" over an address says which office it is. */
const isLabelOf = (head: Line, next: Line | undefined): boolean =>
  !/\d/.test(head.text) && Boolean(next && (readAddress(next.text)?.city || readTown(next.text, '')))

/** An address without its country, which may be one sentence of several: "… Registered office: 12 Mill Lane, …". */
function townIn(text: string, above: string): Town | null {
  const whole = readTown(text, above)
  if (whole || text.length > 400) return whole
  for (const sentence of sentences(text)) {
    const town = readTown(sentence.replace(/^.{0,60}?:\s/, ''), '')
    if (town) return town
  }
  return null
}

/** The fewest lines, ending with this one, that make an address with a city. */
function longest(block: Line[]): Seen | null {
  for (let from = block.length - 2; from >= 0; from--) {
    const lines = block.slice(from)
    const read = readAddress(lines.map(({ text }) => text).join('\n'))
    if (read?.city) return { ...read, lines }
  }
  return null
}

const seated =
  /(?<!\p{L})(?:(?:based|located|headquartered|registered) in|(?:sitz|ansässig|zuhause) in|(?:basée?|située?|installée?) à|con sede en|con sede a|com sede em|z siedzibą w|gevestigd in)\s+(\p{Lu}[\p{L}'’.-]*(?:\s\p{Lu}[\p{L}'’.-]*){0,2}(?:,\s*\p{Lu}[\p{L}'’. -]{2,30})?)/u

/** "We are based in Cork, Ireland." */
function seatIn(line: Line, site: Reading): Address | null {
  for (const sentence of sentences(line.text)) {
    const found = seated.exec(sentence)?.[1]
    if (!found || isDenied(sentence) || elsewhere.test(sentence) || namesAnother(sentence, site)) continue
    const head = sentence.slice(0, sentence.indexOf(found))
    if (!(saysName(head, site) || saysWe(head) || /^\P{L}*(?:proudly )?based in/iu.test(head))) continue
    const [city = '', country = ''] = found.split(/,\s*/)
    if (countryCode(city)) return { country: countryCode(city), city: null }
    if (country !== '' && countryCode(country)) return { country: countryCode(country), city }
  }
  return null
}

const brazilian =
  /(?<!\p{L})(\p{Lu}\p{Ll}+(?: (?:d[aeo]s? )?\p{Lu}\p{Ll}+)*)(?:, | ?[/–-] ?)(?:A[CLMP]|BA|CE|DF|ES|GO|M[AGST]|P[ABEIR]|R[JNORS]|S[CEP]|TO)(?![\p{L}\p{N}])/gu

/** "Jacareí, SP" at the foot of a site in Brazil, and nowhere else. */
function brazilianTown(line: Line, site: Reading): Address | null {
  if (!site.host.endsWith('.br') || line.text.length > 200 || elsewhere.test(line.text)) return null
  const own = line.region === 'footer' || line.page === 'contact' || line.page === 'imprint'
  const text = line.text.replace(/^(?:Localização|Endereço|Sede|Onde estamos):?\s/u, '')
  const [first, second] = own ? [...text.matchAll(brazilian)] : []
  return first && !second ? { country: 'BR', city: first[1]! } : null
}

/** "Acme Inc., a Delaware corporation, with offices at 12 Bay Road, Miami, FL, 33181" */
function officeIn({ text, page }: Line, site: Reading): Address | null {
  const found =
    page === 'terms'
      ? /offices? (?:located )?at ([^()“”"]{12,120}?,? [A-Z]{2},? \d{5})(?!\d)/.exec(text)
      : null
  const before = found ? text.slice(Math.max(0, found.index - 120), found.index) : ''
  return found && saysName(before, site) ? readTown(found[1]!, '') : null
}

type Place = { country: Sighting<string>[]; city: Sighting<string>[] }

/** Countries and cities that the company's own addresses give. */
export const placeSightings = remembered((site): Place => {
  const found: Place = { country: [], city: [] }
  const add = ({ country, city }: Address, page: { url: string }, quote: string, score: number): void => {
    const evidence = evidenceFrom(page, quote, score === 2.5 ? 'json-ld' : 'visible')
    if (country) found.country.push({ value: country, score, evidence })
    if (city) found.city.push({ value: city, score, evidence })
  }
  for (const page of site.pages) {
    for (const { address, quote } of ldAddresses(page, site)) add(address, page, quote, 2.5)
    const kind = site.kinds.get(page)
    const lines = site.visible(page.url)
    if (kind === 'blog' || kind === 'faq') continue
    const own = addressesOf(lines).filter((seen) => isOwn(seen.lines, site))
    // On an imprint or a legal page the first address is the publisher's; a host's or an authority's may follow.
    const legal = kind === 'imprint' || kind === 'terms'
    const [first] = own
    for (const seen of legal && first ? [first, ...own.filter((one) => one.city === first.city)] : own) {
      const quote = seen.lines.map(({ text }) => text).join('\n')
      const score = nearness(seen.lines, site)
      add(seen, page, quote, score)
      if (seen.country === null) {
        const last = seen.lines.at(-1)!
        const around = lines
          .slice(Math.max(0, last.at - 4), last.at + 8)
          .filter((line) => !line.not && !elsewhere.test(line.text))
        const told = countryOfBlock(around, quote) ?? countryOfHost(site.host, quote)
        if (told) add({ country: told.country, city: null }, page, told.quote, score)
      }
    }
    for (const line of lines) {
      const seat =
        line.not || line.hidden
          ? null
          : line.text.length > 600
            ? officeIn(line, site)
            : (seatIn(line, site) ?? officeIn(line, site) ?? brazilianTown(line, site))
      if (seat) add(seat, page, line.text, 2)
    }
  }
  return found
})

function ldAddresses(page: Reading['start'], site: Reading): { address: Address; quote: string }[] {
  const found: { address: Address; quote: string }[] = []
  for (const thing of ownThings(page, site)) {
    for (const address of [thing['address']].flat().slice(0, 10)) {
      if (!isObject(address)) continue
      const said = plain(address['addressCountry'])
      const country = /^[A-Z]{2}$/.test(said) && isCountryCode(said) ? said : countryCode(said)
      const city = plain(address['addressLocality'])
      if (country) found.push({ address: { country, city: null }, quote: said })
      if (city.length > 1 && city.length < 60 && !/\d|\[|your|example|city/i.test(city))
        found.push({ address: { country: null, city }, quote: city })
    }
  }
  return found
}

export type Places = { country: Found<string>; city: Found<string> }

/** Country and city of the company, where an address of its own gives them. Addresses that disagree give none. */
export function findPlaces(site: Reading): Places {
  const { country, city } = placeSightings(site)
  return { country: agreed(country), city: agreed(city) }
}
