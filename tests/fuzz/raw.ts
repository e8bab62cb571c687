// Requests no client of ours would make: torn addresses, bodies that are none, headers out of place, and JSON-RPC
// messages in any shape.
import fc from 'fast-check'
import { pathNames, type Tool } from '../../tools/tool.ts'
import { nasty } from '../support/generated.ts'

export type Raw = { path: string; init: { method: string; headers: Record<string, string>; body?: string } }

const torn = [
  '&&==&',
  '%zz=1',
  'q=%',
  'q=%ff%fe',
  'q=a&q=b',
  'page=1&page=2',
  'page=%31',
  '=x',
  '__proto__[x]=1',
  'q[]=a',
  'constructor.prototype=1',
  'q=%00',
  'page=٣',
  'page=1e2',
  'page=+1',
  'page= 1',
  'include_empty=TRUE',
  `q=${'a'.repeat(7000)}`,
]

const bodies = [
  '',
  '{',
  'null',
  '[]',
  '7',
  '"text"',
  '{"url":}',
  '{"__proto__":{"url":"x"}}',
  '{"url":"a","url":"b"}',
  '\ufeff{}',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  '{"url":"\\ud800"}',
  'url=https://tide.example',
  '--x\r\nContent-Disposition: form-data; name="url"\r\n\r\nx\r\n--x--',
]

const contentTypes = [
  'application/json',
  'application/json; charset=utf-16',
  'application/problem+json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'json',
]

const oddHeaders: Record<string, string>[] = [
  {},
  { accept: 'image/webp' },
  { accept: 'text/event-stream' },
  { 'if-none-match': '*' },
  { 'if-none-match': '"x", W/"y",,' },
  { 'if-modified-since': 'yesterday' },
  { range: 'bytes=0-1' },
  { 'accept-encoding': 'br;q=x' },
  { 'x-request-id': 'short' },
  { 'x-request-id': '../../../etc/passwd' },
  { 'x-forwarded-for': '127.0.0.1, ::1, nonsense' },
  { 'x-http-method-override': 'DELETE' },
  { origin: 'null' },
  { 'content-length': '0' },
]

/** Requests to addresses of the API, as torn as an HTTP client lets them be. */
export function rawRequests(tools: readonly Tool[], secret: string): fc.Arbitrary<Raw> {
  const segment = fc.oneof(fc.constantFrom(...nasty), fc.string({ unit: 'binary', maxLength: 40 }))
  const odd = [...oddHeaders, { authorization: `Bearer lk_${secret}` }, { authorization: `Basic ${secret}` }]
  odd.push({ 'idempotency-key': secret }, { 'idempotency-key': secret.repeat(60) }, { authorization: secret })
  return fc
    .record({
      tool: fc.constantFrom(...tools),
      method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
      words: fc.array(segment, { minLength: 4, maxLength: 4 }),
      query: fc.option(fc.constantFrom(...torn, `api_key=${secret}`, `q=${secret}%`), { nil: '' }),
      ending: fc.constantFrom('', '', '', '/', '//', '/x', '%2F', ';a=b', '.json'),
      body: fc.constantFrom(...bodies, `{"url":"${secret}`, `{"${secret}":1}`),
      type: fc.constantFrom(...contentTypes),
      headers: fc.constantFrom(...odd),
    })
    .map(({ tool, method, words, query, ending, body, type, headers }) => {
      const names = pathNames(tool)
      const path = tool.http.path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(words[names.indexOf(name)]!.toWellFormed().slice(0, 1500).toWellFormed()),
      )
      const { 'content-length': _, ...sendable } = headers as Record<string, string>
      const hasBody = !['GET', 'OPTIONS'].includes(method)
      return {
        path: `/api/v1${path}${ending}${query === '' ? '' : `?${query}`}`,
        init: {
          method,
          headers: { ...sendable, ...(hasBody && { 'content-type': type }) },
          ...(hasBody && { body }),
        },
      }
    })
}

const methods = [
  'tools/call',
  'tools/list',
  'resources/read',
  'prompts/get',
  'completion/complete',
  'initialize',
]
methods.push('ping', 'server/discover', 'notifications/initialized', 'rpc.nothing', '__proto__', '')

/** Messages to the MCP door that are JSON, or nearly. */
export function rawMessages(tools: readonly Tool[], secret: string): fc.Arbitrary<Raw> {
  const value = fc.oneof(
    fc.constantFrom<unknown>(...nasty, null, 7, [], {}, true, secret),
    fc.jsonValue({ maxDepth: 3 }),
  )
  const params = fc.oneof(
    value,
    fc.record({ name: fc.oneof(fc.constantFrom(...tools.map(({ name }) => name)), value), arguments: value }),
    fc.record({
      uri: fc.oneof(fc.constantFrom(`listing://${secret}`, 'listing://../x', 'draft://1'), value),
    }),
    fc.record({ ref: value, argument: value, _meta: value }),
  )
  const message = fc.record(
    {
      jsonrpc: fc.constantFrom<unknown>('2.0', '2.0', '2.0', '1.0', 2),
      id: fc.constantFrom<unknown>(1, 'a', null, 1.5, {}, secret),
      method: fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom<unknown>(...methods) },
        { weight: 1, arbitrary: value },
      ),
      params,
    },
    { requiredKeys: ['method'] },
  )
  const text = fc.oneof(
    { weight: 6, arbitrary: message.map((one) => JSON.stringify(one)) },
    { weight: 2, arbitrary: fc.array(message, { maxLength: 3 }).map((all) => JSON.stringify(all)) },
    { weight: 1, arbitrary: fc.constantFrom(...bodies, `{"method":"${secret}`) },
  )
  return fc
    .record({
      method: fc.constantFrom('POST', 'POST', 'POST', 'POST', 'POST', 'PUT', 'DELETE'),
      body: text,
      type: fc.constantFrom('application/json', 'application/json', 'application/json', ...contentTypes),
      accept: fc.constantFrom('application/json, text/event-stream', 'application/json', '*/*', 'text/html'),
      version: fc.constantFrom(
        '2026-07-28',
        '2025-11-25',
        '2025-06-18',
        '2025-03-26',
        '1999-01-01',
        secret,
        '',
      ),
      called: fc.constantFrom('', ...methods.slice(0, 6), secret),
      credential: fc.constantFrom('', '', '', '', `Bearer ${secret}`),
    })
    .map(({ method, body, type, accept, version, called, credential }) => ({
      path: '/mcp',
      init: {
        method,
        body,
        headers: {
          'content-type': type,
          accept,
          ...(version !== '' && { 'mcp-protocol-version': version }),
          ...(called !== '' && { 'mcp-method': called }),
          ...(credential !== '' && { authorization: credential }),
        },
      },
    }))
}
