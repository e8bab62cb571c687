// The smaller addresses of the MCP server: what each offers, that nothing else is there, and that one token is good for all.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mcpPaths } from '../../auth/resources.ts'
import { catalog } from '../../tools/catalog.ts'
import { onlyReads } from '../../tools/tool.ts'
import { openClient } from '../support/oauth_client.ts'
import { bearer, keyFor } from '../support/people.ts'
import { postMcp, type Service, startService } from '../support/service.ts'

type Stepped = { next_steps?: { tool: string }[] }

let service: Service
beforeAll(async () => void (service = await startService({ demo: true })))
afterAll(() => service.close())

async function at<T>(path: string, use: (client: Client) => Promise<T>, headers = {}): Promise<T> {
  const client = new Client({ name: 'toolsets', version: '1.0.0' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(path, service.url), { requestInit: { headers } }),
  )
  return use(client).finally(() => client.close())
}
const namesAt = (path: string) =>
  at(path, async (client) => (await client.listTools()).tools.map(({ name }) => name))
const named = (filter: (tool: (typeof catalog)[number]) => boolean) =>
  catalog.filter(filter).map(({ name }) => name)

describe('an address of the MCP server', () => {
  it('offers its own tools and no other', async () => {
    expect(await namesAt('/mcp')).toEqual(named(() => true))
    expect(await namesAt('/mcp/readonly')).toEqual(named(onlyReads))
    const directory = named(({ tag, name }) => tag === 'Directory' || name === 'list_products')
    expect(await namesAt('/mcp/x/directory')).toEqual(directory)
    expect(await namesAt('/mcp/x/directory/readonly')).toEqual(directory)
    const publish = (await namesAt('/mcp/x/publish')).length
    const orders = await namesAt('/mcp/x/orders')
    // list_products and the six that a set cannot be used without stand in two sets.
    expect(publish + orders.length + directory.length).toBe(catalog.length + 6)
    expect(orders).toContain('create_checkout')
    expect(await namesAt('/mcp/x/orders/readonly')).not.toContain('create_checkout')
    expect(await namesAt('/mcp/x/research')).toEqual(['search', 'fetch'])
  })

  it.each(mcpPaths.filter((path) => path.endsWith('/readonly')))('%s refuses every write', async (path) => {
    const { key } = await keyFor(service, 'ana@tide.example')
    const writes = catalog.filter((tool) => !onlyReads(tool))
    await at(
      path,
      async (client) => {
        for (const { name } of writes)
          await expect(client.callTool({ name, arguments: {} })).rejects.toThrow(
            `This address does not offer ${name}. It is at /mcp`,
          )
      },
      bearer(key),
    )
  })

  it('offers only prompts and resources whose calls it offers', async () => {
    const offers = (path: string) =>
      at(path, async (client) => [
        (await client.listPrompts()).prompts.map(({ name }) => name),
        (await client.listResourceTemplates()).resourceTemplates.map(({ name }) => name),
      ])
    expect(await offers('/mcp/readonly')).toEqual([['find_and_compare_products'], ['listing', 'draft']])
    expect(await offers('/mcp/x/orders')).toEqual([[], []])
    await at('/mcp/readonly', async (client) => {
      await expect(client.getPrompt({ name: 'launch_my_product' })).rejects.toThrow('There is no prompt')
      expect(client.getInstructions()).toMatch(/^This address offers some of the tools/)
    })
  })

  it('leads on to its own tools alone, and speaks of no other', async () => {
    const { key } = await keyFor(service, 'ana@tide.example')
    const others = (path: string, text: string) =>
      at(path, async (client) => {
        const here = (await client.listTools()).tools.map(({ name }) => name)
        return catalog.filter(({ name }) => !here.includes(name) && new RegExp(`\\b${name}\\b`).test(text))
      })
    for (const path of mcpPaths.slice(1))
      await at(path, async (client) => expect(await others(path, client.getInstructions()!)).toEqual([]))
    const stepsAt = (path: string, name: string, args: object) =>
      at(
        path,
        async (client) => {
          const { content } = await client.callTool({ name, arguments: args as Record<string, unknown> })
          const [{ text }] = content as unknown as [{ text: string }]
          return ((JSON.parse(text) as Stepped).next_steps ?? []).map(({ tool }) => tool)
        },
        bearer(key),
      )
    const unknown = { slug: 'nobody-has-this' }
    expect(await stepsAt('/mcp', 'claim_listing', { ...unknown, method: 'dns' })).toContain('search_listings')
    expect(await stepsAt('/mcp/x/publish', 'claim_listing', { ...unknown, method: 'dns' })).toEqual([])
    expect(await stepsAt('/mcp/x/research', 'fetch', { id: 'zzqxy' })).toEqual(['search'])
    await at('/mcp/x/research', async (client) => expect(client.getInstructions()).toMatch(/search .+ fetch/))
  })

  it('asks for the scopes of its own tools, and for no other', async () => {
    const askedAt = async (path: string) => {
      const response = await service.fetch(`/.well-known/oauth-protected-resource${path}`)
      return ((await response.json()) as { scopes_supported?: string[] }).scopes_supported
    }
    expect(await askedAt('/mcp')).toEqual(['account:read', 'listings:write', 'orders:write'])
    expect(await askedAt('/api/v1')).toEqual(['account:read', 'listings:write', 'orders:write'])
    expect(await askedAt('/mcp/x/publish')).toEqual(['account:read', 'listings:write'])
    expect(await askedAt('/mcp/x/publish/readonly')).toEqual(['account:read'])
    expect(await askedAt('/mcp/x/research')).toBeUndefined()
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_account' } }
    const asked = async (path: string, version: string) => {
      const refused = await postMcp(service, call, { 'mcp-protocol-version': version }, path)
      return /scope="([^"]*)"/.exec(refused.headers.get('www-authenticate') ?? '')?.[1]
    }
    // Who asks for more when told to is asked for what the call needs.
    expect(await asked('/mcp', '2026-07-28')).toBe('account:read')
    expect(await asked('/mcp', '2025-06-18')).toBe('account:read listings:write orders:write')
    expect(await asked('/mcp/x/publish', '2025-06-18')).toBe('account:read listings:write')
  })

  it('that is unknown names the known ones', async () => {
    for (const path of ['/mcp/read-only', '/mcp/x/all', '/mcp/x/directory/readonly/more']) {
      const response = await service.fetch(path, { method: 'POST', body: '{}' })
      expect(response.status).toBe(404)
      const { detail } = (await response.json()) as { detail: string }
      for (const known of mcpPaths) expect(detail).toContain(known)
    }
  })

  it('says where to sign in, and takes a token that another was asked for', async () => {
    for (const path of mcpPaths) {
      const response = await service.fetch(`/.well-known/oauth-protected-resource${path}`)
      const { resource, authorization_servers } = (await response.json()) as Record<string, unknown>
      expect([resource, authorization_servers]).toEqual([service.url + path, [service.url]])
    }
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_account' } }
    const refused = await postMcp(service, call, {}, '/mcp/x/publish')
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toContain(
      `resource_metadata="${service.url}/.well-known/oauth-protected-resource/mcp/x/publish"`,
    )
    const client = await openClient(service)
    const resource = `${service.url}/mcp/readonly`
    const { access_token } = await client.tokens({ resource })
    for (const path of ['/mcp', '/mcp/readonly', '/mcp/x/publish'])
      await at(
        path,
        async (one) => expect((await one.callTool({ name: 'get_account' })).isError).toBeFalsy(),
        bearer(access_token),
      )
  })
})

describe('deep research', () => {
  it('searches and reads in the shapes that its hosts ask for', async () => {
    await at('/mcp/x/research', async (client) => {
      const found = await client.callTool({ name: 'search', arguments: { query: 'invoices' } })
      const { results } = found.structuredContent as { results: Record<string, string>[] }
      expect(results.length).toBeGreaterThan(0)
      for (const one of results) expect(Object.keys(one)).toEqual(['id', 'title', 'url'])
      expect(found.content).toEqual([{ type: 'text', text: JSON.stringify(found.structuredContent) }])

      const read = await client.callTool({ name: 'fetch', arguments: { id: results[0]!.id } })
      const { id, title, text, url, metadata } = read.structuredContent as Record<string, string>
      expect([id, url]).toEqual([results[0]!.id, results[0]!.url])
      expect(text).toMatch(new RegExp(`^# ${title}\n`))
      expect(metadata).toMatchObject({ status: 'live' })

      const absent = await client.callTool({ name: 'fetch', arguments: { id: 'no-such-product' } })
      expect(absent.isError).toBe(true)
    })
  })
})
