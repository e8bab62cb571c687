// What hosts' directories and registries look at before they let a server in, as one list of checks against what we serve.
import type { Client, Tool } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mcpPaths } from '../../auth/resources.ts'
import { registryEntry } from '../../http/discovery.ts'
import { toolsAt } from '../../http/toolsets.ts'
import { catalog } from '../../tools/catalog.ts'
import { connectMcp, postMcp, type Service, startService } from '../support/service.ts'

let service: Service
let client: Client
let tools: Tool[]
beforeAll(async () => {
  service = await startService()
  client = await connectMcp(service)
  tools = (await client.listTools()).tools
})
afterAll(async () => {
  await client.close()
  await service.close()
})

const failing = (isRight: (tool: Tool) => unknown) =>
  tools.filter((tool) => !isRight(tool)).map(({ name }) => name)
const read = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await service.fetch(path, { headers })
  return { status: answer.status, headers: answer.headers, body: await answer.text() }
}
type Metadata = Record<string, unknown>
const json = async (path: string) => JSON.parse((await read(path)).body) as Metadata

describe('the directory of Anthropic', () => {
  it('finds a title and a hint on every tool, and names of at most 64 characters', () => {
    expect(failing(({ title, annotations }) => title && annotations?.title === title)).toEqual([])
    expect(
      failing(({ annotations: a }) => a?.readOnlyHint === true || a?.destructiveHint !== undefined),
    ).toEqual([])
    expect(failing(({ name }) => /^[a-z0-9_]{1,64}$/.test(name))).toEqual([])
  })

  it('finds no tool that both reads and deletes, and none that steers to others in any case', () => {
    expect(failing(({ annotations: a }) => !(a?.readOnlyHint && a.destructiveHint))).toEqual([])
    expect(
      failing(
        ({ description }) => !/\b(?:always|must call|never use|instead of other)\b/i.test(description!),
      ),
    ).toEqual([])
  })

  it('registers a client by itself, and knows one by its document', async () => {
    const metadata = await json('/.well-known/oauth-authorization-server')
    expect(metadata).toMatchObject({ client_id_metadata_document_supported: true })
    expect(metadata.registration_endpoint).toBeDefined()
    expect(metadata.token_endpoint_auth_methods_supported).toContain('none')
    for (const callback of [
      'https://claude.ai/api/mcp/auth_callback',
      'https://claude.com/api/mcp/auth_callback',
    ]) {
      const answer = await service.fetch(new URL(metadata.registration_endpoint as string).pathname, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_name: 'Claude', redirect_uris: [callback] }),
      })
      expect(answer.status).toBe(201)
    }
  })

  it('is asked to sign in by HTTP, with no more scope than the tool needs', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const params = { name: 'get_account', arguments: {}, _meta: meta }
    const answer = await postMcp(
      service,
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'get_account' },
    )
    await answer.text()
    expect(answer.status).toBe(401)
    const challenge = answer.headers.get('www-authenticate')!
    expect(challenge).toContain('resource_metadata=')
    expect(challenge).toContain('scope="account:read"')
  })

  it('finds what the service does with data, and its terms', async () => {
    for (const path of ['/privacy', '/terms', '/docs']) expect((await read(path)).status).toBe(200)
  })
})

describe('the directory of OpenAI', () => {
  it('finds all three hints and the way to sign in on every tool', () => {
    const hints = ['readOnlyHint', 'destructiveHint', 'openWorldHint'] as const
    expect(
      failing(({ annotations }) => hints.every((hint) => typeof annotations?.[hint] === 'boolean')),
    ).toEqual([])
    const changing = catalog.filter(({ name, http }) => http.method !== 'GET' && name !== 'quote_order')
    const without = (hint: string) =>
      changing.filter(({ hints }) => !hints?.includes(hint as 'destructive')).map(({ name }) => name)
    expect(without('open_world')).toEqual(['submit_draft'])
    expect(without('destructive')).toEqual([
      ...['submit_listing', 'submit_draft', 'add_milestone', 'choose_free_listing'],
      ...['verify_claim', 'create_checkout'],
    ])
    expect(without('idempotent')).toEqual([
      ...['submit_listing', 'update_draft', 'invite_cofounder', 'post_listing_update', 'add_milestone'],
      ...['choose_free_listing', 'claim_listing', 'create_checkout'],
    ])
    const scopes = new Map(catalog.map(({ name, scope }) => [name, scope]))
    const schemes = ({ _meta }: Tool) => (_meta?.securitySchemes as { type: string; scopes?: string[] }[])[0]
    expect(
      failing((tool) =>
        scopes.get(tool.name) === 'public'
          ? schemes(tool)?.type === 'noauth'
          : schemes(tool)?.scopes?.[0] === scopes.get(tool.name),
      ),
    ).toEqual([])
  })

  it('finds search and fetch, and nothing else, where it does research', () => {
    expect(toolsAt('/mcp/x/research', catalog).map(({ name }) => name)).toEqual(['search', 'fetch'])
  })

  it('finds pictures of the service as PNG', async () => {
    const { icons } = (await json('/mcp/server-card')) as { icons: { src: string; mimeType: string }[] }
    expect(icons.length).toBeGreaterThan(0)
    for (const { src, mimeType } of icons) {
      const { status, headers } = await read(new URL(src).pathname)
      expect([status, headers.get('content-type'), mimeType]).toEqual([200, 'image/png', 'image/png'])
    }
  })
})

describe('the official registry', () => {
  it('takes the entry', () => {
    const entry = registryEntry('https://launch.example.com') as unknown as Metadata
    expect(entry.$schema).toBe('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json')
    expect(entry.name).toMatch(/^[a-zA-Z0-9.-]{1,200}\/[a-zA-Z0-9._-]{1,200}$/)
    expect((entry.description as string).length).toBeLessThanOrEqual(100)
    expect(entry.version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(entry.remotes).toEqual([{ type: 'streamable-http', url: 'https://launch.example.com/mcp' }])
    for (const icon of entry.icons as Metadata[])
      expect([icon.mimeType, (icon.src as string).startsWith('https://')]).toEqual(['image/png', true])
  })
})

describe('catalogues and scanners', () => {
  it('find the card, which names no tools, and the catalogue that leads to it', async () => {
    const card = await read('/mcp/server-card')
    expect(card.headers.get('content-type')).toContain('application/mcp-server-card+json')
    expect(card.headers.get('access-control-allow-origin')).toBe('*')
    expect(card.headers.get('etag')).toBeTruthy()
    expect(JSON.parse(card.body)).not.toHaveProperty('tools')
    const catalogue = await json('/.well-known/ai-catalog.json')
    const [entry] = catalogue.entries as { url: string }[]
    expect(new URL(entry!.url).pathname).toBe('/mcp/server-card')
  })

  it.each(mcpPaths)('find at %s who protects it', async (path) => {
    const metadata = await json(`/.well-known/oauth-protected-resource${path}`)
    expect(new URL(metadata.resource as string).pathname).toBe(path)
  })

  it('find Markdown, and a robots.txt that agrees with llms.txt', async () => {
    const { headers } = await read('/', { accept: 'text/markdown' })
    expect(headers.get('content-type')).toContain('text/markdown')
    const [robots, llms] = [(await read('/robots.txt')).body, (await read('/llms.txt')).body]
    const closed = [...robots.matchAll(/^Disallow: (\/\S*)$/gm)].map(([, path]) => path!)
    const told = [...llms.matchAll(/\]\((?:https?:\/\/[^/)]+)(\/[^)]*)\)/g)].map(([, path]) => path!)
    expect(told.filter((path) => closed.some((one) => path.startsWith(one)))).toEqual([])
    expect(told.length).toBeGreaterThan(3)
  })
})
