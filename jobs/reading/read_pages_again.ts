// Rereads a site: its start page, and the pages that were quoted.
import { pageKey } from '../page_kinds.ts'
import { choosePages } from './choose_pages.ts'
import { hostOf, type ReadSite } from './read_site.ts'
import { openVisitor, SiteUnreadable, type Crawl } from './visitor.ts'

/** The pages that were reread, with new addresses of those that moved, and those that could not be read. */
type ReadAgain = Pick<ReadSite, 'start_url' | 'pages'> & { moved: Map<string, string>; unread: string[] }

const mostAgain = 5
const isGone = (failure: string): boolean => /^(?:http_status:4(?:04|10)|soft_404)$/.test(failure)

/**
 * Rereads the start page and these pages of a site, five at most; pages that are gone are replaced by the most
 * promising others. A start page on another host says nothing about this site.
 */
export async function readPagesAgain(
  url: string,
  wanted: readonly string[],
  crawl: Crawl,
): Promise<ReadAgain> {
  crawl.thread.prepare()
  const visitor = openVisitor(crawl)
  const first = await visitor.start({ url, bare: false })
  const start_url = first.stored.url
  if (![url, ...wanted].some((one) => hostOf(one) === hostOf(start_url))) throw new SiteUnreadable('moved')
  const pages = [first]
  const moved = new Map<string, string>()
  const unread: string[] = []
  const tried = new Set([pageKey(url), pageKey(start_url)])
  for (const address of wanted) {
    const key = pageKey(address)
    if (key === pageKey(url) || key === pageKey(start_url)) moved.set(address, start_url)
    else if (pages.length >= mostAgain || !visitor.hasTime()) unread.push(address)
    else {
      tried.add(key)
      const visited = await visitor.look(address, start_url, pages.length)
      if (typeof visited === 'string') {
        if (!isGone(visited)) unread.push(address)
        continue
      }
      moved.set(address, visited.stored.url)
      tried.add(pageKey(visited.stored.url))
      if (pages.every(({ stored }) => stored.hash !== visited.stored.hash)) pages.push(visited)
    }
  }
  const isMissing = wanted.some((address) => !moved.has(address) && !unread.includes(address))
  while (isMissing && pages.length < mostAgain && visitor.hasTime()) {
    const [next] = choosePages(
      pages.map(({ judged }) => judged),
      [],
      tried,
    )
    if (next === undefined) break
    tried.add(pageKey(next))
    const visited = await visitor.look(next, start_url, pages.length)
    if (typeof visited !== 'string') pages.push(visited)
  }
  return { start_url, pages: pages.map(({ stored }) => stored), moved, unread }
}
