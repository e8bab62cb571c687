// Counts views without delaying requests: they are collected in memory and written a little later, together.
import { dayOf } from '../../days.ts'
import { createHmac } from 'node:crypto'
import type { OpenStorage } from '../storage.ts'
import type { Deed, Mark } from './views.ts'

/** `came_from` is the domain of the referring page. */
type Visitor = { address: string; user_agent: string | null; came_from?: string }
export type ViewCounter = {
  /** Counts a view of a listing's page or badge, or a click to its site; returns at once. */
  see(listing_id: number, visitor: Visitor, now: Date, deed?: Deed): void
  /** Writes the collected views. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** As long as answers are cached, because every write invalidates the cache. */
const flush_ms = 10_000
/** The most marks in one transaction, so that other writers do not wait long. */
const marks_at_once = 500
/** The most views in memory; any above are not counted. */
const most = 50_000

const bot =
  /bot\b|bots\b|crawl|spider|slurp|archiver|preview|monitor|uptime|headless|phantom|puppeteer|playwright|lighthouse|scan|fetch|scrap|curl|wget|python|java\/|okhttp|go-http|node|axios|undici|ruby|perl|php|libwww|httpclient|postman|insomnia|facebookexternalhit|embedly|whatsapp|telegram|discord|slack|skype|gptbot|claude|anthropic|openai|perplexity|bytespider|ahrefs|semrush|mj12|dataforseo|feed|rss|validator|http/i

/** Programs name themselves, or send nothing; browsers begin with Mozilla. */
export function isBot(user_agent: string | null): boolean {
  return user_agent === null || !user_agent.startsWith('Mozilla/') || bot.test(user_agent)
}

export function openViewCounter(
  storage: OpenStorage,
  complain: (error: unknown) => void,
  every_ms = flush_ms,
): ViewCounter {
  const gathered = new Map<string, Mark>()
  let salt: { day: string; value: Promise<string> } | null = null
  const hashing = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<void> = Promise.resolve()

  function saltOf(day: string): Promise<string> {
    if (salt?.day !== day) {
      const value = storage.write(({ views }) => views.saltOf(day))
      salt = { day, value }
      value.catch(() => (salt = null))
    }
    return salt.value
  }

  async function note(mark: Omit<Mark, 'visitor'>, { address, came_from }: Visitor): Promise<void> {
    const { day, listing_id, deed } = mark
    const key = await saltOf(day)
    const words = JSON.stringify([address, ...(deed === 'view' ? [] : [deed])])
    const visitor = createHmac('sha256', key).update(words).digest('base64url').slice(0, 16)
    const place = `${listing_id} ${visitor}`
    // A visitor's first view of the day decides where they came from.
    if (gathered.size < most && !gathered.has(place)) gathered.set(place, { ...mark, visitor, came_from })
    timer ??= setTimeout(() => void flush(), every_ms).unref()
  }

  async function flushAll(): Promise<void> {
    await Promise.all(hashing)
    clearTimeout(timer)
    timer = undefined
    const marks = [...gathered]
    for (let at = 0; at < marks.length; at += marks_at_once) {
      const some = marks.slice(at, at + marks_at_once)
      await storage.write(({ views }) => views.count(some.map(([, mark]) => mark)))
      // Only now: what could not be written is written with the next views.
      for (const [place] of some) gathered.delete(place)
    }
  }

  const flush = () => (flushing = flushing.then(flushAll).catch(complain))

  return {
    see(listing_id, visitor, now, deed = 'view') {
      if (isBot(visitor.user_agent) || hashing.size >= most) return
      const work: Promise<void> = note({ listing_id, deed, day: dayOf(now) }, visitor)
        .catch(complain)
        .finally(() => hashing.delete(work))
      hashing.add(work)
    },
    flush,
    close: () => flush(),
  }
}
