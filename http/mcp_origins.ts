// CORS headers of the MCP door.
import { preflight } from './cors.ts'

/** Allows the origin, which was checked before, so that the browser passes the answer on. */
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

/** The answer to a preflight request; all headers it names are allowed. */
export function answerPreflight(request: Request): Response {
  const headers =
    request.headers.get('access-control-request-headers') ??
    'authorization, content-type, accept, mcp-protocol-version, mcp-method, mcp-name'
  return allowOrigin(request, preflight('POST, OPTIONS', headers, {}))
}
