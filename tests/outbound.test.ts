import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { OutboundRefusal, isPublicAddress, openOutbound, type Exchange, type Outbound } from '../outbound.ts'

const limits = { accept: 'text/html', max_bytes: 100_000, timeout_ms: 3000, redirects: 3 }
const unhandled: unknown[] = []
const note = (error: unknown) => void unhandled.push(error)
let sockets = 0
const countSocket = () => void (sockets += 1)
const opened: Outbound[] = []

/** A listener on every address of this machine that nothing may ever reach. */
let canary: Server
let canaryPort: number
let canaryHits = 0

beforeAll(async () => {
  process.on('unhandledRejection', note)
  process.on('uncaughtException', note)
  canary = createServer((_request, response) => response.end('secret'))
  canary.on('connection', () => void (canaryHits += 1))
  await new Promise<void>((done) => canary.listen(0, done))
  canaryPort = (canary.address() as AddressInfo).port
})
afterAll(async () => {
  await Promise.all(opened.map((one) => one.close()))
  canary.closeAllConnections()
  canary.close()
  process.off('unhandledRejection', note)
  process.off('uncaughtException', note)
  expect(unhandled).toEqual([])
})
beforeEach(() => {
  sockets = 0
  canaryHits = 0
  subscribe('net.client.socket', countSocket)
})
afterEach(() => unsubscribe('net.client.socket', countSocket))

function open(options: Parameters<typeof openOutbound>[0] = {}): Outbound {
  const outbound = openOutbound(options)
  opened.push(outbound)
  return outbound
}

async function reasonOf(outbound: Outbound, url: string, more: Partial<Exchange> = {}): Promise<string> {
  try {
    await outbound.fetch({ ...limits, url, ...more })
    return 'answered'
  } catch (error) {
    if (!(error instanceof OutboundRefusal)) throw error
    return error.reason
  }
}

const forbidden = [
  // The same loopback address in every notation a URL allows.
  'http://127.0.0.1/',
  'http://127.1/',
  'http://127.0.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.0.0.1/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://127.0.0.1./',
  'http://①②⑦.0.0.1/',
  'http://127%2e0%2e0%2e1/',
  'http://127.255.255.254/',
  'http://0.0.0.0/',
  'http://0/',
  'http://[::1]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::]/',
  // IPv4 dressed as IPv6.
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::127.0.0.1]/',
  'http://[::7f00:1]/',
  'http://[::ffff:0:127.0.0.1]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[64:ff9b:1::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2002:a9fe:a9fe::1]/',
  'http://[2001:0:7f00:1::]/',
  // Private, shared, link-local, unique local, site-local.
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://100.64.0.1/',
  'http://169.254.1.1/',
  'http://[fe80::1]/',
  'http://[fc00::1]/',
  'http://[fd12:3456:789a::1]/',
  'http://[fec0::1]/',
  // Where clouds tell machines about themselves.
  'http://169.254.169.254/latest/meta-data/',
  'http://[fd00:ec2::254]/latest/meta-data/',
  'http://100.100.100.200/',
  'http://192.0.0.192/',
  'http://168.63.129.16/',
  // Never a machine: documentation, benchmarks, multicast, broadcast, reserved, unassigned.
  'http://192.0.2.1/',
  'http://198.51.100.7/',
  'http://203.0.113.9/',
  'http://198.18.0.1/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://[2001:db8::1]/',
  'http://[3fff::1]/',
  'http://[ff02::1]/',
  'http://[100::1]/',
  'http://[4000::1]/',
  'http://[5f00::1]/',
]

describe('forbidden addresses', () => {
  test.each(forbidden)('refuses %s without opening a socket', async (url) => {
    const outbound = open()
    expect(await reasonOf(outbound, url)).toBe('address')
    expect(await reasonOf(outbound, url.replace('http:', 'https:'))).toBe('address')
    expect(sockets).toBe(0)
  })

  test('refuses every one of them as an answer of DNS, alone or beside a public one, before any socket', async () => {
    for (const url of forbidden) {
      const address = new URL(url).hostname.replace(/^\[|\]$/g, '')
      for (const answers of [[address], ['93.184.216.34', address], [address, '2606:2800:220:1::1']]) {
        const outbound = open({ resolve: async () => answers })
        expect(await reasonOf(outbound, 'http://rebound.example/'), address).toBe('address')
      }
    }
    expect(sockets).toBe(0)
  })

  test.each([
    ['http://127.0.0.1:PORT/'],
    ['http://localhost:PORT/'],
    ['http://[::1]:PORT/'],
    ['http://[::ffff:127.0.0.1]:PORT/'],
    ['http://0.0.0.0:PORT/'],
    ['http://2130706433:PORT/'],
  ])('never reaches the canary through %s, although it listens there', async (pattern) => {
    const url = pattern.replace('PORT', String(canaryPort))
    expect(await reasonOf(open({ allow: () => false }), url)).toBe('address')
    expect(canaryHits).toBe(0)
    expect(await reasonOf(open({ allow: () => true }), url)).toBe('answered')
    expect(canaryHits).toBe(1)
  })

  test('calls ordinary addresses public', () => {
    for (const address of [
      '93.184.216.34',
      '1.1.1.1',
      '8.8.8.8',
      '2606:4700:4700::1111',
      '2a00:1450:4001:81b::200e',
    ])
      expect(isPublicAddress(address), address).toBe(true)
    for (const text of ['', 'example.com', '999.1.1.1']) expect(isPublicAddress(text)).toBe(false)
  })
})

describe('addresses that are refused as they stand', () => {
  test.each([
    ['file:///etc/passwd', 'scheme'],
    ['data:text/html,<p>hello', 'scheme'],
    ['ftp://example.com/', 'scheme'],
    ['gopher://example.com/', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['blob:https://example.com/1', 'scheme'],
    ['ws://example.com/', 'scheme'],
    ['http://user@example.com/', 'credentials'],
    ['http://user:secret@example.com/', 'credentials'],
    ['https://:secret@example.com/', 'credentials'],
    ['http://93.184.216.34:22/', 'port'],
    ['http://example.com:22/', 'port'],
    ['http://example.com:8080/', 'port'],
    ['https://example.com:6379/', 'port'],
    ['http://example.com:25/', 'port'],
    ['http://[::1/', 'url'],
    ['http://', 'url'],
    ['//example.com', 'url'],
    ['example.com', 'url'],
    ['http://exa mple.com/', 'url'],
    ['http://[fe80::1%25eth0]/', 'url'],
    ['http://1.2.3.4.5.6/', 'url'],
  ])('%s: %s', async (url, reason) => {
    expect(await reasonOf(open({ resolve: async () => ['93.184.216.34'] }), url)).toBe(reason)
    expect(sockets).toBe(0)
  })

  test('refuses plain http where only https will do', async () => {
    expect(await reasonOf(open(), 'http://example.com/', { https_only: true })).toBe('scheme')
  })

  test('a name that does not resolve, or to nothing, is said to', async () => {
    expect(await reasonOf(open({ resolve: async () => [] }), 'http://nowhere.example/')).toBe('dns')
    const failing = open({ resolve: () => Promise.reject(new Error('NXDOMAIN')) })
    expect(await reasonOf(failing, 'http://nowhere.example/')).toBe('dns')
  })
})

/** A site under a public-looking name, on loopback. */
let site: Server
let address: string
const seen: IncomingMessage[] = []
const pages: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  '/plain': (_request, response) => response.setHeader('content-type', 'text/html').end('<p>hello'),
  '/echo': (request, response) =>
    response.end(JSON.stringify({ method: request.method, headers: request.headers })),
  '/exact': (_request, response) => response.end('x'.repeat(100_000)),
  '/one-more': (_request, response) => response.end('x'.repeat(100_001)),
  '/declared': (_request, response) => {
    response.setHeader('content-length', '5000000000')
    response.write('x')
  },
  '/gzip': (_request, response) => compressed(response, 'gzip', gzipSync('hello')),
  '/br': (_request, response) => compressed(response, 'br', brotliCompressSync('hello')),
  '/deflate': (_request, response) => compressed(response, 'deflate', deflateSync('hello')),
  '/gzip-in-br': (_request, response) =>
    compressed(response, 'gzip, br', brotliCompressSync(gzipSync('hello'))),
  '/gzip-bomb': (_request, response) => compressed(response, 'gzip', gzipSync(Buffer.alloc(200_000_000))),
  '/br-bomb': (_request, response) =>
    compressed(response, 'br', brotliCompressSync(Buffer.alloc(20_000_000))),
  '/not-gzip': (_request, response) => compressed(response, 'gzip', Buffer.from('plain text')),
  '/cut-gzip': (_request, response) =>
    compressed(response, 'gzip', gzipSync('hello'.repeat(1000)).subarray(0, 20)),
  '/strange': (_request, response) => compressed(response, 'lzma', Buffer.from('x')),
  '/onion': (_request, response) =>
    compressed(response, 'gzip, gzip, gzip', gzipSync(gzipSync(gzipSync('x')))),
  '/empty-gzip-for-ever': (_request, response) => {
    response.setHeader('content-encoding', 'gzip')
    const member = gzipSync('')
    const many = Buffer.concat(Array.from({ length: 1000 }, () => member))
    const pour = () => void (response.destroyed || (response.write(many), setImmediate(pour)))
    pour()
  },
  '/endless': (_request, response) => {
    const pour = () => void (response.destroyed || (response.write('x'.repeat(10_000)), setImmediate(pour)))
    pour()
  },
  '/silent': () => undefined,
  '/drip': (_request, response) => {
    const timer = setInterval(() => response.write('x'), 20)
    response.on('close', () => clearInterval(timer))
  },
  '/headers': (_request, response) => {
    response.setHeader('x-large', 'x'.repeat(60_000))
    response.end()
  },
  '/once': (_request, response) => redirect(response, '/plain'),
  '/round': (_request, response) => redirect(response, '/round'),
  '/to-loopback': (_request, response) => redirect(response, `http://127.0.0.1:${canaryPort}/`),
  '/to-metadata': (_request, response) => redirect(response, 'http://169.254.169.254/latest/'),
  '/to-mapped': (_request, response) => redirect(response, `//[::ffff:127.0.0.1]:${canaryPort}/`),
  '/to-name': (_request, response) => redirect(response, `http://inside.example:${canaryPort}/`),
  '/to-file': (_request, response) => redirect(response, 'file:///etc/passwd'),
  '/to-password': (_request, response) => redirect(response, 'http://user:secret@example.com/'),
  '/to-elsewhere': (_request, response) => redirect(response, `http://other.example:${portOf(site)}/echo`),
  '/to-nonsense': (_request, response) => redirect(response, 'http://[::1'),
  '/see-other': (_request, response) => response.writeHead(303, { location: '/echo' }).end(),
  '/post-again': (_request, response) => response.writeHead(307, { location: '/echo' }).end(),
}
function compressed(response: ServerResponse, encoding: string, bytes: Buffer): void {
  response.setHeader('content-encoding', encoding)
  response.end(bytes)
}
function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { location }).end()
}
function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

beforeAll(async () => {
  site = createServer((request, response) => {
    seen.push(request)
    response.on('error', () => undefined)
    const page = pages[request.url!]
    if (page === undefined) response.writeHead(404).end('none')
    else page(request, response)
  })
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
  address = `http://site.example:${portOf(site)}`
})
afterAll(() => {
  site.closeAllConnections()
  site.close()
})

/** Every public name leads to the loopback site; only its own port is open. */
function opensSite(): Outbound {
  return open({
    resolve: async (name) => [name === 'inside.example' ? '10.1.2.3' : '127.0.0.1'],
    allow: (ip, port) => ip === '127.0.0.1' && port === portOf(site),
  })
}

describe('answers', () => {
  test('hands over status, headers and body', async () => {
    const answer = await opensSite().fetch({ ...limits, url: `${address}/plain` })
    expect(answer).toMatchObject({
      status: 200,
      url: `${address}/plain`,
      headers: { 'content-type': 'text/html' },
    })
    expect(Buffer.from(answer.body).toString()).toBe('<p>hello')
    expect((await opensSite().fetch({ ...limits, url: `${address}/none` })).status).toBe(404)
  })

  test.each(['/gzip', '/br', '/deflate', '/gzip-in-br'])('decodes %s', async (path) => {
    const answer = await opensSite().fetch({ ...limits, url: address + path })
    expect(Buffer.from(answer.body).toString()).toBe('hello')
  })

  test('takes a body of exactly the limit', async () => {
    expect((await opensSite().fetch({ ...limits, url: `${address}/exact` })).body.length).toBe(100_000)
  })

  test.each([
    ['/one-more', 'too_large'],
    ['/declared', 'timeout'],
    ['/gzip-bomb', 'too_large'],
    ['/br-bomb', 'too_large'],
    ['/empty-gzip-for-ever', 'too_large'],
    ['/endless', 'too_large'],
    ['/not-gzip', 'encoding'],
    ['/cut-gzip', 'encoding'],
    ['/strange', 'encoding'],
    ['/onion', 'encoding'],
    ['/silent', 'timeout'],
    ['/drip', 'timeout'],
    ['/headers', 'protocol'],
  ])('gives up on %s: %s', async (path, reason) => {
    const before = process.memoryUsage().rss
    const started_ms = performance.now()
    expect(await reasonOf(opensSite(), address + path, { timeout_ms: 700 })).toBe(reason)
    expect(performance.now() - started_ms).toBeLessThan(2000)
    expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000)
  })

  test('a slow name counts against the time of the whole exchange', async () => {
    const outbound = open({ resolve: () => new Promise(() => undefined) })
    expect(await reasonOf(outbound, 'http://slow.example/', { timeout_ms: 100 })).toBe('timeout')
  })

  test('stops when it is told to', async () => {
    const stop = new AbortController()
    const running = reasonOf(opensSite(), `${address}/silent`, { signal: stop.signal })
    setTimeout(() => stop.abort(), 50)
    expect(await running).toBe('stopped')
  })

  test('says unreachable where nobody listens and protocol where no HTTP is spoken', async () => {
    const outbound = open({ resolve: async () => ['127.0.0.1'], allow: () => true })
    const talker = createTcpServer((socket: Socket) =>
      socket.on('error', () => undefined).end('SSH-2.0-OpenSSH\r\n'),
    )
    await new Promise<void>((done) => talker.listen(0, '127.0.0.1', done))
    const port = (talker.address() as AddressInfo).port
    expect(await reasonOf(outbound, `http://odd.example:${port}/`)).toBe('protocol')
    talker.close()
    expect(await reasonOf(outbound, `http://odd.example:${port}/`)).toBe('unreachable')
    expect(await reasonOf(outbound, `https://odd.example:${portOf(site)}/`)).toBe('tls')
  })
})

describe('redirects', () => {
  test('are followed, and the last address is named', async () => {
    const answer = await opensSite().fetch({ ...limits, url: `${address}/once` })
    expect(answer.url).toBe(`${address}/plain`)
  })

  test.each([
    ['/round', 'redirects'],
    ['/to-loopback', 'address'],
    ['/to-metadata', 'address'],
    ['/to-mapped', 'address'],
    ['/to-name', 'address'],
    ['/to-file', 'scheme'],
    ['/to-password', 'credentials'],
    ['/to-nonsense', 'url'],
  ])('%s: %s', async (path, reason) => {
    expect(await reasonOf(opensSite(), address + path)).toBe(reason)
    expect(canaryHits).toBe(0)
  })

  test('are not followed at all when none are allowed', async () => {
    expect(await reasonOf(opensSite(), `${address}/once`, { redirects: 0 })).toBe('redirects')
  })

  test('do not carry a credential to another origin', async () => {
    const headers = { authorization: 'Bearer secret', 'user-agent': 'Us/1.0' }
    const answer = await opensSite().fetch({ ...limits, url: `${address}/to-elsewhere`, headers })
    const told = JSON.parse(Buffer.from(answer.body).toString())
    expect(told.headers.authorization).toBeUndefined()
    expect(told.headers['user-agent']).toBe('Us/1.0')
  })

  test('turn a POST into a GET at 303 and keep it at 307', async () => {
    const post = { method: 'POST', body: '{}' } as const
    const method = async (path: string) =>
      JSON.parse(
        Buffer.from((await opensSite().fetch({ ...limits, ...post, url: address + path })).body).toString(),
      ).method
    expect(await method('/see-other')).toBe('GET')
    expect(await method('/post-again')).toBe('POST')
  })

  test('judge a name anew at every hop, so that rebinding finds nothing', async () => {
    let asked = 0
    const outbound = open({
      resolve: async () => [asked++ === 0 ? '127.0.0.1' : '169.254.169.254'],
      allow: (ip) => ip === '127.0.0.1',
    })
    expect(await reasonOf(outbound, `${address}/plain`)).toBe('answered')
    // The open connection leads to the address that was judged; a new one is judged again.
    expect(await reasonOf(outbound, `${address.replace('site', 'again')}/plain`)).toBe('address')
    expect(asked).toBe(2)
  })
})

describe('behind an egress proxy', () => {
  let proxy: Server
  let asked: string[]
  beforeAll(async () => {
    asked = []
    proxy = createServer((request, response) => {
      asked.push(request.url!)
      response.end('through the proxy')
    })
    proxy.on('connect', (request, socket) => {
      asked.push(request.url!)
      const inner = connect(portOf(site), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        inner.pipe(socket).pipe(inner)
      })
      inner.on('error', () => socket.destroy())
      socket.on('error', () => inner.destroy())
    })
    await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  })
  afterAll(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  const behind = () => open({ proxy: `http://127.0.0.1:${portOf(proxy)}` })

  test('names go to the proxy unresolved', async () => {
    const answer = await behind().fetch({ ...limits, url: 'http://site.example/page' })
    expect(Buffer.from(answer.body).toString()).toBe('through the proxy')
    expect(asked).toContain('http://site.example/page')
  })

  test('https travels through CONNECT, and the host must still prove who it is', async () => {
    expect(await reasonOf(behind(), 'https://site.example/page')).toBe('tls')
    expect(asked).toContain('site.example:443')
  })

  test('schemes, ports, literals, local names and credentials stay ours', async () => {
    asked.length = 0
    const outbound = behind()
    expect(await reasonOf(outbound, 'http://169.254.169.254/')).toBe('address')
    expect(await reasonOf(outbound, 'http://[::ffff:10.0.0.1]/')).toBe('address')
    expect(await reasonOf(outbound, 'http://localhost/')).toBe('address')
    expect(await reasonOf(outbound, 'http://metadata.google.internal/')).toBe('address')
    expect(await reasonOf(outbound, 'http://router.local./')).toBe('address')
    expect(await reasonOf(outbound, 'http://site.example:8080/')).toBe('port')
    expect(await reasonOf(outbound, 'http://user:secret@site.example/')).toBe('credentials')
    expect(await reasonOf(outbound, 'file:///etc/passwd')).toBe('scheme')
    expect(asked).toEqual([])
  })
})
