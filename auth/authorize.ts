// The authorization request (RFC 6749 section 4.1.1, with OAuth 2.1's PKCE and RFC 8707) and its two answers.
import { later, lifetimes, type Authority } from './authority.ts'
import { findClient } from './client.ts'
import { noteComing, type Who } from './coming.ts'
import type { Client } from './client_metadata.ts'
import { OAuthError, type OAuthCode } from './errors.ts'
import { paramsOf, type Params } from './params.ts'
import { isChallenge } from './pkce.ts'
import { isRegistered, withAnswer } from './redirect_uri.ts'
import { allResources, readResources } from './resources.ts'
import { defaultScope, scopesOf, type Scope } from './scopes.ts'
import { digest, mint, seal } from './secrets.ts'

export type AuthorizationRequest = {
  client: Client
  redirect_uri: string
  scopes: Scope[]
  resources: string[]
  challenge: string
  state: string | undefined
}

/** A fault that may be reported to the client, because its redirect address is registered. */
export class RequestFault extends Error {
  readonly client: Client
  readonly redirect_uri: string
  /** The client's redirect address with the error parameters. */
  readonly location: string
  constructor(client: Client, redirect_uri: string, location: string, fault: OAuthError) {
    super(fault.message)
    this.client = client
    this.redirect_uri = redirect_uri
    this.location = location
  }
}

/** Reads a request. Nothing is sent to the redirect address until it is known to be the client's own. */
export async function readRequest(
  authority: Authority,
  search: URLSearchParams,
  now: Date,
): Promise<AuthorizationRequest> {
  const params = paramsOf(search)
  const client = await findClient(authority, params.get('client_id'), now)
  const redirect_uri = redirectOf(client, params)
  const state = params.get('state')
  try {
    return { client, redirect_uri, state, ...readTerms(authority, params) }
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    const location = errorAnswer(authority.issuer, { redirect_uri, state }, error.code, error.message)
    throw new RequestFault(client, redirect_uri, location, error)
  }
}

function redirectOf(client: Client, params: Params): string {
  const asked = params.get('redirect_uri')
  if (asked === undefined) throw new OAuthError('invalid_request', 'redirect_uri is missing.')
  if (!isRegistered(client.redirect_uris, asked))
    throw new OAuthError('invalid_request', 'redirect_uri is not one this client registered.')
  return asked
}

function readTerms({ origins }: Authority, params: Params) {
  if (params.get('response_type') !== 'code')
    throw new OAuthError('unsupported_response_type', 'response_type must be code.')
  const challenge = params.get('code_challenge')
  if (params.get('code_challenge_method') !== 'S256' || !isChallenge(challenge))
    throw new OAuthError(
      'invalid_request',
      'PKCE is required: code_challenge with code_challenge_method=S256.',
    )
  if ((params.get('state') ?? '').length > 2000)
    throw new OAuthError('invalid_request', 'state is longer than 2000 characters.')
  const asked = params.get('scope')
  const scopes = asked === undefined ? [defaultScope] : scopesOf(asked)
  if (scopes.length === 0) throw new OAuthError('invalid_scope', 'None of these scopes exists here.')
  const named = params.all('resource')
  const resources = named.length === 0 ? allResources(origins) : readResources(named, origins)
  return { scopes, resources, challenge }
}

/** Binds a consent form to the session, to this exact request, and to what the page said of the client. */
export function consentSeal(session_token: string, query: string, { client }: AuthorizationRequest): string {
  return seal(session_token, 'consent', query, client.id, client.name, client.redirect_uris.join(' '))
}

/** The person allowed these scopes: returns the redirect address with a code. */
export async function allow(
  { storage, issuer }: Authority,
  request: AuthorizationRequest,
  who: Who,
  scopes: Scope[],
): Promise<string> {
  const code = mint('lc')
  const { user_id, now } = who
  await storage.write(async (inside) => {
    const grant_id = await inside.oauth.addGrant({
      user_id,
      client_id: request.client.id,
      client_name: request.client.name,
      scope: scopes.join(' '),
      resources: request.resources.join(' '),
      created_at: now.toISOString(),
      expires_at: later(now, lifetimes.grant_s),
    })
    await inside.oauth.addCode({
      hash: digest(code),
      grant_id,
      redirect_uri: request.redirect_uri,
      challenge: request.challenge,
      expires_at: later(now, lifetimes.code_s),
    })
    if (request.client.kind === 'registered')
      await inside.oauth.touchClient(request.client.id, now.toISOString())
    await noteComing(inside, who, { operation: 'allow_application', subject: `application ${grant_id}` })
  })
  return withAnswer(request.redirect_uri, { code, state: request.state, iss: issuer })
}

/** The person refused: returns the redirect address with access_denied. */
export async function deny(
  { storage, issuer }: Authority,
  request: AuthorizationRequest,
  who: Who,
): Promise<string> {
  await storage.write((inside) =>
    noteComing(inside, who, { operation: 'allow_application', outcome: 'access_denied' }),
  )
  return errorAnswer(issuer, request, 'access_denied', 'The person did not allow this.')
}

function errorAnswer(
  issuer: string,
  { redirect_uri, state }: { redirect_uri: string; state: string | undefined },
  error: OAuthCode,
  error_description: string,
): string {
  return withAnswer(redirect_uri, { error, error_description, state, iss: issuer })
}
