// The mount most people would write first: every tool registered with its zod schemas on a server made for each request,
// the request handed over as it is. Same SDK, same tools, same storage.
import { McpServer, createMcpHandler } from '@modelcontextprotocol/server'
import { H3 } from 'h3'
import { serve } from 'srvx'
import { catalog } from '../../../tools/catalog.ts'
import { openReads } from './reads.ts'
import { padded } from './padding.ts'

const { context } = await openReads()
const tools = padded(catalog, Number(process.env.PADDED))

const mcp = createMcpHandler(() => {
  const server = new McpServer({ name: 'naive', version: '1.0.0' })
  for (const tool of tools) {
    const { name, title, description, input, output } = tool
    server.registerTool(
      name,
      { title, description, inputSchema: input, outputSchema: output },
      async (given) => {
        const result = output.parse(await tool.handler(given as never, context as never, undefined as never))
        return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result }
      },
    )
  }
  return server
})
const app = new H3()
app.all('/mcp', (event) => mcp.fetch(event.req))
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env.PORT), silent: true })
