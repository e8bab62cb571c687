// MCP servers of several kinds on loopback, made with the SDKs that real ones are made with. Each notes what it was asked.
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMcpHandler, Server } from '@modelcontextprotocol/server'
import { Server as FirstServer } from '@modelcontextprotocol/sdk/server/index.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'

export type Loopback = { url: string; asked: string[]; close(): Promise<void> }
type Serve = (request: IncomingMessage, response: ServerResponse, body: string) => unknown

/** A server on loopback; `asked` holds the methods of the messages it was sent, and other methods of HTTP. */
export async function listen(serve: Serve): Promise<Loopback> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const method = body === '' ? null : (JSON.parse(body) as { method?: string }).method
      asked.push(method ?? request.method!)
      void serve(request, response, body)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    asked,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

const toolsNamed = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ name: `tool_${n}`, inputSchema: { type: 'object' as const } }))
const about = { name: 'Kite', version: '1.0.0' }

type FirstOptions = { tools: number; json: boolean; sessions: boolean; a_page?: number }
/** As most servers are today: the first SDK, with sessions or without, answering in JSON or in a stream, all at once or in pages. */
export async function firstServer({ tools, json, sessions, a_page = 1000 }: FirstOptions): Promise<Loopback> {
  const open = new Map<string, StreamableHTTPServerTransport>()
  const made: FirstServer[] = []
  async function transport(): Promise<StreamableHTTPServerTransport> {
    const server = new FirstServer(about, { capabilities: { tools: {} } })
    const all = toolsNamed(tools)
    server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
      const from = Number(params?.cursor ?? 0)
      const next = from + a_page
      return { tools: all.slice(from, next), ...(next < tools && { nextCursor: String(next) }) }
    })
    const made_transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: sessions ? () => randomUUID() : undefined,
      enableJsonResponse: json,
      onsessioninitialized: (id) => void open.set(id, made_transport),
      onsessionclosed: (id) => void open.delete(id),
    })
    await server.connect(made_transport as Parameters<typeof server.connect>[0])
    made.push(server)
    return made_transport
  }
  const at = await listen(async (request, response, body) => {
    const known = open.get(String(request.headers['mcp-session-id']))
    await (known ?? (await transport())).handleRequest(
      request,
      response,
      body === '' ? undefined : JSON.parse(body),
    )
  })
  return {
    ...at,
    async close() {
      for (const one of made) await one.close()
      await at.close()
    },
  }
}

/** The newer SDK: for clients of today alone, or for those of yesterday too. */
export async function secondServer(given: {
  tools: number | null
  legacy: 'reject' | 'stateless'
}): Promise<Loopback> {
  const handler = createMcpHandler(
    () => {
      const { tools } = given
      const server = new Server(about, { capabilities: tools === null ? { prompts: {} } : { tools: {} } })
      if (tools !== null) server.setRequestHandler('tools/list', () => ({ tools: toolsNamed(tools) }))
      return server
    },
    { legacy: given.legacy },
  )
  return listen(async (request, response, body) => {
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ])
    const answer = await handler.fetch(
      new Request(`http://127.0.0.1${request.url}`, {
        method: request.method!,
        headers,
        ...(body !== '' && { body }),
      }),
    )
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
  })
}

/** Lets nobody in who has no token. */
export const lockedServer = (status: 401 | 403): Promise<Loopback> =>
  listen((_request, response) =>
    response
      .writeHead(status, { 'www-authenticate': 'Bearer resource_metadata="https://kite.example/"' })
      .end(),
  )
