// Requests as bytes, and the calls of both generations of MCP.
type Headers = Record<string, string>

export function get(path: string, headers: Headers = {}): string {
  return `GET ${path} HTTP/1.1\r\n${lines({ host: 'localhost', ...headers })}\r\n`
}

export function post(path: string, body: object, headers: Headers = {}, method = 'POST'): string {
  const text = JSON.stringify(body)
  const all = {
    host: 'localhost',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    ...headers,
  }
  return `${method} ${path} HTTP/1.1\r\n${lines(all)}\r\n${text}`
}

const lines = (headers: Headers) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')

export type Era = 'modern' | 'legacy'
const versions = { modern: '2026-07-28', legacy: '2025-11-25' }

/** A message to /mcp as a client of that generation sends it. */
export function mcp(era: Era, method: string, params: { name?: string; arguments?: object } = {}): string {
  const modern = era === 'modern'
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': versions.modern,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  return post(
    '/mcp',
    { jsonrpc: '2.0', id: 1, method, params: modern ? { ...params, _meta } : params },
    {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': versions[era],
      ...(modern && { 'mcp-method': method, ...(params.name !== undefined && { 'mcp-name': params.name }) }),
    },
  )
}

export const call = (era: Era, name: string, given: object): string =>
  mcp(era, 'tools/call', { name, arguments: given })

/** The same list in an order that is not the database's, the same every time. */
export function mixed<T>(items: readonly T[]): T[] {
  return items.map((_, i) => items[(i * 7919) % items.length]!)
}
