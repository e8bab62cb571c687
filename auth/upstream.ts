// Signing in at the operator's own OpenID Connect provider: code flow with PKCE, state, nonce and iss.
import * as oidc from 'oauth4webapi'
import { z } from 'zod'
import type { Outbound } from '../outbound.ts'
import type { OpenStorage, Storage } from '../storage/storage.ts'
import { admit } from './accounts.ts'
import { OAuthError } from './errors.ts'
import type { Asker } from './kept_limits.ts'
import { email as emailSchema } from './sign_in.ts'

export type Upstream = ReturnType<typeof openUpstream>
const memorySchema = z.object({
  state: z.string().min(1),
  nonce: z.string().min(1),
  verifier: z.string().min(1),
  return_to: z.string(),
})
type Memory = z.output<typeof memorySchema>

/** The provider's metadata is cached for an hour, so that changed keys or addresses are noticed without a restart. */
const remembered_ms = 3_600_000

export function openUpstream(options: {
  issuer: string
  client_id: string
  client_secret: string
  outbound: Outbound
  /** For a provider on loopback. */
  insecure?: boolean
}) {
  const issuer = new URL(options.issuer)
  const client: oidc.Client = { client_id: options.client_id }
  const clientAuth = oidc.ClientSecretPost(options.client_secret)
  const asWeAsk = {
    [oidc.customFetch]: fetchThrough(options.outbound),
    [oidc.allowInsecureRequests]: options.insecure === true,
  }
  let server: { at_ms: number; metadata: Promise<oidc.AuthorizationServer> } | undefined

  function discover(now_ms: number): Promise<oidc.AuthorizationServer> {
    if (server !== undefined && now_ms - server.at_ms < remembered_ms) return server.metadata
    const metadata = oidc
      .discoveryRequest(issuer, asWeAsk)
      .then((response) => oidc.processDiscoveryResponse(issuer, response))
    server = { at_ms: now_ms, metadata }
    metadata.catch(() => (server = undefined))
    return metadata
  }

  return {
    host: issuer.host,

    /** The provider's address for the person, and the values their browser must bring back. */
    async leave(
      public_url: string,
      return_to: string,
      now: Date,
    ): Promise<{ location: string; memory: string }> {
      const { authorization_endpoint } = await discover(now.getTime()).catch(refuse)
      const memory: Memory = {
        state: oidc.generateRandomState(),
        nonce: oidc.generateRandomNonce(),
        verifier: oidc.generateRandomCodeVerifier(),
        return_to,
      }
      const location = new URL(authorization_endpoint!)
      const parameters = {
        client_id: client.client_id,
        redirect_uri: callback(public_url),
        response_type: 'code',
        scope: 'openid email',
        state: memory.state,
        nonce: memory.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(memory.verifier),
        code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(parameters)) location.searchParams.set(name, value)
      return { location: location.href, memory: Buffer.from(JSON.stringify(memory)).toString('base64url') }
    },

    /** Checks the provider's answer and returns the person. Only verified email addresses count. */
    async comeBack(
      storage: OpenStorage,
      arrival: { url: URL; memory: string | null; public_url: string; now: Date; asker: Asker },
    ): Promise<{ user_id: number; return_to: string }> {
      const memory = readMemory(arrival.memory)
      const claims = await claimsOf(memory, arrival.url, arrival.public_url, arrival.now.getTime()).catch(
        refuse,
      )
      const email = emailSchema.safeParse(claims.email)
      if (!email.success || claims.email_verified !== true)
        throw new OAuthError('access_denied', 'Your provider has not verified your email address.')
      const user_id = await storage.write((inside) =>
        personOf(inside, { issuer: claims.iss, subject: claims.sub, email: email.data }, arrival),
      )
      return { user_id, return_to: memory.return_to }
    },
  }

  async function claimsOf(memory: Memory, url: URL, public_url: string, now_ms: number) {
    const metadata = await discover(now_ms)
    const parameters = oidc.validateAuthResponse(metadata, client, url, memory.state)
    const response = await oidc.authorizationCodeGrantRequest(
      metadata,
      client,
      clientAuth,
      parameters,
      callback(public_url),
      memory.verifier,
      asWeAsk,
    )
    const result = await oidc.processAuthorizationCodeResponse(metadata, client, response, {
      expectedNonce: memory.nonce,
      requireIdToken: true,
    })
    await oidc.validateApplicationLevelSignature(metadata, response, asWeAsk)
    return oidc.getValidatedIdTokenClaims(result)!
  }
}

async function personOf(
  storage: Storage,
  { issuer, subject, email }: { issuer: string; subject: string; email: string },
  { asker, now }: { asker: Asker; now: Date },
): Promise<number> {
  const linked = await storage.users.byIdentity(issuer, subject)
  const user = linked ?? (await admit(storage, email, { ...asker, now }))
  if (user === null || user.closed_at !== null)
    throw new OAuthError('access_denied', 'This account is closed, or your mailbox has accounts enough.')
  if (linked === undefined) await storage.users.identify(user.id, issuer, subject)
  return user.id
}

function callback(public_url: string): string {
  return `${public_url}/sign-in/callback`
}

function readMemory(memory: string | null): Memory {
  try {
    return memorySchema.parse(JSON.parse(Buffer.from(memory ?? '', 'base64url').toString()))
  } catch {
    throw new OAuthError('access_denied', 'This sign-in was started in another browser, or too long ago.')
  }
}

function refuse(error: unknown): never {
  throw new OAuthError(
    'access_denied',
    'Signing in at the provider did not work. Try again, or sign in by email.',
    error,
  )
}

/** The fetch function for oauth4webapi, which goes through outbound.ts. */
function fetchThrough(outbound: Outbound) {
  return async (url: string, { method, headers, body }: oidc.CustomFetchOptions<string, unknown>) => {
    const answer = await outbound.fetch({
      url,
      method: method as 'GET' | 'POST',
      accept: 'application/json',
      headers,
      body: body === undefined || body === null ? undefined : String(body as URLSearchParams),
      max_bytes: 262_144,
      timeout_ms: 10_000,
      redirects: 0,
    })
    return new Response(answer.body, { status: answer.status, headers: answer.headers })
  }
}
