// The whole service as one fetch handler.
import { H3, type H3Event } from 'h3'
import type { AuthorityFor } from '../auth/authority.ts'
import { openClientDocuments } from '../auth/client_document.ts'
import { openUpstream } from '../auth/upstream.ts'
import { openViewCounter } from '../storage/listings/view_counter.ts'
import { openTrail } from '../storage/trail.ts'
import { catalog } from '../tools/catalog.ts'
import { Refusal } from '../tools/errors.ts'
import type { Tool } from '../tools/tool.ts'
import { badgeRoutes } from './badges.ts'
import { discoveryRoutes } from './discovery.ts'
import { dumpRoutes } from './dump.ts'
import { docsRoutes } from './docs.ts'
import { problemResponse } from './errors.ts'
import { openFront } from './front.ts'
import { healthRoutes } from './health.ts'
import { noLimits, openLimiter } from './limits.ts'
import { mediaRoutes } from './media.ts'
import { mcpPath, mcpRoute, type McpExtra } from './mcp.ts'
import type { Tally } from '../jobs/queue/job.ts'
import { openMeter } from './meter.ts'
import { otherMethods, pageAbove } from './methods.ts'
import { oauthRoutes } from './oauth.ts'
import { openArrivals } from './request.ts'
import { previewRoutes } from './previews.ts'
import { apiPath, operationsMeant, restRoutes } from './rest.ts'
import type { Services, Wiring } from './services.ts'
import { privateResponse, receive } from './site/private_page.ts'
import { webhookRoutes } from './stripe_webhook.ts'
import { siteRoutes } from './site/routes.ts'
import { goTo, openVisits, visitLimits, type Visits } from './site/visit.ts'

export type App = {
  fetch(request: Request): Promise<Response>
  /** How many answers of the last five minutes were faults. */
  faults(): number
  /** The metrics of jobs; null when metrics are off. */
  metrics: Tally | null
  /** Call it for each new connection: requests that wait for their turn let new connections in first. */
  arrived(): void
  /** Closes every connection after its next answer. */
  leave(): void
  close(): Promise<void>
}

/** Builds the service. `extra` lets the conformance suite add its fixtures to the MCP door. */
export async function createApp(
  wiring: Wiring,
  options: { tools?: readonly Tool[]; extra?: McpExtra } = {},
): Promise<App> {
  const tools = options.tools ?? catalog
  const limiter = openLimiter(wiring.config.RATE_LIMITS, wiring.sharing)
  const views = openViewCounter(wiring.storage, (error) =>
    wiring.log.warn({ err: error }, 'views were not counted'),
  )
  const { close: closeArrivals, ...arrivals } = await openArrivals(wiring, limiter)
  const leaving = new AbortController()
  const trail = openTrail(wiring.storage, (error) =>
    wiring.log.warn({ err: error }, 'refusals were not noted'),
  )
  const meter = await openMeter({ ...wiring, trail })
  const services: Services = { ...wiring, meter, views, leaving: leaving.signal, ...arrivals }

  const app = new H3({
    // Let invalid percent-encoding through, so that a door can name the parameter that contains it.
    allowMalformedURL: true,
    onError(error, event) {
      const isOurs = error.unhandled || error.cause instanceof Refusal
      const isPage = wantsPage(event)
      const refusal = isOurs
        ? (error.cause ?? error)
        : ((isPage ? null : otherMethods(app, event)) ?? missing(error.status, event, tools))
      return isPage
        ? receive(visits, event, 'GET elsewhere', async (visit) => {
            visit.take('pages')
            const above = pageAbove(app, event.url.pathname)
            if (error.status === 404 && above !== null) return privateResponse(goTo(above), visit)
            throw refusal
          })
        : problemResponse(refusal, services, event.req)
    },
  })
  healthRoutes(app, services)
  docsRoutes(app, services, tools)
  dumpRoutes(app, services)
  discoveryRoutes(app, services)
  const visits = identityRoutes(app, services)
  badgeRoutes(app, services)
  mediaRoutes(app, services)
  previewRoutes(app, services)
  webhookRoutes(app, services)
  restRoutes(app, services, tools)
  const mcp = mcpRoute(app, services, tools, options.extra)

  const front = openFront(services, (request) => app.fetch(request))

  return {
    ...front,
    faults: meter.faults,
    metrics: meter.metrics,
    arrived: services.turns.arrived,
    leave() {
      front.leave()
      leaving.abort()
    },
    async close() {
      leaving.abort()
      await mcp.close()
      await closeArrivals()
      await Promise.all([views.close(), trail.close()])
    },
  }
}

/** Signing in, the account's pages and the OAuth server. */
function identityRoutes(app: H3, services: Services): Visits {
  const { config, storage, outbound, sharing } = services
  const switchedOff = Object.values(config.RATE_LIMITS).every((limit) => limit === null)
  const limiter = openLimiter<keyof typeof visitLimits>(
    switchedOff ? noLimits(visitLimits) : visitLimits,
    sharing,
  )
  const documentsFor = openClientDocuments(outbound, (client_id, now) =>
    storage.oauth.hasGrant(client_id, now.toISOString()),
  )
  const authorityFor: AuthorityFor = (address) => ({
    storage,
    issuer: config.PUBLIC_URL,
    origins: services.hosts.origins(),
    documents: documentsFor(address),
  })
  const upstream =
    config.OIDC === null ? null : openUpstream({ ...config.OIDC, outbound: services.upstream_outbound })
  const visits = openVisits(services, limiter, { upstream, authorityFor })
  oauthRoutes(app, services, authorityFor, limiter)
  siteRoutes(app, visits)
  return visits
}

const isOf = (path: string, { pathname }: URL) => `${pathname}/`.startsWith(`${path}/`)

/** Browsers accept HTML, programs do not; a request to the API or MCP never gets a page. */
function wantsPage({ req, url }: H3Event): boolean {
  const isForPrograms = [apiPath, mcpPath].some((path) => isOf(path, url))
  return req.method === 'GET' && !isForPrograms && (req.headers.get('accept') ?? '').includes('text/html')
}

function missing(status: number | undefined, { req, url }: H3Event, tools: readonly Tool[]): Refusal {
  return status === 404 || status === undefined
    ? new Refusal(
        'not_found',
        `Page not found. Check the address. The operations are listed in ${apiPath}/openapi.json and, for people, at /docs; the MCP server is at ${mcpPath}.${isOf(apiPath, url) ? operationsMeant(req.method, url.pathname.slice(apiPath.length), tools) : ''}`,
      )
    : new Refusal('invalid_input', 'This request is malformed.')
}
