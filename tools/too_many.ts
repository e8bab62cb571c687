// The refusal when a limit is reached, with the time to come back.
import type { Allowance } from '../auth/buckets.ts'
import { Refusal } from './errors.ts'

export function tooMany(allowance: Allowance): Refusal {
  const { policy, calls, window_s, reset_s } = allowance
  const window =
    window_s === 60
      ? 'a minute'
      : window_s === 3600
        ? 'an hour'
        : window_s === 86_400
          ? 'a day'
          : `in ${Math.round(window_s / 60)} minutes`
  const wait =
    reset_s === 1
      ? 'a second'
      : reset_s < 120
        ? `${reset_s} seconds`
        : reset_s < 7200
          ? `${Math.ceil(reset_s / 60)} minutes`
          : `${Math.ceil(reset_s / 3600)} hours`
  const message = `Too many calls: the policy "${policy}" allows ${calls} ${window}. Try again in ${wait}.`
  return new Refusal('rate_limited', message, {
    limit: `${policy}, ${calls} ${window}`,
    headers: { 'retry-after': String(reset_s), ...limitHeaders(allowance) },
  })
}

/** The RateLimit headers of draft-ietf-httpapi-ratelimit-headers. */
export function limitHeaders(allowance: Allowance): Record<string, string> {
  return {
    'ratelimit-policy': `"${allowance.policy}";q=${allowance.calls};w=${allowance.window_s}`,
    ratelimit: `"${allowance.policy}";r=${allowance.left};t=${allowance.reset_s}`,
  }
}
