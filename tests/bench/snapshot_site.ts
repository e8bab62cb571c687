/** Reads a site snapshot as a polite crawler would: robots.txt, sitemap, one page at a time, at most 12. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { choosePages, judgeListed, judgePage, type JudgedPage } from '../../jobs/reading/choose_pages.ts'
import { pageKey } from '../../jobs/page_kinds.ts'
import { decodeHtml } from '../../jobs/reading/decode.ts'
import { judgeRobots } from '../../jobs/reading/rules.ts'
import { readPage } from '../../jobs/drafting/page/read_page.ts'
import type { ReadPage } from '../../jobs/drafting/profile.ts'

export const dataFolder = new URL('../../../shared/data/', import.meta.url).pathname
export type Site = { host: string; start_path: string; stratum: string; origin?: string }

export const dataIsHere = (): boolean => existsSync(join(dataFolder, 'truth.jsonl'))
export const readSites = (): Site[] => JSON.parse(readFileSync(join(dataFolder, 'sites.json'), 'utf8'))

/** The sites of a folder; where each begins is said in the file beside it ("sites.json" of "sites"), or is its root. */
export function sitesIn(folder: string): (Site & { folder: string })[] {
  const list = `${folder.replace(/\/+$/, '')}.json`
  const known: Site[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
  return readdirSync(folder).map((host) => ({
    ...(known.find((site) => site.host === host) ?? { host, start_path: '/', stratum: 'claims' }),
    folder: join(folder, host),
  }))
}

function fileOf(folder: string, path: string): Buffer | null {
  const clean = decodeURIComponent(path)
  for (const name of [
    clean.endsWith('/') ? `${clean}index.html` : clean,
    `${clean.replace(/(?<=.)\/$/, '')}.html`,
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
export function startPath(site: Site, folder = join(dataFolder, 'sites', site.host)): string {
  const stub = fileOf(folder, site.start_path)
  const page =
    stub &&
    readPage({ url: `https://${site.host}${site.start_path}`, html: decodeHtml(stub), fetched_at: '' })
  if (!page?.refresh_to || page.blocks.length > 0) return site.start_path
  if (fileOf(folder, new URL(page.refresh_to).pathname)) return site.start_path
  const files = readdirSync(folder, { recursive: true }).map((file) => `/${String(file)}`)
  const indexes = files.filter((file) => file.endsWith('/index.html') && file !== '/index.html').sort()
  const [first] = indexes.toSorted((one, other) => one.split('/').length - other.split('/').length)
  return first ? first.replace(/index\.html$/, '') : site.start_path
}

const agent = 'LaunchDirectoryBot'

export type Snapshot = { start_url: string; pages: ReadPage[] }

/**
 * Bytes are decoded without a charset in the header, so that the pages' own declarations count. `change` is what has become of
 * every page since.
 */
export function crawlSnapshot(
  site: Site,
  folder = join(dataFolder, 'sites', site.host),
  mostPages = 12,
  change = (html: string) => html,
): Snapshot {
  const origin = `https://${site.host}`
  const start_url = origin + startPath(site, folder)
  const rules = fileOf(folder, '/robots.txt')?.toString('utf8') ?? ''
  const robots = (asked: string) => judgeRobots(`${origin}/robots.txt`, rules, agent, asked)
  const sitemaps = [...new Set([...robots(start_url).sitemaps, `${origin}/sitemap.xml`])]
  const listed: string[] = []
  for (const sitemap of sitemaps.filter((url) => URL.parse(url) !== null)) {
    const xml = fileOf(folder, new URL(sitemap).pathname)?.toString('utf8') ?? ''
    for (const found of xml.matchAll(/<loc>\s*([^<\s]{1,1000})\s*<\/loc>/g))
      if (found[1]) listed.push(found[1])
  }
  const read: ReadPage[] = []
  const judged: JudgedPage[] = []
  const tried = new Set<string>()
  const visit = (url: string, mayRefresh: boolean): void => {
    tried.add(pageKey(url))
    if (!robots(url).allowed) return
    const bytes = fileOf(folder, new URL(url).pathname)
    if (!bytes) return
    const html = change(decodeHtml(bytes))
    const page = readPage({ url, html, fetched_at: '2026-11-21T00:00:00Z' })
    if (page.refresh_to && mayRefresh) {
      const target = URL.parse(page.refresh_to)
      const unread = target && !tried.has(pageKey(target.href))
      if (unread && target.host === site.host) return visit(target.href, false)
    }
    read.push(page)
    judged.push(judgePage(page, start_url))
  }
  const candidates = judgeListed(listed, start_url)
  visit(start_url, true)
  for (let requests = 1; read.length < mostPages && requests < 120; requests++) {
    const [next] = choosePages(judged, candidates, tried)
    if (!next) break
    visit(next, true)
  }
  return { start_url, pages: read }
}

export type Half = 'old' | 'tuned' | 'held'

const seed = 'launch 20261122'
const drawn = (name: string): string => createHash('sha256').update(`${seed} ${name}`).digest('hex')

/** Halves drawn within each origin before anybody had looked: rules were tuned on one and met the other at the end. */
export function halvesOf<T>(all: T[], nameOf: (one: T) => string, groupOf: (one: T) => string) {
  const halves = new Map<string, Half>()
  for (const group of Map.groupBy(all, groupOf).values()) {
    const names = [...new Set(group.map(nameOf))].sort((one, other) => (drawn(one) < drawn(other) ? -1 : 1))
    names.forEach((name, at) => halves.set(name, at * 2 < names.length ? 'tuned' : 'held'))
  }
  return halves
}
