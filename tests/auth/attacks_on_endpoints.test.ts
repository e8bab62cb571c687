// Attacks on bearer credentials, on the token endpoint, and on whom our answers name.
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteAccount } from '../../auth/accounts.ts'
import { createKey } from '../../auth/api_keys.ts'
import {
  authorizePath,
  callback,
  openClient,
  pkce,
  postForm,
  postJson,
  register,
} from '../support/oauth_client.ts'
import { bearer, keyFor, mailedLink } from '../support/people.ts'
import { postMcp, type Service, startService, thursday } from '../support/service.ts'
import { openTestStorage } from '../support/made_databases.ts'

let service: Service
let client: Awaited<ReturnType<typeof openClient>>
beforeAll(async () => {
  service = await startService()
  client = await openClient(service)
})
afterAll(() => service.close())

const after = (seconds: number) => (service.clock.now = new Date(thursday.getTime() + seconds * 1000))
const get = (path: string, headers: Record<string, string> = {}) => service.fetch(path, { headers })
const me = async (token: string) => (await get('/api/v1/me', bearer(token))).status

const rpc = (body: unknown, headers?: Record<string, string>, path?: string) =>
  postMcp(service, body, headers, path)
const toolCall = (name: string, id = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: {} },
})
const challenge = (response: Response) => response.headers.get('www-authenticate')
/** Hosts of before 2026-07-28 never ask for more, so they are asked for everything at once. */
const everything = 'scope="account:read listings:write orders:write"'
const newest = { 'mcp-protocol-version': '2026-07-28' }
const mcpMetadata = () => `resource_metadata="${service.url}/.well-known/oauth-protected-resource/mcp"`
const apiMetadata = () => `resource_metadata="${service.url}/.well-known/oauth-protected-resource/api/v1"`

describe('a bearer credential', () => {
  it('in the query is not looked at', async () => {
    const { access_token } = await client.tokens()
    const rest = await get(`/api/v1/me?access_token=${access_token}`)
    const mcp = await rpc(toolCall('get_account'), {}, `/mcp?access_token=${access_token}`)
    expect([rest.status, mcp.status]).toEqual([401, 401])
    expect([challenge(rest), challenge(mcp)].join()).not.toContain('error=')
  })

  it.each([
    ['no scheme', 'la_x'],
    ['an unknown scheme', 'Basic bGFfeDp5'],
    ['nothing behind the scheme', 'Bearer '],
    ['two tokens', `Bearer la_${'a'.repeat(43)}, Bearer la_${'b'.repeat(43)}`],
    ['five thousand characters', `Bearer la_${'a'.repeat(5000)}`],
    ['an unknown token', `Bearer la_${'a'.repeat(43)}`],
    ['an unknown key', `Bearer lk_${'a'.repeat(43)}`],
    ['signs of SQL', `Bearer lk_${"'or'1'='1".padEnd(43, '-')}`],
  ])(
    'that is malformed or unknown is refused even where reading is public: %s',
    async (_name, authorization) => {
      for (const answer of [
        await get('/api/v1/site', { authorization }),
        await get('/api/v1/me', { authorization }),
        await rpc({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, { authorization }),
      ]) {
        expect(answer.status).toBe(401)
        expect(challenge(answer)).toMatch(
          /^Bearer error="invalid_token", error_description="[^"]+", resource_metadata="/,
        )
      }
    },
  )

  it('is told how it is sent when it was sent otherwise, and may stand behind more than one space', async () => {
    const { access_token } = await client.tokens()
    for (const authorization of [access_token, `Basic ${access_token}`])
      expect(await (await get('/api/v1/me', { authorization })).text()).toContain(
        'begins with the word Bearer',
      )
    expect((await get('/api/v1/me', { authorization: `Bearer  ${access_token}` })).status).toBe(200)
  })

  it('that has expired is refused with the address of the metadata', async () => {
    const { access_token } = await client.tokens()
    expect(await me(access_token)).toBe(200)
    after(3601)
    const answer = await get('/api/v1/me', bearer(access_token))
    service.clock.now = new Date(thursday)
    expect(answer.status).toBe(401)
    expect(challenge(answer)).toContain('error="invalid_token"')
    expect(challenge(answer)).toContain(apiMetadata())
  })

  it('that is missing is asked for, with the scope and without an error', async () => {
    const rest = await get('/api/v1/me')
    expect([rest.status, challenge(rest)]).toEqual([401, `Bearer scope="account:read", ${apiMetadata()}`])
    const mcp = await rpc(toolCall('get_account'))
    expect([mcp.status, challenge(mcp)]).toEqual([401, `Bearer ${everything}, ${mcpMetadata()}`])
    const young = await rpc(toolCall('get_account'), newest)
    expect([young.status, challenge(young)]).toEqual([401, `Bearer scope="account:read", ${mcpMetadata()}`])
    const batch = await rpc([toolCall('get_site_info', 1), toolCall('get_account', 2)])
    expect([batch.status, challenge(batch)]).toEqual([401, `Bearer ${everything}, ${mcpMetadata()}`])
    expect((await rpc(toolCall('get_site_info'))).status).toBe(200)
    const read = (uri: string) => rpc({ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } })
    const draft = await read('draft://0198c0de-0000-4000-8000-000000000000')
    expect([draft.status, challenge(draft)]).toEqual([401, `Bearer ${everything}, ${mcpMetadata()}`])
    expect((await read('listing://nothing-here')).status).not.toBe(401)
  })

  it('with too few scopes is told all that are needed, at once', async () => {
    const { key } = await keyFor(service, 'orders@tide.example', ['orders:write'])
    const all =
      'error="insufficient_scope", error_description="This needs the scope account:read.", scope="account:read orders:write"'
    const rest = await get('/api/v1/me', bearer(key))
    expect([rest.status, challenge(rest)]).toEqual([403, `Bearer ${all}, ${apiMetadata()}`])
    for (const body of [toolCall('get_account'), [toolCall('get_site_info'), toolCall('get_account', 2)]]) {
      const mcp = await rpc(body, bearer(key))
      const whole = all.replace(/scope="[^"]*"$/, everything)
      expect([mcp.status, challenge(mcp)]).toEqual([403, `Bearer ${whole}, ${mcpMetadata()}`])
    }
    const young = await rpc(toolCall('get_account'), { ...bearer(key), ...newest })
    expect([young.status, challenge(young)]).toEqual([403, `Bearer ${all}, ${mcpMetadata()}`])
  })

  it('that is a key opens what its scopes say at both doors, and nothing once it is revoked', async () => {
    const { key, user_id } = await keyFor(service, 'keys@tide.example', ['account:read'])
    expect(await me(key)).toBe(200)
    expect((await rpc(toolCall('get_account'), bearer(key))).status).toBe(200)
    await service.storage.write(({ api_keys }) => api_keys.revoke(user_id, thursday.toISOString()))
    expect(await me(key)).toBe(401)
    expect((await rpc(toolCall('get_account'), bearer(key))).status).toBe(401)
  })

  it('that is a key with an end works until then', async () => {
    const { user_id } = await keyFor(service, 'ends@tide.example')
    const expires_at = new Date(thursday.getTime() + 60_000).toISOString()
    const scopes = ['account:read'] as const
    const key = await service.storage.write((inside) =>
      createKey(inside, { user_id, name: 'Short', scopes, expires_at, now: thursday }),
    )
    expect(await me(key!)).toBe(200)
    after(61)
    expect(await me(key!)).toBe(401)
    service.clock.now = new Date(thursday)
  })

  it('is revoked at once, also while it is remembered, also by another process', async () => {
    const { access_token } = await client.tokens()
    expect(await me(access_token)).toBe(200)
    const other = await openTestStorage(`${service.folder}/launch.db`)
    const { id } = (await other.users.byEmail('ana@tide.example'))!
    await other.write(({ oauth }) => oauth.revokeGrantsOf(id, 'elsewhere', thursday.toISOString()))
    await other.close()
    expect(await me(access_token)).toBe(401)
  })

  it('dies with its account, whatever kind it is', async () => {
    const gone = await openClient(service, { email: 'gone@tide.example' })
    const tokens = await gone.tokens()
    const { key, user_id } = await keyFor(service, 'gone@tide.example')
    await service.storage.write((inside) => deleteAccount(inside, user_id, thursday))
    expect([await me(tokens.access_token), await me(key)]).toEqual([401, 401])
    expect((await gone.refresh(tokens.refresh_token)).body.error).toBe('invalid_grant')
    expect((await gone.browser.get('/account')).location).toBe('/sign-in?return_to=%2Faccount')
    expect((await service.storage.api_keys.ofUser(user_id))[0]!.revoked_at).toBe(thursday.toISOString())
    expect(await service.storage.sessions.ofUser(user_id, thursday.toISOString())).toEqual([])
  })
})

it('a forgotten person has no credential, even one that was left alive', async () => {
  const left = await openClient(service, { email: 'left@tide.example' })
  const { access_token } = await left.tokens()
  const { key, user_id } = await keyFor(service, 'left@tide.example')
  await service.storage.write(({ users }) => users.forget(user_id, thursday.toISOString()))
  expect([await me(access_token), await me(key)]).toEqual([401, 401])
  expect((await left.browser.get('/account')).location).toBe('/sign-in?return_to=%2Faccount')
})

describe('revoking', () => {
  const revoke = (token: string, client_id = client.client_id) =>
    postForm(service, '/revoke', { token, client_id })

  it('a refresh token ends the access token, and the other way round', async () => {
    const first = await client.tokens()
    expect((await revoke(first.refresh_token)).status).toBe(200)
    expect(await me(first.access_token)).toBe(401)
    const second = await client.tokens()
    expect((await revoke(second.access_token)).status).toBe(200)
    expect((await client.refresh(second.refresh_token)).body.error).toBe('invalid_grant')
  })

  it("another client's token does nothing, and says nothing", async () => {
    const tokens = await client.tokens()
    const other = await register(service)
    expect((await revoke(tokens.refresh_token, other.client_id)).status).toBe(200)
    expect(await me(tokens.access_token)).toBe(200)
  })

  it('nonsense is fine, no token is not', async () => {
    expect((await revoke('nonsense')).status).toBe(200)
    const none = await postForm(service, '/revoke', { client_id: client.client_id })
    expect([none.status, none.body.error]).toEqual([400, 'invalid_request'])
    const nobody = await postForm(service, '/revoke', { token: 'x' })
    expect([nobody.status, nobody.body.error]).toEqual([401, 'invalid_client'])
  })
})

describe('the token endpoint', () => {
  it('takes a form over POST and nothing else', async () => {
    expect((await get('/token?grant_type=authorization_code')).status).toBe(405)
    const json = await postJson(service, '/token', { grant_type: 'authorization_code' })
    expect([json.status, ((await json.json()) as { error: string }).error]).toEqual([415, 'invalid_request'])
    const { code, verifier } = await client.code()
    const query = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      client_id: client.client_id,
      redirect_uri: callback,
    })
    const inQuery = await postForm(service, `/token?${query}`, {})
    expect([inQuery.status, inQuery.body.error]).toEqual([400, 'unsupported_grant_type'])
    const twice = await client.redeem({ code, verifier }, { code: [code, code] })
    expect([twice.status, twice.body.error]).toEqual([400, 'invalid_request'])
    const large = await client.redeem({ code, verifier }, { padding: 'x'.repeat(20_000) })
    expect([large.status, large.body.error]).toEqual([413, 'invalid_request'])
  })

  it.each([
    'password',
    'client_credentials',
    'implicit',
    'urn:ietf:params:oauth:grant-type:token-exchange',
    undefined,
  ])('does not know the grant type %s', async (grant_type) => {
    const answer = await postForm(service, '/token', {
      grant_type,
      client_id: client.client_id,
      username: 'a',
      password: 'b',
    })
    expect([answer.status, answer.body.error]).toEqual([400, 'unsupported_grant_type'])
  })

  it('lets a client in only the way it registered', async () => {
    const secretive = await register(service, { token_endpoint_auth_method: 'client_secret_basic' })
    const other = await openClient(service, { client: secretive })
    const basic = (secret: string) => ({
      authorization: `Basic ${Buffer.from(`${secretive.client_id}:${secret}`).toString('base64')}`,
    })
    const inForm = { client_id: secretive.client_id, client_secret: secretive.client_secret! }
    for (const [fields, headers] of [
      [{}, basic('wrong')],
      [{}, basic('')],
      [{ client_id: secretive.client_id }, {}],
      [inForm, {}],
      [inForm, basic(secretive.client_secret!)],
      [{ client_id: client.client_id }, basic(secretive.client_secret!)],
      [{ client_id: undefined }, { authorization: 'Basic !' }],
      [{ client_id: undefined }, {}],
      [{ client_id: 'lci_unknown' }, {}],
    ] as [Record<string, string | undefined>, Record<string, string>][]) {
      const answer = await other.redeem(await other.code(), fields, headers)
      expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client'])
      expect(answer.headers.get('www-authenticate')).toBe('Basic realm="clients"')
    }
    const good = await other.redeem(
      await other.code(),
      { client_id: undefined },
      basic(secretive.client_secret!),
    )
    expect(good.status).toBe(200)
  })

  it('stops reading a body that does not say its length', async () => {
    const head = 'Transfer-Encoding: chunked\r\nContent-Type: application/x-www-form-urlencoded\r\n'
    const body = `${`2000\r\n${'x'.repeat(8192)}\r\n`.repeat(3)}0\r\n\r\n`
    expect(await raw('POST /token', new URL(service.url).host, head, body)).toMatch(
      /^HTTP\/1.1 413 [^]*"error":"invalid_request"/,
    )
  })

  it('forbids every cache to keep its answers', async () => {
    const answer = await client.redeem(await client.code())
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const refused = await client.redeem({ code: 'x', verifier: 'y' })
    expect(refused.headers.get('cache-control')).toBe('no-store')
  })
})

describe('our name', () => {
  it('stands in every answer to a client exactly once, as the metadata spell it', async () => {
    const metadata = (await (await get('/.well-known/oauth-authorization-server')).json()) as {
      issuer: string
    }
    const allowed = (await client.code()).location
    const path = authorizePath(client.client_id, pkce().challenge)
    const page = await client.browser.get(path)
    const denied = new URL((await client.browser.submit(page, path, { decision: 'deny' })).location!)
    const broken = new URL((await client.browser.get(authorizePath(client.client_id, 'x'))).location!)
    for (const location of [allowed, denied, broken])
      expect(location.searchParams.getAll('iss')).toEqual([metadata.issuer])
    expect(metadata.issuer).toBe(service.url)
  })

  it('does not change with the Host header', async () => {
    const asked = await raw('GET /.well-known/oauth-protected-resource/mcp', 'evil.example')
    expect(asked).toContain(`location: ${service.url}/.well-known/oauth-protected-resource/mcp`)
    const written = await raw('POST /token', 'evil.example')
    expect(written).toContain(`Use ${service.url}.`)
    expect(asked + written).not.toContain('evil.example')
  })

  it('stands in the link of the mail, and no other host has one sent', async () => {
    const form = new URLSearchParams({ email: 'host@tide.example' }).toString()
    const head = `Origin: ${service.url}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n`
    expect(await raw('POST /sign-in', 'evil.example', head, form)).toMatch(/^HTTP\/1.1 403/)
    expect(await raw('POST /sign-in', new URL(service.url).host, head, form)).toMatch(/^HTTP\/1.1 200/)
    expect((await mailedLink(service, 'host@tide.example')).origin).toBe(service.url)
  })
})

/** fetch does not let a Host header be chosen. */
async function raw(call: string, host: string, head = '', body = ''): Promise<string> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
  socket.write(`${call} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${head}\r\n${body}`)
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  return text
}

describe('floods', () => {
  let limited: Service
  beforeAll(async () => {
    limited = await startService({ settings: { RATE_LIMITS: 'read=120' } })
  })
  afterAll(() => limited.close())

  it('of registrations end in 429', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 11; i += 1)
      statuses.push((await postJson(limited, '/register', { redirect_uris: [callback] })).status)
    expect(statuses).toEqual([...Array(10).fill(201), 429])
  })

  it('of guessed codes end in 429 with the time to wait', async () => {
    let last
    for (let i = 0; i < 61; i += 1) last = await postForm(limited, '/token', { grant_type: 'refresh_token' })
    expect([last!.status, last!.body.error]).toEqual([429, 'temporarily_unavailable'])
    expect(Number(last!.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('of guessed tokens end in 429', async () => {
    let last
    for (let i = 0; i < 121; i += 1)
      last = await limited.fetch('/api/v1/site', { headers: bearer(`la_${'a'.repeat(43)}`) })
    expect(last!.status).toBe(429)
  })
})

it('what MCP looks up without a tool counts against the limits, message by message', async () => {
  const limited = await startService({ settings: { RATE_LIMITS: 'read=5' } })
  const send = (body: unknown) =>
    fetch(`${limited.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify(body),
    })
  const read = { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'listing://nothing-here' } }
  const complete = {
    jsonrpc: '2.0',
    id: 2,
    method: 'completion/complete',
    params: {
      ref: { type: 'ref/resource', uri: 'listing://{slug}' },
      argument: { name: 'slug', value: 'a' },
    },
  }
  expect((await send([read, { ...read, id: 3 }, complete])).status).toBe(200)
  const refused = await send([read, { ...read, id: 3 }, complete])
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '12'])
  limited.clock.now = new Date(thursday.getTime() + 13_000)
  expect((await send(complete)).status).toBe(200)
  expect((await send(read)).status).toBe(429)
  await limited.close()
})
