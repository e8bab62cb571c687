// A polite crawler: it obeys robots.txt, and reads one page at a time, at the pace that the site asks for.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Outbound } from '../../outbound.ts'
import { OutboundRefusal } from '../../outbound_refusal.ts'
import type { ReadSitePage } from '../../storage/drafts.ts'
import { TooHeavy } from '../../tools/drafts/drafter.ts'
import { pageKey } from '../page_kinds.ts'
import type { Candidate, JudgedPage } from './choose_pages.ts'
import type { DraftingThread } from './drafting_thread.ts'
import { metOfRefusal } from './met.ts'
import { readDoors } from './read_doors.ts'
import { named, readRobots, type Robots } from './robots.ts'

export const bounds = {
  pages: 12,
  requests: 120,
  page_bytes: 2_097_152,
  site_bytes: 6_291_456,
  site_ms: 30_000,
  /** Time for parsing is not counted against the site's time, up to this much. */
  reading_ms: 30_000,
  page_ms: 10_000,
  /** After so long, and so many pages, only pages with facts are read; at last none. */
  late_ms: 6000,
  over_ms: 8500,
  enough: 4,
  /** A late site with so many failed requests gets no more. */
  misses: 8,
}

/** The site cannot be read at all; the reason is one of tools/drafts/failures.ts. */
export class SiteUnreadable extends Error {
  readonly reason: string
  constructor(reason: string) {
    super(`The site cannot be read: ${reason}`)
    this.reason = reason
  }
}

export type Crawl = {
  outbound: Outbound
  /** The thread that parses fetched data. */
  thread: DraftingThread
  clock: () => Date
  signal: AbortSignal
  /** The address in our User-Agent, where site owners learn who we are. */
  public_url: string
  /** Called, and awaited, before each page. */
  reading?: (url: string, pages_read: number) => Promise<void>
  /** The pause between two requests if the site sets none. */
  pace_ms?: number
  /** A monotonic clock in milliseconds. */
  now_ms?: () => number
}

type Visited = {
  stored: ReadSitePage
  judged: JudgedPage
  canonical: string | null
  was_cut: boolean
  is_unfinished: boolean
}

export function openVisitor(crawl: Crawl) {
  const { outbound, clock, signal, public_url, reading } = crawl
  const { pace_ms = 100, now_ms = () => performance.now() } = crawl
  const began_ms = now_ms()
  const robots = new Map<string, Promise<Robots>>()
  let requests = 0
  let bytes = 0
  let delay_ms = 0
  let last_ms = -Infinity
  let tooHeavy = false
  let reading_ms = 0
  const run: DraftingThread['run'] = async (...asked) => {
    const asked_ms = now_ms()
    try {
      return await crawl.thread.run(...asked)
    } finally {
      reading_ms += now_ms() - asked_ms
    }
  }
  const thread = { ...crawl.thread, run }

  const left_ms = () => bounds.site_ms + Math.min(reading_ms, bounds.reading_ms) - (now_ms() - began_ms)
  const rulesOf = (origin: string): Promise<Robots> => {
    const rules = robots.get(origin) ?? readRobots({ outbound, thread, signal, public_url }, origin)
    robots.set(origin, rules)
    return rules
  }
  async function mayRead(url: string): Promise<boolean> {
    const rules = await rulesOf(new URL(url).origin)
    delay_ms = Math.max(delay_ms, rules.delay_ms)
    return rules.mayRead(url)
  }

  async function get(url: string, accept: string, max_bytes: number): Promise<Answer> {
    const pause_ms = Math.min(Math.max(pace_ms, delay_ms) - (now_ms() - last_ms), left_ms())
    if (pause_ms > 0) await sleep(pause_ms, undefined, { signal })
    requests += 1
    try {
      // Rounded, because timers take whole milliseconds.
      const timeout_ms = Math.max(1000, Math.round(Math.min(bounds.page_ms, left_ms())))
      const headers = { ...named(public_url), 'accept-language': 'en, *;q=0.5' }
      const bound = { max_bytes, cut: true, timeout_ms, redirects: 5, signal, mayFollow: mayRead }
      return await outbound.fetch({ url, accept, headers, ...bound })
    } finally {
      last_ms = now_ms()
    }
  }

  /** A page, or the page it forwards to; a reason if there is none. */
  async function fetchPage(
    url: string,
    start_url: string | null,
    pages_read: number,
    mayForward = true,
  ): Promise<Visited | string> {
    if (!(await mayRead(url))) return (await rulesOf(new URL(url).origin)).unreachable ?? 'robots'
    await reading?.(url, pages_read)
    let answer: Answer
    try {
      const most = Math.min(bounds.page_bytes, bounds.site_bytes - bytes)
      answer = await get(url, 'text/html, application/xhtml+xml;q=0.9, */*;q=0.1', most)
      bytes += answer.body.length
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof OutboundRefusal) return error.reason === 'stopped' ? 'robots' : error.reason
      throw error
    }
    if (answer.status < 200 || answer.status >= 300)
      return metOfRefusal(answer.status, answer.headers, answer.body)
    const type = answer.headers['content-type'] ?? ''
    if (!isHtml(type, answer.body)) return 'not_html'
    const fetched_at = clock().toISOString()
    const fetched = { url: answer.url, body: answer.body, content_type: type, start_url }
    const { refresh_to, canonical, judged, met, ...page } = await thread.run('page', fetched, signal)
    if (refresh_to !== null && pageKey(refresh_to) !== pageKey(answer.url)) {
      const forwarded = mayForward
        ? await fetchPage(refresh_to, start_url, pages_read, false)
        : 'refresh_loop'
      if (typeof forwarded !== 'string') return forwarded
      // The page only leads to another one, which cannot be read.
      if (page.is_bare) return forwarded
    }
    if (met !== null && met !== 'coming_soon') return met
    const { is_bare: _, ...stored } = page
    return {
      stored: { url: answer.url, fetched_at, ...stored },
      judged,
      canonical,
      was_cut: answer.was_cut,
      is_unfinished: met === 'coming_soon',
    }
  }

  /** The same, but a site that once used up the thread's time gets no more requests. */
  async function attempt(...of: Parameters<typeof fetchPage>): Promise<Visited | string> {
    try {
      return await fetchPage(...of)
    } catch (error) {
      if (!(error instanceof TooHeavy)) throw error
      tooHeavy = true
      return 'too_heavy'
    }
  }

  return {
    /** The start page, or throws SiteUnreadable. Temporary failures are retried once, a bare domain also over http. */
    async start({ url, bare }: { url: string; bare: boolean }): Promise<Visited> {
      let visited = await attempt(url, null, 0)
      if (
        typeof visited === 'string' &&
        /^(?:dns|unreachable|timeout|robots_unreachable|http_status:5\d\d)$/.test(visited)
      ) {
        await sleep(Math.min(1500, pace_ms * 15), undefined, { signal })
        robots.clear()
        visited = await attempt(url, null, 0)
      }
      if (bare && (visited === 'unreachable' || visited === 'tls')) {
        const plain = await attempt(url.replace(/^https:/, 'http:'), null, 0)
        if (typeof plain !== 'string') return plain
      }
      if (typeof visited === 'string') throw new SiteUnreadable(visited)
      return visited
    },
    /** The page, or a reason why there is none. */
    async look(url: string, start_url: string, pages_read: number): Promise<Visited | string> {
      try {
        return await attempt(url, start_url, pages_read)
      } catch {
        // Pages already read are kept if a later page fails in any way.
        signal.throwIfAborted()
        return 'internal'
      }
    },
    /** Addresses in the site's sitemap, and in at most two that it refers to. */
    async sitemap(start_url: string): Promise<Candidate[]> {
      const { origin } = new URL(start_url)
      const rules = await rulesOf(origin)
      const waiting = [...rules.sitemaps, `${origin}/sitemap.xml`]
      const asked = new Set<string>()
      for (let read = 0; read < 3 && waiting.length > 0 && this.hasTime(); read += 1) {
        const url = waiting.shift()!
        try {
          // A sitemap index may list itself.
          if (asked.has(url) || !(await mayRead(url))) continue
          asked.add(url)
          const answer = await get(url, 'application/xml, text/xml, */*;q=0.1', 1_048_576)
          if (answer.status !== 200) continue
          const sitemap = await thread.run('sitemap', { body: answer.body, start_url }, signal)
          if (sitemap.listed.length > 0) return sitemap.listed
          waiting.unshift(...sitemap.leads_to.filter((one) => !asked.has(one)))
        } catch (error) {
          signal.throwIfAborted()
          if (error instanceof TooHeavy) tooHeavy = true
          else if (!(error instanceof OutboundRefusal)) throw error
        }
      }
      return []
    },
    /** What is at well-known paths, unless the site makes us wait. */
    doors(start_url: string): Promise<ReadSitePage[]> {
      const goesOn = () => delay_ms <= 1000 && this.hasTime() && !this.isOver(bounds.enough, false, 0)
      return readDoors(start_url, { get, mayRead, goesOn, thread, clock, signal })
    },
    /** Whether the limits on requests, bytes and time allow another request. */
    hasTime: () =>
      !tooHeavy && requests < bounds.requests && bytes < bounds.site_bytes && left_ms() > delay_ms + 500,
    bytes: () => bytes,
    isSlowed: () => delay_ms > 5000,
    isOver(pages: number, isTelling: boolean, misses: number): boolean {
      const took_ms = bounds.site_ms - left_ms()
      if (pages < bounds.enough) return took_ms > bounds.late_ms && misses >= bounds.misses
      return took_ms > (isTelling ? bounds.over_ms : bounds.late_ms)
    },
  }
}

function isHtml(type: string, body: Uint8Array): boolean {
  if (/^\s*(?:text\/html|application\/xhtml\+xml)/i.test(type)) return true
  if (type.trim() !== '' && !/^\s*(?:text\/plain|application\/octet-stream)/i.test(type)) return false
  const head = new TextDecoder('latin1').decode(body.subarray(0, 1024))
  return /<(?:!doctype html|html|head|body|title|meta)\b/i.test(head)
}
