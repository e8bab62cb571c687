import { getDomain } from 'tldts'
import { pageKind } from '../../reading/choose_pages.ts'
import type { Block, Evidence, ReadPage, StoredPage, Where } from '../profile.ts'
import { indexOf } from './stored_text.ts'

/** The pages of one site with what every room needs to know: the host, the start page, what kind each is. */
export type Reading = {
  start_url: string
  host: string
  domain: string
  pages: ReadPage[]
  start: ReadPage
  kinds: Map<ReadPage, string>
  /** The product's name and its shorter forms, as found; empty until names.ts has spoken. */
  names: string[]
}

export function openReading(pages: ReadPage[], start_url: string): Reading | null {
  const start = pages[0]
  if (!start) return null
  const host = new URL(start_url).host.replace(/^www\./, '')
  const kinds = new Map(pages.map((page) => [page, pageKind(page.url, page.title, start.url)]))
  return { start_url, host, domain: domainOf(host), pages, start, kinds, names: [] }
}

export const domainOf = (host: string): string => getDomain(host, { allowPrivateDomains: true }) ?? host

/** The letters and digits of a name, for comparing "Mail-in-a-Box" with "mailinabox". */
export const letters = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Labels of a host that name no product. */
export const neutral =
  /^(?:www\d?|docs?|app|blog|web|get|en|de|fr|com|co|net|org|gov|dev|github|gitlab|sourceforge|io)$/

/** Words of host and path by which a product is known: "mailinabox" of mailinabox.email, a project's folder. */
export function addressWords(start_url: string): string[] {
  const { hostname, pathname } = new URL(start_url)
  const labels = hostname.replace(/^www\./, '').split('.')
  const found: string[] = []
  const own = labels.slice(0, -1)
  // On httpd.apache.org it is the first label that names the product; the others name its home.
  const naming = own.length > 1 ? own.filter((_, at) => at === 0 || neutral.test(own[0] ?? '')) : own
  for (const label of naming) {
    if (label.length > 2 && !neutral.test(label)) {
      found.push(letters(label), letters(label.replace(/(?:-)?(?:js|app|hq|io|labs?)$/, '')))
    }
  }
  for (const part of pathname.split('/').slice(0, 2)) {
    const word = letters(part.replace(/\.\w+$/, ''))
    if (word.length > 2 && !/^(?:docs?|index|en|de|fr|home|latest|stable|site|web|app|www)$/.test(word))
      found.push(word)
  }
  return [...new Set(found)].filter((word) => word.length > 1)
}

export const evidenceFrom = (page: { url: string }, quote: string, where: Where = 'visible'): Evidence => ({
  quote,
  url: page.url,
  where,
})

/** The company's own words on a page: no sample data, no testimonials. */
export const ownBlocks = (page: ReadPage): Block[] =>
  page.blocks.filter((block) => !block.sample && !block.foreign)

/** Does the text say the product's name (or one of its short forms) as a word of its own? */
export function says(text: string, names: string[]): boolean {
  const low = text.toLowerCase()
  for (const name of names) {
    const word = name.toLowerCase()
    if (word === '') continue
    let at = low.indexOf(word)
    while (at !== -1) {
      const before = low.charAt(at - 1)
      const after = low.charAt(at + word.length)
      const wide = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/
      const free = (char: string): boolean => char === '' || !/[\p{L}\p{N}]/u.test(char) || wide.test(char)
      if (free(before) && free(after)) return true
      at = low.indexOf(word, at + 1)
    }
  }
  return false
}

export type Titles = { start: string[]; all: string[] }

/** What pages call themselves, read back from stored text: titles, site names, names in JSON-LD. */
export function namingLines(pages: StoredPage[]): Titles {
  const titles: Titles = { start: [], all: [] }
  pages.forEach((page, at) => {
    for (const { kind, key, value } of indexOf(page).marked) {
      const naming =
        kind === 'title' ||
        (kind === 'meta' &&
          /^(?:og:site_name|application-name|apple-mobile-web-app-title|og:title)$/.test(key)) ||
        (kind === 'json-ld' &&
          /^(?:SoftwareApplication|WebApplication|MobileApplication|Product|Organization|Corporation|WebSite|Brand|SoftwareSourceCode)\.name$/.test(
            key,
          ))
      if (!naming) continue
      titles.all.push(value)
      if (at === 0) titles.start.push(value)
    }
  })
  return titles
}
