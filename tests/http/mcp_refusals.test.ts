// What the MCP door refuses: it costs something, whatever it is, and nothing strange in a message breaks anything.
import { afterEach, describe, expect, it } from 'vitest'
import { bearer, keyFor } from '../support/people.ts'
import { mcpHeaders, type Service, startService } from '../support/service.ts'

let service: Service
afterEach(() => service.close())
const start = async (limits: string) =>
  void (service = await startService({ settings: { RATE_LIMITS: limits } }))

const send = (body: string, headers: Record<string, string> = {}, method = 'POST') =>
  service.fetch('/mcp', {
    method,
    headers: { ...mcpHeaders, ...headers },
    ...(method === 'POST' && { body }),
  })
const message = (method: unknown, params: unknown = {}, id: unknown = 1) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })

describe('no strange message breaks anything', () => {
  const strange: unknown[] = [{ toString: 1 }, { valueOf: null }, [], null, 7, true, '', '__proto__']
  const messages = [
    ...strange,
    ...strange.flatMap((one) => [
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: one, arguments: {} } },
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_account', arguments: one } },
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_site_info', _meta: one } },
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: one },
      { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: one } },
      { jsonrpc: '2.0', id: 1, method: 'completion/complete', params: { ref: one, argument: one } },
      { jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: one, arguments: one } },
      { jsonrpc: '2.0', id: 1, method: one },
      { jsonrpc: one, id: one, method: 'tools/call', params: { name: 'get_account' } },
      { name: one },
    ]),
  ]

  it('alone or in a batch, in any revision: no 500, and no line in the log', async () => {
    await start('off')
    const bodies = [...messages, [[]], messages.slice(0, 40), [messages]]
    for (const version of [undefined, '2025-11-25', '2026-07-28'])
      for (const body of bodies) {
        const headers: Record<string, string> =
          version === undefined ? {} : { 'mcp-protocol-version': version }
        const answer = await send(JSON.stringify(body), headers)
        await answer.text()
        expect([JSON.stringify(body), answer.status < 500]).toEqual([JSON.stringify(body), true])
      }
    expect(service.log_lines.filter((line) => line.includes('"level":50'))).toEqual([])
  })
})

const known = { name: 'get_site_info' }
const callOf = (params: object) => message('tools/call', { ...known, ...params })

describe('every request costs something', () => {
  const other = (changes: Record<string, string> = {}) => send(message('ping'), changes)
  it.each<[string, () => Promise<Response>, number]>([
    ['a call that needs a sign-in', () => send(message('tools/call', { name: 'get_account' })), 401],
    ['a reading that needs one', () => send(message('resources/read', { uri: 'draft://x' })), 401],
    ['what is no JSON', () => send('{'), 400],
    ['what is no message', () => send('7'), 400],
    ['a batch where there are none', () => send('[]', { 'mcp-protocol-version': '2025-11-25' }), 400],
    ['an empty batch', () => send('[]'), 400],
    ['an unknown revision', () => send(message('ping'), { 'mcp-protocol-version': '1999-01-01' }), 400],
    ['a call without a name', () => send(message('tools/call', { name: { toString: 1 } })), 200],
    ['a call with no arguments to speak of', () => send(callOf({ arguments: 7 })), 200],
    ['a call that is no request', () => send(JSON.stringify({ method: 'tools/call', params: known })), 400],
    ['another method', () => send('', {}, 'DELETE'), 405],
    ['a stream that is not there', () => send('', {}, 'GET'), 405],
    ['text', () => send('{}', { 'content-type': 'text/plain' }), 415],
    ['too much', () => send(' '.repeat(1_100_000)), 413],
    ['another origin', () => other({ origin: 'https://evil.example' }), 403],
    ['a preflight', () => send('', { origin: 'http://localhost:1' }, 'OPTIONS'), 204],
    ['a guessed credential', () => other(bearer(`la_${'a'.repeat(43)}`)), 401],
  ])('%s', async (_name, ask, status) => {
    await start('read=3,read_signed_in=3,other=3,write=3')
    const statuses: number[] = []
    const texts: string[] = []
    for (let time = 0; time < 4; time += 1) {
      const answer = await ask()
      statuses.push(answer.status)
      texts.push(await answer.text())
    }
    expect(statuses.slice(0, 3)).toEqual([status, status, status])
    expect(statuses[3] === 429 || texts[3]!.includes('rate_limited')).toBe(true)
  })

  it('a scope that is missing', async () => {
    await start('read_signed_in=3,other=3')
    const { key } = await keyFor(service, 'ana@tide.example', ['orders:write'])
    const statuses: number[] = []
    for (let time = 0; time < 4; time += 1)
      statuses.push((await send(message('tools/call', { name: 'get_account' }), bearer(key))).status)
    expect(statuses).toEqual([403, 403, 403, 429])
  })
})

describe('a fault of the protocol is said in a sentence that names the place', () => {
  const versions = ['2025-11-25', '2026-07-28']
  const key = (name: string) => `io.modelcontextprotocol/${name}`
  const envelope = {
    [key('protocolVersion')]: '2026-07-28',
    [key('clientInfo')]: { name: 'a host', version: '1' },
    [key('clientCapabilities')]: {},
  }
  const metaAt = (version: string) => (version === '2026-07-28' ? envelope : {})
  async function errorOf(body: string, headers: Record<string, string> = {}, method = 'POST') {
    const answer = await send(body, headers, method)
    const text = (await answer.text()).replace(/^event: message\ndata: /, '')
    const { error } = JSON.parse(text) as { error: { code: number; message: string; data?: unknown } }
    return { status: answer.status, ...error }
  }

  it.each([
    [
      {},
      /^params\/protocolVersion: Required, but missing\. \(and 2 more, see errors\) What initialize takes /,
    ],
    [undefined, /^params: Required, but missing\. /],
    [
      { protocolVersion: 5, capabilities: {}, clientInfo: {} },
      /^params\/protocolVersion: Must be a string\./,
    ],
  ])('initialize with %j', async (params, sentence) => {
    await start('off')
    const error = await errorOf(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }))
    expect(error).toMatchObject({ code: -32602, message: expect.stringMatching(sentence) as unknown })
    expect(error.data).toHaveProperty('errors.0.pointer')
  })

  it.each(versions)('what a method takes, at %s', async (version) => {
    await start('off')
    const faults: [method: string, params: Record<string, unknown>, message: string][] = [
      ['tools/call', {}, 'params/name: Required, but missing.'],
      ['tools/call', { name: 'get_site_info', arguments: [] }, 'params/arguments: Must be an object.'],
      ['tools/list', { cursor: 5 }, 'params/cursor: Must be a string.'],
      ['prompts/get', { name: 'x', arguments: { url: 5 } }, 'params/arguments/url: Must be a string.'],
      ['completion/complete', {}, 'params/ref: Has none of the forms that are allowed here.'],
      ['resources/read', { uri: 'x [{"a":1}]' }, 'Resource not found: x [{"a":1}]'],
    ]
    for (const [method, params, sentence] of faults) {
      const headers: Record<string, string> = { 'mcp-protocol-version': version, 'mcp-method': method }
      const name = params.name ?? params.uri
      if (typeof name === 'string') headers['mcp-name'] = name
      const error = await errorOf(message(method, { ...params, _meta: metaAt(version) }), headers)
      expect([method, error.code]).toEqual([method, -32602])
      expect(error.message).toContain(sentence)
    }
  })

  it.each(versions)('a method there is not, at %s', async (version) => {
    await start('off')
    const ask = (method: string) =>
      errorOf(message(method, { _meta: metaAt(version) }), {
        'mcp-protocol-version': version,
        'mcp-method': method,
      })
    expect(await ask('foo/bar')).toMatchObject({
      status: version === '2026-07-28' ? 404 : 200,
      code: -32601,
      message: 'There is no method of this name here. tools/list names the tools, and tools/call calls one.',
    })
    expect((await ask('search_listings')).message).toMatch(
      /^search_listings is a tool: call it with the method/,
    )
  })

  it.each([
    [7, 'A message is a JSON object with jsonrpc, id, method and params.'],
    [[], 'The batch is empty. Send one message at a time.'],
    [{ id: 1, method: 'ping' }, 'jsonrpc must be "2.0".'],
    [{ jsonrpc: '2.0', id: 1 }, 'method must be a string, such as tools/call.'],
    [{ jsonrpc: '2.0', id: 1.5, method: 'ping' }, 'id must be a string or a whole number.'],
    [{ jsonrpc: '2.0', id: 1, method: 'ping', params: [] }, 'params must be an object.'],
  ])('%j is no message', async (body, sentence) => {
    await start('off')
    const error = await errorOf(JSON.stringify(body))
    expect(error).toEqual({ status: 400, code: -32600, message: sentence })
  })

  it('by another method, and from the page of somebody else', async () => {
    await start('off')
    for (const method of ['GET', 'DELETE'])
      expect((await errorOf('', {}, method)).message).toMatch(
        /takes JSON-RPC messages by POST.* \/connect tells/,
      )
    const foreign = await errorOf(message('ping'), { origin: 'https://evil.example' })
    expect(foreign).toMatchObject({
      status: 403,
      message: expect.stringContaining('from a program') as unknown,
    })
  })
})
