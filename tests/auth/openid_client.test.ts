// openid-client, which knows nothing of MCP: both ways of discovery, PKCE, state and iss checked by it, refresh,
// revocation, and a token for the REST API.
import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callback, consent, register } from '../support/oauth_client.ts'
import { bearer, signIn, type Browser } from '../support/people.ts'
import { startService, thursday, type Service } from '../support/service.ts'

let service: Service
let browser: Browser
beforeAll(async () => {
  service = await startService()
  browser = (await signIn(service, 'ana@tide.example')).browser
})
afterAll(() => service.close())

const status = async (token: string, path = '/api/v1/me') =>
  (await service.fetch(path, { headers: bearer(token) })).status

describe.each(['oidc', 'oauth2'] as const)('openid-client with %s discovery', (algorithm) => {
  it.each(['none', 'client_secret_basic', 'client_secret_post'])(
    'goes the whole way as a client of method %s',
    async (method) => {
      const registered = await register(service, { token_endpoint_auth_method: method })
      const authentication =
        method === 'none'
          ? oidc.None()
          : method === 'client_secret_basic'
            ? oidc.ClientSecretBasic(registered.client_secret)
            : oidc.ClientSecretPost(registered.client_secret)
      const config = await oidc.discovery(new URL(service.url), registered.client_id, {}, authentication, {
        algorithm,
        execute: [oidc.allowInsecureRequests],
      })
      expect(config.serverMetadata().supportsPKCE()).toBe(true)
      const pkceCodeVerifier = oidc.randomPKCECodeVerifier()
      const expectedState = oidc.randomState()
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: callback,
        scope: 'account:read listings:write',
        code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
        state: expectedState,
        resource: `${service.url}/api/v1`,
      })
      const answer = await consent(browser, url.pathname + url.search)
      const tokens = await oidc.authorizationCodeGrant(config, new URL(answer.location!), {
        pkceCodeVerifier,
        expectedState,
      })
      expect([tokens.token_type, tokens.scope]).toEqual(['bearer', 'account:read listings:write'])
      // The client counts down by its own clock, which goes on while the machine is busy.
      expect(tokens.expiresIn()).toBeGreaterThan(3500)
      expect(tokens.expires_in).toBeLessThanOrEqual(3600)
      expect(await status(tokens.access_token)).toBe(200)
      expect(await status(tokens.access_token, '/mcp')).toBe(401)

      const next = await oidc.refreshTokenGrant(config, tokens.refresh_token!, {
        resource: `${service.url}/api/v1`,
      })
      expect(await status(next.access_token)).toBe(200)
      service.clock.now = new Date(thursday.getTime() + 61_000)
      await expect(oidc.refreshTokenGrant(config, tokens.refresh_token!)).rejects.toMatchObject({
        error: 'invalid_grant',
      })
      service.clock.now = new Date(thursday)
      expect(await status(next.access_token)).toBe(401)
    },
  )

  it('revokes, and is told so by the next refresh', async () => {
    const registered = await register(service)
    const config = await oidc.discovery(new URL(service.url), registered.client_id, {}, oidc.None(), {
      algorithm,
      execute: [oidc.allowInsecureRequests],
    })
    const pkceCodeVerifier = oidc.randomPKCECodeVerifier()
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: callback,
      code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    })
    const answer = await consent(browser, url.pathname + url.search)
    const tokens = await oidc.authorizationCodeGrant(config, new URL(answer.location!), { pkceCodeVerifier })
    await oidc.tokenRevocation(config, tokens.refresh_token!)
    expect(await status(tokens.access_token)).toBe(401)
    await expect(oidc.refreshTokenGrant(config, tokens.refresh_token!)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })
})
