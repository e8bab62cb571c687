// The MCP door: Streamable HTTP, every protocol version of specification 9.2, stateless. The SDK speaks the protocol;
// this file has the checks before it and the few request handlers behind it.
import type { H3 } from 'h3'
import {
  ResourceNotFoundError,
  createMcpHandler,
  isJsonContentType,
  localhostAllowedHostnames,
  originValidationResponse,
  type CallToolResult,
  type McpRequestContext,
  type McpServer,
  type Server,
} from '@modelcontextprotocol/server'
import { FastResponse } from 'srvx'
import { problemOf, Refusal } from '../tools/errors.ts'
import { mcpPaths } from '../auth/resources.ts'
import { withSteps } from '../tools/needed_scope.ts'
import { runOnce } from '../tools/run.ts'
import type { Tool } from '../tools/tool.ts'
import { toolsListed } from './advertised.ts'
import { isPublicReading, openAnswers, type Answer } from './answers.ts'
import type { Arrival, Services } from './services.ts'
import { protocolVersions, serverInfo } from './discovery.ts'
import { noteFault, problemResponse } from './errors.ts'
import {
  complete,
  filledPrompt,
  instructionsFor,
  invalidParams,
  noTool,
  promptsFor,
  readResource,
  templatesFor,
} from './mcp_context.ts'
import {
  anythingElse,
  messagesOf,
  neededScopes,
  payFor,
  readMessages,
  type Payments,
} from './mcp_messages.ts'
import { afterOffer, offer } from './mcp_offer.ts'
import { openMeanings } from './meaning.ts'
import { foreignPage, noMethod, onlyPost, rpcError } from './mcp_refusals.ts'
import { PlainServer } from './mcp_server.ts'
import { allowOrigin, answerPreflight } from './cors.ts'
import { openShortcut, type Called } from './mcp_shortcut.ts'
import { requestId } from './request.ts'
import { toolsAt } from './toolsets.ts'

export const mcpPath = mcpPaths[0]!

/** Receives each new server and returns the one to use; the conformance suite adds its fixtures this way. */
export type McpExtra = (server: Server, era: 'legacy' | 'modern') => Server | McpServer

/** What is known of a request before the SDK sees it; `body` only if it had one. */
type Asked = { arrival: Arrival; payments?: Payments; body?: unknown; taken?(): void }

const forEveryone = { ttlMs: 300_000, cacheScope: 'public' } as const
const forOne = { ttlMs: 300_000, cacheScope: 'private' } as const

/** The MCP server at one address. */
function openDoor(path: string, services: Services, all: readonly Tool[], extra?: McpExtra) {
  const tools = toolsAt(path, all)
  const prompts = promptsFor(tools, all)
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  const answers = openAnswers<Answer>(services.storage)
  const shortcut = openShortcut(byName)
  const meanings = openMeanings(tools)
  const toolList = toolsListed(tools)
  const asked = new WeakMap<Request, Asked>()

  function build({ era, requestInfo }: McpRequestContext): Server | McpServer {
    const { arrival, payments, body, taken } = asked.get(requestInfo!)!
    const kept = arrival.context.caller === null ? forEveryone : forOne
    const server = new PlainServer(serverInfo(arrival.context.public_url), {
      supportedProtocolVersions: protocolVersions.slice(1),
      instructions: instructionsFor(tools, all),
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
      cacheHints: {
        'tools/list': kept,
        'prompts/list': kept,
        'resources/list': kept,
        'resources/templates/list': kept,
        'server/discover': kept,
      },
    })
    // In the newest revision the SDK reports this itself, with 404.
    if (era === 'legacy')
      server.fallbackRequestHandler = async ({ method }) => {
        throw noMethod(method, byName)
      }
    server.setRequestHandler('tools/list', () => toolList)
    server.setRequestHandler('tools/call', async ({ params }, ctx) => {
      taken?.()
      const tool = byName.get(params.name)
      if (tool === undefined) throw noTool(params.name, tools, all)
      const input = argumentsSent(body) ?? params.arguments ?? {}
      const second = await afterOffer(tool, ctx, arrival.context)
      if (second !== null) return resultOf(second)
      const called = await call(tool, input, arrival, payments, params._meta?.idempotency_key)
      return offer(tool, called, ctx) ?? resultOf(called)
    })
    server.setRequestHandler('resources/list', () => ({ resources: [] }))
    server.setRequestHandler('resources/templates/list', () => ({
      resourceTemplates: templatesFor(tools),
    }))
    server.setRequestHandler('resources/read', async ({ params }) => {
      const contents = await readResource(params.uri, tools, arrival.context)
      if (contents === null) throw new ResourceNotFoundError(params.uri)
      return { contents }
    })
    server.setRequestHandler('prompts/list', () => ({
      prompts: prompts.map(({ text: _, ...prompt }) => prompt),
    }))
    server.setRequestHandler('prompts/get', ({ params }) => {
      const { description, text } = filledPrompt(params.name, params.arguments ?? {}, prompts)
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

  /** Removes next steps that call tools not offered at this address. */
  const offered = <Body extends object>(body: Body): Body =>
    tools === all ? body : withSteps(body, (steps) => steps.filter((step) => byName.has(step.tool)))

  async function call(
    tool: Tool,
    given: unknown,
    arrival: Arrival,
    payments: Payments | undefined,
    key?: unknown,
  ): Promise<Called> {
    const done = services.meter.begin('mcp', tool.name)
    try {
      payments?.claim(tool)
      const { context } = arrival
      const input = meanings.get(tool.name)!(given, context.public_url)
      const make = async () => {
        const result = offered((await runOnce(tool, input, context, key)).body)
        const brief = tool.brief?.(result, input as Record<string, unknown>)
        return { text: JSON.stringify(result), ...(brief !== undefined && { brief: JSON.stringify(brief) }) }
      }
      const isForEveryone = isPublicReading(tool) && context.caller === null && key === undefined
      const answer = isForEveryone
        ? await answers.of(`${context.public_url} ${tool.name} ${JSON.stringify(input)}`, context.now, make)
        : await make()
      done(200, arrival.request_id, arrival)
      return { ...answer, isError: false }
    } catch (error) {
      noteFault(services.log, error, arrival.request_id)
      const problem = offered(problemOf(error, arrival.request_id))
      done(problem.status, arrival.request_id, { ...arrival, input: given, error })
      return { text: JSON.stringify(problem), isError: true }
    }
  }

  const handler = createMcpHandler(build, {
    maxSubscriptions: 256,
    // The SDK's messages repeat what the caller sent, even credentials, so only the name is logged.
    onerror: ({ name }) => services.log.debug({ error: name }, 'mcp'),
  })
  async function answer(request: Request, arrival: Arrival): Promise<Response> {
    if (request.method !== 'POST' || !isJsonContentType(request.headers.get('content-type'))) {
      arrival.take(anythingElse)
      if (request.method !== 'POST') return onlyPost()
      return bySdk(request, { arrival })
    }
    const parsedBody = await readMessages(request, arrival).catch((error: unknown) => {
      arrival.take(anythingElse)
      throw error
    })
    if (parsedBody instanceof Response) {
      arrival.take(anythingElse)
      return parsedBody
    }
    const messages = messagesOf(parsedBody)
    const payments = payFor(messages, byName, arrival)
    try {
      // Hosts start a sign-in only for HTTP 401 or 403, never for an error inside a result.
      arrival.demand(neededScopes(messages, byName))
    } catch (challenge) {
      services.meter.refused('tools/call', { ...arrival, error: challenge })
      throw payments.unpaid() ?? challenge
    }
    const { answer: shorter, taken } = shortcut(request.headers, parsedBody)
    const byTool = (tool: Tool, input: unknown) => call(tool, input, arrival, payments)
    if (shorter !== null) return shorter(byTool, serverInfo(arrival.context.public_url))
    return bySdk(request, { arrival, payments, body: parsedBody, taken })
  }

  async function bySdk(request: Request, what: Asked): Promise<Response> {
    asked.set(request, what)
    const response = await handler.fetch(request, 'body' in what ? { parsedBody: what.body } : {})
    if (response.status !== 404) return whole(response)
    const { id, method } = what.body as { id: unknown; method: string }
    const { code, message } = noMethod(method, byName)
    return rpcError(code, message, { status: 404, id })
  }
  return { answer, close: () => handler.close() }
}

export function mcpRoute(app: H3, services: Services, tools: readonly Tool[], extra?: McpExtra) {
  // Opened on first use, so that startup does not pay for all of them.
  const doors = new Map<string, ReturnType<typeof openDoor>>()
  function doorAt(path: string) {
    const door = doors.get(path) ?? openDoor(path, services, tools, extra)
    doors.set(path, door)
    return door
  }
  // Hosts in browsers may run on the person's own machine. The Host header was checked before.
  const origins = () => [...localhostAllowedHostnames(), ...services.hosts.names()]
  let closing = false

  async function receive(request: Request, path: string): Promise<Response> {
    const done = services.meter.begin('mcp', path)
    let context: Arrival['context'] | undefined
    try {
      if (closing)
        throw new Refusal('unavailable', 'The service is shutting down. Try again in a moment.', {
          headers: { 'retry-after': '5' },
        })
      const bad = originValidationResponse(request, origins())
      if (bad !== undefined || request.method === 'OPTIONS') {
        services.admit(request)
        const response = bad === undefined ? answerPreflight(request) : foreignPage()
        response.headers.set('x-request-id', requestId(request))
        return response
      }
      const arrival = await services.arrive(request, path)
      context = arrival.context
      const response = await doorAt(path).answer(request, arrival)
      response.headers.set('x-request-id', arrival.request_id)
      return allowOrigin(request, response)
    } catch (error) {
      const id = requestId(request)
      const response = problemResponse(error, services, request, id)
      done(response.status, id, { context, error })
      return response
    }
  }
  for (const path of mcpPaths) app.all(path, ({ req }) => receive(req, path))
  app.all(`${mcpPath}/**`, ({ req }) => problemResponse(noDoor, services, req))

  return {
    async close(): Promise<void> {
      closing = true
      await Promise.all([...doors.values()].map((door) => door.close()))
    },
  }
}

function resultOf({ text, brief = text, isError }: Called): CallToolResult {
  const content = [{ type: 'text' as const, text: brief }]
  return isError ? { isError, content } : { content, structuredContent: JSON.parse(text) as object }
}

/** The arguments of a single call as sent: the SDK's copy has lost any key called __proto__. */
function argumentsSent(body: unknown): unknown {
  return (body as { params?: { arguments?: unknown } } | undefined)?.params?.arguments
}

/** The response as bytes: srvx would stream a platform Response chunk by chunk. */
async function whole(response: Response): Promise<Response> {
  if (response.headers.get('content-type') === 'text/event-stream') return response
  const { status, headers } = response
  return new FastResponse(await response.bytes(), { status, headers })
}

const noDoor = new Refusal(
  'not_found',
  `There is no MCP server at this address. There are ${mcpPaths.join(', ')}.`,
)
