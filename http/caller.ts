// Authentication for REST and MCP. Public reads need no credential, but an invalid one is always refused, because its
// sender expects to be signed in.
import { openCredentials, type Caller } from '../auth/caller.ts'
import { resourceMetadataUrl, resourceUrl, type Resource } from '../auth/resources.ts'
import { scopes, type Scope } from '../auth/scopes.ts'
import { keysAt, lacking, Refusal, signInFirst } from '../tools/errors.ts'
import type { Wiring } from './services.ts'

/** The resource a credential is presented to, and how new the caller's protocol is. */
export type Doorstep = {
  resource: Resource
  origin: string
  /** The requested path of it. */
  path: string
  /**
   * Scopes to request beyond those that a call needs. Current hosts ask for more scopes when told to; older ones never,
   * so they are asked at once for all scopes of the address.
   */
  ask_too: readonly Scope[]
}

export function openGate({ storage, log }: Wiring) {
  const credentials = openCredentials(storage, (error) =>
    log.warn({ err: error }, 'the last use of a credential was not saved'),
  )

  return {
    close: credentials.close,

    /** The sender of the request, or null without a credential, which is read from the header only (RFC 9700 4.3.2). */
    async callerOf(request: Request, doorstep: Doorstep, now: Date): Promise<Caller | null> {
      const authorization = request.headers.get('authorization')
      if (authorization === null) return null
      const caller = await credentials.check(
        authorization,
        resourceUrl(doorstep.origin, doorstep.resource),
        now,
      )
      if (caller !== null) return caller
      const message = /^Bearer /i.test(authorization)
        ? 'This credential is not valid here: it is unknown, expired, revoked or meant for another address.'
        : 'Authorization begins with the word Bearer and a space here, before the key or the token.'
      const { origin, resource } = doorstep
      throw new Refusal(
        'unauthenticated',
        `${message} A token is asked for with resource=${resourceUrl(origin, resource)}; an API key is made at ${keysAt(origin)} and good everywhere. Leave it out to read public data.`,
        {
          headers: challenge({ error: 'invalid_token', error_description: message }, doorstep),
        },
      )
    },

    /** Throws unless the caller holds all these scopes. The challenge names them together, so that one consent is enough. */
    demand(caller: Caller | null, needed: readonly Scope[], doorstep: Doorstep): void {
      const missing = needed.filter((scope) => caller?.scopes.includes(scope) !== true)
      if (missing.length === 0) return
      const named = [...needed, ...doorstep.ask_too]
      if (caller === null) {
        // RFC 6750 section 3.1: without a credential the challenge has no error code.
        throw new Refusal('unauthenticated', signInFirst(doorstep.origin), {
          headers: challenge({ scope: listed(named) }, doorstep),
        })
      }
      // Granted scopes are named with the missing ones, or a client from before 2026 would replace the former.
      throw new Refusal('insufficient_scope', lacking(missing, doorstep.origin), {
        headers: challenge(
          {
            error: 'insufficient_scope',
            error_description: `This needs the scope ${missing.join(' ')}.`,
            scope: listed([...caller.scopes, ...named]),
          },
          doorstep,
        ),
      })
    },
  }
}

function listed(wanted: readonly Scope[]): string {
  return scopes.filter((scope) => wanted.includes(scope)).join(' ')
}

/** WWW-Authenticate as in RFC 6750 section 3 and RFC 9728 section 5.1. */
function challenge(words: Record<string, string>, { origin, path }: Doorstep): Record<string, string> {
  const all = { ...words, resource_metadata: resourceMetadataUrl(origin, path) }
  const parts = Object.entries(all).map(([name, value]) => `${name}="${value}"`)
  return { 'www-authenticate': `Bearer ${parts.join(', ')}` }
}
