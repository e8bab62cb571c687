// Attacks on registration: the addresses, names and rights that a client may claim for itself.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authorizePath, callback, pkce, postJson } from '../support/oauth_client.ts'
import { signIn, type Browser } from '../support/people.ts'
import { startService, type Service } from '../support/service.ts'

let service: Service
let ana: Browser
beforeAll(async () => {
  service = await startService()
  ana = (await signIn(service, 'ana@tide.example')).browser
})
afterAll(() => service.close())

describe('a registration', () => {
  const attempt = async (metadata: Record<string, unknown>) => {
    const answer = await postJson(service, '/register', {
      client_name: 'Host',
      redirect_uris: [callback],
      ...metadata,
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'http://remote.example/callback',
    'https://app.example/callback#fragment',
    'https://user:pass@app.example/callback',
    'https://user@app.example/callback',
    'https://:pass@app.example/callback',
    'http://127.0.0.1@evil.example/callback',
    'https://app.example\\@evil.example',
    'https:app.example/callback',
    'https://app.example/\u202ecallback',
    // The host goes into the policy of the consent page, where these signs end a directive, a policy or a source.
    'https://app;sandbox/callback',
    'https://app%3bsandbox/callback',
    'https://app,example/callback',
    'https://*.example/callback',
    "https://app'example/callback",
    '/callback',
  ])('with the redirect address %s is refused', async (uri) => {
    const { status, body } = await attempt({ redirect_uris: [callback, uri] })
    expect([status, body.error]).toEqual([400, 'invalid_redirect_uri'])
  })

  it('with an address of an application beside good ones is made with the good ones alone', async () => {
    const own = ['cursor://anysphere.cursor-retrieval/callback', 'com.example.app:/callback']
    const { status, body } = await attempt({
      redirect_uris: [own[0], callback, own[1]],
      token_endpoint_auth_method: 'none',
    })
    expect([status, body.redirect_uris]).toEqual([201, [callback]])
    const id = String(body.client_id)
    for (const redirect_uri of own) {
      const answer = await ana.get(authorizePath(id, pkce().challenge, { redirect_uri }))
      expect([answer.status, answer.location]).toEqual([400, null])
    }
    expect((await ana.get(authorizePath(id, pkce().challenge))).status).toBe(200)
    expect(await attempt({ redirect_uris: own })).toMatchObject({
      status: 400,
      body: { error: 'invalid_redirect_uri' },
    })
  })

  it('with no address, with a thousand, or too large is refused', async () => {
    expect(await attempt({ redirect_uris: [] })).toMatchObject({
      status: 400,
      body: { error: 'invalid_redirect_uri' },
    })
    expect(await attempt({ redirect_uris: Array(21).fill(callback) })).toMatchObject({
      status: 400,
      body: { error: 'invalid_redirect_uri' },
    })
    expect(await attempt({ redirect_uris: Array(1000).fill(callback) })).toMatchObject({
      status: 413,
      body: { error: 'invalid_request' },
    })
    expect(await attempt({ logo_uri: 'x'.repeat(20_000) })).toMatchObject({
      status: 413,
      body: { error: 'invalid_request' },
    })
    const text = await service.fetch('/register', { method: 'POST', body: 'not json' })
    expect([text.status, ((await text.json()) as { error: string }).error]).toEqual([
      400,
      'invalid_client_metadata',
    ])
  })

  it.each([
    'Claude\u202e',
    'two\nlines',
    'zero\u200bwidth',
    'a\u200djoined',
    'a\u200d\u0915',
    '\u0915\u200da',
    'isolated \u2066name\u2069',
    'piled u\u0301\u0302\u0303p',
    `piled ${'\u0e49'.repeat(6)}`,
    'filled\u3164',
    'blank\u2800',
    ' ',
    'x'.repeat(81),
  ])('with the name %j is refused', async (client_name) => {
    expect(await attempt({ client_name })).toMatchObject({
      status: 400,
      body: { error: 'invalid_client_metadata' },
    })
  })

  it.each([
    'Ge\u0301rard',
    '\u1fa7',
    'Tie\u0302\u0301ng Vie\u0323\u0302t',
    'علی\u200cرضا',
    'क्ष\u200dण',
    'ชั้นนำ',
    '❤\ufe0f Tide',
  ])('with the name %j of an honest language is made', async (client_name) =>
    expect((await attempt({ client_name })).status).toBe(201),
  )

  it('cannot choose its id or its secret', async () => {
    const { status, body } = await attempt({
      client_id: 'https://claude.ai/client.json',
      client_secret: 'mine',
      scope: 'admin',
    })
    expect(status).toBe(201)
    expect(body.client_id).toMatch(/^lci_[\w-]{22}$/)
    expect(body.client_secret).toMatch(/^lcs_[\w-]{43}$/)
    expect(body).not.toHaveProperty('scope')
  })

  it('gets no grant type that we do not speak', async () => {
    const { body } = await attempt({
      grant_types: ['authorization_code', 'password', 'implicit'],
      token_endpoint_auth_method: 'none',
    })
    expect(body.grant_types).toEqual(['authorization_code'])
    expect(body).not.toHaveProperty('client_secret')
    expect(await attempt({ grant_types: ['password', 'implicit'] })).toMatchObject({
      status: 400,
      body: { error: 'invalid_client_metadata' },
    })
    expect(await attempt({ response_types: ['token'] })).toMatchObject({
      status: 400,
      body: { error: 'invalid_client_metadata' },
    })
    expect(await attempt({ token_endpoint_auth_method: 'tls_client_auth' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_client_metadata' },
    })
    expect(await attempt({ token_endpoint_auth_method: 'private_key_jwt' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_client_metadata' },
    })
    const secret = { keys: [{ kty: 'oct', k: 'AAAA' }] }
    expect(await attempt({ jwks: secret })).toMatchObject({
      status: 400,
      body: { error: 'invalid_client_metadata' },
    })
  })
})
