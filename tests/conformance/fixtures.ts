// What the official conformance suite asks a server to have beside its own things stands here around the product's
// handlers, in test processes only.
import {
  McpServer,
  type CallToolResult,
  type GetPromptResult,
  type Prompt,
  type ReadResourceResult,
  type Server,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server'
import { serverInfo } from '../../http/discovery.ts'
import type { McpExtra } from '../../http/mcp.ts'
import { promptList, prompts, read, resources, template } from './context.ts'
import { toolList, tools } from './tools.ts'

/** The SDK checks Mcp-Param headers only for its high-level server, so the product's own server is shown through one. */
class WithParameterHeaders extends McpServer {
  static around(server: Server): McpServer {
    return Object.defineProperty(new WithParameterHeaders(serverInfo('http://localhost')), 'server', {
      value: server,
    })
  }
  override toolInputSchemaJson(name: string) {
    return toolList.find((tool) => tool.name === name)?.inputSchema as Record<string, unknown> | undefined
  }
}

type Handler = (request: object, ctx: ServerContext) => Promise<Record<string, unknown[]>>

/** The product's server with the fixtures around it: its own handlers answer whatever is not a fixture. */
export const withFixtures: McpExtra = (server, era) => {
  const handlers = Reflect.get(server, '_requestHandlers') as Map<string, Handler>
  const product = (method: string) => handlers.get(method)!
  const [listTools, callTool, listResources, listTemplates, readResource, listPrompts, getPrompt, complete] =
    [
      'tools/list',
      'tools/call',
      'resources/list',
      'resources/templates/list',
      'resources/read',
      'prompts/list',
      'prompts/get',
      'completion/complete',
    ].map(product) as [Handler, Handler, Handler, Handler, Handler, Handler, Handler, Handler]

  if (era === 'legacy') server.registerCapabilities({ logging: {}, resources: { subscribe: true } })
  server.setRequestHandler('tools/list', async (request, ctx) => {
    const own = await listTools(request, ctx)
    return { tools: [...(own.tools as Tool[]), ...toolList] }
  })
  server.setRequestHandler('tools/call', (request, ctx) => {
    const fixture = tools[request.params.name]
    return (fixture === undefined ? callTool(request, ctx) : fixture.call(ctx)) as CallToolResult
  })
  server.setRequestHandler('resources/list', async (request, ctx) => {
    const own = await listResources(request, ctx)
    const added = Object.values(resources).map(({ uri, mimeType }) => ({
      uri,
      name: uri,
      description: 'A fixture of the conformance suite.',
      mimeType,
    }))
    return { resources: [...own.resources!, ...added] as typeof added }
  })
  server.setRequestHandler('resources/templates/list', async (request, ctx) => {
    const own = await listTemplates(request, ctx)
    const added = {
      uriTemplate: template,
      name: 'template',
      description: 'A fixture of the conformance suite.',
    }
    return { resourceTemplates: [...own.resourceTemplates!, added] as (typeof added)[] }
  })
  server.setRequestHandler(
    'resources/read',
    async (request, ctx) =>
      read(request.params.uri) ?? ((await readResource(request, ctx)) as ReadResourceResult),
  )
  server.setRequestHandler('prompts/list', async (request, ctx) => {
    const own = await listPrompts(request, ctx)
    return { prompts: [...(own.prompts as Prompt[]), ...promptList] }
  })
  server.setRequestHandler('prompts/get', (request, ctx) => {
    const { name, arguments: values = {} } = request.params
    const fixture = prompts[name]
    return (fixture === undefined ? getPrompt(request, ctx) : fixture.get(values, ctx)) as GetPromptResult
  })
  server.setRequestHandler('completion/complete', async (request, ctx) => {
    const { ref } = request.params
    if (ref.type !== 'ref/prompt' || prompts[ref.name] === undefined)
      return (await complete(request, ctx)) as never
    const values = ['paris', 'park', 'party'].filter((word) => word.startsWith(request.params.argument.value))
    return { completion: { values, total: values.length, hasMore: false } }
  })
  if (era === 'legacy') {
    server.setRequestHandler('resources/subscribe', () => ({}))
    server.setRequestHandler('resources/unsubscribe', () => ({}))
  }
  return WithParameterHeaders.around(server)
}
