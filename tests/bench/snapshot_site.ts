/** Reads a site snapshot as a polite crawler would: robots.txt, sitemap, one page at a time, at most 12. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import robotsModule from 'robots-parser'
import { choosePages, judgeListed, judgePage, pageKey } from '../../jobs/reading/choose_pages.ts'
import { decodeHtml } from '../../jobs/reading/decode.ts'
import { readPage } from '../../jobs/drafting/page/read_page.ts'
import type { ReadPage } from '../../jobs/drafting/profile.ts'

export const dataFolder = new URL('../../../shared/data/', import.meta.url).pathname
export type Site = { host: string; start_path: string; stratum: string; files: string[] }

export const dataIsHere = (): boolean => existsSync(join(dataFolder, 'truth.jsonl'))
export const readSites = (): Site[] => JSON.parse(readFileSync(join(dataFolder, 'sites.json'), 'utf8'))

function fileOf(host: string, path: string): Buffer | null {
  const folder = join(dataFolder, 'sites', host)
  const clean = decodeURIComponent(path)
  for (const name of [
    clean.endsWith('/') ? `${clean}index.html` : clean,
    `${clean}.html`,
    `${clean}/index.html`,
  ]) {
    const file = join(folder, name)
    if (file.startsWith(folder) && existsSync(file) && statSync(file).isFile()) return readFileSync(file)
  }
  return null
}

/**
 * One snapshot's start page is a stub that forwards to a page outside the snapshot; its truth says to start
 * at the newest version instead: the shallowest index page there is.
 */
export function startPath(site: Site): string {
  const stub = fileOf(site.host, site.start_path)
  const page =
    stub &&
    readPage({ url: `https://${site.host}${site.start_path}`, html: decodeHtml(stub), fetched_at: '' })
  if (!page?.refresh_to || page.blocks.length > 0) return site.start_path
  if (fileOf(site.host, new URL(page.refresh_to).pathname)) return site.start_path
  const indexes = site.files.filter((file) => file.endsWith('/index.html') && file !== '/index.html')
  const [first] = indexes.toSorted((one, other) => one.split('/').length - other.split('/').length)
  return first ? first.replace(/index\.html$/, '') : site.start_path
}

// The package's types describe an ES module; what Node loads is the function itself.
const robotsParser = robotsModule as unknown as typeof robotsModule.default

const agent = 'LaunchDirectoryBot'

export function crawlSnapshot(site: Site, mostPages = 12): ReadPage[] {
  const origin = `https://${site.host}`
  const start_url = origin + startPath(site)
  const rules = fileOf(site.host, '/robots.txt')?.toString('utf8') ?? ''
  const robots = robotsParser(`${origin}/robots.txt`, rules)
  const sitemaps = [...new Set([...robots.getSitemaps(), `${origin}/sitemap.xml`])]
  const listed: string[] = []
  for (const sitemap of sitemaps) {
    const xml = fileOf(site.host, new URL(sitemap).pathname)?.toString('utf8') ?? ''
    for (const found of xml.matchAll(/<loc>\s*([^<\s]{1,1000})\s*<\/loc>/g))
      if (found[1]) listed.push(found[1])
  }
  const read: ReadPage[] = []
  const tried = new Set<string>()
  const visit = (url: string, mayRefresh: boolean): void => {
    tried.add(pageKey(url))
    if (robots.isDisallowed(url, agent)) return
    const bytes = fileOf(site.host, new URL(url).pathname)
    if (!bytes) return
    const page = readPage({ url, html: decodeHtml(bytes), fetched_at: '2026-11-21T00:00:00Z' })
    if (page.refresh_to && mayRefresh) {
      const target = URL.parse(page.refresh_to)
      const unread = target && !tried.has(pageKey(target.href))
      if (unread && target.host === site.host) return visit(target.href, false)
    }
    read.push(page)
  }
  visit(start_url, true)
  let requests = 1
  while (read.length < mostPages && requests < 120) {
    const judged = read.map((page) => judgePage(page, start_url))
    const [next] = choosePages(judged, judgeListed(listed, start_url), tried)
    if (!next) break
    requests++
    visit(next, true)
  }
  return read
}
