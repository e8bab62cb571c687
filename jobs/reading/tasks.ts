// The tasks of the drafting thread, which parse what strangers wrote: robots.txt, sitemaps, pages, and the
// profile made from them.
import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { constants, gunzipSync } from 'node:zlib'
import { pack, unpack } from '../../storage/packing.ts'
import type { FoundProfile, SitePage } from '../../tools/drafts/drafter.ts'
import { judgeRobots } from './rules.ts'
import { judgeListed, judgePage, type Candidate, type JudgedPage } from './choose_pages.ts'
import { decodeHtml } from './decode.ts'
import { findBadge, type BadgeSought } from './find_badge.ts'
import { metOf } from './met.ts'
import { checkEvidence } from '../drafting/proof/evidence.ts'
import { readAgain } from '../drafting/proof/third_reading.ts'
import type { Judged, KeptFact } from '../../tools/my_listings/rereading.ts'
import { passedOf, type Passed } from '../drafting/proof/second_reading.ts'
import { extractProfile, type Site } from '../drafting/extract.ts'
import { presentFound } from '../drafting/present_found.ts'
import type { ExtractedProfile, ReadPage, StoredPage } from '../drafting/profile.ts'
import { doorAt } from '../drafting/page/door_links.ts'
import { readPage } from '../drafting/page/read_page.ts'

/** A page as received. The start page is unknown until the first page is read. */
type FetchedPage = { url: string; body: Uint8Array; content_type: string; start_url: string | null }
type CrawledPage = {
  hash: string
  text: string
  html: Uint8Array
  canonical: string | null
  refresh_to: string | null
  judged: JudgedPage
  /** Why this is no page of a website; see met.ts. */
  met: string | null
  /** Whether it has too little text to be more than a redirect. */
  is_bare: boolean
}
/** The values that passed the evidence check, and the lines that prove them. */
type Checked = { profile: ExtractedProfile; passed: Passed[] }
type Pages = { pages: SitePage[]; site: Site }

/** Parsed pages that no draft was made from yet, the oldest first; limited by their packed bytes. */
const waiting = new Map<string, { html: Uint8Array; page: ReadPage }>()
const mostWaiting = 1_048_576

function keep(html: Uint8Array, page: ReadPage): void {
  waiting.delete(page.url)
  waiting.set(page.url, { html, page })
  let bytes = waiting.values().reduce((sum, one) => sum + one.html.length, 0)
  for (const [url, one] of waiting) {
    if (bytes <= mostWaiting) break
    waiting.delete(url)
    bytes -= one.html.length
  }
}

/** Uses the parsed page if this thread has read it already. */
const unpacked = (pages: SitePage[]): ReadPage[] =>
  pages.map(({ html, ...page }) => {
    const kept = waiting.get(page.url)
    waiting.delete(page.url)
    return kept !== undefined && Buffer.compare(kept.html, html) === 0
      ? kept.page
      : readPage({ ...page, html: unpack(html) })
  })

let lastCategories: Site['categories']
/** The same list object as last time if nothing has changed, so that data computed from it are reused. */
function withCategories({ categories, ...site }: Site): Site {
  if (!isDeepStrictEqual(lastCategories, categories)) lastCategories = categories
  return { ...site, categories: lastCategories }
}

const noticesOf = ([start]: ReadPage[]) => (start?.client_rendered === true ? ['client_rendered'] : [])

export const tasks = {
  robots({ url, body, agent, asked }: { url: string; body: Uint8Array; agent: string; asked: string }) {
    const judged = judgeRobots(url, new TextDecoder().decode(body), agent, asked)
    return { ...judged, sitemaps: addresses(judged.sitemaps) }
  },

  /** The addresses of a sitemap, or the sitemaps of an index. */
  sitemap({ body, start_url }: { body: Uint8Array; start_url: string }) {
    const xml = new TextDecoder().decode(unzipped(body))
    const places = [...xml.matchAll(/<loc>\s*([^<\s]{1,1000})\s*<\/loc>/g)].map((match) =>
      unescaped(match[1]!),
    )
    const isIndex = /<sitemapindex[\s>]/.test(xml)
    const listed: Candidate[] = isIndex ? [] : judgeListed(places, start_url)
    return { leads_to: isIndex ? addresses(places) : [], listed }
  },

  page({ url, body, content_type, start_url }: FetchedPage): CrawledPage {
    const html = decodeHtml(body, content_type)
    const page = readPage({ url, html, fetched_at: '' })
    const { text, canonical, refresh_to } = page
    const judged = judgePage(page, start_url ?? url)
    const met = metOf(page, html)
    const is_bare = page.blocks.reduce((sum, block) => sum + block.text.length, 0) < 300
    const packed = pack(html)
    keep(packed, page)
    return { hash: hash('sha256', html), text, html: packed, canonical, refresh_to, judged, met, is_bare }
  },

  /** A page that names what was found at a well-known path; null if it is something else. */
  door({ url, asked, body }: { url: string; asked: string; body: Uint8Array }) {
    const text = new TextDecoder().decode(body)
    const named = namedThere(url, asked, text).filter((address) => doorAt(address) !== null)
    if (named.length === 0) return null
    const links = named.map((address) => `<p><a href="${address}">${address}</a></p>`).join('')
    const html = `<nav>${links.replaceAll('&', '&amp;')}</nav>`
    return {
      hash: hash('sha256', html),
      text: readPage({ url, html, fetched_at: '' }).text,
      html: pack(html),
    }
  },

  badge({ body, content_type, ...sought }: { body: Uint8Array; content_type: string } & BadgeSought) {
    return findBadge(decodeHtml(body, content_type), sought)
  },

  /** The profile made by rules. */
  draft({ pages, site: asked }: Pages): { found: FoundProfile; notices: string[] } {
    const read = unpacked(pages)
    const site = withCategories(asked)
    const found = presentFound(checkEvidence(extractProfile(read, site), read, site), site)
    return { found, notices: noticesOf(read) }
  },

  /** The texts for a model. */
  texts({ pages }: Pick<Pages, 'pages'>): { texts: StoredPage[]; notices: string[] } {
    const read = unpacked(pages)
    return { texts: read.map(({ url, text }) => ({ url, text })), notices: noticesOf(read) }
  },

  /** Whether facts are still stated by the site. */
  again({ facts, pages, site, unread }: Pages & { facts: KeptFact[]; unread: string[] }): Judged[] {
    return readAgain(facts, unpacked(pages), withCategories(site), unread)
  },

  /** A model's values, without those that the pages do not prove. */
  check({ claimed, pages, site }: Pages & { claimed: ExtractedProfile }): Checked {
    const read = unpacked(pages)
    const profile = checkEvidence(claimed, read, site)
    return { profile, passed: passedOf(profile, read, site.start_url) }
  },
}

/** The address itself if the file is what its name says, or the addresses of the servers on a card. */
function namedThere(url: string, asked: string, text: string): string[] {
  if (asked.endsWith('.txt')) return /^\ufeff?\s*#\s/.test(text) ? [url] : []
  if (asked.endsWith('/openapi.json'))
    return /^\s*\{[^]{0,4000}?"(?:openapi|swagger)"\s*:\s*"\d/.test(text) ? [url] : []
  try {
    const { remotes } = JSON.parse(text) as { remotes?: { url?: unknown }[] }
    return (Array.isArray(remotes) ? remotes : [])
      .slice(0, 3)
      .flatMap((one) => (typeof one?.url === 'string' ? (URL.parse(one.url)?.href ?? []) : []))
  } catch {
    return []
  }
}

/** A sitemap may be gzipped, and only its beginning may have been fetched. */
function unzipped(body: Uint8Array): Uint8Array {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body
  try {
    return gunzipSync(body, { maxOutputLength: 16_777_216, finishFlush: constants.Z_SYNC_FLUSH })
  } catch {
    return new Uint8Array()
  }
}

/** A crawl follows three sitemaps at most. */
function addresses(places: string[]): string[] {
  return [
    ...places
      .values()
      .filter((place) => URL.parse(place) !== null)
      .take(3),
  ]
}

function unescaped(text: string): string {
  return text.replaceAll('&amp;', '&').replaceAll('&apos;', "'").replaceAll('&quot;', '"')
}
