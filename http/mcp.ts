// The MCP door: Streamable HTTP, every protocol version of specification 9.2, stateless. The SDK speaks the protocol;
// here stand the gate in front of it and the few request handlers behind it.
import type { H3, H3Event } from 'h3'
import {
  ResourceNotFoundError,
  Server,
  createMcpHandler,
  hostHeaderValidationResponse,
  isJsonContentType,
  localhostAllowedHostnames,
  originValidationResponse,
  type CallToolResult,
  type McpRequestContext,
  type McpServer,
} from '@modelcontextprotocol/server'
import { FastResponse } from 'srvx'
import type { Scope } from '../auth/scopes.ts'
import { problemOf, Refusal } from '../tools/errors.ts'
import { idempotencyKey } from '../tools/replay.ts'
import { runOnce } from '../tools/run.ts'
import { annotations, type Tool } from '../tools/tool.ts'
import { advertisedOutputs } from './advertised.ts'
import { isPublicReading, openAnswers, type Answer } from './answers.ts'
import type { Arrival, Services } from './services.ts'
import { problemResponse } from './errors.ts'
import { bodyText, parseJson } from './input.ts'
import {
  complete,
  filledPrompt,
  instructions,
  invalidParams,
  prompts,
  readResource,
  readerOf,
  resourceTemplates,
} from './mcp_context.ts'
import { messageOf, openEnvelopes, plainCall, type Called, type PlainCall } from './mcp_shortcut.ts'
import { inputSchema } from './schemas.ts'

export const mcpPath = '/mcp'
export const serverInfo = { name: 'launch-directory', title: 'Launch Directory', version: '1.0.0' }

/** Takes a freshly built server and gives back the one to serve; the conformance suite brings its fixtures through it. */
export type McpExtra = (server: Server, era: 'legacy' | 'modern') => Server | McpServer

/** What is known of a request before the SDK sees it; a body only where there was one to read. */
type Asked = { arrival: Arrival; body?: unknown; plain?: PlainCall | null }

const forEveryone = { ttlMs: 300_000, cacheScope: 'public' } as const

export function mcpRoute(app: H3, services: Services, tools: readonly Tool[], extra?: McpExtra) {
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  const answers = openAnswers<Answer>(() => services.storage.version())
  const envelopes = openEnvelopes()
  const toolList = toolsListed(tools)
  const asked = new WeakMap<Request, Asked>()

  function build({ era, requestInfo }: McpRequestContext): Server | McpServer {
    const { arrival, body, plain } = asked.get(requestInfo!)!
    const server = new Server(serverInfo, {
      supportedProtocolVersions: ['2025-11-25', '2025-06-18', '2025-03-26'],
      instructions,
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
      cacheHints: {
        'tools/list': forEveryone,
        'prompts/list': forEveryone,
        'resources/list': forEveryone,
        'resources/templates/list': forEveryone,
        'server/discover': forEveryone,
      },
    })
    server.setRequestHandler('tools/list', () => toolList)
    server.setRequestHandler('tools/call', async ({ params }) => {
      if (plain) envelopes.learn(plain)
      const tool = byName.get(params.name)
      if (tool === undefined) throw invalidParams('There is no tool of this name. tools/list names them all.')
      const input = argumentsSent(body) ?? params.arguments ?? {}
      return resultOf(await call(tool, input, arrival, params._meta?.idempotency_key))
    })
    server.setRequestHandler('resources/list', () => ({ resources: [] }))
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }))
    server.setRequestHandler('resources/read', async ({ params }) => {
      const contents = await readResource(params.uri, tools, arrival.context)
      if (contents === null) throw new ResourceNotFoundError(params.uri)
      return { contents }
    })
    server.setRequestHandler('prompts/list', () => ({
      prompts: prompts.map(({ text: _, ...prompt }) => prompt),
    }))
    server.setRequestHandler('prompts/get', ({ params }) => {
      const { description, text } = filledPrompt(params.name, params.arguments ?? {})
      return { description, messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] }
    })
    server.setRequestHandler('completion/complete', async ({ params }) => {
      const completion = await complete(params.ref, params.argument, arrival.context)
      if (completion === null)
        throw invalidParams(
          'There is no prompt or resource template of this name. prompts/list and resources/templates/list name them.',
        )
      return { completion }
    })
    return extra?.(server, era) ?? server
  }

  async function call(tool: Tool, input: unknown, arrival: Arrival, key?: unknown): Promise<Called> {
    const done = services.meter.begin('mcp', tool.name)
    try {
      arrival.take(tool)
      const { context } = arrival
      const once = idempotencyKey(key)
      const make = async () => {
        const { body: result } = await runOnce(tool, input, context, once)
        return { text: JSON.stringify(result) }
      }
      const isForEveryone = isPublicReading(tool) && context.caller === null
      const { text } = isForEveryone
        ? await answers.of(`${context.site.id} ${tool.name} ${JSON.stringify(input)}`, context.now, make)
        : await make()
      done(200, arrival.request_id)
      return { text, isError: false }
    } catch (error) {
      if (!(error instanceof Refusal))
        services.log.error({ request_id: arrival.request_id, err: error }, 'unexpected error')
      const problem = problemOf(error, arrival.request_id)
      done(problem.status, arrival.request_id)
      return { text: JSON.stringify(problem), isError: true }
    }
  }

  const handler = createMcpHandler(build, {
    maxSubscriptions: 256,
    // Its sentences repeat what the caller sent, credentials not excepted.
    onerror: ({ name }) => services.log.debug({ error: name }, 'mcp'),
  })
  async function answer(request: Request, arrival: Arrival): Promise<Response> {
    if (request.method !== 'POST' || !isJsonContentType(request.headers.get('content-type')))
      return bySdk(request, { arrival })
    const parsedBody = await readMessages(request, arrival)
    if (parsedBody instanceof Response) return parsedBody
    // Hosts begin to sign in at a transport's 401 or 403 only, never at an error inside a result.
    arrival.demand(neededScopes(parsedBody, byName))
    for (const message of [parsedBody].flat()) countMessage(message, byName, arrival)
    const plain = plainCall(request.headers, parsedBody, byName)
    if (plain === null || !envelopes.knows(plain)) return bySdk(request, { arrival, body: parsedBody, plain })
    const message = messageOf(plain, await call(plain.tool, plain.input, arrival), serverInfo)
    return new FastResponse(message, { headers: { 'content-type': 'application/json' } })
  }

  async function bySdk(request: Request, what: Asked): Promise<Response> {
    asked.set(request, what)
    return asText(await handler.fetch(request, 'body' in what ? { parsedBody: what.body } : {}))
  }
  const hosts = [...localhostAllowedHostnames(), new URL(services.config.PUBLIC_URL).hostname]
  let closing = false

  app.all(mcpPath, async (event: H3Event) => {
    const request = event.req
    try {
      if (closing)
        throw new Refusal('unavailable', 'The service is shutting down. Try again in a moment.', {
          headers: { 'retry-after': '5' },
        })
      const bad = hostHeaderValidationResponse(request, hosts) ?? originValidationResponse(request, hosts)
      if (bad !== undefined) return bad
      if (request.method === 'OPTIONS') return preflight(request)
      const arrival = await services.arrive(request, 'mcp')
      const response = await answer(request, arrival)
      response.headers.set('x-request-id', arrival.request_id)
      return allowOrigin(request, response)
    } catch (error) {
      return problemResponse(error, services, request)
    }
  })

  return {
    close(): Promise<void> {
      closing = true
      return handler.close()
    },
  }
}

/** Every scope that the calls and readings of this body need, a batch taken together. */
function neededScopes(body: unknown, byName: Map<string, Tool>): Scope[] {
  const needed = [body].flat().flatMap((message) => {
    const { method, params } = (message ?? {}) as { method?: unknown; params?: Record<string, unknown> }
    const name =
      method === 'tools/call'
        ? params?.name
        : method === 'resources/read'
          ? readerOf(String(params?.uri))
          : undefined
    const scope = byName.get(String(name))?.scope
    return scope === undefined || scope === 'public' ? [] : [scope]
  })
  return [...new Set(needed)]
}

/** Counts a message that calls none of our tools. What looks something up is as dear as a tool that reads. */
function countMessage(message: unknown, byName: Map<string, Tool>, arrival: Arrival): void {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } }
  if (method === 'resources/read' || method === 'completion/complete') arrival.take(aReading)
  else if (method !== 'tools/call' || !byName.has(String(params?.name))) arrival.take(anythingElse)
}
const aReading = { http: { method: 'GET', path: mcpPath } } as const
const anythingElse = { ...aReading, policy: 'other' } as const

function toolsListed(tools: readonly Tool[]) {
  const outputs = advertisedOutputs(tools)
  return {
    tools: tools.map((tool) => ({
      name: tool.name,
      title: tool.title,
      description: tool.description,
      inputSchema: inputSchema(tool) as { type: 'object' },
      outputSchema: outputs.get(tool.name) as { type: 'object' },
      annotations: annotations(tool),
    })),
  }
}

/** So many characters are as dear as one reading: only to parse and to judge a megabyte takes a third of a second. */
const longMessage = 65_536

/** The JSON of the body, or the JSON-RPC error that says why there is none. Batches ended with 2025-06-18. */
async function readMessages(request: Request, arrival: Arrival): Promise<unknown> {
  let body: unknown
  try {
    const text = await bodyText(request)
    for (let left = Math.floor(text.length / longMessage); left > 0; left -= 1) arrival.take(aReading)
    body = parseJson(text)
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 400) throw error
    return rpcError(-32700, error.message)
  }
  const version = request.headers.get('mcp-protocol-version')
  if (Array.isArray(body) && version !== null && version >= '2025-06-18') {
    return rpcError(-32600, 'Batches ended with protocol version 2025-06-18. Send one message at a time.')
  }
  return body
}

function resultOf({ text, isError }: Called): CallToolResult {
  const content = [{ type: 'text' as const, text }]
  return isError ? { isError, content } : { content, structuredContent: JSON.parse(text) as object }
}

/** What a single call sent: the copy that the SDK hands on has lost a key called __proto__ by then. */
function argumentsSent(body: unknown): unknown {
  return (body as { params?: { arguments?: unknown } } | undefined)?.params?.arguments
}

/** srvx would stream what the platform's Response holds, chunk by chunk; text it sends as it is. */
async function asText(response: Response): Promise<Response> {
  if (response.headers.get('content-type') === 'text/event-stream') return response
  const { status, headers } = response
  return new FastResponse(await response.text(), { status, headers })
}

function rpcError(code: number, message: string): Response {
  return new FastResponse(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } }), {
    status: 400,
    headers: { 'content-type': 'application/json' },
  })
}

/** The origin was checked before; it is named so that a browser hands the answer on. */
function allowOrigin(request: Request, response: Response): Response {
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

function preflight(request: Request): Response {
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
