// The only door to the internet. Other people decide what is fetched here, so every address is judged before a
// connection is made: as it stands in the URL, as DNS answers, and again after each redirect.
import { Resolver, lookup } from 'node:dns/promises'
import { Readable, pipeline, type Transform } from 'node:stream'
import { isIP, type LookupFunction } from 'node:net'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Agent, Dispatcher } from 'undici'
import { isLocalName, isPublicAddress } from './addresses.ts'
import { OutboundRefusal, refusalOf } from './outbound_refusal.ts'

/** Nobody gives us a longer one; a redirect could, and whoever judges addresses reads every character. */
const longestUrl = 2048

export type Exchange = {
  url: string
  accept: string
  /** Bounds the decoded body. */
  max_bytes: number
  /** Bounds the whole exchange: names, connections, redirects, the last byte. */
  timeout_ms: number
  redirects: number
  https_only?: boolean
  headers?: Record<string, string>
  method?: 'GET' | 'HEAD' | 'POST' | 'DELETE'
  body?: string
  accept_encoding?: string
  /** Returns the beginning of a body that is too large, with `was_cut`, instead of refusing it. */
  cut?: boolean
  /** Called with each chunk of the body; true stops reading, for streams that never end. */
  isEnough?: (chunk: Uint8Array) => boolean
  /** Called before each redirect is followed; false ends the exchange with "stopped". */
  mayFollow?: (url: string) => Promise<boolean>
  signal?: AbortSignal
}
export type Answer = {
  url: string
  status: number
  headers: Record<string, string>
  body: Uint8Array
  was_cut: boolean
}

export type OutboundOptions = {
  /** Returns all addresses of a name; by default the system's resolver. */
  resolve?: (name: string) => Promise<string[]>
  /** Certificates trusted instead of the system's, in PEM. */
  ca?: string
  /** Whether to allow an address and port that would be refused, such as one in the operator's network. */
  allow?: (address: string, port: number) => boolean
  /** The operator's egress proxy. It resolves the names, so it must check the addresses too. */
  proxy?: string
  /** Name servers for TXT records, as "address:port". */
  name_servers?: string[]
}
export type Outbound = {
  fetch(exchange: Exchange): Promise<Answer>
  /** The TXT records of a name, each with its parts joined; empty if there are none. */
  txt(name: string): Promise<string[]>
  close(): Promise<void>
}

export function openOutbound(options: OutboundOptions = {}): Outbound {
  const allow = options.allow ?? (() => false)
  const { proxy, ca } = options
  let opened: Promise<Dispatcher> | undefined

  /** Loaded with the first exchange, so that a service that fetches nothing does not need the memory. */
  async function open(): Promise<Dispatcher> {
    const undici = await import('undici')
    return proxy === undefined
      ? guardedAgent(undici, options, allow)
      : new undici.ProxyAgent({ ...manners, uri: proxy, allowH2: false, requestTls: { ca } })
  }

  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  if (options.name_servers !== undefined) resolver.setServers(options.name_servers)

  /** What can be judged before any name is resolved. */
  function judge(url: URL, https_only: boolean): void {
    if (url.href.length > longestUrl) throw new OutboundRefusal('url')
    const schemes = https_only ? ['https:'] : ['https:', 'http:']
    if (!schemes.includes(url.protocol)) throw new OutboundRefusal('scheme')
    if (url.username !== '' || url.password !== '') throw new OutboundRefusal('credentials')
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const port = portOf(url)
    if (isIP(host) !== 0) return permit(host, port, allow)
    // Names that mean this machine or this network are refused here only when a proxy would resolve them.
    if (proxy !== undefined && isLocalName(host)) throw new OutboundRefusal('address')
    if (!isWebPort(port) && (proxy !== undefined || options.allow === undefined))
      throw new OutboundRefusal('port')
  }

  return {
    async fetch(exchange) {
      const limit = AbortSignal.timeout(exchange.timeout_ms)
      const signal = exchange.signal === undefined ? limit : AbortSignal.any([limit, exchange.signal])
      try {
        const exchanged = async () => follow(await (opened ??= open()), exchange, signal, judge)
        return await until(signal, exchanged())
      } catch (error) {
        throw refusalOf(error, limit, signal)
      }
    },
    async txt(name) {
      try {
        return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
      } catch (error) {
        const code = (error as { code?: string }).code
        if (code === 'ENOTFOUND' || code === 'ENODATA') return []
        throw new OutboundRefusal('dns', error)
      }
    },
    close: async () => (await opened)?.destroy(),
  }
}

/** undici ignores the signal while a request waits for its connection, so it is checked here too. */
export function until<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

async function follow(
  dispatcher: Dispatcher,
  exchange: Exchange,
  signal: AbortSignal,
  judge: (url: URL, https_only: boolean) => void,
): Promise<Answer> {
  let url = URL.parse(exchange.url)
  let method = exchange.method ?? 'GET'
  let body = exchange.body
  let headers = exchange.headers ?? {}
  for (let hops = 0; ; hops += 1) {
    if (url === null) throw new OutboundRefusal('url')
    judge(url, exchange.https_only === true)
    if (hops > 0 && (await exchange.mayFollow?.(url.href)) === false) throw new OutboundRefusal('stopped')
    const call = { origin: url.origin, path: url.pathname + url.search, method, body, signal }
    const response = await dispatcher.request({
      ...call,
      headers: {
        accept: exchange.accept,
        'accept-encoding': exchange.accept_encoding ?? 'gzip, deflate, br',
        'user-agent': 'LaunchDirectory/1.0',
        ...headers,
      },
    })
    response.body.on('error', () => undefined)
    const location = response.headers.location
    if (![301, 302, 303, 307, 308].includes(response.statusCode) || location === undefined) {
      const read = await collect(response, exchange)
      return { url: url.href, status: response.statusCode, headers: flat(response.headers), ...read }
    }
    response.body.destroy()
    if (hops >= exchange.redirects) throw new OutboundRefusal('redirects')
    const next: URL | null = URL.parse(String(location), url.href)
    if (response.statusCode === 303 || (response.statusCode < 303 && method === 'POST')) {
      method = method === 'HEAD' ? 'HEAD' : 'GET'
      body = undefined
    }
    // Whatever was meant for one origin is not handed to the next.
    const harmless = next?.origin === url.origin ? /./ : /^(?:user-agent|accept-language|content-type)$/i
    headers = Object.fromEntries(Object.entries(headers).filter(([name]) => harmless.test(name)))
    url = next
  }
}

/** Reads the body, decoded, and gives up at the first byte too many. */
async function collect(
  response: Dispatcher.ResponseData,
  { max_bytes, cut, isEnough }: Exchange,
): Promise<Pick<Answer, 'body' | 'was_cut'>> {
  const { body, headers } = response
  const encodings = String(headers['content-encoding'] ?? '')
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '' && word !== 'identity')
  const decoders = encodings.reverse().map((encoding) => decoderOf[encoding]?.())
  if (decoders.length > 2 || decoders.includes(undefined)) {
    body.destroy()
    throw new OutboundRefusal('encoding')
  }
  async function* counted(): AsyncGenerator<Buffer> {
    let read = 0
    for await (const chunk of body as AsyncIterable<Buffer>) {
      // Compressed data is hardly longer than the original; much longer is an attack on our time.
      read += chunk.length
      if (read > max_bytes + 65_536) throw new OutboundRefusal('too_large')
      yield chunk
    }
  }
  let stream: Readable = decoders.length === 0 ? body : Readable.from(counted(), { objectMode: false })
  for (const decoder of decoders) stream = pipeline(stream, decoder!, () => undefined)
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length
      chunks.push(chunk)
      if (bytes > max_bytes || isEnough?.(chunk) === true) break
    }
  } finally {
    stream.destroy()
    body.destroy()
  }
  if (bytes > max_bytes && cut !== true) throw new OutboundRefusal('too_large')
  return { body: new Uint8Array(Buffer.concat(chunks).subarray(0, max_bytes)), was_cut: bytes > max_bytes }
}

const decoderOf: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

function flat(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value ?? '')])
  return Object.fromEntries(named) as Record<string, string>
}

type Allow = (address: string, port: number) => boolean

// Connections are not reused: one that the other side closed meanwhile would make its next page look unreachable.
const manners = { pipelining: 0, maxHeaderSize: 32_768 }

/** Connects only to checked addresses: the socket gets the resolved addresses, never the name. */
function guardedAgent(
  { Agent, buildConnector }: typeof import('undici'),
  { resolve = systemResolve, ca }: OutboundOptions,
  allow: Allow,
): Agent {
  return new Agent({
    ...manners,
    connect(target, callback) {
      const port = portOf(target)
      addressesOf(target.hostname, resolve)
        .then((addresses) => {
          for (const address of addresses) permit(address, port, allow)
          const fixed = {
            ca,
            lookup: pinned(addresses),
            allowH2: false,
            maxCachedSessions: 0,
            timeout: 10_000,
          }
          buildConnector(fixed)(target, callback)
        })
        .catch((error: Error) => callback(error, null))
    },
  })
}

const systemResolve = async (name: string): Promise<string[]> =>
  (await lookup(name, { all: true })).map(({ address }) => address)

async function addressesOf(host: string, resolve: (name: string) => Promise<string[]>): Promise<string[]> {
  if (isIP(host) !== 0) return [host]
  const addresses = await until(AbortSignal.timeout(10_000), resolve(host)).catch((error: unknown) => {
    throw new OutboundRefusal('dns', error)
  })
  if (addresses.length === 0) throw new OutboundRefusal('dns')
  return addresses
}

function pinned(addresses: string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_name, wanted, callback) => {
    if (wanted.all === true) callback(null, answers)
    else callback(null, answers[0]!.address, answers[0]!.family)
  }
}

function permit(address: string, port: number, allow: Allow): void {
  if (allow(address, port)) return
  if (!isPublicAddress(address)) throw new OutboundRefusal('address')
  if (!isWebPort(port)) throw new OutboundRefusal('port')
}

function portOf({ protocol, port }: { protocol: string; port: string }): number {
  return Number(port) || (protocol === 'https:' ? 443 : 80)
}

const isWebPort = (port: number): boolean => port === 80 || port === 443
