// The whole service as one fetch handler.
import { H3, type H3Event } from 'h3'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { OpenStorage } from '../storage/storage.ts'
import { catalog } from '../tools/catalog.ts'
import { Refusal } from '../tools/errors.ts'
import type { Caller, Reach, Tool } from '../tools/tool.ts'
import { badgeRoutes } from './badges.ts'
import { docsRoutes } from './docs.ts'
import { problemResponse } from './errors.ts'
import { healthRoutes } from './health.ts'
import { openLimiter } from './limits.ts'
import { mcpRoute, type McpExtra } from './mcp.ts'
import { openMeter } from './meter.ts'
import { arrivals } from './request.ts'
import { restRoutes } from './rest.ts'

export type Doors = { storage: OpenStorage; config: Config; log: Logger; clock: () => Date } & Reach
export type App = { fetch(request: Request): Promise<Response>; close(): Promise<void> }

/** Builds the service. `extra` lets the conformance suite add its fixtures to the MCP door. */
export async function createApp(
  doors: Doors,
  options: {
    tools?: readonly Tool[]
    extra?: McpExtra
    identify?: (request: Request) => Caller | null
  } = {},
): Promise<App> {
  const tools = options.tools ?? catalog
  const limiter = openLimiter(doors.config.RATE_LIMITS)
  const meter = openMeter(doors)
  const entry = { ...doors, meter, arrive: await arrivals(doors, limiter, options.identify) }

  const app = new H3({
    onError: (error, event) =>
      problemResponse(error.unhandled ? (error.cause ?? error) : missing(error.status), entry, event.req),
  })
  healthRoutes(app, entry)
  docsRoutes(app, entry, tools)
  badgeRoutes(app, entry)
  restRoutes(app, entry, tools)
  const mcp = mcpRoute(app, entry, tools, options.extra)
  app.all('/**', (event: H3Event) => problemResponse(missing(404), entry, event.req))

  return {
    fetch: async (request) => app.fetch(request),
    close: () => mcp.close(),
  }
}
export type Entry = Doors & {
  meter: ReturnType<typeof openMeter>
  arrive: Awaited<ReturnType<typeof arrivals>>
}

function missing(status: number | undefined): Refusal {
  return status === 404 || status === undefined
    ? new Refusal(
        'not_found',
        'There is nothing at this address. The API begins at /api/v1, its reference is at /docs.',
      )
    : new Refusal('invalid_input', 'This request cannot be read.')
}
