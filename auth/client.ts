// Client authentication at the OAuth endpoints.
import { later, type Authority } from './authority.ts'
import { isDocumentId } from './client_document.ts'
import { assertionAlgorithms, clientOf, readMetadata, type Client } from './client_metadata.ts'
import { OAuthError } from './errors.ts'
import type { Params } from './params.ts'
import { digest, equal } from './secrets.ts'

/** The client with this id, or invalid_client. `or_last_good` as in client_document.ts. */
export async function findClient(
  authority: Authority,
  client_id: string | undefined,
  now: Date,
  or_last_good = false,
): Promise<Client> {
  if (client_id === undefined) throw new OAuthError('invalid_client', 'client_id is missing.')
  if (isDocumentId(client_id)) return authority.documents.client(client_id, now, or_last_good)
  const row = client_id.length > 100 ? undefined : await authority.storage.oauth.findClient(client_id)
  if (row === undefined)
    throw new OAuthError(
      'invalid_client',
      'This client is not known. Register it at /register, or use the https address of its metadata document as client_id.',
    )
  return clientOf(row.id, 'registered', readMetadata(JSON.parse(row.metadata)), row.secret_hash)
}

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

type Proof = { client_id: string | undefined; method: Client['auth_method']; secret: string }

/** RFC 6749 section 2.3: one authentication method per request, and only the one the client registered. */
export async function authenticateClient(
  authority: Authority,
  form: Params,
  authorization: string | null,
  now: Date,
): Promise<Client> {
  const proof = readProof(form, authorization)
  // Nothing new is granted here, so a short failure of the document's host must not end a connection.
  const client = await findClient(authority, proof.client_id, now, true)
  if (client.auth_method !== proof.method)
    throw new OAuthError('invalid_client', 'The client must authenticate the way it registered.')
  if (proof.method === 'private_key_jwt') await checkAssertion(authority, client, proof.secret, now)
  else if (proof.method !== 'none' && !equal(digest(proof.secret), client.secret_hash ?? ''))
    throw new OAuthError('invalid_client', 'The client secret is wrong.')
  return client
}

function readProof(form: Params, authorization: string | null): Proof {
  const assertion = form.get('client_assertion')
  const secret = form.get('client_secret')
  const named = form.get('client_id')
  if ([assertion, secret, authorization ?? undefined].filter((one) => one !== undefined).length > 1)
    throw new OAuthError('invalid_client', 'The client must authenticate in one way only.')
  if (authorization !== null) {
    const [id, password] = basic(authorization)
    if (named !== undefined && named !== id)
      throw new OAuthError('invalid_client', 'client_id differs from the Authorization header.')
    return { client_id: id, method: 'client_secret_basic', secret: password }
  }
  if (assertion !== undefined) {
    if (form.get('client_assertion_type') !== assertionType)
      throw new OAuthError('invalid_client', `client_assertion_type must be ${assertionType}.`)
    return { client_id: named ?? subjectOf(assertion), method: 'private_key_jwt', secret: assertion }
  }
  if (secret !== undefined) return { client_id: named, method: 'client_secret_post', secret }
  return { client_id: named, method: 'none', secret: '' }
}

/** Id and secret are form-encoded before they are joined (RFC 6749 section 2.3.1). */
function basic(authorization: string): [string, string] {
  const encoded = /^Basic ([\w+/=-]{1,4000})$/i.exec(authorization)?.[1]
  const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8')
  const cut = text.indexOf(':')
  try {
    if (cut < 1) throw new URIError()
    const decode = (part: string) => decodeURIComponent(part.replaceAll('+', ' '))
    return [decode(text.slice(0, cut)), decode(text.slice(cut + 1))]
  } catch {
    throw new OAuthError('invalid_client', 'The Authorization header is not HTTP Basic.')
  }
}

function subjectOf(assertion: string): string | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString())
    const { sub } = claims as { sub?: unknown }
    return typeof sub === 'string' ? sub : undefined
  } catch {
    return undefined
  }
}

const skew_s = 30
const oldest_s = 300

/** RFC 7523 section 3: signed with the client's key, issued for us, recent, and used once. */
async function checkAssertion(
  authority: Authority,
  client: Client,
  assertion: string,
  now: Date,
): Promise<void> {
  const keys =
    client.jwks ??
    (client.jwks_uri === null
      ? { keys: [] }
      : await authority.documents.keys(client.id, client.jwks_uri, now))
  const { createLocalJWKSet, jwtVerify } = await import('jose')
  let jti: string
  try {
    const { payload } = await jwtVerify(assertion, createLocalJWKSet(keys), {
      algorithms: assertionAlgorithms,
      issuer: client.id,
      subject: client.id,
      audience: [authority.issuer, `${authority.issuer}/token`],
      requiredClaims: ['exp', 'iat', 'jti'],
      maxTokenAge: oldest_s,
      clockTolerance: skew_s,
      currentDate: now,
    })
    // RFC 7523bis section 4: a single string. Another audience in a list could use the assertion here.
    if (typeof payload.aud !== 'string') throw new TypeError('aud is no string')
    jti = String(payload.jti)
  } catch (error) {
    throw new OAuthError('invalid_client', 'The client assertion is not valid.', error)
  }
  const fresh = await authority.storage.write((storage) =>
    storage.oauth.rememberAssertion(digest(`${client.id} ${jti}`), later(now, oldest_s + 2 * skew_s)),
  )
  if (!fresh) throw new OAuthError('invalid_client', 'The client assertion was used before.')
}
