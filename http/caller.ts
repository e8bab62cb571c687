// The one gate in front of REST and MCP. No credential is fine where reading is public; a bad one is refused even
// there, because whoever sends it believes to be somebody.
import { openCredentials, type Caller } from '../auth/caller.ts'
import { resourceMetadataUrl, resourceUrl, type Resource } from '../auth/resources.ts'
import { scopes, type Scope } from '../auth/scopes.ts'
import { lacking, Refusal, signInFirst } from '../tools/errors.ts'
import type { Wiring } from './services.ts'

export function openGate({ storage, config, log }: Wiring) {
  const issuer = config.PUBLIC_URL
  const credentials = openCredentials(storage, (error) => log.warn({ err: error }, 'last use not noted'))

  return {
    close: credentials.close,

    /** Who sent the request, or null without a credential. Credentials are read from the header only (RFC 9700 4.3.2). */
    async callerOf(request: Request, resource: Resource, now: Date): Promise<Caller | null> {
      const authorization = request.headers.get('authorization')
      if (authorization === null) return null
      const caller = await credentials.check(authorization, resourceUrl(issuer, resource), now)
      if (caller !== null) return caller
      const message =
        'This credential is not valid here: it is unknown, expired, revoked or meant for another address.'
      throw new Refusal(
        'unauthenticated',
        `${message} Make a new API key at /account/keys or connect again; leave it out to read public data.`,
        {
          headers: challenge({ error: 'invalid_token', error_description: message }, issuer, resource),
        },
      )
    },

    /** Throws unless the caller holds all these scopes. The challenge names them together, so that one consent is enough. */
    demand(caller: Caller | null, needed: readonly Scope[], resource: Resource): void {
      const missing = needed.filter((scope) => caller?.scopes.includes(scope) !== true)
      if (missing.length === 0) return
      if (caller === null) {
        // RFC 6750 section 3.1: whoever sent no credential is told no error.
        throw new Refusal('unauthenticated', signInFirst, {
          headers: challenge({ scope: listed(needed) }, issuer, resource),
        })
      }
      // What the caller has is named with what it lacks, or a client of before 2026 would lose the one for the other.
      throw new Refusal('insufficient_scope', lacking(missing), {
        headers: challenge(
          {
            error: 'insufficient_scope',
            error_description: `This needs the scope ${missing.join(' ')}.`,
            scope: listed([...caller.scopes, ...needed]),
          },
          issuer,
          resource,
        ),
      })
    },
  }
}

function listed(wanted: readonly Scope[]): string {
  return scopes.filter((scope) => wanted.includes(scope)).join(' ')
}

/** WWW-Authenticate as RFC 6750 section 3 and RFC 9728 section 5.1 write it. */
function challenge(
  words: Record<string, string>,
  issuer: string,
  resource: Resource,
): Record<string, string> {
  const all = { ...words, resource_metadata: resourceMetadataUrl(issuer, resource) }
  const parts = Object.entries(all).map(([name, value]) => `${name}="${value}"`)
  return { 'www-authenticate': `Bearer ${parts.join(', ')}` }
}
