// The short way through the MCP door answers as the SDK does, and is taken only by calls that the SDK would take.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEnvelopes, plainCall } from '../../http/mcp_shortcut.ts'
import { catalog } from '../../tools/catalog.ts'
import { onlyReads, type Tool } from '../../tools/tool.ts'
import { hostileInput, validInput } from '../support/generated.ts'
import { writeNote } from '../support/notebook.ts'
import { mcpHeaders, startService } from '../support/service.ts'
import { startInhabited, type Inhabited } from '../support/world.ts'

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'host', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
type Message = { headers: Record<string, string>; body: Record<string, any> }

function callOf(name: string, given: unknown, meta: object = envelope): Message {
  return {
    headers: {
      ...mcpHeaders,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
      'x-request-id': 'the-same-everywhere',
    },
    body: { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name, arguments: given, _meta: meta } },
  }
}

describe('the short way', () => {
  let service: Inhabited
  /** How many servers of the SDK were made, which the short way needs none of. */
  let servers = 0
  beforeAll(async () => {
    service = await startInhabited({
      extra: (server) => {
        servers += 1
        return server
      },
    })
  })
  afterAll(() => service.close())

  async function send({ headers, body }: Message) {
    const before = servers
    const answer = await service.fetch('/mcp', { method: 'POST', headers, body: JSON.stringify(body) })
    const kept = [...answer.headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name))
    return { status: answer.status, headers: kept, text: await answer.text(), short: servers === before }
  }
  const plainly = { ...envelope, 'io.modelcontextprotocol/clientInfo': { name: 'another', version: '2' } }

  it('is open to an envelope once the SDK has taken it', async () => {
    const call = callOf('list_categories', {}, plainly)
    expect((await send(call)).short).toBe(false)
    expect((await send(call)).short).toBe(true)
    expect((await send(callOf('get_site_info', {}, plainly))).short).toBe(true)
    expect((await send(callOf('get_site_info', {}, { ...plainly, other: 1 }))).short).toBe(false)
  })

  const byName = new Map(catalog.map((tool: Tool) => [tool.name, tool]))
  it('is closed to tools that write, and only to them', () => {
    for (const [name, tool] of byName) {
      const { headers, body } = callOf(name, {})
      expect(plainCall(new Headers(headers), body, byName) === null, name).toBe(!onlyReads(tool))
    }
  })

  const readers = catalog.filter((tool: Tool) => tool.scope === 'public' && onlyReads(tool))
  it.each(readers.map((tool) => tool.name))('answers %s as the SDK does, byte by byte', async (name) => {
    const tool = readers.find((one) => one.name === name)!
    await send(callOf('get_site_info', {}))
    await fc.assert(
      fc.asyncProperty(fc.oneof(validInput(tool, service.world), hostileInput(tool)), async (input) => {
        const call = callOf(name, input)
        const long = { ...call, body: structuredClone(call.body) }
        // A token makes the call one that the SDK takes; its answer has no progress to tell.
        long.body.params._meta.progressToken = 'progress'
        const { short, ...answer } = await send(call)
        const { short: never, ...bySdk } = await send(long)
        expect([short, never]).toEqual([typeof input === 'object' && !Array.isArray(input), false])
        expect(answer).toEqual(bySdk)
      }),
      { numRuns: 12, seed: 7 },
    )
  })

  const oddities: Record<string, (call: Message) => void> = {
    'an older version in the header': ({ headers }) => (headers['mcp-protocol-version'] = '2025-11-25'),
    'no version in the header': ({ headers }) => delete headers['mcp-protocol-version'],
    'no Mcp-Method': ({ headers }) => delete headers['mcp-method'],
    'another Mcp-Method': ({ headers }) => (headers['mcp-method'] = 'tools/list'),
    'no Mcp-Name': ({ headers }) => delete headers['mcp-name'],
    'another Mcp-Name': ({ headers }) => (headers['mcp-name'] = 'get_site_info'),
    'another JSON-RPC': ({ body }) => (body.jsonrpc = '1.0'),
    'no id': ({ body }) => delete body.id,
    'an id of null': ({ body }) => (body.id = null),
    'an id with a fraction': ({ body }) => (body.id = 1.5),
    'an id that is an object': ({ body }) => (body.id = {}),
    'one member more': ({ body }) => (body.more = 1),
    'a result': ({ body }) => (body.result = {}),
    'another method': ({ body }) => (body.method = 'tools/list'),
    'no params': ({ body }) => delete body.params,
    'a param more': ({ body }) => (body.params.inputResponses = {}),
    'an unknown tool': ({ headers, body }) =>
      (headers['mcp-name'] = body.params.name = 'no_such_tool' as string),
    'a name that is no string': ({ body }) => (body.params.name = 1),
    'arguments in a list': ({ body }) => (body.params.arguments = []),
    'arguments of null': ({ body }) => (body.params.arguments = null),
    'no envelope': ({ body }) => delete body.params._meta,
    'an envelope of another version': ({ body }) =>
      (body.params._meta['io.modelcontextprotocol/protocolVersion'] = '2025-11-25'),
    'a bad idempotency key': ({ body }) => (body.params._meta.idempotency_key = 1),
  }
  it.each(Object.entries(oddities))('is closed to %s, twice', async (_, alter) => {
    await send(callOf('list_categories', {}))
    const call = callOf('list_categories', {})
    const odd = { headers: { ...call.headers }, body: structuredClone(call.body) }
    alter(odd)
    const first = await send(odd)
    expect(plainCall(new Headers(odd.headers), odd.body, byName)).toBe(null)
    expect(await send(odd)).toEqual(first)
    const { structuredContent } = (await send(call).then(({ text }) => JSON.parse(text))).result
    if (first.text.includes('"structuredContent"'))
      expect(JSON.parse(first.text.replace(/^event: message\ndata: /, '')).result.structuredContent).toEqual(
        structuredContent,
      )
  })

  it.each([
    ['clientInfo', 1],
    ['clientInfo', { name: 'host' }],
    ['clientCapabilities', 'all'],
  ])('never learns an envelope that the SDK refuses: %s of %j', async (name, value) => {
    const call = callOf('list_categories', {}, { ...envelope, [`io.modelcontextprotocol/${name}`]: value })
    for (let time = 0; time < 3; time += 1) {
      const { status, text } = await send(call)
      expect([status, text.includes('structuredContent')]).toEqual([400, false])
    }
  })

  it('keeps a private tool behind its credential, and every tool behind its limit', async () => {
    for (let time = 0; time < 2; time += 1) expect((await send(callOf('get_account', {}))).status).toBe(401)
    const limited = await startService({ settings: { RATE_LIMITS: 'read=3' } })
    const call = callOf('list_categories', {})
    const texts: string[] = []
    for (let time = 0; time < 4; time += 1) {
      const { headers, body } = call
      const answer = await limited.fetch('/mcp', { method: 'POST', headers, body: JSON.stringify(body) })
      texts.push(await answer.text())
    }
    await limited.close()
    expect(texts.map((text) => text.includes('rate_limited'))).toEqual([false, false, false, true])
  })
})

it('does twice what a public tool that writes is asked twice', async () => {
  let written = 0
  const handler = async () => ({ title: `note ${(written += 1)}` })
  const service = await startService({ tools: [{ ...writeNote, handler }] })
  const { headers, body } = callOf('write_note', { notebook_id: 1, title: 'Tides' })
  const write = async () => {
    const answer = await service.fetch('/mcp', { method: 'POST', headers, body: JSON.stringify(body) })
    return ((await answer.json()) as Message['body']).result.structuredContent
  }
  const titles = [await write(), await write()]
  await service.close()
  expect(titles).toEqual([{ title: 'note 1' }, { title: 'note 2' }])
})

it('remembers so many envelopes, and none that is very long', () => {
  const { knows, learn } = openEnvelopes()
  const plain = (envelope: string) => ({ id: 1, tool: catalog[0]!, input: {}, envelope })
  for (let host = 0; host < 300; host += 1) learn(plain(`host ${host}`))
  const known = Array.from({ length: 300 }, (_, host) => knows(plain(`host ${host}`)))
  expect(known.filter(Boolean).length).toBe(256)
  learn(plain('x'.repeat(2001)))
  expect(knows(plain('x'.repeat(2001)))).toBe(false)
})
