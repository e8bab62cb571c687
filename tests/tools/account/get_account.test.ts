import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bearer, keyFor } from '../../support/people.ts'
import {
  callMcp,
  callRest,
  connectMcp,
  doors,
  startService,
  type Answer,
  type Service,
} from '../../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ settings: { RATE_LIMITS: 'read_signed_in=600' } })
})
afterAll(() => service.close())

describe.each(doors)('get_account over %s', (door) => {
  async function call(headers: Record<string, string>, input = {}): Promise<Answer> {
    if (door === 'rest') return callRest(service, 'get_account', input, headers)
    const client = await connectMcp(service, headers)
    try {
      return await callMcp(client, 'get_account', input)
    } finally {
      await client.close()
    }
  }

  it('says who is calling, how, and what the access allows', async () => {
    const { user_id, key } = await keyFor(service, `ana+${door}@tide.example`)
    const { status, body } = await call(bearer(key))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      user_id,
      email: `ana+${door}@tide.example`,
      name: null,
      role: 'member',
      access: { via: 'api_key', client_name: 'Tests', expires_at: null },
      account_url: `${service.url}/account`,
    })
    expect(body.scopes.map((one: { scope: string; granted: boolean }) => [one.scope, one.granted])).toEqual([
      ['account:read', true],
      ['listings:write', true],
      ['orders:write', true],
    ])
  })

  it('says what the rate limits leave, this call counted', async () => {
    const { key } = await keyFor(service, `ben+${door}@tide.example`)
    const { body } = await call(bearer(key))
    expect(body.limits).toEqual([
      { policy: 'read_signed_in', calls: 600, window_s: 60, left: 599, reset_s: 1 },
      { policy: 'write', calls: 60, window_s: 60, left: 60, reset_s: 0 },
      { policy: 'drafts', calls: 10, window_s: 3600, left: 10, reset_s: 0 },
      { policy: 'checks', calls: 30, window_s: 3600, left: 30, reset_s: 0 },
    ])
  })

  it('names the first unfinished thing: submitting, then waiting for the draft', async () => {
    const { key } = await keyFor(service, `dan+${door}@tide.example`)
    const before = await call(bearer(key))
    expect(before.body.next_steps).toEqual([
      { tool: 'list_my_drafts', arguments: {}, why: expect.stringContaining('submit_listing') },
    ])
    const made = await callRest(
      service,
      'submit_listing',
      { url: `https://${door}.tide.example` },
      bearer(key),
    )
    expect(made.status).toBe(201)
    const after = await call(bearer(key))
    expect(after.body.next_steps).toHaveLength(1)
    expect(after.body.next_steps[0].tool).toMatch(/^(get_draft|submit_listing)$/)
  })

  it('names only what this access may do next', async () => {
    const { key } = await keyFor(service, `cleo+${door}@tide.example`, ['account:read'])
    const { body } = await call(bearer(key))
    expect(body.scopes.map((one: { granted: boolean }) => one.granted)).toEqual([true, false, false])
    expect(body.next_steps).toEqual([])
  })
})
