// What every door needs to know of a request before it calls a tool: who, which site, when, and whether it may.
import { randomUUID } from 'node:crypto'
import type { ServerRequest } from 'srvx'
import { Refusal } from '../tools/errors.ts'
import { onlyReads, type Caller, type Context, type Reach, type Tool } from '../tools/tool.ts'
import type { Site } from '../storage/sites.ts'
import type { Doors } from './app.ts'
import { addressKey, limitHeaders, type Allowance, type Limiter, type Policy } from './limits.ts'

export type Arrival = {
  request_id: string
  context: Context & Reach
  /** Counts a call against its policy; throws when there is none left. */
  take(tool: Pick<Tool, 'http' | 'only_reads' | 'policy'>): Allowance | null
}

/** Reads the sites once; the answer turns a request into what its tools may use. */
export async function arrivals(
  { storage, config, clock, outbound, drafter }: Doors,
  limiter: Limiter,
  identify: (request: Request) => Caller | null = callerOf,
) {
  const sites = await storage.sites.all()
  const main = sites[0]!
  const siteByHost = new Map(sites.filter((site) => site.host !== null).map((site) => [site.host!, site]))
  const scheme = new URL(config.PUBLIC_URL).protocol

  return function arrive(request: Request): Arrival {
    const now = clock()
    const site: Site = siteByHost.get(request.headers.get('host') ?? '') ?? main
    const caller = identify(request)
    const key =
      caller === null ? addressKey((request as ServerRequest).ip ?? 'unknown') : `user ${caller.user_id}`
    return {
      request_id: requestId(request),
      context: {
        storage,
        outbound,
        drafter,
        site,
        caller,
        now,
        public_url: site.host === null ? config.PUBLIC_URL : `${scheme}//${site.host}`,
      },
      take(tool) {
        const policy: Policy =
          tool.policy ?? (onlyReads(tool) ? (caller === null ? 'read' : 'read_signed_in') : 'write')
        const allowance = limiter.take(policy, key, now.getTime())
        if (allowance !== null && !allowance.allowed) throw tooMany(allowance)
        return allowance
      },
    }
  }
}

/** A request id of the caller's own is kept when it is harmless, so that both sides can speak of the same one. */
export function requestId(request: Request): string {
  const given = request.headers.get('x-request-id')
  return given !== null && /^[\w.-]{8,64}$/.test(given) ? given : randomUUID()
}

function callerOf(request: Request): Caller | null {
  if (request.headers.get('authorization') === null) return null
  throw new Refusal(
    'unauthenticated',
    'This credential is not valid here. Leave it out to read public data.',
    {
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    },
  )
}

function tooMany(allowance: Allowance): Refusal {
  const unit = allowance.window_s === 60 ? 'minute' : 'hour'
  const message = `Too many calls: the policy "${allowance.policy}" allows ${allowance.calls} a ${unit}. Try again in ${allowance.reset_s} seconds.`
  return new Refusal('rate_limited', message, {
    headers: { 'retry-after': String(allowance.reset_s), ...limitHeaders(allowance) },
  })
}
