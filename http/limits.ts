import { drawn, refilled as refilledTo, type Allowance, type Bucket } from '../auth/buckets.ts'
import type { Limit, Policy } from '../policies.ts'

export type Limiter<P extends string = Policy> = {
  take(policy: P, key: string, now_ms: number, cost?: number): Allowance<P> | null
  look(policy: P, key: string, now_ms: number): Allowance<P> | null
}

/** What was spent since the last message, by policy and caller. */
export type Spent = { at_ms: number; costs: Record<string, number> }
/** How several processes of one address tell each other what was spent. */
export type Sharing = { tell(spent: Spent): void; hear(listen: (spent: Spent) => void): void }

/** Often enough that spreading calls over several processes gains a caller almost nothing. */
const tellEvery_ms = 50

/**
 * Token buckets in memory: a bucket refills evenly over its window. At most `capacity` callers are remembered. Calls in
 * other processes are taken from the same bucket when they are reported, and may leave it negative.
 */
export function openLimiter<P extends string = Policy>(
  limits: Record<P, Limit | null>,
  sharing?: Sharing,
  capacity = 50_000,
): Limiter<P> {
  const buckets = new Map<string, Bucket>()
  let untold: Spent | null = null

  function note(name: string, cost: number, at_ms: number): void {
    if (sharing === undefined) return
    if (untold === null) {
      untold = { at_ms, costs: {} }
      setTimeout(() => {
        sharing.tell(untold!)
        untold = null
      }, tellEvery_ms).unref()
    }
    untold.at_ms = at_ms
    untold.costs[name] = (untold.costs[name] ?? 0) + cost
  }

  sharing?.hear(({ at_ms, costs }) => {
    for (const [name, cost] of Object.entries(costs)) {
      const limit = limits[name.slice(0, name.indexOf(' ')) as P] ?? null
      if (limit === null) continue
      const { left, at_ms: known_ms } = refilled(name, limit, at_ms)
      // A debt never lasts longer than one window.
      put(name, { left: Math.max(left - cost, -limit.calls), at_ms: known_ms })
    }
  })

  const refilled = (name: string, limit: Limit, now_ms: number) =>
    refilledTo(buckets.get(name), limit, now_ms)

  function put(name: string, bucket: Bucket): void {
    if (!buckets.has(name) && buckets.size >= capacity) buckets.delete(buckets.keys().next().value!)
    buckets.delete(name)
    buckets.set(name, bucket)
  }

  function measure(policy: P, key: string, now_ms: number, asked: number): Allowance<P> | null {
    const limit = limits[policy]
    if (limit === null) return null
    // The extra cost of an expensive call must fit into the window with the call itself, or it could never be made.
    const cost = asked > 1 ? Math.max(1, Math.min(asked, limit.calls - 1)) : asked
    const name = `${policy} ${key}`
    const { left } = refilled(name, limit, now_ms)
    const { allowance, rest } = drawn(policy, limit, left, cost)
    if (cost > 0) put(name, { left: rest, at_ms: now_ms })
    if (cost > 0 && allowance.allowed) note(name, cost, now_ms)
    return allowance
  }

  return {
    take: (policy, key, now_ms, cost = 1) => measure(policy, key, now_ms, cost),
    look: (policy, key, now_ms) => measure(policy, key, now_ms, 0),
  }
}

/** The same policies without limits. */
export function noLimits<P extends string>(limits: Record<P, Limit | null>): Record<P, Limit | null> {
  return Object.fromEntries(Object.keys(limits).map((policy) => [policy, null])) as Record<P, null>
}

/** The network of an `addressKey`: a /24 of IPv4, a /48 of IPv6. */
export function networkOf(key: string): string {
  return key.includes(':') ? `${key.split(':').slice(0, 3).join(':')}::/48` : key.replace(/\.\d+$/, '.0/24')
}

/**
 * One key per IPv4 address and per IPv6 /64, so that one household is one caller. Some proxies also name the caller's
 * port, which differs for each connection and is removed.
 */
export function addressKey(ip: string): string {
  const bare = ip.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1').replace(/^\[(.*)\](?::\d+)?$/, '$1')
  const plain = bare.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail = ''] = plain.split('%')[0]!.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === '' ? [] : tail.split(':')
  const groups = plain.includes('::')
    ? [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
    : left
  return `${groups
    .slice(0, 4)
    .map((group) => parseInt(group || '0', 16).toString(16))
    .join(':')}::/64`
}
