// Callers who hang up before their body has come are no fault of the service: none is logged, and no alert counts them.
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it, vi } from 'vitest'
import { keyFor } from '../support/people.ts'
import { startService } from '../support/service.ts'

const form = 'application/x-www-form-urlencoded'

it('a body that ends early is logged as no fault, at any door', async () => {
  const service = await startService()
  const { key } = await keyFor(service, 'ana@tide.example')
  const { host, port } = new URL(service.url)
  // The first leaves no line where all is well, so it goes before those that do.
  for (const [path, type, ...more] of [
    ['/mcp', 'application/json'],
    ['/api/v1/orders/quote', 'application/json', `Authorization: Bearer ${key}`],
    ['/sign-in', form, `Origin: ${service.url}`],
    ['/token', form],
  ] as const) {
    const socket = connect(Number(port), '127.0.0.1')
    const head = [`POST ${path} HTTP/1.1`, `Host: ${host}`, `Content-Type: ${type}`, ...more]
    socket.end([...head, 'Content-Length: 100', '', 'half'].join('\r\n'))
    await once(socket.resume(), 'close')
  }
  const told = await vi.waitFor(() => {
    const lines = service.log_lines.map((line) => JSON.parse(line) as { level: number; status?: number })
    expect(lines.filter(({ status }) => status !== undefined)).toHaveLength(3)
    return lines
  })
  expect(told.filter(({ level, status = 0 }) => level >= 50 || status >= 500)).toEqual([])
  await service.close()
})
