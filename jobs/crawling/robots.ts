// What a site allows us to read, as RFC 9309 says; one robots.txt for each origin.
import robotsParser from 'robots-parser'
import { OutboundRefusal, type Outbound } from '../../outbound.ts'

// The package's types describe an ES module; at run time its one export is the function.
const parseRobots = robotsParser as unknown as typeof robotsParser.default
type Robot = ReturnType<typeof parseRobots>

export const agentName = 'LaunchDirectoryBot'

export type Robots = {
  mayRead(url: string): boolean
  delay_ms: number
  sitemaps: string[]
  /** Why robots.txt cannot be had; nothing may be read then (RFC 9309 section 2.3.1.4). */
  unreachable: string | null
}

const anything: Robots = { mayRead: () => true, delay_ms: 0, sitemaps: [], unreachable: null }
const nothing = (unreachable: string): Robots => ({ ...anything, mayRead: () => false, unreachable })

export async function readRobots(
  outbound: Outbound,
  origin: string,
  user_agent: string,
  signal: AbortSignal,
): Promise<Robots> {
  const url = `${origin}/robots.txt`
  try {
    const answer = await outbound.fetch({
      url,
      accept: 'text/plain, */*;q=0.1',
      headers: { 'user-agent': user_agent },
      // Section 2.5: at least 500 kibibytes are parsed, and more need not be.
      max_bytes: 512_000,
      cut: true,
      timeout_ms: 8000,
      redirects: 5,
      signal,
    })
    if (answer.status >= 500 || answer.status === 429) return nothing('robots_unreachable')
    if (answer.status >= 400) return anything
    const text = new TextDecoder().decode(answer.body)
    return rulesOf(parseRobots(url, text), patternsIn(text))
  } catch (error) {
    if (!(error instanceof OutboundRefusal)) throw error
    // More redirects than five count as no robots.txt (section 2.3.1.2); an answer that is no text holds no rules.
    if (error.reason === 'redirects' || error.reason === 'encoding') return anything
    if (error.reason === 'stopped') throw error
    return nothing(error.reason)
  }
}

/** Matching a pattern takes as many steps as it and the address have characters, multiplied; these take 50 ms. */
const mostSteps = 20_000_000

/** The characters of all rules with a wildcard. */
function patternsIn(text: string): number {
  const lines = text.split(/[\r\n]+/).filter((line) => line.includes('*'))
  return lines.reduce((sum, line) => sum + line.length, 0)
}

/** What takes too long to judge is not read. */
function rulesOf(robot: Robot, patterns: number): Robots {
  return {
    mayRead: (url) => patterns * url.length <= mostSteps && robot.isAllowed(url, agentName) !== false,
    delay_ms: Math.max(0, robot.getCrawlDelay(agentName) || 0) * 1000,
    sitemaps: robot.getSitemaps(),
    unreachable: null,
  }
}
