// The rules against vote rings. They use votes alone, no network or device data. Excluding a vote accuses nobody.
import { setImmediate } from 'node:timers/promises'
import { rules } from './rules.ts'

/** A vote as the rules see it; `at` is in milliseconds. */
export type RuleVote = { id: number; voter: string; listing: number; at: number }

const { cap, lockstep, look } = rules
/** How many standard deviations are suspicious. Not published, because a ring could stay just below. */
const oddAt = 9
const leastVotes = 8

const inTime = (a: RuleVote, b: RuleVote) => a.at - b.at || a.id - b.id

/** The number of newcomers that nine launches of ten do not exceed. */
export function usualNewcomers(per_launch: readonly number[]): number {
  const sorted = [...per_launch].sort((a, b) => a - b)
  return Math.max(cap.least, sorted[Math.floor(sorted.length * cap.usual)] ?? 0)
}

/** First votes beyond the cap, which is the listing's number of regular voters plus `usual`; the earliest count. */
export function beyondCap(
  votes: readonly RuleVote[],
  isNew: (voter: string) => boolean,
  usual: number,
): RuleVote[] {
  return [...Map.groupBy(votes, ({ listing }) => listing).values()].flatMap((its) => {
    const fresh = its.filter(({ voter }) => isNew(voter)).sort(inTime)
    return fresh.slice(usual + its.length - fresh.length)
  })
}

const within = lockstep.hours * 3_600_000

type Row = { who: Int32Array; at: Float64Array }

/** Yields to other work: many votes make many pairs. */
function turns() {
  let until = performance.now() + 10
  return async () => {
    if (performance.now() < until) return
    await setImmediate()
    until = performance.now() + 10
  }
}

/** Voters with enough partners who each have enough partners themselves. */
export async function rings(seen: readonly RuleVote[]): Promise<Set<string>> {
  const turn = turns()
  const counted = new Map<string, number>()
  for (const { voter } of seen) counted.set(voter, (counted.get(voter) ?? 0) + 1)
  const voters = [...counted].filter(([, times]) => times >= lockstep.shared).map(([voter]) => voter)
  const number = new Map(voters.map((voter, n) => [voter, n]))
  const own = voters.map((): { its: Row; n: number }[] => [])
  for (const its of Map.groupBy(
    seen.filter(({ voter }) => number.has(voter)),
    ({ listing }) => listing,
  ).values()) {
    const sorted = its.sort(inTime)
    const row = {
      who: Int32Array.from(sorted, ({ voter }) => number.get(voter)!),
      at: Float64Array.from(sorted, ({ at }) => at),
    }
    for (const [n, who] of row.who.entries()) own[who]!.push({ its: row, n })
    await turn()
  }
  const partners = new Map<string, Set<string>>()
  // A typed array, not a map: a large site has a hundred million pairs to count.
  const shared = new Uint32Array(voters.length)
  for (const [me, all] of own.entries()) {
    shared.fill(0)
    for (const { its, n } of all) {
      const { who, at } = its
      const [begin, end] = [at[n]! - within, at[n]! + within]
      for (let i = n - 1; i >= 0 && at[i]! >= begin; i -= 1) shared[who[i]!]! += 1
      for (let i = n + 1; i < who.length && at[i]! <= end; i += 1) shared[who[i]!]! += 1
    }
    const near = voters.filter(
      (_, other) =>
        shared[other]! >= lockstep.shared &&
        shared[other]! >= lockstep.part * Math.max(all.length, own[other]!.length) &&
        other !== me,
    )
    if (near.length >= lockstep.partners) partners.set(voters[me]!, new Set(near))
    await turn()
  }
  // Removing a voter may leave their partners with too few.
  for (let isOver = false; !isOver;) {
    isOver = true
    for (const [voter, others] of partners) {
      for (const other of others) if (!partners.has(other)) others.delete(other)
      if (others.size < lockstep.partners) {
        partners.delete(voter)
        isOver = false
      }
    }
  }
  return new Set(partners.keys())
}

/** Votes to exclude: when a ring votes for the same listing, only its first vote counts. */
export function inLockstep(votes: readonly RuleVote[], ring: ReadonlySet<string>): RuleVote[] {
  return [...Map.groupBy(votes, ({ listing }) => listing).values()].flatMap((its) => {
    const together = its.filter(({ voter }) => ring.has(voter)).sort(inTime)
    return together.length < lockstep.partners / 2 ? [] : together.slice(1)
  })
}

/** Those of the first listings with far more than usual voters who voted for nothing else. */
export function odd(votes: readonly RuleVote[], first: readonly number[]): number[] {
  const times = new Map<string, number>()
  for (const { voter } of votes) times.set(voter, (times.get(voter) ?? 0) + 1)
  const alone = (its: readonly RuleVote[]) => its.filter(({ voter }) => times.get(voter) === 1).length
  const share = alone(votes) / votes.length
  return first.slice(0, look.places).filter((listing) => {
    const its = votes.filter((vote) => vote.listing === listing)
    const usual = Math.sqrt(its.length * share * (1 - share))
    return its.length >= leastVotes && usual > 0 && (alone(its) - share * its.length) / usual >= oddAt
  })
}
