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

/** Allows the origin of a request to the MCP server, which was checked before, so that the browser passes the answer on. */
export function allowOrigin(request: Request, response: Response): Response {
  const origin = request.headers.get('origin')
  if (origin !== null) {
    response.headers.set('access-control-allow-origin', origin)
    response.headers.set(
      'access-control-expose-headers',
      'WWW-Authenticate, Mcp-Session-Id, Mcp-Protocol-Version',
    )
    response.headers.append('vary', 'Origin')
  }
  return response
}

/** The answer to a preflight request to the MCP server; all headers it names are allowed. */
export function answerPreflight(request: Request): Response {
  const headers =
    request.headers.get('access-control-request-headers') ??
    'authorization, content-type, accept, mcp-protocol-version, mcp-method, mcp-name'
  return allowOrigin(request, preflight('POST, OPTIONS', headers, {}))
}
