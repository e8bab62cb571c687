// What is learned of a product's own MCP server and API, from real servers on loopback and from such as misbehave.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { lookAtServer } from '../../jobs/doors/mcp.ts'
import { catalog } from '../../tools/catalog.ts'
import { onlyReads } from '../../tools/tool.ts'
import { openOutbound, type Outbound } from '../../outbound.ts'
import { firstServer, listen, lockedServer, secondServer, type Loopback } from '../support/mcp_servers.ts'
import { callMcp, connectMcp, startService, type Service } from '../support/service.ts'
import { product } from '../support/town.ts'

let outbound: Outbound
beforeAll(() => void (outbound = openOutbound({ allow: () => true })))
afterAll(() => outbound.close())

const open: Loopback[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})
async function opened(server: Promise<Loopback>): Promise<Loopback> {
  open.push(await server)
  return open.at(-1)!
}

describe('a server that answers', () => {
  const first =
    (json: boolean, sessions: boolean, tools = 3, a_page?: number) =>
    () =>
      firstServer({ tools, json, sessions, ...(a_page !== undefined && { a_page }) })
  const yesterday = { asks_sign_in: false, protocol_version: '2025-11-25' }
  const today = { asks_sign_in: false, protocol_version: '2026-07-28' }
  const locked = { asks_sign_in: true, protocol_version: null, tools: null }

  it.each([
    ['in JSON, without sessions', first(true, false), { ...yesterday, tools: 3 }],
    ['in streams, without sessions', first(false, false), { ...yesterday, tools: 3 }],
    ['in JSON, with sessions', first(true, true), { ...yesterday, tools: 3 }],
    ['in streams, with sessions', first(false, true), { ...yesterday, tools: 3 }],
    ['in pages', first(true, false, 95, 20), { ...yesterday, tools: 95 }],
    ['with no tool yet', first(true, false, 0), { ...yesterday, tools: 0 }],
    ['in both versions', () => secondServer({ tools: 7, legacy: 'stateless' }), { ...today, tools: 7 }],
    [
      'in the newest version alone',
      () => secondServer({ tools: 2, legacy: 'reject' }),
      { ...today, tools: 2 },
    ],
    ['with prompts alone', () => secondServer({ tools: null, legacy: 'stateless' }), { ...today, tools: 0 }],
    ['to whom it knows', () => lockedServer(401), locked],
    ['to whom it knows, as forbidden', () => lockedServer(403), locked],
  ])('%s is understood, and nothing is called', async (_, start, found) => {
    const { url, asked } = await opened(start())
    expect(await lookAtServer(url, outbound.fetch)).toEqual(found)
    expect(asked.length).toBeLessThanOrEqual(10)
    const reading = ['server/discover', 'initialize', 'notifications/initialized', 'tools/list', 'DELETE']
    expect(asked.filter((method) => !reading.includes(method))).toEqual([])
  })

  it('with sessions is told when we go', async () => {
    const { url, asked } = await opened(firstServer({ tools: 1, json: false, sessions: true }))
    await lookAtServer(url, outbound.fetch)
    expect(asked.at(-1)).toBe('DELETE')
  })

  it('is ours', async () => {
    const service = await startService()
    const found = await lookAtServer(`${service.url}/mcp`, outbound.fetch)
    expect(found).toEqual({ ...today, tools: catalog.length })
    expect(await lookAtServer(`${service.url}/mcp/readonly`, outbound.fetch)).toEqual({
      ...today,
      tools: catalog.filter(onlyReads).length,
    })
    await service.close()
  })
})

describe('a server that misbehaves', () => {
  const within = { all_ms: 1500, all_bytes: 100_000, pages: 3 }
  const look = (url: string) => lookAtServer(url, outbound.fetch, within)
  const stream = { 'content-type': 'text/event-stream' }
  const answerTo = (body: string, result: object) =>
    JSON.stringify({ jsonrpc: '2.0', id: (JSON.parse(body) as { id: number }).id, result })
  const hello = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: {} }

  it('by never ending is left when the time is over', async () => {
    const { url } = await opened(
      listen((_request, response) => {
        response.writeHead(200, stream)
        const drip = setInterval(() => response.write(': still here\n\n'), 50)
        response.on('close', () => clearInterval(drip))
      }),
    )
    const began_ms = performance.now()
    await expect(look(url)).rejects.toMatchObject({ reason: 'timeout' })
    expect(performance.now() - began_ms).toBeLessThan(60_000)
  })

  it('by sending without end is left when it is too much', async () => {
    const { url } = await opened(
      listen((_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const more = () => {
          while (response.write('x'.repeat(16_384)) && !response.destroyed);
        }
        response.on('drain', more)
        more()
      }),
    )
    await expect(look(url)).rejects.toMatchObject({ reason: 'too_large' })
  })

  it('by many small pages without end is left after some', async () => {
    const { url, asked } = await opened(
      listen((_request, response, body) => {
        const { method } = JSON.parse(body) as { method: string }
        const result = method === 'tools/list' ? { tools: [{}], nextCursor: 'again' } : hello
        response.writeHead(200, { 'content-type': 'application/json' }).end(answerTo(body, result))
      }),
    )
    expect(await look(url)).toEqual({ asks_sign_in: false, protocol_version: '2025-11-25', tools: null })
    expect(asked.filter((method) => method === 'tools/list')).toHaveLength(3)
  })

  it('by sending us round in a circle is left', async () => {
    const { url, asked } = await opened(
      listen((request, response) => response.writeHead(308, { location: request.url! }).end()),
    )
    await expect(look(url)).rejects.toMatchObject({ reason: 'redirects' })
    expect(asked).toHaveLength(3)
  })

  it('by sending us into the network around us is not followed', async () => {
    const inside = await opened(firstServer({ tools: 1, json: true, sessions: false }))
    const { url } = await opened(
      listen((_request, response) => response.writeHead(307, { location: inside.url }).end()),
    )
    const port = Number(new URL(url).port)
    const guarded = openOutbound({ allow: (_address, asked) => asked === port })
    await expect(lookAtServer(url, guarded.fetch, within)).rejects.toMatchObject({ reason: 'address' })
    expect(inside.asked).toEqual([])
    await guarded.close()
  })

  it('by asking instead of answering gets no answer from us, and its own is found behind', async () => {
    const { url, asked } = await opened(
      listen((_request, response, body) => {
        const { id, method } = JSON.parse(body) as { id?: number; method: string }
        if (id === undefined) return response.writeHead(202).end()
        const question = {
          jsonrpc: '2.0',
          id,
          method: 'elicitation/create',
          params: { message: 'Your key?' },
        }
        response.writeHead(200, stream).write(`data: ${JSON.stringify(question)}\n\n`)
        const result = method === 'tools/list' ? { tools: [{}, {}] } : hello
        // The stream stays open, as some do.
        if (method !== 'server/discover') response.write(`id: 1\r\ndata: ${answerTo(body, result)}\r\n\r\n`)
        else response.end()
      }),
    )
    expect(await look(url)).toEqual({ asks_sign_in: false, protocol_version: '2025-11-25', tools: 2 })
    expect(asked).toEqual(['server/discover', 'initialize', 'notifications/initialized', 'tools/list'])
  })

  it('by closing the connection is said to', async () => {
    const { url } = await opened(listen((request) => request.socket.destroy()))
    await expect(look(url)).rejects.toMatchObject({ reason: 'unreachable' })
  })

  it('by being a web page is no server', async () => {
    const { url } = await opened(listen((_request, response) => response.end('<!doctype html><p>Kite</p>')))
    await expect(look(url)).rejects.toThrow('It does not answer as an MCP server does.')
  })
})

describe('the weekly look', () => {
  let service: Service
  beforeAll(async () => {
    service = await startService({ outside: { allow: () => true }, repeating: ['look_at_doors'] })
  })
  afterAll(() => service.close())

  type Profile = { agent_ready: boolean; doors: Record<string, Record<string, unknown>> }
  const readProfile = async (slug: string) =>
    (await (await service.fetch(`/api/v1/listings/${slug}`)).json()) as Profile
  /** The job comes again after five minutes. */
  const pass = (seconds = 301) =>
    void (service.clock.now = new Date(service.clock.now.getTime() + seconds * 1000))
  async function until<T>(read: () => Promise<T>, isRight: (value: T) => boolean): Promise<T> {
    const right = async () => {
      const value = await read()
      expect(isRight(value)).toBe(true)
      return value
    }
    return vi.waitFor(right, { timeout: 60_000, interval: 20 })
  }
  const add = (id: Parameters<typeof product>[1]) =>
    service.storage.write(({ listings }) => listings.save(product([1], id)))

  it('finds what answers, once a week, and again when the address changes', async () => {
    await service.storage.write(({ categories }) => categories.add({ slug: 'tools', name: 'Tools' }))
    const server = await firstServer({ tools: 3, json: true, sessions: false })
    const files = await listen((request, response) =>
      request.url === '/openapi.json'
        ? response.end('{"openapi": "3.1.0"}')
        : request.url === '/llms.txt'
          ? response.end('<!doctype html>')
          : response.writeHead(404).end(),
    )
    const site = new URL(files.url).origin
    const fields = { mcp_url: server.url, openapi_url: `${site}/openapi.json`, llms_txt: `${site}/llms.txt` }
    const id = await add({ slug: 'kite', name: 'Kite', url: 'https://kite.example/', ...fields })
    await add({ slug: 'plain', name: 'Plain', url: 'https://plain.example/' })

    pass()
    const isSeen = ({ doors }: Profile) =>
      ['mcp_url', 'openapi_url', 'llms_txt'].every((door) => door in doors)
    await until(() => readProfile('kite'), isSeen)
    // The look that every start begins with may have seen them already, while another is on its way.
    await service.worker.idle()
    const shown = await readProfile('kite')
    const at = shown.doors.mcp_url!.checked_at
    const nothing = { asks_sign_in: false, protocol_version: null, tools: null }
    expect(shown).toMatchObject({
      ...fields,
      docs_url: null,
      agent_ready: true,
      doors: {
        mcp_url: { checked_at: at, seen_at: at, fault: null, protocol_version: '2025-11-25', tools: 3 },
        openapi_url: { ...nothing, seen_at: expect.any(String), fault: null },
        llms_txt: { ...nothing, seen_at: null, fault: 'There is a web page there.' },
      },
    })
    expect(Object.keys(shown.doors)).not.toContain('docs_url')

    const client = await connectMcp(service)
    const { body } = await callMcp(client, 'search_listings', { agent_ready: true })
    expect(body.items.map(({ slug }: { slug: string }) => slug)).toEqual(['kite'])
    const page = await (await service.fetch('/agents', { headers: { accept: 'text/html' } })).text()
    expect([page.includes('/listings/kite'), page.includes('/listings/plain')]).toEqual([true, false])
    const own = await (await service.fetch('/listings/kite', { headers: { accept: 'text/html' } })).text()
    expect(own).toContain(`claude mcp add --transport http kite ${server.url}`)
    expect(own).toContain('answers, 3 tools, protocol 2025-11-25')

    const asked = server.asked.length
    await server.close()
    await files.close()
    pass(6 * 86_400)
    const due = () => service.storage.listings.doorsDue(service.clock.now.toISOString(), 10)
    expect(await due()).toEqual([])
    pass(2 * 86_400)
    const gone = await until(
      () => readProfile('kite'),
      ({ agent_ready }: Profile) => agent_ready === false,
    )
    expect(server.asked).toHaveLength(asked)
    expect(gone.doors.mcp_url).toMatchObject({ seen_at: at, fault: 'The host does not accept a connection.' })

    const other = await opened(secondServer({ tools: 5, legacy: 'stateless' }))
    const updated_at = service.clock.now.toISOString()
    await service.storage.write(({ listings }) => listings.change(id, { mcp_url: other.url, updated_at }))
    expect((await readProfile('kite')).doors).not.toHaveProperty('mcp_url')
    pass()
    const back = await until(() => readProfile('kite'), isSeen)
    expect([back.agent_ready, back.doors.mcp_url!.tools]).toEqual([true, 5])
    await client.close()
  })

  it('never asks for a listing that the public does not see', async () => {
    const server = await opened(firstServer({ tools: 3, json: true, sessions: false }))
    const given = { slug: 'hidden', name: 'Hidden', url: 'https://hidden.example/', mcp_url: server.url }
    await add({ ...given, status: 'draft' })
    pass()
    await until(
      () => service.storage.listings.doorsDue(service.clock.now.toISOString(), 10),
      (due) => due.length === 0,
    )
    expect(server.asked).toEqual([])
  })
})
