// Hosts that nobody here wrote finish the whole journey: public tool, 401, discovery, metadata document over real https,
// sign-in, consent, token, tool, 403 and step-up, expiry, refresh.
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js'
import {
  UnauthorizedError as FirstUnauthorizedError,
  type OAuthClientProvider as FirstProvider,
} from '@modelcontextprotocol/sdk/client/auth.js'
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { mcpPaths } from '../../auth/resources.ts'
import { toolsAt } from '../../http/toolsets.ts'
import { catalog } from '../../tools/catalog.ts'
import { defineTool, type Tool } from '../../tools/tool.ts'
import { openHttpsSite, type HttpsSite } from '../support/https_site.ts'
import { memory, person } from '../support/mcp_host.ts'
import { openBrowser } from '../support/people.ts'
import { startService, thursday, type Service } from '../support/service.ts'

/** An operation that needs a second scope. */
const rename = defineTool({
  name: 'rename_nothing',
  title: 'Rename nothing',
  description: 'Answers who would have renamed something.',
  scope: 'listings:write',
  http: { method: 'POST', path: '/nothing' },
  tag: 'My listings',
  input: z.strictObject({}),
  output: z.object({ user_id: z.int() }),
  handler: async (_input, { caller }) => ({ user_id: caller.user_id }),
})

let site: HttpsSite
let service: Service
beforeAll(async () => {
  site = await openHttpsSite()
  service = await startService({ outside: site.outside, tools: [...catalog, rename as unknown as Tool] })
})
afterAll(async () => {
  await service.close()
  await site.close()
})

const browser = () => openBrowser(service)

function publishDocument(): string {
  const path = '/real-host.json'
  return site.serveJson(path, {
    client_id: site.origin + path,
    client_name: 'Real host',
    redirect_uris: ['http://127.0.0.1/callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  })
}

/** What is asked for at an address to have to sign in: something of one's own that needs no input. */
const own = ['get_account', 'list_my_orders']
const asked = (path: string) => toolsAt(path, catalog).find(({ name }) => own.includes(name))?.name

it.each(mcpPaths.filter((path) => asked(path) !== undefined))(
  'the official client, with a document, signs in at %s',
  async (path) => {
    const { provider, lastSent } = memory(publishDocument())
    const visitor = browser()
    const transport = new StreamableHTTPClientTransport(new URL(path, service.url), {
      authProvider: provider,
    })
    const client = new Client({ name: 'host', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
    await client.connect(transport)
    const call = () => client.callTool({ name: asked(path)!, arguments: {} })
    await expect(call()).rejects.toThrow(UnauthorizedError)
    expect(lastSent().searchParams.get('resource')).toBe(`${service.url}${path}`)
    await transport.finishAuth(await person(service, visitor, lastSent()))
    expect((await call()).isError).toBeFalsy()
    await client.close()
  },
)

describe.each([
  ['auto', '2026-07-28', true],
  ['legacy', '2025-11-25', true],
  ['auto', '2026-07-28', false],
  ['legacy', '2025-11-25', false],
] as const)('the official client, mode %s (%s), with a document: %s', (mode, version, documented) => {
  it('finishes the whole journey', async () => {
    const { provider, kept, lastSent } = memory(documented ? publishDocument() : undefined)
    const visitor = browser()
    const transport = new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), {
      authProvider: provider,
    })
    const client = new Client({ name: 'host', version: '1.0.0' }, { versionNegotiation: { mode } })
    await client.connect(transport)
    expect(client.getNegotiatedProtocolVersion()).toBe(version)
    const call = (name: string) => client.callTool({ name, arguments: {} })

    expect((await call('get_site_info')).isError).toBeFalsy()
    await expect(call('get_account')).rejects.toThrow(UnauthorizedError)
    const everything = 'account:read listings:write orders:write'
    expect(lastSent().searchParams.get('scope')).toBe(mode === 'auto' ? 'account:read' : everything)
    expect(lastSent().searchParams.get('resource')).toBe(`${service.url}/mcp`)
    if (documented) expect(lastSent().searchParams.get('client_id')).toBe(`${site.origin}/real-host.json`)
    else expect(kept.client!.client_id).toMatch(/^lci_/)
    // Whoever is asked for everything may allow less.
    await transport.finishAuth(await person(service, visitor, lastSent(), ['account:read']))
    expect((await call('get_account')).structuredContent).toMatchObject({
      email: 'ana@tide.example',
      access: { via: 'oauth', client_name: 'Real host' },
    })

    await expect(call('rename_nothing')).rejects.toThrow(UnauthorizedError)
    expect(lastSent().searchParams.get('scope')!.split(' ').sort()).toEqual(
      mode === 'auto' ? ['account:read', 'listings:write'] : everything.split(' '),
    )
    await transport.finishAuth(await person(service, visitor, lastSent()))
    expect((await call('rename_nothing')).isError).toBeFalsy()
    expect((await call('get_account')).isError).toBeFalsy()

    const before = kept.tokens!
    service.clock.now = new Date(service.clock.now.getTime() + 3_601_000)
    expect((await call('get_account')).isError).toBeFalsy()
    expect(kept.tokens!.access_token).not.toBe(before.access_token)
    expect(kept.tokens!.refresh_token).not.toBe(before.refresh_token)
    service.clock.now = new Date(thursday)
    await client.close()
  })
})

it('the first client, allowed less than it asked for, steps up once it cannot refresh', async () => {
  const { provider, lastSent, kept } = memory(undefined)
  const visitor = browser()
  const connect = async () => {
    const authProvider = provider as unknown as FirstProvider
    const transport = new FirstTransport(new URL(`${service.url}/mcp`), { authProvider })
    const client = new FirstClient({ name: 'first host', version: '1.0.0' })
    await client.connect(transport)
    return { client, transport, call: (name: string) => client.callTool({ name, arguments: {} }) }
  }
  const first = await connect()
  expect((await first.call('get_site_info')).isError).toBeFalsy()
  await expect(first.call('get_account')).rejects.toThrow(FirstUnauthorizedError)
  const allowed = await person(service, visitor, lastSent(), ['account:read'])
  await first.transport.finishAuth(allowed.get('code')!)
  expect((await first.call('get_account')).structuredContent).toMatchObject({ email: 'ana@tide.example' })

  // It answers a 403 by refreshing, which cannot widen anything, and gives up.
  await expect(first.call('rename_nothing')).rejects.toThrow('403 after trying upscoping')
  await first.client.close()
  const { refresh_token: _, ...narrow } = kept.tokens!
  provider.saveTokens(narrow as never)
  const second = await connect()
  await expect(second.call('rename_nothing')).rejects.toThrow(FirstUnauthorizedError)
  expect(lastSent().searchParams.get('scope')).toBe('account:read listings:write orders:write')
  await second.transport.finishAuth((await person(service, visitor, lastSent())).get('code')!)
  expect((await second.call('rename_nothing')).isError).toBeFalsy()

  const before = kept.tokens!.access_token
  service.clock.now = new Date(thursday.getTime() + 3_601_000)
  expect((await second.call('get_account')).isError).toBeFalsy()
  expect(kept.tokens!.access_token).not.toBe(before)
  service.clock.now = new Date(thursday)
  await second.client.close()
})
