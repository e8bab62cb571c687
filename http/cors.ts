// CORS: which programs of other origins may call us from a browser and read our answers.
import { FastResponse } from 'srvx'

/** CORS headers. Credentials travel in a header here and never in a cookie, so any origin may read. */
export const cors = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Link, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id, Idempotent-Replayed',
}

/** The answer to a preflight request (WHATWG Fetch). */
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
