// What every answer carries, whatever it is: the name of its request, and what the limits leave where they count.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mcpHeaders, type Service, startService } from '../support/service.ts'
import { fillTown } from '../support/town.ts'

let service: Service
beforeAll(async () => {
  const settings = { RATE_LIMITS: 'read=1000,write=1000,other=1000' }
  service = await startService({ fill: fillTown, settings })
})
afterAll(() => service.close())

const asked: [what: string, path: string, init?: RequestInit][] = [
  ['an operation', '/api/v1/site'],
  ['a fault of the input', '/api/v1/listings?page=0'],
  ['what is not there', '/api/v1/listings/nobody'],
  ['no credential', '/api/v1/me'],
  ['another method', '/api/v1/site', { method: 'DELETE' }],
  ['what methods there are', '/api/v1/site', { method: 'OPTIONS' }],
  ['a head', '/api/v1/site', { method: 'HEAD' }],
  ['no address', '/api/v1/nothing'],
  ['the OpenAPI document', '/api/v1/openapi.json'],
  ['the reference', '/docs'],
  ['a page', '/'],
  ['no page', '/nothing', { headers: { accept: 'text/html' } }],
  ['the words for models', '/llms.txt'],
  ['a badge', '/badges/ledgerline/listed.svg'],
  ['signing in', '/sign-in'],
  ['the style of pages', '/style.css'],
  ['health', '/healthz'],
  ['readiness', '/readyz'],
  ['metadata', '/.well-known/oauth-protected-resource/mcp'],
  ['metadata of the authority', '/.well-known/oauth-authorization-server'],
  ['a file whose query reads like a route', '/llms.txt?/api/v1/'],
  ['a token', '/token', { method: 'POST' }],
  [
    'a tool call',
    '/mcp',
    { method: 'POST', headers: mcpHeaders, body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' },
  ],
  ['no JSON', '/mcp', { method: 'POST', headers: mcpHeaders, body: '{' }],
  ['no message', '/mcp', { method: 'GET' }],
  [
    'a foreign origin',
    '/mcp',
    { method: 'POST', headers: { ...mcpHeaders, origin: 'https://evil.example' }, body: '{}' },
  ],
  ['a preflight', '/mcp', { method: 'OPTIONS', headers: { origin: 'http://localhost' } }],
]

describe('every answer', () => {
  it.each(asked)('to %s names its request', async (_, path, init) => {
    const response = await service.fetch(path, { redirect: 'manual', ...init })
    await response.text()
    expect(response.headers.get('x-request-id'), String(response.status)).toMatch(/^[\w.-]{8,64}$/)
  })

  it.each(['/api/v1/site', '/api/v1/listings?page=0', '/api/v1/listings/nobody', '/api/v1/listings/'])(
    'of an operation says what the limits leave: %s',
    async (path) => {
      const response = await service.fetch(path)
      expect(response.headers.get('ratelimit'), String(response.status)).toMatch(/^"read";r=\d+;t=\d+$/)
      expect(response.headers.get('ratelimit-policy')).toBe('"read";q=1000;w=60')
    },
  )
})
