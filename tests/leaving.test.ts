// Connections: nobody takes all there can be. Leaving: who is being answered is told to turn elsewhere, and nobody who comes meanwhile is hung up on.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { followConnections, type Connections } from '../http/drain.ts'
import { startService } from './support/service.ts'

const opened: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0)) await close()
})

it('every answer of a service that is leaving closes its connection', async () => {
  const service = await startService()
  opened.push(service.close)
  for (const path of ['/healthz', '/api/v1/site', '/sign-in', '/nowhere', '/mcp'])
    expect((await service.fetch(path)).headers.get('connection')).not.toBe('close')
  service.leave()
  for (const path of ['/healthz', '/api/v1/site', '/sign-in', '/nowhere', '/mcp'])
    expect([path, (await service.fetch(path)).headers.get('connection')]).toEqual([path, 'close'])
})

async function open(proxies?: string[]): Promise<{ port: number; connections: Connections }> {
  const server = createServer((_request, response) => void setTimeout(() => response.end('here'), 5))
  const connections = followConnections(server, proxies)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, connections }
}
const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'

/** What a socket hears in the end: an answer, nothing, or that it was reset. */
async function heard(socket: Socket): Promise<string> {
  let text = ''
  try {
    for await (const chunk of socket) text += String(chunk)
    return text.includes('here') ? 'answered' : 'hung up'
  } catch (error) {
    return (error as { code: string }).code
  }
}

it('who has connected and not asked yet is still answered, and then the service is gone', async () => {
  const { port, connections } = await open()
  const sockets = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const all = sockets.map(heard)
  const gone = connections.quiet().then(() => connections.drain(3000))
  setTimeout(() => sockets.forEach((socket) => socket.write(request)), 300)
  await gone
  expect(new Set(await Promise.all(all))).toEqual(new Set(['answered']))
})

it('who comes while it leaves is let in and answered, until nobody comes any more', async () => {
  const { port, connections } = await open()
  const come = () => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(request.replace('Host', 'Connection: close\r\nHost')),
    )
    return heard(socket)
  }
  const outcomes = Array.from({ length: 50 }, come)
  const gone = connections.quiet().then(() => connections.drain(3000))
  outcomes.push(...Array.from({ length: 50 }, come))
  for (let time = 0; time < 5; time += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    outcomes.push(...Array.from({ length: 10 }, come))
  }
  expect(new Set(await Promise.all(outcomes))).toEqual(new Set(['answered']))
  await gone
  expect(await come()).toBe('ECONNREFUSED')
})

const ask = (port: number, localAddress = '127.0.0.1') => {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  socket.write(request.replace('Host', 'Connection: close\r\nHost'))
  return heard(socket)
}

it('one address has a thousand connections at most, so that others find room; a proxy has more', async () => {
  for (const proxies of [undefined, ['127.0.0.1']]) {
    const { port, connections } = await open(proxies)
    opened.push(() => connections.drain(0))
    const silent = Array.from({ length: 1000 }, () => connect(port, '127.0.0.1'))
    await Promise.all(silent.map((socket) => once(socket, 'connect')))
    await expect.poll(() => ask(port, '127.0.0.2')).toBe('answered')
    // The system may hand over the last of so many a moment later.
    await expect.poll(async () => (await ask(port)) === 'answered').toBe(proxies !== undefined)
    silent[0]!.destroy()
    await expect.poll(() => ask(port)).toBe('answered')
    for (const socket of silent) socket.destroy()
  }
})
