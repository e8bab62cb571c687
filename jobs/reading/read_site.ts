// Reads a website: its start page, and then its most informative pages.
import type { ReadSitePage } from '../../storage/drafts.ts'
import { pageKey, pageKind } from '../page_kinds.ts'
import { choosePages, type Candidate } from './choose_pages.ts'
import { bounds, openVisitor, type Crawl } from './visitor.ts'
import { unreadNotice } from '../../tools/drafts/failures.ts'

export type ReadSite = {
  /** The address of the start page after redirects. */
  start_url: string
  pages: ReadSitePage[]
  /** Bytes of all pages, as received. */
  bytes: number
  /** For each path where agents look: a page that names what was found. */
  doors: ReadSitePage[]
  notices: string[]
}
export async function readSite(start: { url: string; bare: boolean }, crawl: Crawl): Promise<ReadSite> {
  // Starting the thread takes as long as the first answer, so both begin together.
  crawl.thread.prepare()
  const visitor = openVisitor(crawl)
  const first = await visitor.start(start)
  const pages = [first]
  const notices = new Set<string>()
  const start_url = first.stored.url
  if (hostOf(start_url) !== hostOf(start.url)) notices.add('moved')
  // Linked pages of each kind with facts come before the sitemap; if requests take seconds, they replace it.
  const isLinked = first.judged.links.filter(({ kind }) => telling.has(kind)).length > 1
  let listed: Candidate[] | null = visitor.isSlowed() && isLinked ? [] : null
  let misses = 0
  const lost: string[] = []
  const tried = new Set([pageKey(start.url), pageKey(start_url)])
  const seen = new Set([first.stored.hash])
  while (pages.length < bounds.pages && visitor.hasTime()) {
    const read = pages.map(({ judged }) => judged)
    const [next] = choosePages(read, listed ?? [], tried)
    const kind = next === undefined ? '' : pageKind(next, '', start_url)
    if (visitor.isOver(pages.length, telling.has(kind), misses)) break
    if (listed === null && (!telling.has(kind) || read.some((page) => page.kind === kind))) {
      listed = await visitor.sitemap(start_url)
      continue
    }
    if (next === undefined) break
    tried.add(pageKey(next))
    const visited = await visitor.look(next, start_url, pages.length)
    if (typeof visited === 'string') {
      misses += 1
      if (mayPass(visited)) lost.push(next)
      continue
    }
    tried.add(pageKey(visited.stored.url))
    if (visited.canonical !== null) tried.add(pageKey(visited.canonical))
    if (seen.has(visited.stored.hash)) continue
    seen.add(visited.stored.hash)
    pages.push(visited)
  }
  const read = pages.map(({ judged }) => judged)
  // If time or the thread ended the reading, pages with facts may be left.
  const left = choosePages(read, listed ?? [], tried).map((url) => ({
    url,
    kind: pageKind(url, '', start_url),
  }))
  if (pages.length < bounds.pages)
    lost.push(
      ...left
        .filter(({ kind }) => telling.has(kind) && read.every((page) => page.kind !== kind))
        .map(({ url }) => url),
    )
  if (lost.length > 0) notices.add(unreadNotice(lost))
  if (first.is_unfinished) notices.add('coming_soon')
  if (new URL(start_url).protocol === 'http:' && start.url.startsWith('https:')) notices.add('no_https')
  if (pages.some((visited) => visited.was_cut)) notices.add('too_long')
  if (visitor.isSlowed() && pages.length < 3) notices.add('few_pages')
  return {
    start_url,
    pages: pages.map(({ stored }) => stored),
    bytes: visitor.bytes(),
    doors: await visitor.doors(start_url),
    notices: [...notices],
  }
}

export const hostOf = (url: string): string => new URL(url).hostname.replace(/^www\./, '')

/** Whether the page probably exists and may be readable later. */
const mayPass = (reason: string): boolean =>
  /^(?:too_heavy|timeout|unreachable|internal|http_status:(?:429|5\d\d))$/.test(reason)

const telling = new Set(['pricing', 'about', 'imprint', 'faq', 'contact', 'team'])
