// What both tests of the way out need: an outbound that is closed at the end, a listener that nothing may reach, and a
// count of every socket that was opened.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { openOutbound, type Exchange, type Outbound } from '../../outbound.ts'
import { OutboundRefusal } from '../../outbound_refusal.ts'

export const limits = { accept: 'text/html', max_bytes: 100_000, timeout_ms: 3000, redirects: 3 }
const unhandled: unknown[] = []
const note = (error: unknown) => void unhandled.push(error)
const countSocket = () => void (sockets.opened += 1)
const opened: Outbound[] = []

let server: Server
/** A listener on every address of this machine that nothing may ever reach. */
export const canary = { port: 0, hits: 0 }
export const sockets = { opened: 0 }

/** Called by each file that uses what is here: files share this module, and hooks belong to one file. */
export function watchCanary(): void {
  beforeAll(async () => {
    process.on('unhandledRejection', note)
    process.on('uncaughtException', note)
    server = createServer((_request, response) => response.end('secret'))
    server.on('connection', () => void (canary.hits += 1))
    await new Promise<void>((done) => server.listen(0, done))
    canary.port = (server.address() as AddressInfo).port
  })
  afterAll(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()))
    server.closeAllConnections()
    server.close()
    process.off('unhandledRejection', note)
    process.off('uncaughtException', note)
    expect(unhandled.splice(0)).toEqual([])
  })
  beforeEach(() => {
    sockets.opened = 0
    canary.hits = 0
    subscribe('net.client.socket', countSocket)
  })
  afterEach(() => unsubscribe('net.client.socket', countSocket))
}

export function open(options: Parameters<typeof openOutbound>[0] = {}): Outbound {
  const outbound = openOutbound(options)
  opened.push(outbound)
  return outbound
}

export async function reasonOf(
  outbound: Outbound,
  url: string,
  more: Partial<Exchange> = {},
): Promise<string> {
  try {
    await outbound.fetch({ ...limits, url, ...more })
    return 'answered'
  } catch (error) {
    if (!(error instanceof OutboundRefusal)) throw error
    return error.reason
  }
}
