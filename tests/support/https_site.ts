// Somebody else's website: real https on loopback, under names that only the tests' resolver knows.
import { createServer as createHttpsServer } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import type { OutboundOptions } from '../../outbound.ts'
import { testCertificate, testKey } from './certificate.ts'

type Serve = (request: IncomingMessage, response: ServerResponse) => void

export type HttpsSite = {
  /** https://client.test with the port. */
  origin: string
  /** How often each path was asked for. */
  hits: Map<string, number>
  serve(path: string, answer: Serve): void
  /** Serves a JSON document and returns its address. */
  serveJson(path: string, document: unknown, headers?: Record<string, string>, status?: number): string
  /** What the service must believe of the internet to find this site, and nothing else on this machine. */
  outside: OutboundOptions
  close(): Promise<void>
}

export async function openHttpsSite(addresses: Record<string, string[]> = {}): Promise<HttpsSite> {
  const answers = new Map<string, Serve>()
  const hits = new Map<string, number>()
  const server = createHttpsServer({ cert: testCertificate, key: testKey }, (request, response) => {
    const path = request.url!
    hits.set(path, (hits.get(path) ?? 0) + 1)
    const answer = answers.get(path)
    if (answer === undefined) response.writeHead(404).end()
    else answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `https://client.test:${port}`
  return {
    origin,
    hits,
    serve: (path, answer) => void answers.set(path, answer),
    serveJson(path, document, headers = { 'content-type': 'application/json' }, status = 200) {
      answers.set(path, (_request, response) => {
        response.writeHead(status, headers).end(JSON.stringify(document))
      })
      return origin + path
    },
    outside: {
      ca: testCertificate,
      resolve: async (name) => addresses[name] ?? (name.endsWith('client.test') ? ['127.0.0.1'] : []),
      allow: (address, asked) => address === '127.0.0.1' && asked === port,
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A port on this machine that nobody may touch; it counts who does. */
export async function openCanary(): Promise<{ port: number; touched: () => number; close(): Promise<void> }> {
  let count = 0
  const server = createTcpServer((socket) => {
    count += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '::', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    touched: () => count,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
