// The OAuth endpoints over HTTP. Their rules are in auth/.
import type { H3, H3Event } from 'h3'
import { FastResponse } from 'srvx'
import type { AuthorityFor } from '../auth/authority.ts'
import { OAuthError } from '../auth/errors.ts'
import { resourceMetadata, serverMetadata } from '../auth/metadata.ts'
import { paramsOf } from '../auth/params.ts'
import { resourceMetadataUrl, resourcePaths } from '../auth/resources.ts'
import { registerClient } from '../auth/register.ts'
import { exchange, revoke } from '../auth/token.ts'
import { Refusal, refusalOf, type RefusalCode } from '../tools/errors.ts'
import { bodyText } from './body.ts'
import { noteFault } from './errors.ts'
import type { Services } from './services.ts'
import { cors, preflight } from './cors.ts'
import { catalog } from '../tools/catalog.ts'
import { tooMany } from '../tools/too_many.ts'
import { addressOf, requestId } from './request.ts'
import { scopesAt } from './toolsets.ts'
import { maxFormBytes, readForm, type VisitLimiter } from './site/visit.ts'

const allowedHeaders = 'Authorization, Content-Type, MCP-Protocol-Version'

export function oauthRoutes(
  app: H3,
  services: Services,
  authorityFor: AuthorityFor,
  limiter: VisitLimiter,
): void {
  documents(app, services)
  endpoints(app, services, authorityFor, limiter)
}

function documents(app: H3, services: Services): void {
  const issuer = services.config.PUBLIC_URL
  const own = serverMetadata(issuer)
  const served: Record<string, (request: Request) => object> = {
    '/.well-known/oauth-authorization-server': () => own,
    // We are no OpenID provider, but some clients look only here.
    '/.well-known/openid-configuration': () => own,
  }
  for (const path of resourcePaths) {
    const needed = scopesAt(path, catalog)
    served[new URL(resourceMetadataUrl(issuer, path)).pathname] = (request) => {
      const { site, public_url } = services.place(request)
      return resourceMetadata(issuer, path, { name: site.name, public_url, needed })
    }
  }
  for (const [path, documentFor] of Object.entries(served)) {
    const headers = { 'content-type': 'application/json', 'cache-control': 'public, max-age=300', ...cors }
    app.get(path, ({ req }) => new FastResponse(JSON.stringify(documentFor(req)), { headers }))
    app.options(path, () => preflight('GET, OPTIONS', allowedHeaders))
  }
}

type Call = { request: Request; now: Date }

function endpoints(app: H3, services: Services, authorityFor: AuthorityFor, limiter: VisitLimiter): void {
  function take(limit: Parameters<VisitLimiter['take']>[0], key: string, now: Date): void {
    const allowance = limiter.take(limit, key, now.getTime())
    if (allowance !== null && !allowance.allowed) throw tooMany(allowance)
  }

  function endpoint(path: string, answer: (call: Call, address: string) => Promise<Response>): void {
    app.post(path, async (event: H3Event) => {
      const request = event.req
      const done = services.meter.begin('oauth', `POST ${path}`)
      const id = requestId(request)
      let response: Response
      try {
        response = await answer({ request, now: services.clock() }, addressOf(request))
      } catch (error) {
        response = failure(error)
        if (!(error instanceof OAuthError)) noteFault(services.log, error, id)
      }
      response.headers.set('x-request-id', id)
      done(response.status, id)
      return response
    })
    app.options(path, () => preflight('POST, OPTIONS', allowedHeaders))
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'] as const) {
      app.on(method, path, () =>
        failure(new Refusal('method_not_allowed', 'Use POST.', { headers: { allow: 'POST' } })),
      )
    }
  }

  endpoint('/token', async ({ request, now }, address) => {
    take('tokens', address, now)
    const form = paramsOf(await readForm(request))
    return json(200, await exchange(authorityFor(address), form, request.headers.get('authorization'), now))
  })
  endpoint('/revoke', async ({ request, now }, address) => {
    take('tokens', address, now)
    const form = paramsOf(await readForm(request))
    const call = { now, request_id: requestId(request) }
    await revoke(authorityFor(address), form, request.headers.get('authorization'), call)
    return json(200, {})
  })
  endpoint('/register', async ({ request, now }, address) => {
    take('registrations', address, now)
    take('all_registrations', '', now)
    const text = await bodyText(request, maxFormBytes)
    let body: unknown
    try {
      body = JSON.parse(text)
    } catch {
      throw new OAuthError('invalid_client_metadata', 'The body is not JSON.')
    }
    return json(201, await registerClient(authorityFor(address), body, now))
  })
}

function json(status: number, body: object, headers: Record<string, string> = {}): Response {
  return new FastResponse(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      pragma: 'no-cache',
      'x-content-type-options': 'nosniff',
      ...cors,
      ...headers,
    },
  })
}

const oauthCodes: Partial<Record<RefusalCode, string>> = {
  internal: 'server_error',
  rate_limited: 'temporarily_unavailable',
  unavailable: 'temporarily_unavailable',
}

/** Errors in the shape of RFC 6749 section 5.2, which RFC 7009 and RFC 7591 share. */
function failure(error: unknown): Response {
  if (error instanceof OAuthError) {
    const body = { error: error.code, error_description: error.message }
    if (error.code === 'invalid_client')
      return json(401, body, { 'www-authenticate': 'Basic realm="clients"' })
    if (error.code === 'temporarily_unavailable') return json(503, body, { 'retry-after': '60' })
    return json(400, body)
  }
  const { code, status, message, headers } = refusalOf(error)
  return json(status, { error: oauthCodes[code] ?? 'invalid_request', error_description: message }, headers)
}
