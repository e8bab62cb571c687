import type { Limit, Policy } from '../config.ts'

/** What a caller has left: `reset_s` is the time until one more call is possible or the bucket is full. */
export type Allowance<P extends string = Policy> = {
  policy: P
  allowed: boolean
  calls: number
  window_s: number
  left: number
  reset_s: number
}
export type Limiter<P extends string = Policy> = {
  take(policy: P, key: string, now_ms: number, cost?: number): Allowance<P> | null
  look(policy: P, key: string, now_ms: number): Allowance<P> | null
}

/** Token buckets in memory: a bucket refills evenly over its window. At most `capacity` callers are remembered. */
export function openLimiter<P extends string = Policy>(
  limits: Record<P, Limit | null>,
  capacity = 50_000,
): Limiter<P> {
  const buckets = new Map<string, { left: number; at_ms: number }>()

  function measure(policy: P, key: string, now_ms: number, cost: number): Allowance<P> | null {
    const limit = limits[policy]
    if (limit === null) return null
    const name = `${policy} ${key}`
    const bucket = buckets.get(name) ?? { left: limit.calls, at_ms: now_ms }
    const per_ms = limit.calls / (limit.window_s * 1000)
    const left = Math.min(limit.calls, bucket.left + Math.max(0, now_ms - bucket.at_ms) * per_ms)
    const allowed = left >= cost
    const rest = allowed ? left - cost : left
    if (cost > 0) {
      if (!buckets.has(name) && buckets.size >= capacity) buckets.delete(buckets.keys().next().value!)
      buckets.delete(name)
      buckets.set(name, { left: rest, at_ms: now_ms })
    }
    const wanted = allowed ? limit.calls : Math.min(cost, limit.calls)
    const reset_s = Math.ceil((wanted - rest) / per_ms / 1000)
    return { policy, allowed, calls: limit.calls, window_s: limit.window_s, left: Math.floor(rest), reset_s }
  }

  return {
    take: (policy, key, now_ms, cost = 1) => measure(policy, key, now_ms, cost),
    look: (policy, key, now_ms) => measure(policy, key, now_ms, 0),
  }
}

/** The same policies, all switched off. */
export function noLimits<P extends string>(limits: Record<P, Limit | null>): Record<P, Limit | null> {
  return Object.fromEntries(Object.keys(limits).map((policy) => [policy, null])) as Record<P, null>
}

/** The headers of draft-ietf-httpapi-ratelimit-headers. */
export function limitHeaders(allowance: Allowance<string>): Record<string, string> {
  return {
    'ratelimit-policy': `"${allowance.policy}";q=${allowance.calls};w=${allowance.window_s}`,
    ratelimit: `"${allowance.policy}";r=${allowance.left};t=${allowance.reset_s}`,
  }
}

/**
 * One key per IPv4 address and per IPv6 /64, so that one household is one caller. Some proxies name the caller's port
 * as well, and each connection has another.
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
