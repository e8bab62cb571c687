// A token bucket that refills evenly over its window. Pure: used in memory (http/limits.ts) and in the database.
import type { Limit } from '../policies.ts'

/** What a caller has left: `reset_s` is the time in s until one more call is possible or the bucket is full. */
export type Allowance<P extends string = string> = {
  policy: P
  allowed: boolean
  calls: number
  window_s: number
  left: number
  reset_s: number
}
export type Bucket = { left: number; at_ms: number }

/** The bucket's content now. An unused one is full; times in the future, from a clock that was ahead, are ignored. */
export function refilled(bucket: Bucket | undefined, { calls, window_s }: Limit, now_ms: number): Bucket {
  const window_ms = window_s * 1000
  const isKnown = bucket !== undefined && bucket.at_ms - now_ms <= window_ms
  const { left, at_ms } = isKnown ? bucket : { left: calls, at_ms: now_ms }
  const gained = (Math.max(0, now_ms - at_ms) * calls) / window_ms
  return { left: Math.min(calls, left + gained), at_ms: Math.max(now_ms, at_ms) }
}

/** Takes so much, if there is enough: `rest` is the bucket afterwards. */
export function drawn<P extends string>(
  policy: P,
  { calls, window_s }: Limit,
  left: number,
  cost: number,
): { allowance: Allowance<P>; rest: number } {
  const allowed = left >= cost
  const rest = allowed ? left - cost : left
  const wanted = allowed ? calls : Math.min(cost, calls)
  const reset_s = Math.ceil(((wanted - rest) * window_s) / calls)
  return {
    rest,
    allowance: { policy, allowed, calls, window_s, left: Math.max(0, Math.floor(rest)), reset_s },
  }
}
