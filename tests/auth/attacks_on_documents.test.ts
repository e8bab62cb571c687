// Attacks with client metadata documents, with the network behind them, and with client assertions.
import { gzipSync } from 'node:zlib'
import { SignJWT, exportJWK, generateKeyPair, type JWTPayload } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openCanary, openHttpsSite, type HttpsSite } from '../support/https_site.ts'
import { authorizePath, callback, consent, openClient, pkce, postForm } from '../support/oauth_client.ts'
import { openBrowser, signIn, unescaped, type Browser } from '../support/people.ts'
import { startService, type Service } from '../support/service.ts'

let site: HttpsSite
let service: Service
let ana: Browser
beforeAll(async () => {
  site = await openHttpsSite()
  service = await startService({ outside: site.outside })
  ana = (await signIn(service, 'ana@tide.example')).browser
})
// Each test has a minute of its own, and so its own budget of fetches.
const after = (seconds: number) =>
  (service.clock.now = new Date(service.clock.now.getTime() + seconds * 1000))
beforeEach(() => void after(60))
afterAll(async () => {
  await service.close()
  await site.close()
})

let serial = 0
/** A fresh address, with a document that is right unless changed. */
function publish(
  changes: Record<string, unknown> = {},
  headers?: Record<string, string>,
  status?: number,
): string {
  const path = `/client-${(serial += 1)}.json`
  const document = {
    client_id: site.origin + path,
    client_name: 'Claude',
    redirect_uris: [callback, 'https://client.test/callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    ...changes,
  }
  return site.serveJson(path, document, headers, status)
}
const open = (client_id: string, changes = {}) => ana.get(authorizePath(client_id, pkce().challenge, changes))
async function expectRefused(client_id: string, sentence?: RegExp, status = 400): Promise<void> {
  const answer = await open(client_id)
  expect([answer.status, answer.location]).toEqual([status, null])
  if (sentence !== undefined) expect(unescaped(answer.text)).toMatch(sentence)
}
const hits = (client_id: string) => site.hits.get(new URL(client_id).pathname) ?? 0

describe('a metadata document', () => {
  it('that is right leads to the consent page', async () => {
    const answer = await open(publish())
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('Claude')
  })

  it('of another address is refused', async () => {
    await expectRefused(
      publish({ client_id: `${site.origin}/other.json` }),
      /client_id in the document differs/,
    )
    await expectRefused(publish({ client_id: undefined }), /client_id in the document differs/)
  })

  it('behind a redirect is not followed to its target', async () => {
    const target = publish()
    const path = `/moved-${(serial += 1)}.json`
    for (const status of [301, 302, 307, 308]) {
      site.serve(path, (_request, response) => void response.writeHead(status, { location: target }).end())
      await expectRefused(site.origin + path, /redirects too often/, 503)
    }
    expect(hits(target)).toBe(0)
  })

  it('that is too large is refused, whether or not it says so', async () => {
    await expectRefused(publish({ padding: 'x'.repeat(5200) }), /larger than it may be/, 503)
    const path = `/endless-${(serial += 1)}.json`
    let stopped = false
    site.serve(path, (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const drip = setInterval(() => response.write(' '.repeat(1000)), 1)
      response.on('close', () => {
        stopped = true
        clearInterval(drip)
      })
    })
    await expectRefused(site.origin + path, /larger than it may be/, 503)
    await expect.poll(() => stopped).toBe(true)
  })

  it('of 5120 bytes is still read', async () => {
    const bare = JSON.stringify({
      client_id: `${site.origin}/client-${serial + 1}.json`,
      client_name: 'Claude',
      redirect_uris: [callback],
      padding: '',
    })
    const answer = await open(
      publish({ redirect_uris: [callback], grant_types: undefined, padding: 'x'.repeat(5120 - bare.length) }),
    )
    expect(answer.status).toBe(200)
  })

  it('that comes in drops is given up within seconds', async () => {
    const path = `/slow-${(serial += 1)}.json`
    site.serve(path, (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const drip = setInterval(() => response.write(' '), 200)
      response.on('close', () => clearInterval(drip))
    })
    const started_ms = performance.now()
    await expectRefused(site.origin + path, /takes too long/, 503)
    expect(performance.now() - started_ms).toBeLessThan(30_000)
  })

  it('that is no JSON, or served as something else, or compressed, is refused', async () => {
    const path = `/text-${(serial += 1)}.json`
    site.serve(
      path,
      (_request, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{'),
    )
    await expectRefused(site.origin + path, /is not JSON/, 503)
    await expectRefused(publish({}, { 'content-type': 'text/html' }), /served as application\/json/, 503)
    await expectRefused(publish({}, {}), /served as application\/json/, 503)
    const packed = `/packed-${(serial += 1)}.json`
    const document = JSON.stringify({
      client_id: site.origin + packed,
      client_name: 'Claude',
      redirect_uris: [callback],
    })
    site.serve(packed, (_request, response) => {
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        .end(gzipSync(document))
    })
    await expectRefused(site.origin + packed, /without compression/, 503)
  })

  it.each([201, 203, 404, 500])('with status %i is refused, valid or not', async (status) => {
    await expectRefused(publish({}, { 'content-type': 'application/json' }, status), /status 200/, 503)
  })

  it.each([
    ['a shared secret as method', { token_endpoint_auth_method: 'client_secret_basic' }, /shared secret/],
    ['a shared secret in the form', { token_endpoint_auth_method: 'client_secret_post' }, /shared secret/],
    ['a secret inside', { client_secret: 'psst' }, /must not hold a secret/],
    [
      'a script as redirect address',
      { redirect_uris: [callback, 'javascript:alert(1)'] },
      /redirect_uris must be/,
    ],
    [
      'no redirect address',
      { redirect_uris: [] },
      /redirect_uris cannot be used: it must be an array of 1 to 20 addresses/,
    ],
    ['no name', { client_name: undefined }, /client_name is missing/],
    [
      'a name that turns the text around',
      { client_name: 'Claude\u202e' },
      /client_name cannot be used: it must be a name of /,
    ],
    ['a list instead of an object', [], /The document cannot be used: it must be a JSON object/],
  ])('with %s is refused', async (_name, changes, sentence) => {
    const path = `/odd-${(serial += 1)}.json`
    const right = { client_id: site.origin + path, client_name: 'Claude', redirect_uris: [callback] }
    await expectRefused(
      site.serveJson(path, Array.isArray(changes) ? changes : { ...right, ...changes }),
      sentence,
    )
  })

  it('does not lend its name to another redirect address', async () => {
    const answer = await open(publish(), { redirect_uri: 'https://evil.example/callback' })
    expect([answer.status, answer.location]).toEqual([400, null])
    expect(answer.text).not.toContain('evil.example')
  })

  it('is never asked for at an address that is spelt oddly', async () => {
    const right = publish()
    const { host } = new URL(site.origin)
    const path = new URL(right).pathname
    for (const client_id of [
      right.replace('https:', 'http:'),
      `https://${host}`,
      `https://${host}/`,
      `https://user@${host}${path}`,
      `https://user:pass@${host}${path}`,
      `https://${host}/x/..${path}`,
      `https://${host}/.${path}`,
      `https://${host}/x/%2e%2e${path}`,
      `${right}#fragment`,
      `${right}#`,
      `https://${host}\\${path.slice(1)}`,
      `https://${host.toUpperCase()}${path}`,
      `HTTPS://${host}${path}`,
    ]) {
      await expectRefused(client_id, /is not an https address of a metadata document/)
    }
    expect(hits(right)).toBe(0)
    expect((await open(right)).status).toBe(200)
  })

  it('is fetched once while it is fresh, once for those who ask at the same time, and again later', async () => {
    const client_id = publish({}, { 'content-type': 'application/json', 'cache-control': 'max-age=120' })
    await Promise.all([open(client_id), open(client_id), open(client_id)])
    await open(client_id)
    expect(hits(client_id)).toBe(1)
    after(121)
    await open(client_id)
    expect(hits(client_id)).toBe(2)
  })

  it('that failed is asked for again', async () => {
    const client_id = publish({}, { 'content-type': 'application/json' }, 500)
    await expectRefused(client_id, /status 200/, 503)
    const document = { client_id, client_name: 'Claude', redirect_uris: [callback] }
    site.serveJson(new URL(client_id).pathname, document)
    expect((await open(client_id)).status).toBe(200)
  })

  it.each([
    ['its name', { client_name: 'Bank' }],
    ['its redirect addresses', { redirect_uris: [callback, 'https://evil.example/callback'] }],
  ])('that changes %s between the page and the answer voids the answer', async (_name, changes) => {
    const client_id = publish({ redirect_uris: [callback] })
    const path = authorizePath(client_id, pkce().challenge)
    const page = await ana.get(path)
    const document = { client_id, client_name: 'Claude', redirect_uris: [callback], ...changes }
    site.serveJson(new URL(client_id).pathname, document)
    after(301)
    const answer = await ana.submit(page, path, { decision: 'allow', scope: 'account:read' })
    expect([answer.status, answer.location]).toEqual([403, null])
  })

  it('may not be asked for without end', async () => {
    const statuses = new Set<number>()
    for (let i = 0; i < 25; i += 1) statuses.add((await open(publish({ client_id: 'x' }))).status)
    expect([...statuses]).toEqual([400, 503])
  })
})

describe('the network behind a document', () => {
  const names: Record<string, string[]> = {
    localhost: ['127.0.0.1'],
    'loop.test': ['127.0.0.1'],
    'loop6.test': ['::1'],
    'mapped.test': ['::ffff:127.0.0.1'],
    'nat64.test': ['64:ff9b::7f00:1'],
    'local6.test': ['fd00::1'],
    'cloud.test': ['169.254.169.254'],
    'mixed.test': ['93.184.216.34', '127.0.0.1'],
  }
  const addresses = [
    '127.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
    '169.254.169.254',
    '10.0.0.1',
    '[fd00::1]',
    '2130706433',
    '0x7f.1',
    '127.1',
    ...Object.keys(names),
  ]

  it('is never touched where it is not public', async () => {
    const canary = await openCanary()
    const guarded = await startService({
      outside: {
        resolve: async (name) => names[name] ?? [],
        allow: (address) => address === names['mixed.test']![0],
      },
    })
    const browser = openBrowser(guarded)
    for (const address of addresses) {
      const client_id = `https://${address}:${canary.port}/client.json`
      const answer = await browser.get(authorizePath(client_id, 'x'))
      expect([address, answer.status, answer.location]).toEqual([address, 400, null])
      const spelt = new URL(client_id).href === client_id
      expect(answer.text).toContain(spelt ? 'does not lead to a public machine' : 'is not an https address')
    }
    expect(canary.touched()).toBe(0)
    await guarded.close()
    await canary.close()
  })
})

describe('a client that signs', () => {
  let keys: Awaited<ReturnType<typeof generateKeyPair>>
  let jwk: Record<string, unknown>
  beforeAll(async () => {
    keys = await generateKeyPair('ES256', { extractable: true })
    jwk = { ...(await exportJWK(keys.publicKey)), kid: 'k1', alg: 'ES256' }
  })

  const now_s = () => Math.floor(service.clock.now.getTime() / 1000)
  async function assertion(
    client_id: string,
    changes: JWTPayload & { key?: CryptoKey } = {},
  ): Promise<string> {
    const { key = keys.privateKey, ...claims } = changes
    const at = now_s()
    return new SignJWT({
      iss: client_id,
      sub: client_id,
      aud: service.url,
      jti: `j${(serial += 1)}`,
      iat: at,
      exp: at + 60,
      ...claims,
    })
      .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
      .sign(key)
  }
  const signing = (changes: Record<string, unknown> = {}) =>
    publish({ token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [jwk] }, ...changes })
  async function redeem(client_id: string, fields: Record<string, string | undefined>) {
    const { verifier, challenge } = pkce()
    const answer = await consent(ana, authorizePath(client_id, challenge))
    const code = new URL(answer.location!).searchParams.get('code')!
    return postForm(service, '/token', {
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: callback,
      client_id,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      ...fields,
    })
  }
  const outcome = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
    status,
    body.error,
  ]

  it('is let in by its own young signature, made for us, once', async () => {
    const client_id = signing()
    const client_assertion = await assertion(client_id)
    expect((await redeem(client_id, { client_assertion })).status).toBe(200)
    expect(outcome(await redeem(client_id, { client_assertion }))).toEqual([401, 'invalid_client'])
    const forEndpoint = await assertion(client_id, { aud: `${service.url}/token` })
    expect((await redeem(client_id, { client_assertion: forEndpoint })).status).toBe(200)
  })

  it('is refused without a signature, with another key, with none, for somebody else or in another name', async () => {
    const client_id = signing()
    const other = await generateKeyPair('ES256')
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${(await assertion(client_id)).split('.')[1]}.`
    for (const client_assertion of [
      undefined,
      unsigned,
      await assertion(client_id, { key: other.privateKey }),
      await assertion(client_id, { aud: 'https://other.example' }),
      await assertion(client_id, { aud: [service.url] }),
      await assertion(client_id, { aud: [service.url, 'https://other.example'] }),
      await assertion(client_id, { iss: 'https://other.example/client.json' }),
      await assertion(client_id, { sub: 'https://other.example/client.json' }),
      await assertion(client_id, { jti: undefined }),
      await assertion(client_id, { exp: undefined }),
    ]) {
      const type = client_assertion === undefined ? { client_assertion_type: undefined } : {}
      expect(outcome(await redeem(client_id, { client_assertion, ...type }))).toEqual([401, 'invalid_client'])
    }
    const wrongType = { client_assertion: await assertion(client_id), client_assertion_type: 'saml' }
    expect(outcome(await redeem(client_id, wrongType))).toEqual([401, 'invalid_client'])
  })

  it.each([
    ['from 20 seconds ahead', { iat: 20, exp: 80 }, 200],
    ['from two minutes ahead', { iat: 120, exp: 180 }, 401],
    ['expired 20 seconds ago', { iat: -80, exp: -20 }, 200],
    ['expired a minute ago', { iat: -120, exp: -60 }, 401],
    ['of six minutes ago that claims to last', { iat: -360, exp: 600 }, 401],
  ])('with a clock of its own: a signature %s', async (_name, { iat, exp }, status) => {
    const client_id = signing()
    const client_assertion = await assertion(client_id, { iat: now_s() + iat, exp: now_s() + exp })
    expect((await redeem(client_id, { client_assertion })).status).toBe(status)
  })

  it('may keep its keys at an address, which is fetched through the same guard', async () => {
    const jwks_uri = site.serveJson('/keys.json', { keys: [jwk] })
    const client_id = signing({ jwks: undefined, jwks_uri })
    expect((await redeem(client_id, { client_assertion: await assertion(client_id) })).status).toBe(200)
    expect(site.hits.get('/keys.json')).toBe(1)
    const canary = await openCanary()
    for (const host of ['127.0.0.1', '[::1]', '169.254.169.254']) {
      const inside = signing({ jwks: undefined, jwks_uri: `https://${host}:${canary.port}/keys.json` })
      const answer = await redeem(inside, { client_assertion: await assertion(inside) })
      expect(outcome(answer)).toEqual([401, 'invalid_client'])
    }
    expect(canary.touched()).toBe(0)
    await canary.close()
  })

  it('cannot have its keys taken for a document, and so for somebody else', async () => {
    const path = '/forged.json'
    const forged = {
      keys: [jwk],
      id: 'https://claude.ai/oauth/client.json',
      kind: 'document',
      name: 'Claude',
      redirect_uris: ['https://evil.example/callback'],
      auth_method: 'none',
    }
    const jwks_uri = site.serveJson(path, forged)
    const client_id = signing({ jwks: undefined, jwks_uri })
    expect((await redeem(client_id, { client_assertion: await assertion(client_id) })).status).toBe(200)
    const answer = await open(jwks_uri, { redirect_uri: 'https://evil.example/callback' })
    expect([answer.status, answer.location]).toEqual([400, null])
    expect(answer.text).not.toContain('claude.ai')
  })

  it.each([{}, 7, ['https://client.test/a.json'], null])(
    'named by nothing but a subject of %j is nobody',
    async (sub) => {
      const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const answer = await postForm(service, '/token', {
        grant_type: 'authorization_code',
        code: 'lc_none',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: `${part({ alg: 'ES256' })}.${part({ sub })}.AA`,
      })
      expect(outcome(answer)).toEqual([401, 'invalid_client'])
    },
  )

  it('keeps no private key in public', async () => {
    const secret = { ...(await exportJWK(keys.privateKey)), kid: 'k1' }
    await expectRefused(signing({ jwks: { keys: [secret] } }), /jwks cannot be used/)
    await expectRefused(signing({ jwks_uri: `${site.origin}/keys.json` }), /not both/)
  })
})

it('a client with a document gets a whole family of tokens', async () => {
  const client = await openClient(service, { client: { client_id: publish() } })
  const tokens = await client.tokens()
  expect((await client.refresh(tokens.refresh_token)).status).toBe(200)
})
