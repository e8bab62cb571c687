// An OpenID Connect provider on loopback, honest unless told otherwise.
import { createServer } from 'node:http'
import { hash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { SignJWT, exportJWK, generateKeyPair } from 'jose'

export type IdentityProvider = {
  issuer: string
  /** Claims of the next person, over honest ones; `signed_by_stranger` signs with a key that is not published. */
  person: Record<string, unknown>
  lies: { signed_by_stranger?: boolean; iss_in_answer?: string }
  /** Follows our redirect as a browser would and returns where it leads back to. */
  approve(location: string): URL
  close(): Promise<void>
}

export async function openIdentityProvider(): Promise<IdentityProvider> {
  const keys = await generateKeyPair('RS256')
  const stranger = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }
  const asked = new Map<string, URLSearchParams>()
  const server = createServer((request, response) => {
    const json = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.url === '/.well-known/openid-configuration') {
      json({
        issuer: provider.issuer,
        authorization_endpoint: `${provider.issuer}/authorize`,
        token_endpoint: `${provider.issuer}/token`,
        jwks_uri: `${provider.issuer}/keys`,
        authorization_response_iss_parameter_supported: true,
        id_token_signing_alg_values_supported: ['RS256'],
      })
    } else if (request.url === '/keys') json({ keys: [jwk] })
    else if (request.url === '/token') {
      let text = ''
      request.on('data', (chunk) => (text += String(chunk)))
      request.on(
        'end',
        () => void token(new URLSearchParams(text)).then(([status, body]) => json(body, status)),
      )
    } else json({}, 404)
  })

  async function token(form: URLSearchParams): Promise<[number, unknown]> {
    const request = asked.get(form.get('code') ?? '')
    asked.delete(form.get('code') ?? '')
    const challenge = hash('sha256', form.get('code_verifier') ?? '', 'base64url')
    const right =
      request !== undefined &&
      form.get('client_id') === 'launch' &&
      form.get('client_secret') === 'psst' &&
      form.get('redirect_uri') === request.get('redirect_uri') &&
      challenge === request.get('code_challenge')
    if (!right) return [400, { error: 'invalid_grant' }]
    const id_token = await new SignJWT({
      nonce: request.get('nonce'),
      email_verified: true,
      ...provider.person,
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
      .setIssuer(provider.issuer)
      .setAudience('launch')
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign((provider.lies.signed_by_stranger === true ? stranger : keys).privateKey)
    return [200, { access_token: 'x', token_type: 'Bearer', id_token }]
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const provider: IdentityProvider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    person: { sub: 'ana-1', email: 'ana@tide.example' },
    lies: {},
    approve(location) {
      const request = new URL(location).searchParams
      const code = `code-${asked.size}-${request.get('state')}`
      asked.set(code, request)
      const back = new URL(request.get('redirect_uri')!)
      back.searchParams.set('code', code)
      back.searchParams.set('state', request.get('state')!)
      back.searchParams.set('iss', provider.lies.iss_in_answer ?? provider.issuer)
      return back
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return provider
}
