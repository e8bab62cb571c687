// The internet as tests see it: one egress proxy on loopback behind which every host answers what the test says, over
// http and over https with certificates of its own.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import { fileURLToPath } from 'node:url'
import type { OutboundOptions } from '../../outbound.ts'
import { openAuthority } from './authority.ts'
import { some } from './some.ts'

export type Reply = { status?: number; headers?: Record<string, string>; body?: string | Buffer }
/** What a host answers to a path; null is a 404, a function takes the response over. */
export type Host = (
  path: string,
  request: IncomingMessage,
) => Reply | null | ((response: ServerResponse) => void)
export type Outside = {
  options: OutboundOptions
  proxy: string
  /** The authority behind the certificates, in PEM. */
  ca: string
  hosts: Map<string, Host>
  /** Everything that was asked, as "https://host/path". */
  asked: string[]
  close(): Promise<void>
}

const authority = openAuthority()

export async function openOutside(
  given: Record<string, Host> = {},
  only_http: string[] = [],
): Promise<Outside> {
  const hosts = new Map(Object.entries(given))
  const asked: string[] = []
  const contexts = new Map<string, ReturnType<typeof createSecureContext>>()

  function answer(scheme: string, request: IncomingMessage, response: ServerResponse): void {
    const { pathname, search } = new URL(request.url!, `${scheme}://${request.headers.host}`)
    const host = request.headers.host!.replace(/:\d+$/, '')
    const path = pathname + search
    asked.push(`${scheme}://${host}${path}`)
    const reply = hosts.get(host)?.(path, request) ?? null
    if (typeof reply === 'function') return reply(response)
    const { status = 200, headers = { 'content-type': 'text/html' }, body = '' } = reply ?? { status: 404 }
    response.writeHead(status, headers).end(body)
  }

  const secure = createSecureServer(
    {
      SNICallback(host, done) {
        if (!contexts.has(host)) {
          const { certificate, key } = authority.issue(host)
          contexts.set(host, createSecureContext({ cert: certificate, key }))
        }
        done(null, contexts.get(host))
      },
    },
    (request, response) => answer('https', request, response),
  )
  const server = createServer((request, response) => answer('http', request, response))
  const tunnels = new Set<Socket>()
  server.on('connect', (request, duplex) => {
    const socket = duplex as Socket
    tunnels.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => tunnels.delete(socket))
    const host = request.url!.replace(/:\d+$/, '')
    if (!hosts.has(host) || only_http.includes(host))
      return void socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    secure.emit('connection', socket)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const proxy = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    options: { proxy, ca: authority.certificate },
    proxy,
    ca: authority.certificate,
    hosts,
    asked,
    async close() {
      for (const socket of tunnels) socket.destroy()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

/** A site of a few pages. */
export function pages(all: Record<string, string | Reply>): Host {
  return (path) => {
    const page = all[path.split('?')[0]!]
    if (page === undefined) return null
    return typeof page === 'string' ? { body: page } : page
  }
}

export const dataFolder = fileURLToPath(new URL('../../../shared/data/', import.meta.url))
export const hasData = existsSync(join(dataFolder, 'sites.json'))
export type Snapshot = { host: string; start_path: string; stratum: string; files: string[]; bytes: number }

export function snapshots(): Snapshot[] {
  return hasData ? (JSON.parse(readFileSync(join(dataFolder, 'sites.json'), 'utf8')) as Snapshot[]) : []
}

/** Every fourth of them, or fewer, for what takes long with each; all with WHOLE=on. */
export function someSnapshots(nth = 4): Snapshot[] {
  return some(snapshots(), nth)
}

/** A real site as it was published. HTML carries no charset, so that the pages' own declarations count. */
export function snapshotHost(host: string): Host {
  const folder = join(dataFolder, 'sites', host)
  return (path) => {
    const clean = decodeURIComponent(path.split('?')[0]!)
    const names = [clean.endsWith('/') ? `${clean}index.html` : clean, `${clean}.html`, `${clean}/index.html`]
    for (const name of names) {
      const file = join(folder, name)
      if (!file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) continue
      const type = /\.(?:txt|xml)$/.exec(file) ? 'text/plain' : 'text/html'
      return { headers: { 'content-type': type }, body: readFileSync(file) }
    }
    return null
  }
}
