// Dynamic client registration (RFC 7591), for clients without a metadata document.
import { randomBytes } from 'node:crypto'
import type { Authority } from './authority.ts'
import { clientOf, readMetadata } from './client_metadata.ts'
import { digest, mint } from './secrets.ts'

/** Registers the client and returns what RFC 7591 section 3.2.1 calls the client information response. */
export async function registerClient(
  { storage }: Authority,
  body: unknown,
  now: Date,
): Promise<Record<string, unknown>> {
  const given = readMetadata(body)
  // We choose the id and secret, and store only metadata that we know.
  const grant_types = (given.grant_types ?? ['authorization_code']).filter((type) =>
    ['authorization_code', 'refresh_token'].includes(type),
  )
  const metadata = {
    client_name: given.client_name,
    redirect_uris: given.redirect_uris,
    token_endpoint_auth_method: given.token_endpoint_auth_method ?? 'client_secret_basic',
    grant_types,
    response_types: ['code'],
    jwks: given.jwks,
    jwks_uri: given.jwks_uri,
  }
  const client_id = `lci_${randomBytes(16).toString('base64url')}`
  const { auth_method } = clientOf(client_id, 'registered', metadata, null)
  const secret = auth_method.startsWith('client_secret') ? mint('lcs') : null
  await storage.write((inside) =>
    inside.oauth.addClient({
      id: client_id,
      secret_hash: secret === null ? null : digest(secret),
      metadata: JSON.stringify(metadata),
      created_at: now.toISOString(),
    }),
  )
  return {
    client_id,
    client_id_issued_at: Math.floor(now.getTime() / 1000),
    ...(secret !== null && { client_secret: secret, client_secret_expires_at: 0 }),
    ...JSON.parse(JSON.stringify(metadata)),
  }
}
