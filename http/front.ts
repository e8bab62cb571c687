// Runs for every request before routing, and for every answer before it is sent.
import { FastResponse, type ServerRequest } from 'srvx'
import { Refusal } from '../tools/errors.ts'
import { problemResponse } from './errors.ts'
import { addressOf, comesWhole, requestId } from './request.ts'
import type { Services } from './services.ts'

/** Monitoring may call these under any host name. */
const probes = ['/healthz', '/readyz', '/metrics']
const mostNotices = 5

export function openFront(services: Services, next: (request: Request) => Response | Promise<Response>) {
  const { config, hosts, log, turns } = services
  const isSecure = config.PUBLIC_URL.startsWith('https:')
  const noticed = new Set<string>()
  let isLeaving = false

  /** Logs each key once, up to a limit: a stranger can send any header, and must not fill the log. */
  function notice(key: string, message: string): void {
    if (noticed.size >= mostNotices || noticed.has(key)) return
    noticed.add(key)
    log.warn(message)
  }

  /** Behind an untrusted proxy all people count as one caller for the limits, and lock each other out. */
  function noticeProxy(request: ServerRequest): void {
    if (!request.headers.has('x-forwarded-for') && !request.headers.has('forwarded')) return
    const peer = (request.runtime?.node?.req.socket.remoteAddress ?? '').replace(/^::ffff:/, '')
    if (peer === '' || (request.ip ?? '').replace(/^::ffff:/, '') !== peer) return
    const isHere = peer === '127.0.0.1' || peer === '::1'
    // The proxy may have no client to name, for a request from its own machine.
    if (config.TRUST_PROXY.includes(isHere ? 'loopback' : peer) || config.TRUST_PROXY.includes(peer)) return
    notice(
      `proxy ${peer}`,
      `Requests from ${peer} say that they were forwarded. If that is a proxy of yours, set TRUST_PROXY=${isHere ? 'loopback' : peer}: until then all who come through it count as one caller.`,
    )
  }

  /** A request for an unknown host gets no content: a cache would keep it under that name. */
  function elsewhere(request: Request): Response {
    try {
      services.admit(request)
      notice(
        'host',
        `A request named an unknown host; it was redirected to ${config.PUBLIC_URL} or refused. If there is a proxy in front, let it pass the Host header on.`,
      )
      const address = request.url.replace(/^[a-z]+:\/\/[^/?#]*/i, '')
      const isForPrograms = /^\/(?:mcp(?:\/[\w/-]*)?|token|register|revoke)(?:[?#]|$)/.test(address)
      if (['GET', 'HEAD'].includes(request.method) && !isForPrograms && address.startsWith('/'))
        return new FastResponse(null, {
          status: 307,
          headers: { location: config.PUBLIC_URL + address, 'cache-control': 'no-store' },
        })
      throw new Refusal('forbidden', `This service does not answer at this host. Use ${config.PUBLIC_URL}.`)
    } catch (error) {
      return problemResponse(error, services, request)
    }
  }

  /** Waits for the caller's turn. A request with a body waits later, when the body has arrived (tools/run.ts). */
  function inTurn(request: Request): Response | Promise<Response> {
    return comesWhole(request) ? turns.during(addressOf(request), () => next(request)) : next(request)
  }

  return {
    async fetch(request: Request): Promise<Response> {
      noticeProxy(request)
      const isOurs = hosts.of(request) !== undefined || probes.includes(new URL(request.url).pathname)
      const response = isOurs ? await inTurn(request) : elsewhere(request)
      if (!response.headers.has('x-request-id')) response.headers.set('x-request-id', requestId(request))
      if (isSecure) response.headers.set('strict-transport-security', 'max-age=31536000')
      if (isLeaving) response.headers.set('connection', 'close')
      return response
    },
    /** Closes every connection after its next answer, so that callers move to another process. */
    leave: () => void (isLeaving = true),
  }
}
