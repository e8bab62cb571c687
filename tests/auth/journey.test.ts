import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bearer } from '../support/people.ts'
import { openClient, register } from '../support/oauth_client.ts'
import { besideRows } from '../support/rows.ts'
import { callMcp, callRest, connectMcp, startService, thursday, type Service } from '../support/service.ts'

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
  // The grant for a year, the refresh token for ninety days, the access token for an hour.
  const ends = (table: string) =>
    besideRows(join(service.folder, 'launch.db'), (rows) =>
      rows.all(`SELECT substr(expires_at, 1, 16) AS at FROM ${table} ORDER BY expires_at DESC LIMIT 1`),
    )
  expect([await ends('oauth_grants'), await ends('oauth_tokens')]).toEqual([
    [{ at: '2027-11-19T12:00' }],
    [{ at: '2027-02-17T12:00' }],
  ])
  const next = await client.refresh(tokens.refresh_token)
  expect(next.status).toBe(200)
  expect(await callRest(service, 'get_account', {}, bearer(next.body.access_token))).toMatchObject({
    status: 200,
  })
})

it('is for a client that is used; one that nobody used is forgotten after a day', async () => {
  const client = await register(service)
  const unused = await register(service)
  const { tokens } = await openClient(service, { client })
  await tokens()
  const [now, day_ago, month_ago] = [25, 1, -700].map((hours) =>
    new Date(thursday.getTime() + hours * 3_600_000).toISOString(),
  )
  await service.storage.write(({ oauth }) => oauth.sweep(now!, day_ago!, month_ago!))
  const known = await Promise.all(
    [client, unused].map(({ client_id }) => service.storage.oauth.findClient(client_id)),
  )
  expect(known.map((one) => one !== undefined)).toEqual([true, false])
})
