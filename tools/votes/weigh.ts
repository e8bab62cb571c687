// Applies the rules against rings to a week: every night for the interim result, and once more before it closes.
import { addDays, beginOf } from '../../days.ts'
import type { Finding, FindingKind } from '../../storage/listings/findings.ts'
import type { OpenStorage, Storage } from '../../storage/storage.ts'
import type { Week } from '../../storage/weeks.ts'
import { addWeeks } from '../launches/week.ts'
import { beyondCap, inLockstep, odd, rings, usualNewcomers, type RuleVote } from './rings.ts'
import { rules } from './rules.ts'

/** In shadow mode the rules only report what they would exclude; the operator turns them on. */
type RuleMode = 'shadow' | 'on'

const atOnce = 5000
type Seen = RuleVote & { why: string | null; isLifted: boolean }

/** The valid votes of a week: neither withdrawn nor excluded by the team. */
async function standing({ ledger }: Storage, over: Week): Promise<Seen[]> {
  const seen: Seen[] = []
  for (let after: { voted_at: string; id: number } | null = null; ;) {
    const given = await ledger.votesOf(over, after, atOnce)
    for (const { id, voter, listing_id: listing, voted_at, why, lifted_at } of given)
      if (why !== 'withdrawn' && why !== 'team')
        seen.push({ id, voter, listing, at: Date.parse(voted_at), why, isLifted: lifted_at !== null })
    after = given.at(-1) ?? null
    if (given.length < atOnce) return seen
  }
}

/** What the rules find in a week, by kind; changes nothing. */
async function findIn(
  storage: OpenStorage,
  over: Week,
): Promise<{ now: Seen[]; found: Map<FindingKind, RuleVote[]> }> {
  const found = new Map<FindingKind, RuleVote[]>()
  const now = await standing(storage, over)
  if (now.length === 0) return { now, found }
  const before: RuleVote[] = []
  let [weeks, launches] = [0, 0]
  for (let back = rules.lockstep.weeks - 1; back > 0; back -= 1) {
    const past = { ...over, week: addWeeks(over.week, -back) }
    const its = await standing(storage, past)
    if (its.length === 0) continue
    weeks += 1
    launches += await storage.findings.launchesIn(past)
    for (const vote of its) before.push(vote)
  }
  const regulars = new Set(before.map(({ voter }) => voter)).size
  if (weeks < rules.history.weeks || regulars < rules.history.regulars) return { now, found }
  if (launches / weeks >= rules.lockstep.least_launches)
    found.set('ring', inLockstep(now, await rings([...before, ...now])))
  const fresh = new Set((await storage.findings.newcomers(over)).map(({ voter }) => voter))
  const usual = usualNewcomers(await broughtBefore(storage, over))
  found.set(
    'newcomers',
    beyondCap(now, (voter) => fresh.has(voter), usual),
  )
  const first = (
    await storage.listings.launchedIn(over.site_id, over.week, { limit: rules.look.places, offset: 0 })
  ).ranked
  const strange = odd(
    now,
    first.map(({ id }) => id),
  )
  found.set(
    'look',
    now.filter(({ listing }) => strange.includes(listing)),
  )
  return { now, found }
}

/** The number of newcomers of each launch in the weeks before. */
async function broughtBefore({ findings }: Storage, over: Week): Promise<number[]> {
  const all: number[] = []
  for (let back = 1; back <= rules.cap.weeks; back += 1) {
    const past = { ...over, week: addWeeks(over.week, -back) }
    const brought = new Map<number, number>()
    for (const { listing_id, launch_week } of await findings.newcomers(past))
      if (launch_week === past.week) brought.set(listing_id, (brought.get(listing_id) ?? 0) + 1)
    const none = Math.max(0, (await findings.launchesIn(past)) - brought.size)
    all.push(...brought.values(), ...Array<number>(none).fill(0))
  }
  return all
}

/** Checks a week and stores the findings; if the rules are on, excludes these votes. */
export async function weighWeek(
  storage: OpenStorage,
  over: Week,
  { mode, now: instant }: { mode: RuleMode; now: Date },
): Promise<void> {
  const { now, found } = await findIn(storage, over)
  if (now.length === 0) return
  const decided = new Map(
    (await storage.findings.of(over)).map(({ finding }) => [
      `${finding.kind} ${finding.listing_id}`,
      finding.decision,
    ]),
  )
  const wanted = new Map<number, 'ring' | 'newcomers'>()
  const told: Pick<Finding, 'listing_id' | 'kind' | 'vote_ids'>[] = []
  for (const [kind, its] of found)
    for (const [listing_id, votes] of Map.groupBy(its, ({ listing }) => listing)) {
      told.push({ listing_id, kind, vote_ids: votes.map(({ id }) => id) })
      if (mode === 'on' && kind !== 'look' && decided.get(`${kind} ${listing_id}`) !== 'count')
        for (const { id } of votes) if (!wanted.has(id)) wanted.set(id, kind)
    }
  await storage.write(({ findings }) => findings.put(over, told, instant.toISOString()))
  const changed = now.filter(({ id, why, isLifted }) => !isLifted && why !== (wanted.get(id) ?? null))
  for (const votes of Map.groupBy(changed, ({ listing }) => listing).values())
    await storage.write(async (inside) => {
      for (const [why, its] of Map.groupBy(votes, ({ id }) => wanted.get(id) ?? null))
        await inside.votes.weigh(
          its.map(({ id }) => id),
          why,
        )
    })
}

/** Whether closing the week waits for a person to check a suspicious launch among the first. */
export async function waitsForLook(
  { findings }: Storage,
  over: Week,
  mode: RuleMode,
  now: Date,
): Promise<boolean> {
  const until = addDays(new Date(beginOf(addWeeks(over.week, 1))), rules.look.waits_h / 24)
  if (mode !== 'on' || now >= until) return false
  return (await findings.of(over)).some(({ finding }) => finding.kind === 'look' && finding.decision === null)
}
