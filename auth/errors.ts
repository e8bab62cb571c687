/** The error codes of RFC 6749, 7009, 7591, 8707 and 6750 that this server uses. */
export type OAuthCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'access_denied'
  | 'temporarily_unavailable'

/** An error of the OAuth endpoints. The description is for developers and contains no text by strangers. */
export class OAuthError extends Error {
  readonly code: OAuthCode
  constructor(code: OAuthCode, description: string, cause?: unknown) {
    super(description, { cause })
    this.code = code
  }
}
