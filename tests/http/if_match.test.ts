// RFC 9110 section 13.1.1: what an agent read and the owner has changed meanwhile is not overwritten.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bearer, keyFor } from '../support/people.ts'
import { listingOf } from '../support/owned.ts'
import { startService, type Service } from '../support/service.ts'

let service: Service
let headers: Record<string, string>
let path: string
beforeAll(async () => {
  service = await startService()
  const { user_id, key } = await keyFor(service, 'ana@tide.test')
  headers = { ...bearer(key), 'content-type': 'application/json' }
  path = `/api/v1/me/listings/${await listingOf(service, user_id, { slug: 'tide', status: 'draft' })}`
})
afterAll(() => service.close())

const etagNow = async () => (await service.fetch(path, { headers })).headers.get('etag')!
const cityNow = async () =>
  ((await (await service.fetch(path, { headers })).json()) as { fields: { city: string } }).fields.city
const settle = (city: string, match: string) =>
  service.fetch(path, {
    method: 'PATCH',
    headers: { ...headers, 'if-match': match },
    body: JSON.stringify({ fields: { city } }),
  })

it('writes where the ETag is the one of now, and refuses where it is not', async () => {
  const read = await etagNow()
  expect((await settle('Hamburg', read)).status).toBe(200)
  for (const stale of [read, '"wrong"', `W/${await etagNow()}`]) {
    const answer = await settle('Bremen', stale)
    expect([answer.status, await answer.json()]).toMatchObject([
      412,
      { code: 'precondition_failed', next_steps: [{ tool: 'get_my_listing' }] },
    ])
  }
  expect(await cityNow()).toBe('Hamburg')
  expect((await settle('Bremen', `"other", ${await etagNow()}`)).status).toBe(200)
  expect((await settle('Kiel', '*')).status).toBe(200)
})

it('tells a fault of the input, and an answer that was given before, in spite of it', async () => {
  const bad = await service.fetch(path, {
    method: 'PATCH',
    headers: { ...headers, 'if-match': '"wrong"' },
    body: JSON.stringify({ fields: { city: 'x'.repeat(121) } }),
  })
  expect(bad.status).toBe(400)
  const request = {
    method: 'PATCH',
    headers: { ...headers, 'if-match': await etagNow(), 'idempotency-key': 'once' },
    body: JSON.stringify({ fields: { city: 'Husum' } }),
  }
  const statuses = [await service.fetch(path, request), await service.fetch(path, request)]
  expect(statuses.map(({ status }) => status)).toEqual([200, 200])
})

it('matches nothing where nothing is read, and is not asked of what is sent to be added', async () => {
  const write = (method: string, where: string, body: object) =>
    service.fetch(path + where, {
      method,
      headers: { ...headers, 'if-match': '"any"' },
      body: JSON.stringify(body),
    })
  expect((await write('PUT', '/story', { story: 'We began.' })).status).toBe(412)
  expect((await write('POST', '/milestones', { date: '2026-01-01', title: 'First' })).status).toBe(201)
})
