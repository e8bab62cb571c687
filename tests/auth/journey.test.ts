import { afterAll, beforeAll, expect, it } from 'vitest'
import { bearer } from '../support/people.ts'
import { openClient } from '../support/oauth_client.ts'
import { callMcp, callRest, connectMcp, startService, type Service } from '../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

it('leads from an address to a token that works at both doors', async () => {
  const client = await openClient(service)
  const tokens = await client.tokens({ scope: 'account:read listings:write' })
  expect(tokens).toMatchObject({
    token_type: 'Bearer',
    expires_in: 3600,
    scope: 'account:read listings:write',
  })
  const { status, body } = await callRest(service, 'get_account', {}, bearer(tokens.access_token))
  expect(status).toBe(200)
  expect(body.access).toEqual({
    via: 'oauth',
    client_name: 'Test host',
    expires_at: '2026-11-19T13:00:00.000Z',
  })
  const mcp = await connectMcp(service, bearer(tokens.access_token))
  expect((await callMcp(mcp, 'get_account')).status).toBe(200)
  await mcp.close()
  const next = await client.refresh(tokens.refresh_token)
  expect(next.status).toBe(200)
  expect(await callRest(service, 'get_account', {}, bearer(next.body.access_token))).toMatchObject({
    status: 200,
  })
})
