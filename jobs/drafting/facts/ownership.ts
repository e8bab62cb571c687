/** What belongs to the site: the words of its name, accounts with that name, and JSON-LD about it. */
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

/** The label of the site's own domain: "apache" of guacamole.apache.org. */
export function homeLabel(start_url: string): string {
  const label = labelOf(new URL(start_url).hostname)
  const isHost = /^(?:sourceforge|github|gitlab|netlify|vercel|pages|web|app|blogspot|wordpress)$/.test(label)
  return isHost ? '' : label
}

/** Names that the company's own accounts may have: its names and the words of its address. */
export const ownWords = (names: string[], start_url: string): string[] =>
  [...new Set([...names.map(letters), ...addressWords(start_url)])].filter((word) => word.length > 1)

const firm = /^(?:Organization|Corporation|LocalBusiness|OnlineBusiness)$/
/** Organisations, products and sites in JSON-LD that are this site's own, not a template's leftovers. */
export function ownThings(page: ReadPage, site: CrawledSite): JsonObject[] {
  const own =
    /^(?:Organization|Corporation|LocalBusiness|OnlineBusiness|SoftwareApplication|WebApplication|MobileApplication|Product|WebSite|SoftwareSourceCode|NGO|Project)$/
  const words = ownWords(site.names, site.start_url)
  return page.json_ld.filter((thing) => {
    if (!typesOf(thing).some((type) => own.test(type))) return false
    const host = URL.parse(plain(thing['url']))?.host.replace(/^www\./, '')
    if (host && host === site.host) return true
    if (host && !host.endsWith(site.domain)) return false
    return resembles(plain(thing['name']), words)
  })
}

/** The firms that they name as behind the product, by whatever name. */
export const makersOf = (page: ReadPage, site: CrawledSite): JsonObject[] =>
  ownThings(page, site)
    .flatMap((thing) =>
      ['author', 'publisher', 'creator', 'provider', 'manufacturer'].map((key) => thing[key]),
    )
    .flatMap((some) => [some].flat().slice(0, 3))
    .filter((one): one is JsonObject => isObject(one) && typesOf(one).some((type) => firm.test(type)))

const calls = wordsIn('accounts').setOf('calls')

/** Is a link called so as a link to one's own account is? A link called otherwise names somebody. */
export const isGeneric = (text: string): boolean =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .every((word) => word === '' || calls.has(word))
