import { scopes, type Scope } from './scopes.ts'
import { assertionAlgorithms, authMethods } from './client_metadata.ts'

/** RFC 8414. Clients compare issuer with the address they requested, so it is exactly our origin. */
export function serverMetadata(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    registration_endpoint: `${issuer}/register`,
    revocation_endpoint: `${issuer}/revoke`,
    scopes_supported: scopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: authMethods,
    token_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    revocation_endpoint_auth_methods_supported: authMethods,
    revocation_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${issuer}/docs`,
  }
}

/** RFC 9728. Lists all scopes of the address: clients older than 2025-11-25 cannot request more later. */
export function resourceMetadata(
  issuer: string,
  path: string,
  { name, public_url, needed }: { name: string; public_url: string; needed: readonly Scope[] },
) {
  return {
    resource: public_url + path,
    authorization_servers: [issuer],
    ...(needed.length > 0 && { scopes_supported: needed }),
    bearer_methods_supported: ['header'],
    resource_name: name,
    resource_documentation: `${public_url}/docs`,
  }
}
