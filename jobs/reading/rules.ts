// What the rules of one robots.txt say about one address. Runs in the drafting thread: rules can be written that take long.
import robotsParser from 'robots-parser'

// The package's types describe an ES module; at run time its one export is the function.
const parseRobots = robotsParser as unknown as typeof robotsParser.default

/** Matching a pattern takes as many steps as it and the address have characters, multiplied; these take 50 ms. */
const mostSteps = 20_000_000

/** `url` is where the text was found. What takes too long to judge is not allowed. */
export function judgeRobots(url: string, text: string, agent: string, asked: string) {
  const robot = parseRobots(url, text)
  const patterns = text.split(/[\r\n]+/).filter((line) => line.includes('*'))
  const length = patterns.reduce((sum, line) => sum + line.length, 0)
  return {
    allowed: length * asked.length <= mostSteps && robot.isAllowed(asked, agent) !== false,
    delay_ms: Math.max(0, robot.getCrawlDelay(agent) || 0) * 1000,
    sitemaps: robot.getSitemaps(),
  }
}
