// The rules against rings, on votes alone: no address, no machine, and nobody is asked. What they set aside accuses nobody.
import { setImmediate } from 'node:timers/promises'
import { rules } from './rules.ts'

/** A vote as the rules see it; `at` is in milliseconds. */
export type RuleVote = { id: number; voter: string; listing: number; at: number }

const { cap, lockstep, look } = rules
/** How far from what is usual is odd. Whoever knew could stay just below. */
const oddAt = 9
const leastVotes = 8

const inTime = (a: RuleVote, b: RuleVote) => a.at - b.at || a.id - b.id

/** What nine launches of ten bring of newcomers. */
export function usualNewcomers(per_launch: readonly number[]): number {
  const sorted = [...per_launch].sort((a, b) => a - b)
  return Math.max(cap.least, sorted[Math.floor(sorted.length * cap.usual)] ?? 0)
}

/** First votes beyond as many as the product has regular voters, and what is usual; the earliest count. */
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

/** Lets others have their turn: among many votes there are many pairs. */
function turns() {
  let until = performance.now() + 10
  return async () => {
    if (performance.now() < until) return
    await setImmediate()
    until = performance.now() + 10
  }
}

/** Voters who have enough partners, of whom each has enough. */
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
  // Numbers and not maps: of a large site there are a hundred million pairs to count.
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
  // Whoever lost a partner may have too few now.
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

/** Of a ring that votes for the same product its first vote counts. */
export function inLockstep(votes: readonly RuleVote[], ring: ReadonlySet<string>): RuleVote[] {
  return [...Map.groupBy(votes, ({ listing }) => listing).values()].flatMap((its) => {
    const together = its.filter(({ voter }) => ring.has(voter)).sort(inTime)
    return together.length < lockstep.partners / 2 ? [] : together.slice(1)
  })
}

/** Of the first products those whose voters, far more than is usual, voted for nothing else. */
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
