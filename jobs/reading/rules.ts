// What one robots.txt says about an address. Runs in the drafting thread, because malicious rules can be slow to match.
import robotsParser from 'robots-parser'

// The package's types describe an ES module; at run time its only export is the function.
const parseRobots = robotsParser as unknown as typeof robotsParser.default

/** Matching takes (pattern length × address length) steps; so many take 50 ms. */
const mostSteps = 20_000_000

/** RFC 9309 section 2.2.2: letters, digits and "-._~" are the same with and without their escapes. */
const plainly = (text: string): string =>
  text.replace(/%(?:2[dDeE]|3[0-9]|4[1-9a-fA-F]|5[0-9aAfF]|6[1-9a-fA-F]|7[0-9aAeE])/g, (escape) =>
    decodeURIComponent(escape),
  )

/** `url` is the address of the robots.txt. An address that takes too long to match is not allowed. */
export function judgeRobots(url: string, text: string, agent: string, asked: string) {
  const robot = parseRobots(url, plainly(text))
  const patterns = text.split(/[\r\n]+/).filter((line) => line.includes('*'))
  const length = patterns.reduce((sum, line) => sum + line.length, 0)
  return {
    allowed: length * asked.length <= mostSteps && robot.isAllowed(plainly(asked), agent) !== false,
    delay_ms: Math.max(0, robot.getCrawlDelay(agent) || 0) * 1000,
    sitemaps: robot.getSitemaps(),
  }
}
