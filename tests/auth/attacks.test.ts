// Attacks on codes, redirect addresses, audiences and refresh tokens. The others stand in the files beside this one.
import { digest, mint } from '../../auth/secrets.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  authorizePath,
  callback,
  openClient,
  pkce,
  register,
  type TokenAnswer,
} from '../support/oauth_client.ts'
import { bearer, openBrowser } from '../support/people.ts'
import { postMcp, type Service, startService, thursday } from '../support/service.ts'

let service: Service
let client: Awaited<ReturnType<typeof openClient>>
beforeAll(async () => {
  service = await startService()
  client = await openClient(service)
})
afterAll(() => service.close())

const after = (seconds: number) =>
  (service.clock.now = new Date(service.clock.now.getTime() + seconds * 1000))
const me = async (token: string, path = '/api/v1/me') =>
  (await service.fetch(path, { headers: bearer(token) })).status

function expectRefused(answer: TokenAnswer, error: string, status = 400) {
  expect({ status: answer.status, error: answer.body.error }).toEqual({ status, error })
}

describe('a code', () => {
  it('used again is refused and ends what it gave', async () => {
    const given = await client.code()
    const first = await client.redeem(given)
    expect(first.status).toBe(200)
    expectRefused(await client.redeem(given), 'invalid_grant')
    expect(await me(first.body.access_token)).toBe(401)
    expectRefused(await client.refresh(first.body.refresh_token), 'invalid_grant')
  })

  it('used again without proof of its verifier is refused, and ends nothing', async () => {
    const given = await client.code()
    const first = await client.redeem(given)
    const other = await register(service)
    for (const changes of [
      { code_verifier: undefined },
      { code_verifier: pkce().verifier },
      { client_id: other.client_id },
      { redirect_uri: 'http://127.0.0.1:7800/callback' },
    ])
      expectRefused(await client.redeem(given, changes), 'invalid_grant')
    expect(await me(first.body.access_token)).toBe(200)
    expect((await client.refresh(first.body.refresh_token)).status).toBe(200)
  })

  it('used ten times at once works at most once, and ends the family', async () => {
    const given = await client.code()
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.redeem(given)))
    const good = answers.filter(({ status }) => status === 200)
    expect(good.length).toBeLessThanOrEqual(1)
    for (const answer of answers) if (answer.status !== 200) expectRefused(answer, 'invalid_grant')
    for (const { body } of good) expect(await me(body.access_token)).toBe(401)
  })

  it('needs the verifier of its challenge', async () => {
    expectRefused(
      await client.redeem(await client.code(), { code_verifier: pkce().verifier }),
      'invalid_grant',
    )
    expectRefused(await client.redeem(await client.code(), { code_verifier: undefined }), 'invalid_grant')
    const { code, verifier } = await client.code()
    expectRefused(
      await client.redeem({ code, verifier }, { code_verifier: verifier.slice(0, 42) }),
      'invalid_grant',
    )
  })

  it('has one attempt: after a wrong verifier the right one comes too late', async () => {
    const given = await client.code()
    await client.redeem(given, { code_verifier: pkce().verifier })
    expectRefused(await client.redeem(given), 'invalid_grant')
  })

  it.each([
    ['plain', { code_challenge_method: 'plain' }],
    ['no method', { code_challenge_method: undefined }],
    ['no challenge', { code_challenge: undefined }],
    ['a challenge of the wrong length', { code_challenge: 'short' }],
  ])('is not given for a request with %s', async (_name, changes) => {
    const answer = await client.browser.get(authorizePath(client.client_id, pkce().challenge, changes))
    const location = new URL(answer.location!)
    expect(answer.status).toBe(303)
    expect(location.origin + location.pathname).toBe(callback)
    expect(location.searchParams.get('error')).toBe('invalid_request')
    expect(location.searchParams.get('code')).toBeNull()
  })

  it('of one client is worth nothing to another', async () => {
    const other = await register(service)
    expectRefused(await client.redeem(await client.code(), { client_id: other.client_id }), 'invalid_grant')
  })

  it('needs the redirect address it was given for', async () => {
    const changes = { redirect_uri: 'http://127.0.0.1:7800/callback' }
    expectRefused(await client.redeem(await client.code(), changes), 'invalid_grant')
    expectRefused(await client.redeem(await client.code(), { redirect_uri: undefined }), 'invalid_grant')
  })

  it('is dead after a minute', async () => {
    const [given, late] = [await client.code(), await client.code()]
    after(59)
    expect((await client.redeem(given)).status).toBe(200)
    after(1)
    expectRefused(await client.redeem(late), 'invalid_grant')
    service.clock.now = new Date(thursday)
  })
})

describe('a redirect address', () => {
  const open = async (redirect_uri: string | undefined, client_id = client.client_id) =>
    client.browser.get(authorizePath(client_id, pkce().challenge, { redirect_uri }))

  it.each([
    ['another site', 'https://evil.example/callback'],
    ['another path', 'http://127.0.0.1:7799/other'],
    ['another name of this machine', 'http://localhost:7799/callback'],
    ['a user before the host', 'http://127.0.0.1@evil.example/callback'],
    ['a port before an @', 'http://127.0.0.1:80@evil.example/callback'],
    ['a longer host', 'http://127.0.0.1.evil.example/callback'],
    ['a backslash', 'http://127.0.0.1:7799\\@evil.example/callback'],
    ['a step upwards', 'http://127.0.0.1:7799/callback/../x'],
    ['a port that cannot be', 'http://127.0.0.1:99999/callback'],
    ['the other loopback', 'http://[::1]:7799/callback'],
    ['a fragment', 'http://127.0.0.1:7799/callback#x'],
    ['a query', 'http://127.0.0.1:7799/callback?x=1'],
    ['https instead', 'https://127.0.0.1:7799/callback'],
    ['a script', 'javascript:alert(1)//127.0.0.1/callback'],
    ['nothing', undefined],
  ])('that is %s is shown to nobody and followed by nobody', async (_name, redirect_uri) => {
    const answer = await open(redirect_uri)
    expect([answer.status, answer.location]).toEqual([400, null])
    expect(answer.text).not.toContain('evil.example')
  })

  it('of this machine may have any port', async () => {
    expect((await open('http://127.0.0.1:51234/callback')).status).toBe(200)
    expect((await open('http://127.0.0.1/callback')).status).toBe(200)
  })

  it.each([
    ['another port', 'https://app.example:8443/callback'],
    ['a query', 'https://app.example/callback?x=1'],
    ['a final slash', 'https://app.example/callback/'],
    ['capitals', 'https://app.example/Callback'],
    ['a host in capitals', 'https://APP.example/callback'],
  ])('over https is matched to the letter: not with %s', async (_name, redirect_uri) => {
    const { client_id } = await register(service, { redirect_uris: ['https://app.example/callback'] })
    expect((await open('https://app.example/callback', client_id)).status).toBe(200)
    const answer = await open(redirect_uri, client_id)
    expect([answer.status, answer.location]).toEqual([400, null])
  })

  it('given twice, or any parameter given twice, is refused without an answer to the client', async () => {
    for (const name of ['redirect_uri', 'client_id', 'state', 'scope', 'code_challenge']) {
      const path = `${authorizePath(client.client_id, pkce().challenge)}&${name}=x`
      const answer = await client.browser.get(path)
      expect([name, answer.status, answer.location]).toEqual([name, 400, null])
    }
  })

  it('of a stranger gets no automatic visitor from a broken request', async () => {
    const { client_id } = await register(service, { redirect_uris: ['https://evil.example/landing'] })
    const path = authorizePath(client_id, 'x', { redirect_uri: 'https://evil.example/landing' })
    const answer = await openBrowser(service).get(path)
    expect([answer.status, answer.location]).toEqual([400, null])
    expect(answer.text).toContain('Back to evil.example')
    expect(answer.text).toContain('error=invalid_request')
  })
})

describe('an audience', () => {
  const mcp = () => `${service.url}/mcp`
  const api = () => `${service.url}/api/v1`

  it('that is not ours is refused, to the client', async () => {
    for (const resource of [
      'https://other.example/mcp',
      `${service.url}/mcp?x=1`,
      `${service.url}/mcp#x`,
      service.url,
      'mcp',
    ]) {
      const answer = await client.browser.get(authorizePath(client.client_id, pkce().challenge, { resource }))
      expect(new URL(answer.location!).searchParams.get('error')).toBe('invalid_target')
    }
  })

  it('holds: a token for /mcp does not open /api/v1, nor the other way round', async () => {
    const forMcp = await client.tokens({ resource: mcp() })
    const forApi = await client.tokens({ resource: api() })
    expect(await me(forMcp.access_token)).toBe(401)
    expect(await me(forApi.access_token)).toBe(200)
    const initialize = (token: string) =>
      postMcp(service, { jsonrpc: '2.0', id: 1, method: 'ping' }, bearer(token))
    expect((await initialize(forMcp.access_token)).status).toBe(200)
    expect((await initialize(forApi.access_token)).status).toBe(401)
  })

  it('beyond the grant is refused at /token and at refresh', async () => {
    const given = await client.code({ resource: mcp() })
    expectRefused(await client.redeem(given, { resource: api() }), 'invalid_target')
    expectRefused(
      await client.redeem(await client.code(), { resource: 'https://other.example' }),
      'invalid_target',
    )
    const tokens = await client.tokens({ resource: mcp() })
    expectRefused(await client.refresh(tokens.refresh_token, { resource: api() }), 'invalid_target')
    expectRefused(
      await client.refresh(tokens.refresh_token, { resource: 'https://other.example/mcp' }),
      'invalid_target',
    )
    expect((await client.refresh(tokens.refresh_token, { resource: mcp() })).status).toBe(200)
  })

  it('is the same with capitals in scheme and host, and with a final slash', async () => {
    const loud = mcp().replace('http://localhost', 'HTTP://LOCALHOST')
    const tokens = await client.redeem(await client.code({ resource: `${loud}/` }), { resource: loud })
    expect(tokens.status).toBe(200)
    expect(await me(tokens.body.access_token)).toBe(401)
  })
})

describe('a refresh token', () => {
  it('used again after a minute is refused and ends the family', async () => {
    const tokens = await client.tokens()
    const next = await client.refresh(tokens.refresh_token)
    after(60)
    expectRefused(await client.refresh(tokens.refresh_token), 'invalid_grant')
    expectRefused(await client.refresh(next.body.refresh_token), 'invalid_grant')
    expect(await me(next.body.access_token)).toBe(401)
    service.clock.now = new Date(thursday)
  })

  it('repeated within a minute gives the same answer, so that ten at once have one successor', async () => {
    const tokens = await client.tokens()
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.refresh(tokens.refresh_token)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.refresh_token}`)).size).toBe(1)
    after(50)
    const late = await client.refresh(tokens.refresh_token)
    expect(late.body).toEqual(answers[0]!.body)
    expect((await client.refresh(late.body.refresh_token)).status).toBe(200)
    service.clock.now = new Date(thursday)
  })

  it('repeated within a minute, when its successor was used, is refused and ends the family', async () => {
    const tokens = await client.tokens()
    const second = await client.refresh(tokens.refresh_token)
    const third = await client.refresh(second.body.refresh_token)
    expectRefused(await client.refresh(tokens.refresh_token), 'invalid_grant')
    expect(await me(third.body.access_token)).toBe(401)
    expectRefused(await client.refresh(third.body.refresh_token), 'invalid_grant')
  })

  it('repeated within a minute but otherwise asks in vain, and ends the family', async () => {
    const tokens = await client.tokens({ scope: 'account:read orders:write' })
    const next = await client.refresh(tokens.refresh_token)
    expectRefused(await client.refresh(tokens.refresh_token, { scope: 'account:read' }), 'invalid_grant')
    expect(await me(next.body.access_token)).toBe(401)
    expectRefused(await client.refresh(tokens.refresh_token), 'invalid_grant')
  })

  it('cannot widen what was allowed', async () => {
    const tokens = await client.tokens({ scope: 'account:read' })
    const wider = { scope: 'account:read listings:write' }
    expectRefused(await client.refresh(tokens.refresh_token, wider), 'invalid_scope')
    expectRefused(await client.refresh(tokens.refresh_token, { scope: 'openid' }), 'invalid_scope')
  })

  it('may narrow it, and the next one is whole again', async () => {
    const tokens = await client.tokens({ scope: 'account:read listings:write' })
    const narrow = await client.refresh(tokens.refresh_token, { scope: 'account:read' })
    expect(narrow.body.scope).toBe('account:read')
    const whole = await client.refresh(narrow.body.refresh_token)
    expect(whole.body.scope).toBe('account:read listings:write')
  })

  it('of one client is worth nothing to another', async () => {
    const tokens = await client.tokens()
    const other = await register(service)
    expectRefused(await client.refresh(tokens.refresh_token, { client_id: other.client_id }), 'invalid_grant')
    expect((await client.refresh(tokens.refresh_token)).status).toBe(200)
  })

  it('stays alive for an agent that comes once a month, or after three', async () => {
    let { refresh_token } = await client.tokens()
    for (const days of [30, 60, 149, 180, 210]) {
      service.clock.now = new Date(thursday.getTime() + days * 86_400_000)
      const { status, body } = await client.refresh(refresh_token)
      expect([days, status]).toEqual([days, 200])
      refresh_token = body.refresh_token
    }
    service.clock.now = new Date(thursday)
  })

  it.each([91, 400])('is dead after %i days in which nobody came', async (days) => {
    const tokens = await client.tokens()
    after(days * 86_400)
    expectRefused(await client.refresh(tokens.refresh_token), 'invalid_grant')
    service.clock.now = new Date(thursday)
  })

  it('is no bearer token, and neither is a code', async () => {
    const tokens = await client.tokens()
    const { code } = await client.code()
    expect(await me(tokens.refresh_token)).toBe(401)
    expect(await me(code)).toBe(401)
    const disguised = mint('la')
    const { grant } = (await service.storage.oauth.findToken(digest(tokens.access_token)))!
    await service.storage.write(({ oauth }) =>
      oauth.addToken({
        hash: digest(disguised),
        kind: 'refresh',
        grant_id: grant.id,
        scope: 'account:read',
        resources: `${service.url}/api/v1`,
        created_at: thursday.toISOString(),
        expires_at: '2027-01-01T00:00:00.000Z',
      }),
    )
    expect((await service.storage.oauth.findToken(digest(disguised)))?.token.kind).toBe('refresh')
    expect(await me(disguised)).toBe(401)
  })

  it('is given only to clients that ask for it', async () => {
    const other = await openClient(service, {
      client: await register(service, { grant_types: ['authorization_code'] }),
    })
    expect(await other.tokens()).not.toHaveProperty('refresh_token')
  })
})
