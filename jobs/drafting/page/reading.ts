import { getDomain } from 'tldts'
import { pageKind } from '../../page_kinds.ts'
import type { Block, Evidence, ProvenOrNull, ReadPage, Where } from '../profile.ts'
import { tokens, type Token } from '../proof/words.ts'
import { gapless } from '../words/spelling.ts'
import { linesOf, type Line } from './lines.ts'
import { letters, ownNames } from './own_names.ts'
import { markLists } from './sections.ts'

/** The pages of one site with what every room needs to know of it. */
export type CrawledSite = {
  start_url: string
  host: string
  domain: string
  pages: ReadPage[]
  start: ReadPage
  /** What each page is about. */
  kinds: Map<ReadPage, string>
  /** The product's name as found and its shorter forms; unknown until names.ts has spoken. */
  name: ProvenOrNull<string> | undefined
  names: string[]
  /** All that the site calls itself; the same in letters; its words. */
  called: string[]
  own: string[]
  own_words: ReadonlySet<string>
  /** The lines of all pages, in order. */
  lines: Line[]
  /** The visible lines of one page, so that a line's place is its index. */
  visible(url: string): Line[]
  /** Words that this site only ever writes with a capital inside a sentence. */
  isName(word: string): boolean
  /** Words it also writes small. */
  small_words: ReadonlySet<string>
}

const opened = new WeakMap<ReadPage[], CrawledSite>()

/** The pages in the order they were read, the start page first. Kept as long as the pages are. */
export function openCrawledSite(pages: ReadPage[], start_url: string): CrawledSite | null {
  const open = opened.get(pages)
  if (open) return open
  const start = pages[0]
  if (!start) return null
  const host = new URL(start_url).host.replace(/^www\./, '')
  const kinds = new Map(pages.map((page) => [page, pageKind(page.url, page.title, start.url)]))
  const ofPages = new Map(pages.map((page) => [page.url, linesOf(page, kinds.get(page)!)]))
  const visible = new Map(
    [...ofPages].map(([url, lines]) => [url, lines.filter(({ kind }) => kind === 'visible')]),
  )
  for (const page of pages) markLists(visible.get(page.url)!, page.links)
  const lines = [...ofPages.values()].flat()
  const called = ownNames(pages, host)
  const words = called.flatMap(tokens).filter(({ kind }) => kind !== 'stop')
  const site: CrawledSite = {
    start_url,
    host,
    domain: domainOf(host),
    pages,
    start,
    kinds,
    name: undefined,
    names: [],
    called: called.filter((name) => name.length > 1),
    own: called.map(letters).filter((name) => name.length > 1),
    own_words: new Set(words.map(({ word }) => word)),
    lines,
    visible: (url) => visible.get(url) ?? [],
    ...namesWithin(lines),
  }
  opened.set(pages, site)
  return site
}

const mostText = 400_000

function namesWithin(lines: Line[]): Pick<CrawledSite, 'isName' | 'small_words'> {
  const great = new Set<string>()
  const small_words = new Set<string>()
  const read = new Set<string>()
  let length = 0
  for (const { kind, text } of lines) {
    if (kind === 'link' || kind === 'json-ld' || (length += text.length) > mostText) continue
    if (read.has(text)) continue
    read.add(text)
    let before: Token | undefined
    for (const token of tokens(text)) {
      if (token.kind === 'word' && /^\p{Ll}/u.test(token.raw)) small_words.add(token.word)
      else if (token.kind === 'word' && before?.kind === 'word' && /^\p{Ll}/u.test(before.raw))
        great.add(token.word)
      before = token
    }
  }
  return { isName: (word) => great.has(word) && !small_words.has(word), small_words }
}

export const domainOf = (host: string): string => getDomain(host, { allowPrivateDomains: true }) ?? host

/** Labels of a host that name no product. */
const neutral =
  /^(?:www\d?|docs?|app|blog|web|get|en|de|fr|com|co|net|org|gov|dev|github|gitlab|sourceforge|io)$/

/** Words of host and path by which a product is known: "mailinabox" of mailinabox.email, a project's folder. */
export function addressWords(start_url: string): string[] {
  const { hostname, pathname } = new URL(start_url)
  const labels = hostname.replace(/^www\./, '').split('.')
  const words: string[] = []
  const own = labels.slice(0, -1)
  // On httpd.apache.org it is the first label that names the product; the others name its home.
  const naming = own.length > 1 ? own.filter((_, at) => at === 0 || neutral.test(own[0] ?? '')) : own
  for (const label of naming) {
    if (label.length > 2 && !neutral.test(label)) {
      words.push(letters(label), letters(label.replace(/(?:-)?(?:js|app|hq|io|labs?)$/, '')))
    }
  }
  for (const part of pathname.split('/').slice(0, 2)) {
    const word = letters(part.replace(/\.\w+$/, ''))
    if (
      word.length > 2 &&
      !/^(?:docs?|index|en|de|fr|home|latest|stable|site|web|app|www|press|presskit|media|blog|about)$/.test(
        word,
      )
    )
      words.push(word)
  }
  return [...new Set(words)].filter((word) => word.length > 1)
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
      const free = (char: string): boolean => char === '' || !/[\p{L}\p{N}]/u.test(char) || gapless.test(char)
      if (free(before) && free(after)) return true
      at = low.indexOf(word, at + 1)
    }
  }
  return false
}
