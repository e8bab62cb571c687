/** What a site asks for its plans, as one of its pages lists them. */
import type { Line } from '../page/lines.ts'
import { evidenceFrom, type Reading } from '../page/reading.ts'
import type { Evidence, Found } from '../profile.ts'
import { isFreeHeading, isPaidHeading } from './free.ts'
import { headsPrices, isPeriod } from './prices.ts'
/**
 * "contested" is a line that sells more; "tier" is a plan whose price is not told; "plain" a price that tells no
 * period; "denied" says that there is no free plan; "open" that something is free, nobody can tell what.
 */
export type Cue =
  | 'free'
  | 'plan'
  | 'recurring'
  | 'once'
  | 'usage'
  | 'inside'
  | 'tier'
  | 'contested'
  | 'plain'
  | 'denied'
  | 'open'
export type PriceSighting = { cue: Cue; evidence: Evidence; line: Line }

const longest = 300

/** Plans with their prices as one page lists them; where no plans are named, the sentences that tell the prices. */
export function summaryOf(sightings: PriceSighting[], site: Reading): Found<string> {
  const telling = sightings.filter(
    ({ cue, line }) =>
      cue !== 'tier' && cue !== 'contested' && cue !== 'denied' && cue !== 'open' && line.kind === 'visible',
  )
  const sold = telling.filter(({ cue }) => cue !== 'free' && cue !== 'plan' && cue !== 'inside')
  const of = (some: PriceSighting[]) => some.find(({ line }) => line.page === 'pricing') ?? some[0]
  const url = (of(sold) ?? of(telling))?.line.url
  const parts: string[] = []
  const evidence: Evidence[] = []
  const lines = new Set(telling.filter(({ line }) => line.url === url).map(({ line }) => line))
  const plans = new Map<string, Line>()
  for (const line of lines) {
    const plan = planOf(line, site)
    const after = site.visible(line.url)[line.at + 1]?.text ?? ''
    // The period on a line of its own.
    const goesOn = line.text.length < 30 && /\d/.test(line.text) && after.length < 25 && isPeriod(after)
    const said = goesOn ? `${line.text} — ${after.replace(/^\/\s*/, '')}` : line.text
    const known = plan && plans.get(plan.text)
    // Two plans of one name contradict each other.
    if (known && known !== plan) return null
    const part = !plan || known || isFreeHeading(said) ? said : `${plan.text}: ${said}`
    if (said.length > (parts.some((one) => one.length < 60) ? 90 : 150)) continue
    // A button under the plans names a price again.
    const figure = /\d[\d.,]*/.exec(said)?.[0]
    const told = parts.some((one) => one === part || (!plan && figure && one.includes(figure)))
    if (told || parts.length >= 5) continue
    if (parts.join(' · ').length + part.length > longest) break
    if (plan) plans.set(plan.text, plan)
    parts.push(part)
    evidence.push(
      ...(plan ? [evidenceFrom(line, plan.text)] : []),
      evidenceFrom(line, goesOn ? `${line.text}\n${after}` : said),
    )
  }
  if (parts.length === 0) return null
  return { value: parts.join(' · '), evidence }
}

/** The name of the plan a price stands under. */
function planOf(line: Line, site: Reading): Line | null {
  if (line.level > 0 || line.text.length > 60 || line.tag === 'td' || /^\p{Ll}/u.test(line.text)) return null
  const above = site.visible(line.url).slice(Math.max(0, line.at - 3), line.at)
  const plan = above.findLast(
    (one) =>
      one.text.length < 30 &&
      one.not === '' &&
      (one.level > 0 || isPaidHeading(one.text) || isFreeHeading(one.text)),
  )
  return plan && !/\d|[.!?。]$/.test(plan.text) && !headsPrices(plan.text) ? plan : null
}
