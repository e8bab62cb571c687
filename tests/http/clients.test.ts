// The official clients, of both generations, at every protocol version of specification 9.2.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mcpPaths } from '../../auth/resources.ts'
import { toolsAt } from '../../http/toolsets.ts'
import { catalog } from '../../tools/catalog.ts'
import { postMcp, type Service, startService } from '../support/service.ts'

let service: Service
beforeAll(async () => void (service = await startService({ demo: true })))
afterAll(() => service.close())

const me = { name: 'tests', version: '1.0.0' }
const address = (path = '/mcp') => new URL(path, service.url)

async function newClient(mode: 'auto' | 'legacy' | { pin: string }, path?: string): Promise<Client> {
  const client = new Client(me, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(address(path)))
  return client
}

/** The first client always asks for the newest version it knows; this makes it ask for an older one. */
class OlderTransport extends FirstTransport {
  wanted = ''
  override send(message: JSONRPCMessage | JSONRPCMessage[], options?: Parameters<FirstTransport['send']>[1]) {
    if (!Array.isArray(message) && 'method' in message && message.method === 'initialize')
      message.params = { ...message.params, protocolVersion: this.wanted }
    return super.send(message, options)
  }
}

async function firstClient(version: string, path?: string): Promise<Client> {
  const client = new FirstClient(me)
  const transport = new OlderTransport(address(path))
  transport.wanted = version
  await client.connect(transport)
  expect(transport.protocolVersion).toBe(version)
  return client as unknown as Client
}

const clients: [string, (path?: string) => Promise<Client>][] = [
  ['the current client, negotiating', (path) => newClient('auto', path)],
  ['the current client, pinned to 2026-07-28', (path) => newClient({ pin: '2026-07-28' }, path)],
  ['the current client as it comes', (path) => newClient('legacy', path)],
  ['the first client at 2025-11-25', (path) => firstClient('2025-11-25', path)],
  ['the first client at 2025-06-18', (path) => firstClient('2025-06-18', path)],
  ['the first client at 2025-03-26', (path) => firstClient('2025-03-26', path)],
]

describe.each(clients)('%s', (_name, connect) => {
  let client: Client
  beforeAll(async () => void (client = await connect()))
  afterAll(() => client.close())

  it('reads who the server is and how to work with it', () => {
    expect(client.getServerVersion()).toMatchObject({ name: 'launch-directory', version: '1.0.0' })
    expect(client.getInstructions()).toContain('search_listings')
    expect(client.getServerCapabilities()).toEqual({ tools: {}, resources: {}, prompts: {}, completions: {} })
  })

  it('lists every tool of the catalog with its schemas and hints', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(catalog.map(({ name }) => name))
    for (const tool of tools) {
      expect(tool.title, tool.name).toBeTruthy()
      expect(tool.inputSchema.type, tool.name).toBe('object')
      expect(tool.outputSchema?.type, tool.name).toBe('object')
      expect(Object.keys(tool.annotations ?? {}).sort(), tool.name).toEqual([
        'destructiveHint',
        'idempotentHint',
        'openWorldHint',
        'readOnlyHint',
        'title',
      ])
    }
  })

  it.each(mcpPaths)('finds at %s the tools it offers', async (path) => {
    const there = await connect(path)
    const { tools } = await there.listTools()
    expect(tools.map(({ name }) => name)).toEqual(toolsAt(path, catalog).map(({ name }) => name))
    await there.close()
  })

  it('calls a tool and finds the same answer as text and as structured content', async () => {
    const result = await client.callTool({ name: 'get_site_info', arguments: {} })
    expect(result.isError).toBeFalsy()
    expect(result.structuredContent).toMatchObject({ name: 'Launch Directory' })
    expect(result.content).toEqual([{ type: 'text', text: JSON.stringify(result.structuredContent) }])
  })

  it('gets bad input back as an error result that names the parameter, never as a protocol error', async () => {
    const result = await client.callTool({ name: 'get_site_info', arguments: { colour: 'red' } })
    expect(result.isError).toBe(true)
    expect(result.structuredContent).toBeUndefined()
    const problem = JSON.parse((result.content as { text: string }[])[0]!.text) as object
    expect(problem).toMatchObject({ status: 400, errors: [{ pointer: '/colour', code: 'unknown_key' }] })
  })

  it('gets a protocol error for a tool that does not exist', async () => {
    await expect(client.callTool({ name: 'sell_everything', arguments: {} })).rejects.toMatchObject({
      code: -32602,
    })
  })

  it('finds the templates and no fixed resources', async () => {
    expect((await client.listResources()).resources).toEqual([])
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'listing://{slug}',
      'draft://{id}',
    ])
  })

  it('reads a listing as a resource, the same profile as get_listing returns', async () => {
    const { contents } = await client.readResource({ uri: 'listing://patient-heron' })
    const { structuredContent } = await client.callTool({
      name: 'get_listing',
      arguments: { slug: 'patient-heron' },
    })
    expect(contents).toEqual([
      {
        uri: 'listing://patient-heron',
        mimeType: 'application/json',
        text: JSON.stringify(structuredContent),
      },
    ])
  })

  it('finds every answer of a public tool true to its output schema', async () => {
    await client.listTools()
    for (const tool of catalog.filter(({ scope }) => scope === 'public')) {
      const result = await client.callTool({ name: tool.name, arguments: tool.example ?? {} })
      expect(result.isError, `${tool.name}: ${JSON.stringify(result.content).slice(0, 300)}`).toBeFalsy()
    }
  })

  it('gets a protocol error for a resource that does not exist', async () => {
    for (const uri of ['listing://no-such-listing', 'listing://', 'file:///etc/passwd', 'listing://a/b'])
      await expect(client.readResource({ uri }), uri).rejects.toMatchObject({ code: -32602 })
  })

  it('gets a prompt with its arguments in place', async () => {
    const { prompts } = await client.listPrompts()
    expect(prompts.every((prompt) => Boolean(prompt.description))).toBe(true)
    const { messages } = await client.getPrompt({
      name: 'find_and_compare_products',
      arguments: { need: 'chase unpaid invoices' },
    })
    expect(messages).toHaveLength(1)
    expect((messages[0]!.content as { text: string }).text).toContain('chase unpaid invoices')
  })

  it.each([
    ['nothing', {}, 'There are find_and_compare_products, launch_my_product, improve_my_listing'],
    ['launch_my_product', {}, 'needs the argument url'],
    ['launch_my_product', { url: '  ' }, 'needs the argument url'],
    ['launch_my_product', { website: 'tide.example' }, 'takes no other arguments than url'],
    ['find_and_compare_products', { category: 'money' }, 'needs the argument need'],
  ])('is told what a prompt lacks: %s %j', async (name, given, words) => {
    const refused = client.getPrompt({ name, arguments: given as Record<string, string> })
    await expect(refused).rejects.toMatchObject({ code: -32602, message: expect.stringContaining(words) })
  })

  it('completes slugs, and refuses to complete for what does not exist', async () => {
    const argument = { name: 'slug', value: 'patient-h' }
    const { completion } = await client.complete({
      ref: { type: 'ref/resource', uri: 'listing://{slug}' },
      argument,
    })
    expect(completion.values).toEqual(['patient-heron'])
    const categories = await client.complete({
      ref: { type: 'ref/prompt', name: 'find_and_compare_products' },
      argument: { name: 'category', value: 'INV' },
    })
    expect(categories.completion.values).toEqual(['invoicing-and-accounting'])
    await expect(
      client.complete({ ref: { type: 'ref/prompt', name: 'nothing' }, argument }),
    ).rejects.toMatchObject({ code: -32602 })
  })
})

it('negotiates the newest version with the current client', async () => {
  const client = await newClient('auto')
  expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28')
  await client.close()
})

describe('batches', () => {
  const call = (id: number) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'get_site_info', arguments: {} },
  })

  const send = (body: unknown, version?: string) =>
    postMcp(service, body, version === undefined ? {} : { 'mcp-protocol-version': version })

  it.each([undefined, '2025-03-26'])('are answered message by message at version %s', async (version) => {
    const response = await send(
      [call(1), { jsonrpc: '2.0', method: 'notifications/initialized' }, call(2)],
      version,
    )
    expect(response.status).toBe(200)
    const messages = (await response.text())
      .split('\n')
      .filter((line) => line.startsWith('data: {'))
      .flatMap((line) => JSON.parse(line.slice(6)) as { id: number; result: object })
    expect(messages.map(({ id }) => id).sort()).toEqual([1, 2])
    for (const { result } of messages) expect(result).toHaveProperty('structuredContent')
  })

  it.each(['2025-06-18', '2025-11-25'])('are refused at version %s, which ended them', async (version) => {
    const response = await send([call(1)], version)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: -32600 } })
  })
})
