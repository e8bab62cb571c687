/** What belongs to the site: the words of its name, accounts with that name, and JSON-LD about it. */
import { getDomain } from 'tldts'
import { isObject, plain, typesOf } from '../page/json_ld.ts'
import type { JsonObject, ReadPage } from '../profile.ts'
import { wordsIn } from '../words/words_in.ts'
import { letters } from '../page/own_names.ts'
import { addressWords, domainOf, type CrawledSite } from '../page/reading.ts'

export const resembles = (handle: string, words: string[]): boolean => {
  const key = letters(decoded(handle))
  return words.some((word) => {
    if (word.length < 3) return key === word
    return (
      key === word ||
      (word.length >= 4 && key.includes(word)) ||
      (key.length >= 4 && word.includes(key) && key.length * 2 >= word.length)
    )
  })
}

/** A percent-decoded handle: "O%C5%9Brodek" becomes Ośrodek. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const labelOf = (host: string): string => letters(domainOf(host).split('.')[0] ?? '')

/** On person.github.io/project the host's label is the person's, not the product's. */
function lenderOf(start_url: string): string {
  const { hostname, pathname } = new URL(start_url)
  const isShared = getDomain(hostname) !== domainOf(hostname) && pathname.split('/').length > 2
  return isShared ? labelOf(hostname) : ''
}

/** The label of the site's own domain: "apache" of guacamole.apache.org. */
export function homeLabel(start_url: string): string {
  const label = labelOf(new URL(start_url).hostname)
  const isHost = /^(?:sourceforge|github|gitlab|netlify|vercel|pages|web|app|blogspot|wordpress)$/.test(label)
  return isHost || label === lenderOf(start_url) ? '' : label
}

/** Names that the company's own accounts may have: its names and the words of its address. */
export const ownWords = (names: string[], start_url: string): string[] =>
  [...new Set([...names.map(letters), ...addressWords(start_url)])].filter(
    (word) => word.length > 1 && word !== lenderOf(start_url),
  )

/** A business of whatever kind: schema.org has two hundred of them, and their like alone have both of these. */
const isBusiness = (thing: JsonObject): boolean =>
  isObject(thing['address']) && plain(thing['telephone']) !== '' && !typesOf(thing).includes('Person')

/** Organisations, products and sites in JSON-LD that are this site's own, not a template's leftovers. */
export function ownThings(page: ReadPage, site: CrawledSite): JsonObject[] {
  const own =
    /^(?:Organization|Corporation|LocalBusiness|OnlineBusiness|SoftwareApplication|WebApplication|MobileApplication|Product|WebSite|SoftwareSourceCode|NGO|Project)$/
  const words = ownWords(site.names, site.start_url)
  return page.json_ld.filter((thing) => {
    // Any kind of business has a postal address: a DryCleaningOrLaundry, a Bakery.
    if (!typesOf(thing).some((type) => own.test(type)) && !isBusiness(thing)) return false
    const host = URL.parse(plain(thing['url']))?.host.replace(/^www\./, '')
    if (host && host === site.host) return true
    if (host && !host.endsWith(site.domain)) return false
    return resembles(plain(thing['name']), words)
  })
}

const calls = wordsIn('accounts').setOf('calls')

/** Is a link called so as a link to one's own account is? A link called otherwise names somebody. */
export const isGeneric = (text: string): boolean =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .every((word) => word === '' || calls.has(word))
