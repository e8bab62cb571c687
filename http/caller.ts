// The one gate in front of REST and MCP. No credential is fine where reading is public; a bad one is refused even
// there, because whoever sends it believes to be somebody.
import { openCredentials, type Caller } from '../auth/caller.ts'
import { resourceMetadataUrl, resourceUrl, type Resource } from '../auth/resources.ts'
import { scopes, type Scope } from '../auth/scopes.ts'
import { keysAt, lacking, Refusal, signInFirst } from '../tools/errors.ts'
import type { Wiring } from './services.ts'

/** Where a credential is shown: at a resource of one of our sites, by a caller of some age. */
export type Doorstep = {
  resource: Resource
  origin: string
  /** The address of it that was asked. */
  path: string
  /**
   * What is asked for beside the scopes that a call needs. A host of today asks for more when it is told to;
   * older ones never do, and are asked at once for all that the address needs.
   */
  ask_too: readonly Scope[]
}

export function openGate({ storage, log }: Wiring) {
  const credentials = openCredentials(storage, (error) =>
    log.warn({ err: error }, 'the last use of a credential was not saved'),
  )

  return {
    close: credentials.close,

    /** Who sent the request, or null without a credential. Credentials are read from the header only (RFC 9700 4.3.2). */
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
        // RFC 6750 section 3.1: whoever sent no credential is told no error.
        throw new Refusal('unauthenticated', signInFirst(doorstep.origin), {
          headers: challenge({ scope: listed(named) }, doorstep),
        })
      }
      // What the caller has is named with what it lacks, or a client of before 2026 would lose the one for the other.
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

/** WWW-Authenticate as RFC 6750 section 3 and RFC 9728 section 5.1 write it. */
function challenge(words: Record<string, string>, { origin, path }: Doorstep): Record<string, string> {
  const all = { ...words, resource_metadata: resourceMetadataUrl(origin, path) }
  const parts = Object.entries(all).map(([name, value]) => `${name}="${value}"`)
  return { 'www-authenticate': `Bearer ${parts.join(', ')}` }
}
