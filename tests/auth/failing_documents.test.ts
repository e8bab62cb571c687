// Hosts of client documents that fail for a moment, or whose budget a stranger spends: nobody loses a connection by it.
import { SignJWT, exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openHttpsSite, type HttpsSite } from '../support/https_site.ts'
import { authorizePath, callback, consent, openClient, pkce, postForm } from '../support/oauth_client.ts'
import { openBrowser } from '../support/people.ts'
import { startService, type Service } from '../support/service.ts'

let site: HttpsSite
let service: Service
beforeAll(async () => {
  site = await openHttpsSite()
  service = await startService({ outside: site.outside })
})
const after = (seconds: number) =>
  (service.clock.now = new Date(service.clock.now.getTime() + seconds * 1000))
// Each test has a minute of its own, and so its own budget of fetches.
beforeEach(() => void after(60))
afterAll(async () => {
  await service.close()
  await site.close()
})

let serial = 0
const short = { 'content-type': 'application/json', 'cache-control': 'max-age=60' }
function publish(changes: Record<string, unknown> = {}): string {
  const path = `/host-${(serial += 1)}.json`
  return site.serveJson(
    path,
    {
      client_id: site.origin + path,
      client_name: 'Claude',
      redirect_uris: [callback],
      grant_types: ['authorization_code', 'refresh_token'],
      ...changes,
    },
    short,
  )
}
const pathOf = (url: string) => new URL(url).pathname
const failing = (url: string, status: number, type: string, body: string) =>
  site.serve(pathOf(url), (_request, response) =>
    response.writeHead(status, { 'content-type': type }).end(body),
  )
const hits = (url: string) => site.hits.get(pathOf(url)) ?? 0
const open = (client_id: string) => openBrowser(service).get(authorizePath(client_id, pkce().challenge))

const failures: [string, number, string, string][] = [
  ['500', 500, 'text/plain', 'sorry'],
  ['429', 429, 'application/json', '{}'],
  ['404', 404, 'text/html', '<h1>gone</h1>'],
  ['HTML with status 200', 200, 'text/html', '<h1>Just a moment</h1>'],
  ['half a document', 200, 'application/json', '{"client_id"'],
  ['a page of ten kilobytes', 502, 'text/html', 'x'.repeat(10_000)],
]

describe.each(failures)('a document host that answers with %s for a moment', (_name, status, type, body) => {
  it('ends no connection: tokens are refreshed and revoked by the last good document', async () => {
    const client_id = publish()
    const client = await openClient(service, { client: { client_id } })
    const tokens = await client.tokens()
    after(120)
    failing(client_id, status, type, body)
    const next = await client.refresh(tokens.refresh_token)
    expect(next.status).toBe(200)
    const asked = hits(client_id)
    expect(asked).toBe(2)
    expect((await postForm(service, '/revoke', { client_id, token: next.body.refresh_token })).status).toBe(
      200,
    )
    expect((await client.refresh(next.body.refresh_token)).body.error).toBe('invalid_grant')
    // A host in trouble is given half a minute.
    expect(hits(client_id)).toBe(asked)
    after(31)
    expect((await client.refresh(next.body.refresh_token)).body.error).toBe('invalid_grant')
    expect(hits(client_id)).toBe(asked + 1)
  })

  it('is asked to come back later where nothing good is remembered, and is never called an invalid client', async () => {
    const client_id = publish()
    failing(client_id, status, type, body)
    const token = await postForm(service, '/token', {
      grant_type: 'refresh_token',
      refresh_token: 'lr_x',
      client_id,
    })
    expect([token.status, token.body.error]).toEqual([503, 'temporarily_unavailable'])
    expect(Number(token.headers.get('retry-after'))).toBeGreaterThan(0)
    const revoke = await postForm(service, '/revoke', { token: 'lr_x', client_id })
    expect([revoke.status, revoke.body.error]).toEqual([503, 'temporarily_unavailable'])
    const page = await open(client_id)
    expect([page.status, page.location]).toEqual([503, null])
  })
})

describe('the last good document', () => {
  it('never serves a consent: there the client must be known as it is now', async () => {
    const client_id = publish()
    expect((await open(client_id)).status).toBe(303)
    after(120)
    failing(client_id, 500, 'text/plain', '')
    expect((await open(client_id)).status).toBe(503)
  })

  it('gives way to a new one, and to the word of its own host that the client is another', async () => {
    const client_id = publish()
    const client = await openClient(service, { client: { client_id } })
    const tokens = await client.tokens()
    after(120)
    publishAt(client_id, { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [{ kty: 'EC' }] } })
    expect((await client.refresh(tokens.refresh_token)).body.error).toBe('invalid_client')
    after(120)
    publishAt(client_id, {})
    expect((await client.refresh(tokens.refresh_token)).status).toBe(200)
    after(120)
    publishAt(client_id, { client_id: `${site.origin}/other.json` })
    expect((await client.refresh(tokens.refresh_token)).body.error).toBe('invalid_client')
  })

  it('is there for keys at an address as well', async () => {
    const keys = await generateKeyPair('ES256')
    const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'k1', alg: 'ES256' }
    const jwks_uri = site.serveJson('/short_keys.json', { keys: [jwk] }, short)
    const client_id = publish({ token_endpoint_auth_method: 'private_key_jwt', jwks_uri })
    const { browser } = await openClient(service, { client: { client_id } })
    const assertion = () => {
      const at = Math.floor(service.clock.now.getTime() / 1000)
      return new SignJWT({
        iss: client_id,
        sub: client_id,
        aud: service.url,
        jti: `j${(serial += 1)}`,
        iat: at,
        exp: at + 60,
      })
        .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
        .sign(keys.privateKey)
    }
    const token = async (fields: Record<string, string>) =>
      postForm(service, '/token', {
        client_id,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: await assertion(),
        ...fields,
      })
    const { verifier, challenge } = pkce()
    const code = new URL((await consent(browser, authorizePath(client_id, challenge))).location!)
    const first = await token({
      grant_type: 'authorization_code',
      code: code.searchParams.get('code')!,
      code_verifier: verifier,
      redirect_uri: callback,
    })
    expect(first.status).toBe(200)
    after(120)
    failing(jwks_uri, 500, 'text/plain', '')
    const next = await token({ grant_type: 'refresh_token', refresh_token: first.body.refresh_token })
    expect(next.status).toBe(200)
  })

  function publishAt(client_id: string, changes: Record<string, unknown>): void {
    site.serveJson(
      pathOf(client_id),
      { client_id, client_name: 'Claude', redirect_uris: [callback], ...changes },
      short,
    )
  }
})

it('a stranger who spends the budget of a host shuts out none of its clients that people use', async () => {
  const client_id = publish()
  const client = await openClient(service, { client: { client_id } })
  const tokens = await client.tokens()
  after(120)
  const statuses = new Set<number>()
  for (let number = 0; number < 25; number += 1)
    statuses.add((await open(publish({ client_name: `Stranger ${number}` }))).status)
  expect(statuses).toEqual(new Set([303, 503]))
  expect((await client.refresh(tokens.refresh_token)).status).toBe(200)
  expect(hits(client_id)).toBe(2)
  expect((await client.browser.get(authorizePath(client_id, pkce().challenge))).status).toBe(200)
})
