// What every door must know of a request before it calls a tool: who, which site, when, and whether it is allowed.
import { randomUUID } from 'node:crypto'
import type { ServerRequest } from 'srvx'
import { Refusal } from '../tools/errors.ts'
import type { Caller } from '../auth/caller.ts'
import { resourceAt } from '../auth/resources.ts'
import { policies, type Policy } from '../policies.ts'
import { onlyReads, type Door } from '../tools/tool.ts'
import { openGate, type Doorstep } from './caller.ts'
import { openHosts } from './hosts.ts'
import type { Allowance } from '../auth/buckets.ts'
import { allowanceOf, keptLimits } from '../auth/kept_limits.ts'
import { tooMany } from '../tools/too_many.ts'
import { addressKey, type Limiter } from './limits.ts'
import type { Arrival, Services, Wiring } from './services.ts'
import { catalog } from '../tools/catalog.ts'
import { scopesAt } from './toolsets.ts'
import { openTurns } from './turns.ts'

/** Reads the sites once; the result turns a request into the context of its tools. */
export async function openArrivals(wiring: Wiring, limiter: Limiter) {
  const { storage, config, clock, outbound, drafter } = wiring
  const gate = openGate(wiring)
  const limits = keptLimits(config.RATE_LIMITS)
  const turns = openTurns()
  const hosts = openHosts(config, await storage.sites.all())
  // Another process or node may change the sites: there are few, so they are read every second.
  const looking = setInterval(() => void storage.sites.all().then(hosts.set, () => undefined), 1000)
  looking.unref()

  function place(request: Request): ReturnType<Services['place']> {
    return { now: clock(), ...(hosts.of(request) ?? hosts.main()) }
  }

  async function arrive(request: Request, path: string): Promise<Arrival> {
    const resource = resourceAt(path)
    const { now, public_url } = place(request)
    const isOld = resource === 'mcp' && (request.headers.get('mcp-protocol-version') ?? '') < '2026-07-28'
    const ask_too = isOld ? scopesAt(path, catalog) : []
    const doorstep: Doorstep = { resource, path, origin: public_url, ask_too }
    const caller = await gate.callerOf(request, doorstep, now).catch((error: unknown) => {
      // Guessing credentials costs as much as reading without one.
      if (error instanceof Refusal) spend('read', addressOf(request), now)
      throw error
    })
    const door = resource === 'api' ? 'rest' : 'mcp'
    return { ...arriveAs(request, caller, door), demand: (scopes) => gate.demand(caller, scopes, doorstep) }
  }

  function arriveAs(
    request: Request,
    caller: Caller | null,
    door: Door = 'page',
  ): ReturnType<Services['arriveAs']> {
    const { now, site, public_url } = place(request)
    const address = addressOf(request)
    const key = caller === null ? address : `user ${caller.user_id}`
    const request_id = requestId(request)
    return {
      request_id,
      context: {
        door,
        request_id,
        storage,
        outbound,
        drafter,
        site,
        caller,
        now,
        public_url,
        seller: config.SELLER,
        contact_email: config.CONTACT_EMAIL ?? null,
        limits,
        caps: config.CAPS,
        allowances: () => left(caller, key, now),
        // A request without a body has waited for its turn at the door (front.ts).
        turn: async () => (comesWhole(request) ? undefined : turns.take(address)),
        spend: (policy) => void spend(policy, key, now),
        charge: (calls) => void spend(caller === null ? 'read' : 'read_signed_in', key, now, calls),
      },
      take(tool) {
        const policy: Policy =
          tool.policy ?? (onlyReads(tool) ? (caller === null ? 'read' : 'read_signed_in') : 'write')
        return spend(policy, key, now)
      },
    }
  }

  function admit(request: Request): void {
    spend('other', addressOf(request), clock())
  }

  return { hosts, turns, place, arrive, arriveAs, admit, close }

  async function close(): Promise<void> {
    clearInterval(looking)
    await gate.close()
  }

  function spend(policy: Policy, key: string, now: Date, cost = 1): Allowance | null {
    const allowance = limiter.take(policy, key, now.getTime(), cost)
    if (allowance !== null && !allowance.allowed) throw tooMany(allowance)
    return allowance
  }

  async function left(caller: Caller | null, key: string, now: Date): Promise<Allowance[]> {
    const notOfTheirs: Policy[] = [caller === null ? 'read_signed_in' : 'read', 'other']
    const kept = await allowanceOf(storage, { limits, limit: 'drafts', key, now })
    return policies
      .filter((policy) => !notOfTheirs.includes(policy))
      .flatMap((policy) =>
        policy === 'drafts' ? (kept ?? []) : (limiter.look(policy, key, now.getTime()) ?? []),
      )
  }
}

/** Whether the request has no body, so that it is complete on arrival. */
export const comesWhole = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD'

/** The caller's address for limits: an IPv4 address or an IPv6 /64. */
export function addressOf(request: Request): string {
  return addressKey((request as ServerRequest).ip ?? 'unknown')
}

/** Uses the caller's own request id if it is harmless, so that both sides can refer to it. */
export function requestId(request: Request): string {
  const given = request.headers.get('x-request-id')
  if (given !== null && /^[\w.-]{8,64}$/.test(given)) return given
  const known = made.get(request) ?? randomUUID()
  made.set(request, known)
  return known
}

/** Generated ids, so that the same request always gets the same. */
const made = new WeakMap<Request, string>()
