// Requests that are wrong, or merely unusual, before an operation looks at them: addresses, methods, bodies, headers.
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMeanings } from '../../http/meaning.ts'
import { catalog } from '../../tools/catalog.ts'
import { cpu_ms } from '../support/cpu.ts'
import { writeNote } from '../support/notebook.ts'
import { mcpHeaders, type Service, startService } from '../support/service.ts'

let service: Service
beforeAll(async () => void (service = await startService({ tools: [...catalog, writeNote] })))
afterAll(() => service.close())

type Problem = {
  status: number
  code: string
  detail: string
  request_id: string
  errors?: Record<string, unknown>[]
}
async function problemAt(path: string, init?: RequestInit): Promise<Problem & { headers: Headers }> {
  const response = await service.fetch(path, init)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  const problem = (await response.json()) as Problem
  expect(problem.status).toBe(response.status)
  expect(problem.request_id).toBe(response.headers.get('x-request-id'))
  return { ...problem, headers: response.headers }
}

/** The text of an object with this many keys. */
const keysOf = (count: number) => `{${Array.from({ length: count }, (_, n) => `"k${n}":1`).join(',')}}`

/** Bytes on a socket, for what fetch is too polite to send; resolves to the status line, or to what is read of the answer. */
function sendRaw(bytes: string | Buffer, read = (text: string) => text.split('\r\n')[0]!): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () => socket.end(bytes))
    let text = ''
    socket.setTimeout(60_000, () => reject(new Error('no answer')))
    socket.on('data', (chunk) => (text += chunk.toString('latin1')))
    socket.on('close', () => resolve(read(text)))
    socket.on('error', (error) => (text === '' ? reject(error) : undefined))
  })
}
const get = (path: string) =>
  sendRaw(Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`, 'latin1'))

describe('addresses', () => {
  it.each([
    ['DELETE', '/account', 'GET, HEAD'],
    ['PUT', '/sitemap.xml', 'GET, HEAD'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['GET', '/sign-out', 'POST'],
    ['OPTIONS', '/account/drafts', 'GET, HEAD'],
    ['TRACE', '/account/drafts', 'GET, HEAD'],
    ['PURGE', '/account', 'GET, HEAD'],
  ])('%s %s is refused with what there is', async (method, path, allow) => {
    const answer = await sendRaw(
      `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      (text) => text,
    )
    expect(answer).toMatch(/^HTTP\/1.1 405 /)
    expect(/^allow: (.*)\r$/im.exec(answer)?.[1]).toBe(allow)
  })

  it.each([
    ['/api/v1/listings/', 404],
    ['/api/v1//listings', 404],
    ['//api/v1/listings', 404],
    ['/api/v1/listings//', 404],
    ['/api/v1/listings/x/y/z', 404],
    ['/api/v1/LISTINGS', 404],
    ['/api/v1/listings;x=1', 404],
    ['/api/v1/listings.json', 404],
    ['/api/v2/listings', 404],
    ['/api/v1/listings/a%2Fb', 400],
    ['/api/v1/listings/a%252Fb', 400],
    ['/api/v1/listings/a%5Cb', 400],
    ['/api/v1/listings/%00', 400],
    ['/api/v1/listings/%2e%2e%2fsite', 400],
    ['/api/v1/listings/%252e%252e', 400],
    ['/api/v1/launches/weeks/%2574his', 400],
    ['/api/v1/launches/weeks/%74his', 200],
    ['/api/v1/listings?', 200],
    ['/api/v1/listings?&&', 200],
    ['/api/v1/listings?q', 200],
    ['/api/v1/listings?=', 400],
    ['/api/v1/listings?==', 400],
    ['/api/v1/listings?page=1;per_page=2', 400],
    ['/api/v1/listings?page=1#fragment', 200],
    ['http://elsewhere.example/api/v1/site', 200],
    ['*', 404],
  ])('GET %s is answered with %i', async (path, status) => {
    expect(await get(path)).toMatch(new RegExp(`^HTTP/1.1 ${status}\\b`))
  })

  it('never breaks on bytes that no URL should hold', async () => {
    for (const path of [
      '/\xff\xfe',
      '/api/v1/listings?q=\xc3\x28',
      '/api/v1/listings/\xe9',
      '/%',
      '/docs/%zz',
      '/badges/%ff',
    ])
      expect(await get(path), path).toMatch(/^HTTP\/1.1 (200|400|404)/)
  })

  it('names the parameter of a path whose escape is broken', async () => {
    for (const escape of ['%', '%zz', '%ff', '%c0%af', '%ed%a0%80']) {
      const { code, errors } = await problemAt(`/api/v1/listings/${escape}`)
      expect({ code, errors }).toMatchObject({
        code: 'invalid_input',
        errors: [{ pointer: '/slug', code: 'malformed_escape' }],
      })
    }
  })

  it('refuses a query longer than a request line may be, and serves one that is merely long', async () => {
    expect(await get(`/api/v1/listings?q=${'x'.repeat(20_000)}`)).toMatch(/^HTTP\/1.1 431/)
    const { errors } = await problemAt(`/api/v1/listings?q=${'x'.repeat(12_000)}`)
    expect(errors).toEqual([
      expect.objectContaining({ pointer: '/q', code: 'too_big', limit: 200, actual: 12_000 }),
    ])
    const many = Array.from({ length: 1500 }, (_, index) => `k${index}=1`).join('&')
    const problem = await problemAt(`/api/v1/listings?${many}`)
    expect(problem.errors).toHaveLength(20)
    expect(problem.detail).toContain('1499 more')
  })

  it('cuts an endless name short, on a whole character', async () => {
    const { errors } = await problemAt(`/api/v1/listings?${encodeURIComponent('😀'.repeat(500))}=1`)
    expect(String(errors![0]!.pointer).length).toBeLessThanOrEqual(61)
    expect(String(errors![0]!.pointer).isWellFormed()).toBe(true)
  })
})

describe('methods', () => {
  it('answers HEAD as GET, without a body', async () => {
    const [head, whole] = [
      await service.fetch('/api/v1/listings', { method: 'HEAD' }),
      await service.fetch('/api/v1/listings'),
    ]
    expect(head.status).toBe(200)
    expect(await head.text()).toBe('')
    for (const name of ['etag', 'content-type', 'cache-control', 'link'])
      expect(head.headers.get(name), name).toBe(whole.headers.get(name))
    expect((await service.fetch('/api/v1/listings/none', { method: 'HEAD' })).status).toBe(404)
    expect((await service.fetch('/api/v1/listings?page=0', { method: 'HEAD' })).status).toBe(400)
  })

  it('answers a preflight with what the address takes', async () => {
    const response = await service.fetch('/api/v1/notebooks/1/notes', {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-methods')).toBe('POST, OPTIONS')
    expect(response.headers.get('access-control-allow-headers')).toContain('Idempotency-Key')
  })

  it.each(['/docs', '/llms.txt', '/api/v1/openapi.json', '/'])('%s only reads', async (path) => {
    const { code, headers } = await problemAt(path, { method: 'POST' })
    expect(code).toBe('method_not_allowed')
    expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  })

  it.each(['/llms.txt', '/api/v1/openapi.json'])('%s is not sent again to who has it', async (path) => {
    const first = await service.fetch(path)
    const etag = first.headers.get('etag')!
    const again = await service.fetch(path, { headers: { 'if-none-match': etag } })
    expect([first.status, again.status, again.headers.get('etag'), await again.text()]).toEqual([
      200,
      304,
      etag,
      '',
    ])
  })

  it('knows no method that is not HTTP, and does not break on it', async () => {
    for (const method of ['PROPFIND', 'TRACE', 'QUERY', 'CONNECT', 'BREW'])
      expect(
        await sendRaw(`${method} /api/v1/listings HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
        method,
      ).toMatch(/^(HTTP\/1.1 (400|404|405)|$)/)
  })
})

it('lets programs in browsers read every answer, refusals included', async () => {
  const paths = [
    '/api/v1/site',
    '/api/v1/listings/none',
    '/api/v1/listings?page=0',
    '/api/v1/nothing',
    '/docs',
  ]
  for (const path of paths) {
    const { headers } = await service.fetch(path, { headers: { origin: 'https://app.example' } })
    expect(headers.get('access-control-allow-origin'), path).toBe('*')
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
  }
})

describe('bodies', () => {
  const json = { 'content-type': 'application/json' }
  const post = (body: RequestInit['body'], headers: Record<string, string> = json) =>
    problemAt('/api/v1/notebooks/1/notes', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
  const endless = (bytes: number) =>
    new ReadableStream({
      start(controller) {
        for (let sent = 0; sent < bytes; sent += 100_000) controller.enqueue(Buffer.alloc(100_000, 'x'))
        controller.close()
      },
    })

  it.each([
    ['{"title":', 'it ends too early'],
    ['{"title":"a",}', 'see character 14'],
    ["{'title':'a'}", 'see character 2'],
    ['{"title":NaN}', 'it contains something that is not a JSON value'],
    ['{"title":"a"}{"title":"b"}', 'see character 14'],
    ['\u0000', 'it contains something that is not a JSON value'],
    ['{"title":"a', 'see character 12'],
  ])('%s is not JSON, and the refusal says where', async (body, where) => {
    const { status, errors } = await post(body)
    expect({ status, errors }).toEqual({
      status: 400,
      errors: [{ pointer: '', code: 'malformed_json', message: `The body is not valid JSON: ${where}.` }],
    })
  })

  it.each(['null', '5', '"text"', '[]', '[{"title":"a"}]', 'true'])(
    '%s is JSON but no object',
    async (body) => {
      const { status, errors } = await post(body)
      expect({ status, errors }).toMatchObject({
        status: 400,
        errors: [{ pointer: '', code: 'invalid_type' }],
      })
    },
  )

  it('that are not UTF-8 are refused', async () => {
    for (const bytes of [
      [0x22, 0xff, 0x22],
      [0xc0, 0xaf],
      [0xed, 0xa0, 0x80],
      [0xfe, 0xff, 0, 0x7b],
    ]) {
      const { status, errors } = await post(Buffer.from(bytes))
      expect({ status, errors }).toMatchObject({ status: 400, errors: [{ code: 'invalid_encoding' }] })
    }
  })

  it('of 10 MB are refused at once, with their length told before or not', async () => {
    const started_ms = cpu_ms()
    for (const body of [Buffer.alloc(10_000_000, 'x'), endless(10_000_000)]) {
      const { status, code } = await post(body)
      expect({ status, code }).toEqual({ status: 413, code: 'content_too_large' })
    }
    expect(cpu_ms() - started_ms).toBeLessThan(2000)
  })

  it('may have a mebibyte and not one byte more', async () => {
    const filled = (bytes: number) => `{"title":"${'x'.repeat(bytes - 12)}"}`
    expect(Buffer.byteLength(filled(1_048_576))).toBe(1_048_576)
    expect((await post(filled(1_048_576))).errors).toMatchObject([
      { pointer: '/title', code: 'too_big', limit: 30 },
    ])
    expect((await post(filled(1_048_577))).status).toBe(413)
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    '',
  ])('of type "%s" are refused', async (type) => {
    const { status, code } = await post(
      Buffer.from('{"title":"a"}'),
      type === '' ? {} : { 'content-type': type },
    )
    expect({ status, code }).toEqual({ status: 415, code: 'unsupported_media_type' })
  })

  it.each(['application/json', 'APPLICATION/JSON; charset=utf-8', 'application/merge-patch+json'])(
    'of type "%s" are read',
    async (type) => {
      const response = await service.fetch('/api/v1/notebooks/1/notes', {
        method: 'POST',
        body: '{"title":"Tides"}',
        headers: { 'content-type': type },
      })
      expect(response.status).toBe(201)
      expect(await response.json()).toEqual({ title: 'Tides' })
    },
  )

  it('that are compressed are refused, and not mistaken for broken JSON', async () => {
    const { status } = await post(Buffer.from('{}'), { ...json, 'content-encoding': 'gzip' })
    expect(status).toBe(415)
  })

  it('that are missing lack what is required', async () => {
    const { errors } = await post(undefined, {})
    expect(errors).toMatchObject([{ pointer: '/title', code: 'required' }])
  })

  it('hold at most a thousand values, side by side or one in another, texts not counted', async () => {
    const nested = (depth: number) => `{"title":${'['.repeat(depth)}${']'.repeat(depth)}}`
    const wide = (keys: number) => `{"title":${keysOf(keys)}}`
    for (const body of [nested(999), wide(999)])
      expect((await post(body)).errors).toMatchObject([{ pointer: '/title', code: 'invalid_type' }])
    for (const body of [nested(1000), wide(1000), nested(250_000)])
      expect(await post(body)).toMatchObject({ status: 413, code: 'content_too_large' })
    const text = JSON.stringify({ title: '[{,"\\'.repeat(2000) })
    expect((await post(text)).errors).toMatchObject([{ pointer: '/title', code: 'too_big' }])
  })

  it('do not take what belongs into the path or the query', async () => {
    const query = await problemAt('/api/v1/notebooks/1/notes?title=x', {
      method: 'POST',
      body: '{}',
      headers: json,
    })
    expect(query.errors).toMatchObject([{ pointer: '/title', code: 'unknown_key' }])
    expect((await post('{"title":"a","notebook_id":2}')).errors).toMatchObject([
      { pointer: '/notebook_id', code: 'unknown_key' },
    ])
  })

  it('of a GET are left alone', async () => {
    const line = await sendRaw(
      'GET /api/v1/site HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello',
    )
    expect(line).toMatch(/^HTTP\/1.1 200/)
  })

  it('cannot be smuggled by two lengths', async () => {
    const start =
      'POST /api/v1/notebooks/1/notes HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
    for (const lengths of [
      'Content-Length: 2\r\nContent-Length: 3\r\n',
      'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n',
    ])
      expect(await sendRaw(`${start}${lengths}Connection: close\r\n\r\n{}`)).toMatch(/^HTTP\/1.1 400/)
  })
})

describe('If-None-Match', () => {
  it('knows its own ETag again in every form of RFC 9110', async () => {
    const first = await service.fetch('/api/v1/site')
    const etag = first.headers.get('etag')!
    expect(etag).toMatch(/^"[\w-]{20,}"$/)
    for (const value of [etag, `W/${etag}`, '*', `"a", ${etag}`, `"a",${etag},"b"`, `W/"a" , W/${etag}`]) {
      const response = await service.fetch('/api/v1/site', { headers: { 'if-none-match': value } })
      expect(response.status, value).toBe(304)
      expect(await response.text()).toBe('')
      expect(response.headers.get('etag')).toBe(etag)
      expect(response.headers.get('cache-control')).toBe(first.headers.get('cache-control'))
    }
    for (const value of ['"a"', etag.slice(1, -1), 'W/*', '', `${etag}x`]) {
      const response = await service.fetch('/api/v1/site', { headers: { 'if-none-match': value } })
      expect(response.status, value).toBe(200)
    }
  })

  it('says nothing about a refusal', async () => {
    const response = await service.fetch('/api/v1/listings/none', { headers: { 'if-none-match': '*' } })
    expect(response.status).toBe(404)
    expect(response.headers.get('etag')).toBeNull()
  })
})

describe('request ids', () => {
  it('are kept when they are harmless, and replaced when they are not', async () => {
    const kept = await service.fetch('/api/v1/site', { headers: { 'x-request-id': 'abc-123.DEF' } })
    expect(kept.headers.get('x-request-id')).toBe('abc-123.DEF')
    for (const id of ['x', 'a b c d e f', 'x'.repeat(65), '<script>alert(1)</script>']) {
      const response = await service.fetch('/api/v1/site', { headers: { 'x-request-id': id } })
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    }
  })
})

describe('the MCP door', () => {
  const send = (body: RequestInit['body'], headers: Record<string, string> = {}) =>
    service.fetch('/mcp', {
      method: 'POST',
      body,
      headers: { ...mcpHeaders, ...headers },
      duplex: 'half',
    } as RequestInit)

  it.each([
    ['{"jsonrpc":', -32700],
    ['', -32700],
    ['null', -32600],
    ['5', -32600],
    ['[]', -32600],
    ['{}', -32600],
    ['{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600],
  ])('answers the body %s with the JSON-RPC error %i', async (body, code) => {
    const response = await send(body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code } })
    expect(response.headers.get('x-request-id')).toBeTruthy()
  })

  it('takes no body that is wide or nested beyond measure', async () => {
    const call = (params: string, more = '') =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}${more}}`
    const wide = keysOf(60_000)
    for (const body of [
      '['.repeat(500_000) + ']'.repeat(500_000),
      call(`{"name":"search_listings","arguments":${wide}}`),
      call(`{"name":"search_listings",${wide.slice(1)}`),
      call('{"name":"search_listings"}', `,${wide.slice(1, -1)}`),
    ]) {
      const response = await send(body)
      expect({ status: response.status, ...((await response.json()) as object) }).toMatchObject({
        status: 413,
        code: 'content_too_large',
      })
    }
  })

  it('reads texts of JSON up to a thousand values, in a call and not in each text', () => {
    const meant = openMeanings(catalog).get('update_draft')!
    const read = (input: object) => meant(input, service.url) as Record<string, unknown>
    expect(read({ fields: keysOf(1000) }).fields).toBeTypeOf('object')
    expect(read({ fields: keysOf(1001) }).fields).toBeTypeOf('string')
    expect(read({ faqs: [keysOf(600), keysOf(600)] }).faqs).toMatchObject([{ k0: 1 }, keysOf(600)])
  })

  it('answers bytes that are not UTF-8 as a parse error', async () => {
    expect(await (await send(Buffer.from([0x7b, 0xff]))).json()).toMatchObject({ error: { code: -32700 } })
  })

  it('refuses what is too large, compressed, or not JSON', async () => {
    expect((await send(Buffer.alloc(10_000_000, 'x'))).status).toBe(413)
    expect((await send('{}', { 'content-encoding': 'gzip' })).status).toBe(415)
    expect((await send('{}', { 'content-type': 'text/plain' })).status).toBe(415)
  })

  it('serves its own host and origin only', async () => {
    const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
    expect((await send(ping, { origin: service.url })).status).toBe(200)
    expect((await send(ping, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await send(ping, { origin: 'null' })).status).toBe(403)
    const line = await sendRaw(
      `POST /mcp HTTP/1.1\r\nHost: evil.example\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
    )
    expect(line).toMatch(/^HTTP\/1.1 403/)
  })

  it('has no stream to open and no session to end', async () => {
    for (const method of ['GET', 'DELETE'])
      expect((await service.fetch('/mcp', { method, headers: { accept: 'text/event-stream' } })).status).toBe(
        405,
      )
  })
})

it.each([
  ['POST', '/listings', 405, 'submit_listing is POST /api/v1/drafts'],
  ['GET', '/account', 404, 'get_account is GET /api/v1/me'],
  ['GET', '/listings/tide/alternative', 404, 'get_alternatives is GET /api/v1/listings/{slug}/alternatives'],
])('%s %s is nowhere, and what it may have meant is named', async (method, path, status, meant) => {
  const problem = await problemAt(`/api/v1${path}`, { method })
  expect([problem.status, problem.detail]).toEqual([status, expect.stringContaining(meant)])
  // No other address of the service is guessed at, nor what has no word of ours.
  for (const other of ['/api/v1/frobnicate', '/listing/tide', '/mcp/account'])
    expect((await problemAt(other, { method: 'GET' })).detail).not.toContain('Did you mean')
})

it('logged no fault of its own for all that', () => {
  expect(service.log_lines.filter((line) => line.includes('unexpected error'))).toEqual([])
})
