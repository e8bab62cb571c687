// The official client of the first generation, from a URL to a submitted listing, with a sign-in on the way. It never
// steps up: what it is not asked for at its first challenge it lacks for good.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { UnauthorizedError, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect, it } from 'vitest'
import { openDrafting } from '../support/drafting.ts'
import { memory, person } from '../support/mcp_host.ts'
import { openBrowser } from '../support/people.ts'

it('the first client makes a whole draft after one sign-in', async () => {
  const { service, close } = await openDrafting()
  const { provider, lastSent, kept } = memory(undefined)
  const authProvider = provider as unknown as OAuthClientProvider
  const transport = new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { authProvider })
  const client = new Client({ name: 'first host', version: '1.0.0' })
  await client.connect(transport)
  const call = async (name: string, input: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: input })
    expect([name, result.isError ?? false, result.isError ? result.content : null]).toEqual([
      name,
      false,
      null,
    ])
    return result.structuredContent as Record<string, any>
  }

  await expect(call('submit_listing', { url: 'tide.test' })).rejects.toThrow(UnauthorizedError)
  expect(lastSent().searchParams.get('scope')).toBe('account:read listings:write orders:write')
  const allowed = await person(service, openBrowser(service), lastSent())
  await transport.finishAuth(allowed.get('code')!)
  expect(kept.tokens!.scope).toBe('account:read listings:write orders:write')

  const { id } = await call('submit_listing', { url: 'tide.test' })
  await service.worker.idle()
  expect(await call('get_draft', { id })).toMatchObject({ status: 'ready' })
  await call('update_draft', { id, fields: { categories: ['invoicing'] } })
  // An hour later the token is another.
  service.clock.now = new Date(service.clock.now.getTime() + 3_601_000)
  expect(await call('list_my_drafts', {})).toMatchObject({ total: 1 })
  expect((await call('submit_draft', { id })).listing_id).toBeGreaterThan(0)
  expect(await call('get_account', {})).toMatchObject({ email: 'ana@tide.example' })
  await client.close()
  await close()
})
