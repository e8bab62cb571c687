// Client metadata, from a document (CIMD) or a registration (RFC 7591).
import { z } from 'zod'
import { OAuthError } from './errors.ts'
import { isPlainName } from './names.ts'
import { mayRegister, opensApplication } from './redirect_uri.ts'

/** Signature algorithms of client assertions. */
export const assertionAlgorithms = ['ES256', 'ES384', 'ES512', 'RS256', 'PS256', 'EdDSA', 'Ed25519']
export const authMethods = ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const
type AuthMethod = (typeof authMethods)[number]
export type JsonWebKeys = { keys: Record<string, unknown>[] }

/** A client, as the rest of auth uses it. */
export type Client = {
  id: string
  name: string
  kind: 'document' | 'registered'
  redirect_uris: string[]
  auth_method: AuthMethod
  refreshes: boolean
  jwks: JsonWebKeys | null
  jwks_uri: string | null
  secret_hash: string | null
}

const name = z.string().trim().min(1).max(80).refine(isPlainName)

/** Public keys only: a private or symmetric key in a public document is a mistake that must be reported. */
const jwks = z.looseObject({
  keys: z
    .array(z.looseObject({ kty: z.enum(['EC', 'RSA', 'OKP']), d: z.undefined().optional() }))
    .min(1)
    .max(10),
})
const httpsUrl = z
  .string()
  .max(2000)
  .regex(/^https:\/\//)
  .refine((text) => URL.canParse(text))

const clientMetadata = z.looseObject({
  client_name: name.optional(),
  redirect_uris: z.array(z.string()).min(1).max(20),
  token_endpoint_auth_method: z.enum(authMethods).optional(),
  grant_types: z.array(z.string().max(100)).max(20).optional(),
  response_types: z.array(z.string().max(100)).max(20).optional(),
  jwks: jwks.optional(),
  jwks_uri: httpsUrl.optional(),
})
type ClientMetadata = z.output<typeof clientMetadata>

const document = 'The document'
const whatItMustBe: Record<string, string> = {
  [document]: 'a JSON object with redirect_uris',
  client_name: 'a name of at most 80 characters that can all be shown',
  redirect_uris: 'an array of 1 to 20 addresses',
  token_endpoint_auth_method: `one of ${authMethods.join(', ')}`,
  grant_types: 'an array that names authorization_code',
  response_types: 'an array that names code',
  jwks: 'a set of 1 to 10 public keys',
  jwks_uri: 'an https address',
}

export function readKeys(value: unknown): JsonWebKeys | null {
  return jwks.safeParse(value).data ?? null
}

/** The valid metadata; throws with RFC 7591's error codes. */
export function readMetadata(value: unknown): ClientMetadata {
  const parsed = clientMetadata.safeParse(value)
  if (!parsed.success) {
    const field = String(parsed.error.issues[0]!.path[0] ?? document)
    const known = Object.hasOwn(whatItMustBe, field) ? field : document
    throw new OAuthError(
      known === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata',
      known in Object(value) || known === document
        ? `${known} cannot be used: it must be ${whatItMustBe[known]}.`
        : `${known} is missing.`,
    )
  }
  const redirect_uris = parsed.data.redirect_uris.filter((uri) => !opensApplication(uri))
  const metadata = { ...parsed.data, redirect_uris }
  if (redirect_uris.length === 0 || !redirect_uris.every(mayRegister)) {
    throw new OAuthError(
      'invalid_redirect_uri',
      'redirect_uris must be https addresses, or http addresses of 127.0.0.1, [::1] or localhost, without a fragment.',
    )
  }
  if (metadata.grant_types !== undefined && !metadata.grant_types.includes('authorization_code'))
    throw new OAuthError('invalid_client_metadata', 'grant_types must name authorization_code.')
  if (metadata.response_types !== undefined && !metadata.response_types.includes('code'))
    throw new OAuthError('invalid_client_metadata', 'response_types must name code.')
  const keyed = metadata.token_endpoint_auth_method === 'private_key_jwt'
  if (keyed && metadata.jwks === undefined && metadata.jwks_uri === undefined)
    throw new OAuthError('invalid_client_metadata', 'private_key_jwt needs jwks or jwks_uri.')
  if (metadata.jwks !== undefined && metadata.jwks_uri !== undefined)
    throw new OAuthError('invalid_client_metadata', 'Send jwks or jwks_uri, not both (RFC 7591 section 2).')
  return metadata
}

export function clientOf(
  id: string,
  kind: Client['kind'],
  metadata: ClientMetadata,
  secret_hash: string | null,
): Client {
  return {
    id,
    kind,
    name: metadata.client_name ?? new URL(metadata.redirect_uris[0]!).hostname,
    redirect_uris: metadata.redirect_uris,
    auth_method:
      metadata.token_endpoint_auth_method ?? (kind === 'document' ? 'none' : 'client_secret_basic'),
    refreshes: metadata.grant_types?.includes('refresh_token') ?? false,
    jwks: metadata.jwks ?? null,
    jwks_uri: metadata.jwks_uri ?? null,
    secret_hash,
  }
}
