// What a site allows us to read, according to RFC 9309: one robots.txt for each origin.
import type { Answer, Exchange, Outbound } from '../../outbound.ts'
import { OutboundRefusal } from '../../outbound_refusal.ts'
import { TooHeavy } from '../../tools/drafts/drafter.ts'
import type { DraftingThread } from './drafting_thread.ts'

const agentName = 'LaunchDirectoryBot'

/** The header that names us to a site. */
export const named = (public_url: string) => ({ 'user-agent': `${agentName}/1.0 (+${public_url}/docs)` })

type Visit = { outbound: Outbound; thread: DraftingThread; signal: AbortSignal; public_url: string }

export type Robots = {
  mayRead(url: string): Promise<boolean>
  delay_ms: number
  sitemaps: string[]
  /** Why robots.txt is unreachable; then nothing may be read (RFC 9309 section 2.3.1.4). */
  unreachable: string | null
}

const anything: Robots = { mayRead: async () => true, delay_ms: 0, sitemaps: [], unreachable: null }
const nothing = (unreachable: string): Robots => ({ ...anything, mayRead: async () => false, unreachable })

/** Fetches an address as far as robots.txt allows, also where it redirects to; or tells why not. */
export async function fetchAllowed(
  visit: Visit,
  exchange: Pick<Exchange, 'url' | 'accept' | 'max_bytes' | 'timeout_ms' | 'cut'>,
): Promise<Answer | { forbidden: string }> {
  const { outbound, signal, public_url } = visit
  const rulesOf = (url: string) => readRobots(visit, new URL(url).origin)
  const robots = await rulesOf(exchange.url)
  if (!(await robots.mayRead(exchange.url))) return { forbidden: robots.unreachable ?? 'robots' }
  return outbound.fetch({
    ...exchange,
    ...{ headers: named(public_url), redirects: 5, signal },
    mayFollow: async (next) => (await rulesOf(next)).mayRead(next),
  })
}

export async function readRobots(
  { outbound, thread, signal, public_url }: Visit,
  origin: string,
): Promise<Robots> {
  const url = `${origin}/robots.txt`
  try {
    const answer = await outbound.fetch({
      url,
      accept: 'text/plain, */*;q=0.1',
      headers: named(public_url),
      // Section 2.5: at least 500 kibibytes must be parsed; more is optional.
      max_bytes: 512_000,
      cut: true,
      timeout_ms: 8000,
      redirects: 5,
      signal,
    })
    if (answer.status >= 500 || answer.status === 429) return nothing('robots_unreachable')
    if (answer.status >= 400) return anything
    // Matching malicious rules can take a second, so it is done in the thread.
    const ask = (asked: string) =>
      thread.run('robots', { url, body: answer.body, agent: agentName, asked }, signal)
    const { delay_ms, sitemaps } = await ask(url)
    const robots: Robots = { ...anything, delay_ms, sitemaps }
    robots.mayRead = async (asked) => {
      try {
        return robots.unreachable === null && (await ask(asked)).allowed
      } catch (error) {
        if (!(error instanceof TooHeavy)) throw error
        robots.unreachable = 'too_heavy'
        return false
      }
    }
    return robots
  } catch (error) {
    if (error instanceof TooHeavy) return nothing('too_heavy')
    if (!(error instanceof OutboundRefusal)) throw error
    // More than five redirects count as no robots.txt (section 2.3.1.2); an answer that is no text contains no rules.
    if (error.reason === 'redirects' || error.reason === 'encoding') return anything
    if (error.reason === 'stopped') throw error
    return nothing(error.reason)
  }
}
