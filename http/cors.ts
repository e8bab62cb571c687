// What a browser must be told before a program of another origin may call us and read our answers.
import { FastResponse } from 'srvx'

/** CORS for programs in browsers. Credentials travel in a header and never in a cookie here, so any origin may read. */
export const cors = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Link, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id, Idempotent-Replayed',
}

/** The answer to the OPTIONS request with which a browser asks first (WHATWG Fetch, CORS preflight). */
export function preflight(methods: string, headers: string, more: Record<string, string> = cors): Response {
  return new FastResponse(null, {
    status: 204,
    headers: {
      ...more,
      'access-control-allow-methods': methods,
      'access-control-allow-headers': headers,
      'access-control-max-age': '86400',
    },
  })
}
