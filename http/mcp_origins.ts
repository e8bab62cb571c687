// What a browser of another origin must be told before it hands our answers on.
import { preflight } from './cors.ts'

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

/** The answer to a browser that asks before it calls; whatever headers it names may be sent. */
export function answerPreflight(request: Request): Response {
  const headers =
    request.headers.get('access-control-request-headers') ??
    'authorization, content-type, accept, mcp-protocol-version, mcp-method, mcp-name'
  return allowOrigin(request, preflight('POST, OPTIONS', headers, {}))
}
