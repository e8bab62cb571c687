// A limit is reached: what the caller is told, and when to come back.
import type { Allowance } from '../auth/buckets.ts'
import type { Caller } from '../auth/caller.ts'
import { take, TooMany } from '../auth/kept_limits.ts'
import { Refusal } from './errors.ts'
import type { Context } from './tool.ts'

export function tooMany(allowance: Allowance): Refusal {
  const { policy, calls, window_s, reset_s } = allowance
  const window =
    window_s === 60 ? 'a minute' : window_s === 3600 ? 'an hour' : `in ${Math.round(window_s / 60)} minutes`
  const wait = reset_s === 1 ? 'a second' : `${reset_s} seconds`
  const message = `Too many calls: the policy "${policy}" allows ${calls} ${window}. Try again in ${wait}.`
  return new Refusal('rate_limited', message, {
    headers: { 'retry-after': String(reset_s), ...limitHeaders(allowance) },
  })
}

/** The headers of draft-ietf-httpapi-ratelimit-headers. */
export function limitHeaders(allowance: Allowance): Record<string, string> {
  return {
    'ratelimit-policy': `"${allowance.policy}";q=${allowance.calls};w=${allowance.window_s}`,
    ratelimit: `"${allowance.policy}";r=${allowance.left};t=${allowance.reset_s}`,
  }
}

/** Takes one of what a person may do so often. In the transaction of what it allows, after every other refusal. */
export async function takeOne(
  { storage, caller, limits, now }: Pick<Context<Caller>, 'storage' | 'caller' | 'limits' | 'now'>,
  limit: 'drafts' | 'mails',
): Promise<void> {
  try {
    await take(storage, { limits, limit, key: `user ${caller.user_id}`, now })
  } catch (error) {
    throw error instanceof TooMany ? tooMany(error.allowance) : error
  }
}
