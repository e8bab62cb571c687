// What a browser of another origin must be told before it hands our answers on.
import { FastResponse } from 'srvx'

/** The origin was checked before; it is named so that a browser hands the answer on. */
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

export function preflight(request: Request): Response {
  return allowOrigin(
    request,
    new FastResponse(null, {
      status: 204,
      headers: {
        'access-control-allow-methods': 'POST, GET, DELETE, OPTIONS',
        'access-control-allow-headers':
          request.headers.get('access-control-request-headers') ??
          'authorization, content-type, accept, mcp-protocol-version, mcp-method, mcp-name',
        'access-control-max-age': '86400',
      },
    }),
  )
}
