// What is asked for beside operations is counted too, and a long message counts as much as it costs.
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { addressKey } from '../../http/limits.ts'
import { refusalOf } from '../../tools/faults.ts'
import { catalog } from '../../tools/catalog.ts'
import { postMcp, type Service, startService } from '../support/service.ts'

let service: Service
const started: Service[] = []
afterEach(async () => {
  for (const one of started.splice(0)) await one.close()
})
async function start(limits: string): Promise<void> {
  service = await startService({ settings: { RATE_LIMITS: limits } })
  started.push(service)
}

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'host', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
const post = (body: unknown, headers?: Record<string, string>) => postMcp(service, body, headers)
const message = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params })
const call = (given: object) => message('tools/call', { name: 'search_listings', arguments: given })
async function statuses(count: number, ask: () => Promise<Response>): Promise<number[]> {
  const found: number[] = []
  for (let time = 0; time < count; time += 1) found.push((await ask()).status)
  return found
}

describe('the policy "other"', () => {
  it.each(['/llms.txt', '/api/v1/openapi.json', '/badges/x/listed-standard-auto-m.svg'])(
    'counts %s',
    async (path) => {
      await start('other=2')
      const [first, second, third] = await statuses(3, () => service.fetch(path))
      expect([first === 429, second === 429, third]).toEqual([false, false, 429])
      const refused = await service.fetch(path)
      expect(refused.headers.get('retry-after')).toBe('30')
      expect(await refused.json()).toMatchObject({ code: 'rate_limited' })
      expect((await service.fetch('/api/v1/site')).status).toBe(200)
      expect((await service.fetch('/healthz')).status).toBe(200)
    },
  )

  it.each(['ping', 'tools/list', 'resources/list', 'prompts/list', 'no/such_method'])(
    'counts %s over MCP',
    async (method) => {
      await start('other=2')
      expect((await statuses(3, () => post(message(method))))[2]).toBe(429)
    },
  )

  it('counts every message of a batch, and a call of a tool that does not exist', async () => {
    await start('other=3')
    const list = message('tools/list')
    expect((await post([list, list, list, list])).status).toBe(429)
    service.clock.now = new Date(service.clock.now.getTime() + 60_000)
    const unknown = message('tools/call', { name: 'no_such_tool' })
    expect(await statuses(4, () => post(unknown))).toEqual([200, 200, 200, 429])
  })

  it('leaves the calls of tools their own', async () => {
    await start('other=1,read=3')
    expect(await statuses(2, () => post(message('ping')))).toEqual([200, 429])
    const texts = []
    for (let time = 0; time < 4; time += 1) texts.push(await (await post(call({}))).text())
    expect(texts.map((text) => text.includes('rate_limited'))).toEqual([false, false, false, true])
  })
})

it('a long message counts as one reading more for each 64 KB of it, before it is parsed', async () => {
  await start('read=4')
  const long = call({ q: 'x'.repeat(280_000) })
  // 280 KB: four readings, and then the call itself finds none left.
  expect((await post(long)).status).toBe(200)
  expect((await post(long)).status).toBe(429)
  expect(await (await post(call({}))).text()).toContain('rate_limited')
})

it('bodies that never end hold so much memory for each address, and give it back', async () => {
  await start('off')
  const port = Number(new URL(service.url).port)
  const host = `localhost:${port}`
  const head = `POST /mcp HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 1000001\r\n\r\n`
  const sockets: Socket[] = []
  const answers: string[] = []
  for (let sender = 0; sender < 12; sender += 1) {
    const socket = connect(port, '127.0.0.1', () => socket.write(head + ' '.repeat(1_000_000)))
    socket.on('data', (chunk) => void answers.push(String(chunk).slice(0, 12)))
    socket.on('error', () => undefined)
    sockets.push(socket)
  }
  await expect.poll(() => answers.length).toBe(4)
  expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 429']))
  for (const socket of sockets) socket.destroy()
  await expect.poll(async () => (await post(message('ping'))).status).toBe(200)
  const long = call({ q: 'x'.repeat(900_000) })
  await expect.poll(async () => (await post(long)).status).toBe(200)
})

it('so many bodies of one address are on their way, even where hardly anything of them comes', async () => {
  await start('off')
  const port = Number(new URL(service.url).port)
  const head = `POST /mcp HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n`
  const answers: string[] = []
  const sockets = Array.from({ length: 300 }, () => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head}{`))
    socket.on('data', (chunk) => void answers.push(String(chunk)))
    socket.on('error', () => undefined)
    return socket
  })
  await expect.poll(() => answers.length).toBe(45)
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 429 [^]*\r\nconnection: close\r\n/i)
  for (const socket of sockets) socket.destroy()
  await expect.poll(async () => (await post(message('ping'))).status).toBe(200)
})

it('a subscription does not stay open, for nothing is announced', async () => {
  await start('off')
  const wanted = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true }
  const notifications = { ...wanted, resourceSubscriptions: ['listing://tide'] }
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' }
  const listen = () => post(message('subscriptions/listen', { notifications, _meta: envelope }), headers)
  for (let time = 0; time < 3; time += 1) expect(await (await listen()).text()).toContain('"complete"')
})

it('a hostile number of faults is counted, and only twenty are described', () => {
  const tool = catalog.find(({ name }) => name === 'search_listings')!
  const input = Object.fromEntries(Array.from({ length: 60_000 }, (_, key) => [`key-${key}`, 1]))
  const { error } = tool.input.safeParse(input)
  const [issue] = error!.issues as unknown as [{ keys: string[] }]
  let looked = 0
  issue.keys = new Proxy(issue.keys, {
    get(keys, place, receiver): unknown {
      if (typeof place === 'string' && /^\d+$/.test(place)) looked += 1
      return Reflect.get(keys, place, receiver)
    },
  })
  const refusal = refusalOf(error!, tool)
  expect(looked).toBeLessThan(100)
  expect(refusal.errors).toHaveLength(20)
  expect(refusal.message).toContain('and 59999 more')
})

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:50123', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]:50123', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('the caller at %s is counted as %s', (ip, key) => {
  expect(addressKey(ip)).toBe(key)
})

it.each([
  ['/api/v1/founders?page=1000', 11],
  ['/api/v1/founders?page=99', 1],
  ['/founders?page=1000', 11],
  [`/api/v1/listings?q=${'tide+'.repeat(26)}`, 3],
])('%s counts as %i calls', async (path, calls) => {
  await start('read=14,other=1000')
  await service.fetch(path)
  for (let left = 14 - calls; left > 0; left -= 1)
    expect((await service.fetch('/api/v1/site')).status).toBe(200)
  expect((await service.fetch('/api/v1/site')).status).toBe(429)
})

it('charges nobody more than a whole window', async () => {
  await start('read=3')
  service.clock.now = new Date(service.clock.now.getTime() + 60_000)
  expect((await service.fetch('/api/v1/founders?page=1000')).status).toBe(200)
  expect((await service.fetch('/api/v1/site')).status).toBe(429)
})
