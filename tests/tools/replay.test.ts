// What an Idempotency-Key promises, through both doors.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { defineTool, type Tool } from '../../tools/tool.ts'
import { bearer, keyFor } from '../support/people.ts'
import { connectMcp, startService, type Service } from '../support/service.ts'

let gate = Promise.resolve()
let runs = 0
/** The number of calls that wait at the gate. */
let atWork = 0
/** Puts a job into the queue, slowly when the gate is shut. */
const tool = defineTool({
  name: 'add_note',
  title: 'Add a note',
  description: 'Adds a note.',
  scope: 'listings:write',
  http: { method: 'POST', path: '/notes', status: 201 },
  tag: 'Drafts',
  input: z.strictObject({
    text: z.string(),
    tags: z.array(z.string()).default([]),
    fail: z.boolean().default(false),
  }),
  output: z.object({ number: z.int(), text: z.string() }),
  async gather() {
    atWork += 1
    await gate.finally(() => (atWork -= 1))
    return null
  },
  async handler({ text, fail }, { storage, now }) {
    runs += 1
    const at = now.toISOString()
    await storage.jobs.enqueue({ kind: 'sweep_pictures', payload: {}, run_at: '2099-01-01', created_at: at })
    if (fail) throw new Error('broken')
    return { number: runs, text }
  },
})

let service: Service
let ana: Record<string, string>
let ben: Record<string, string>
beforeAll(async () => {
  service = await startService({ tools: [tool as unknown as Tool] })
  // It would bring forward what waits too long.
  await service.worker.stop(0)
  ana = bearer((await keyFor(service, 'ana@tide.test')).key)
  ben = bearer((await keyFor(service, 'ben@tide.test')).key)
})
afterAll(() => service.close())

const notes = async () =>
  (await service.storage.jobs.open()).filter(({ run_at }) => run_at === '2099-01-01').length
async function post(key: string | null, body: object, headers = ana) {
  const response = await service.fetch('/api/v1/notes', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      ...headers,
      ...(key !== null && { 'idempotency-key': key }),
    },
  })
  const replayed = response.headers.get('idempotent-replayed')
  return { status: response.status, replayed, body: (await response.json()) as Record<string, unknown> }
}

describe('an Idempotency-Key', () => {
  it('gives the same status and body again, and does nothing twice', async () => {
    const before = await notes()
    const first = await post('one', { text: 'hello', tags: ['a'] })
    const second = await post('one', { tags: ['a'], text: 'hello' })
    expect(first).toMatchObject({ status: 201, replayed: null })
    expect(second).toEqual({ ...first, replayed: 'true' })
    expect(await notes()).toBe(before + 1)
  })

  it('is refused for another request', async () => {
    await post('two', { text: 'hello' })
    const { status, body } = await post('two', { text: 'goodbye' })
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'idempotency_key_reused' })
  })

  it('belongs to its caller', async () => {
    const first = await post('three', { text: 'hello' })
    const other = await post('three', { text: 'hello' }, ben)
    expect(other.replayed).toBeNull()
    expect(other.body.number).not.toBe(first.body.number)
  })

  it('is not needed: without one everything is done again', async () => {
    const before = await notes()
    await post(null, { text: 'hello' })
    await post(null, { text: 'hello' })
    expect(await notes()).toBe(before + 2)
  })

  it('lets a second request wait for the first and gives it the answer of the first', async () => {
    const before = await notes()
    const { promise, resolve } = Promise.withResolvers<void>()
    gate = promise
    const all = Array.from({ length: 5 }, () => post('four', { text: 'at once' }))
    resolve()
    const answers = await Promise.all(all)
    gate = Promise.resolve()
    expect(new Set(answers.map(({ body }) => body.number)).size).toBe(1)
    expect(answers.filter(({ replayed }) => replayed === 'true')).toHaveLength(4)
    expect(await notes()).toBe(before + 1)
  })

  it('lets a request of another key go first while one is at work', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    gate = promise
    const done: string[] = []
    const slow = post('slow', { text: 'slow' }).then(() => done.push('slow'))
    await vi.waitFor(() => expect(atWork).toBe(1))
    gate = Promise.resolve()
    const quick = post('quick', { text: 'quick' }).then(() => done.push('quick'))
    await Promise.race([quick, sleep(1000)])
    resolve()
    await Promise.all([slow, quick])
    expect(done).toEqual(['quick', 'slow'])
  })

  it('remembers nothing of a request that failed, and its effect is undone', async () => {
    const before = await notes()
    expect((await post('five', { text: 'x', fail: true })).status).toBe(500)
    expect((await post('five', { text: 'x', fail: true })).status).toBe(500)
    expect(await notes()).toBe(before)
    expect((await post('five', { text: 'x' })).status).toBe(201)
  })

  it('is forgotten after 24 hours', async () => {
    const first = await post('six', { text: 'hello' })
    service.clock.now = new Date(service.clock.now.getTime() + 24 * 3600_000 - 1000)
    expect((await post('six', { text: 'hello' })).replayed).toBe('true')
    service.clock.now = new Date(service.clock.now.getTime() + 1000)
    const later = await post('six', { text: 'hello' })
    expect(later.replayed).toBeNull()
    expect(later.body.number).not.toBe(first.body.number)
  })

  it('has 1 to 255 characters', async () => {
    expect((await post('k'.repeat(255), { text: 'hello' })).status).toBe(201)
    for (const key of ['', 'k'.repeat(256)]) {
      const { status, body } = await post(key, { text: 'hello' })
      expect([status, body.code]).toEqual([400, 'invalid_input'])
    }
  })

  it('travels in _meta over MCP, and is the same key there as over REST', async () => {
    const client = await connectMcp(service, ana)
    const call = async (key: unknown, text: string) => {
      const _meta = { idempotency_key: key } as Record<string, unknown>
      const result = await client.callTool({ name: 'add_note', arguments: { text }, _meta })
      return JSON.parse((result.content as { text: string }[])[0]!.text) as Record<string, unknown>
    }
    const first = await call('seven', 'over mcp')
    expect(await call('seven', 'over mcp')).toEqual(first)
    expect((await post('seven', { text: 'over mcp' })).body).toEqual(first)
    expect(await call('seven', 'other')).toMatchObject({ code: 'idempotency_key_reused' })
    expect(await call(7, 'other')).toMatchObject({ code: 'invalid_input' })
    await client.close()
  })

  it('changes nothing for those who only read', async () => {
    const response = await service.fetch('/healthz', { headers: { 'idempotency-key': 'x' } })
    expect(response.headers.get('idempotent-replayed')).toBeNull()
  })
})
