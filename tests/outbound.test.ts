import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Outbound } from '../outbound.ts'
import { canary, limits, open, reasonOf, watchCanary } from './support/canary.ts'

watchCanary()

const gzipBomb = gzipSync(Buffer.alloc(200_000_000))
const brotliBomb = brotliCompressSync(Buffer.alloc(20_000_000))

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
  '/gzip-bomb': (_request, response) => compressed(response, 'gzip', gzipBomb),
  '/br-bomb': (_request, response) => compressed(response, 'br', brotliBomb),
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
  '/to-loopback': (_request, response) => redirect(response, `http://127.0.0.1:${canary.port}/`),
  '/to-metadata': (_request, response) => redirect(response, 'http://169.254.169.254/latest/'),
  '/to-mapped': (_request, response) => redirect(response, `//[::ffff:127.0.0.1]:${canary.port}/`),
  '/to-name': (_request, response) => redirect(response, `http://inside.example:${canary.port}/`),
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

  test('hands over the beginning of a longer one when asked to', async () => {
    const cut = { ...limits, cut: true }
    const answer = await opensSite().fetch({ ...cut, url: `${address}/endless` })
    expect(answer).toMatchObject({ was_cut: true, status: 200 })
    expect(answer.body.length).toBe(100_000)
    expect((await opensSite().fetch({ ...cut, url: `${address}/exact` })).was_cut).toBe(false)
    expect((await opensSite().fetch({ ...cut, url: `${address}/br-bomb` })).body.length).toBe(100_000)
    expect(await reasonOf(opensSite(), `${address}/empty-gzip-for-ever`, { cut: true })).toBe('too_large')
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
    expect(performance.now() - started_ms).toBeLessThan(30_000)
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
    expect(canary.hits).toBe(0)
  })

  test('are not followed at all when none are allowed', async () => {
    expect(await reasonOf(opensSite(), `${address}/once`, { redirects: 0 })).toBe('redirects')
  })

  test('are followed only as far as the caller likes', async () => {
    const asked: string[] = []
    const mayFollow = async (url: string) => asked.push(url) < 1
    expect(await reasonOf(opensSite(), `${address}/once`, { mayFollow })).toBe('stopped')
    expect(asked).toEqual([`${address}/plain`])
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
