// The whole service as one fetch handler.
import { H3, type H3Event } from 'h3'
import type { Logger } from 'pino'
import type { AuthorityFor, Repeats } from '../auth/authority.ts'
import { openClientDocuments } from '../auth/client_document.ts'
import { openUpstream } from '../auth/upstream.ts'
import type { Config } from '../config.ts'
import type { Outbound } from '../outbound.ts'
import type { OpenStorage } from '../storage/storage.ts'
import { catalog } from '../tools/catalog.ts'
import { Refusal } from '../tools/errors.ts'
import type { Reach, Tool } from '../tools/tool.ts'
import { badgeRoutes } from './badges.ts'
import { docsRoutes } from './docs.ts'
import { problemResponse } from './errors.ts'
import { healthRoutes } from './health.ts'
import { noLimits, openLimiter } from './limits.ts'
import { mcpPath, mcpRoute, type McpExtra } from './mcp.ts'
import { openMeter } from './meter.ts'
import { oauthRoutes } from './oauth.ts'
import { openArrivals } from './request.ts'
import { apiPath, restRoutes } from './rest.ts'
import { siteRoutes } from './site/routes.ts'
import { openVisits, visitLimits, type Visits } from './visit.ts'

export type Doors = {
  storage: OpenStorage
  config: Config
  log: Logger
  clock: () => Date
  /** The door to the operator's own identity provider, which may stand in the operator's own network. */
  upstream_outbound: Outbound
} & Reach
export type App = { fetch(request: Request): Promise<Response>; close(): Promise<void> }

/** Builds the service. `extra` lets the conformance suite add its fixtures to the MCP door. */
export async function createApp(
  doors: Doors,
  options: { tools?: readonly Tool[]; extra?: McpExtra } = {},
): Promise<App> {
  const tools = options.tools ?? catalog
  const limiter = openLimiter(doors.config.RATE_LIMITS)
  const meter = await openMeter(doors)
  const entry = { ...doors, meter, ...(await openArrivals(doors, limiter)) }

  const app = new H3({
    // The router lets broken escapes through, so that a door can name the parameter they stand in.
    allowMalformedURL: true,
    onError(error, event) {
      const isOurs = error.unhandled || error.cause instanceof Refusal
      const refusal = isOurs ? (error.cause ?? error) : missing(error.status)
      return wantsPage(event) ? visits.refuse(event, refusal) : problemResponse(refusal, entry, event.req)
    },
  })
  healthRoutes(app, entry)
  docsRoutes(app, entry, tools)
  const visits = identityRoutes(app, entry)
  badgeRoutes(app, entry)
  restRoutes(app, entry, tools)
  const mcp = mcpRoute(app, entry, tools, options.extra)

  return {
    fetch: async (request) => app.fetch(request),
    async close() {
      await mcp.close()
      await entry.closeGate()
    },
  }
}
export type Entry = Doors & { meter: Awaited<ReturnType<typeof openMeter>> } & Awaited<
    ReturnType<typeof openArrivals>
  >

/** Signing in, the account's pages and the OAuth server. */
function identityRoutes(app: H3, entry: Entry): Visits {
  const { config, storage, outbound } = entry
  const switchedOff = Object.values(config.RATE_LIMITS).every((limit) => limit === null)
  const limiter = openLimiter<keyof typeof visitLimits>(switchedOff ? noLimits(visitLimits) : visitLimits)
  const visits = openVisits(app, entry, limiter)
  const documentsFor = openClientDocuments(outbound)
  const repeats: Repeats = new Map()
  const authorityFor: AuthorityFor = (address) => ({
    storage,
    issuer: config.PUBLIC_URL,
    documents: documentsFor(address),
    repeats,
  })
  const upstream =
    config.OIDC === null ? null : openUpstream({ ...config.OIDC, outbound: entry.upstream_outbound })
  oauthRoutes(app, entry, authorityFor, visits, limiter)
  siteRoutes(app, entry, visits, upstream)
  return visits
}

/** Browsers say that they read HTML, programs do not; and what is asked of the API or of MCP is never a page. */
function wantsPage({ req, url }: H3Event): boolean {
  const isForPrograms = url.pathname.startsWith(`${apiPath}/`) || url.pathname === mcpPath
  return req.method === 'GET' && !isForPrograms && (req.headers.get('accept') ?? '').includes('text/html')
}

function missing(status: number | undefined): Refusal {
  return status === 404 || status === undefined
    ? new Refusal(
        'not_found',
        `There is nothing at this address; check how it is spelled. The operations stand in ${apiPath}/openapi.json and, for people, at /docs.`,
      )
    : new Refusal('invalid_input', 'This request cannot be read.')
}
