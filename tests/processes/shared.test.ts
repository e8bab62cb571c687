// What processes on one database know of each other at once: two services on one folder are two processes to each other.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openViewCounter } from '../../storage/listings/view_counter.ts'
import { listingOf } from '../support/owned.ts'
import { bearer, keyFor } from '../support/people.ts'
import { startService, type Service } from '../support/service.ts'

let one: Service
let other: Service
let ana: { user_id: number; key: string }
let id: number
beforeAll(async () => {
  one = await startService()
  other = await startService({ beside: one })
  ana = await keyFor(one, 'ana@tide.test')
  id = await listingOf(one, ana.user_id, { slug: 'tide', status: 'live', tagline: 'Before' })
})
afterAll(async () => {
  await other.close()
  await one.close()
})

const json = async (service: Service, path: string) =>
  (await (await service.fetch(`/api/v1${path}`)).json()) as Record<string, any>
const edit = (service: Service, fields: object) =>
  service.fetch(`/api/v1/me/listings/${id}`, {
    method: 'PATCH',
    headers: { ...bearer(ana.key), 'content-type': 'application/json' },
    body: JSON.stringify({ fields }),
  })

it('an edit at one is what the other answers and finds, misspelt words included, right afterwards', async () => {
  for (const tagline of ['Walruses count invoices', 'Kingfishers count invoices']) {
    expect((await json(other, '/listings/tide')).tagline).not.toBe(tagline)
    expect((await edit(one, { tagline })).status).toBe(200)
    expect((await json(other, '/listings/tide')).tagline).toBe(tagline)
  }
  const found = await json(other, '/listings?q=kingfihsers')
  expect(found.items.map(({ slug }: { slug: string }) => slug)).toEqual(['tide'])
})

it('a key that is revoked at one is refused by the other in the same second', async () => {
  const { key, user_id } = await keyFor(one, 'ben@tide.test')
  const me = async (service: Service) => (await service.fetch('/api/v1/me', { headers: bearer(key) })).status
  expect([await me(one), await me(other)]).toEqual([200, 200])
  await one.storage.write(({ api_keys }) => api_keys.revoke(user_id, one.clock.now.toISOString()))
  expect([await me(other), await me(one)]).toEqual([401, 401])
})

it('somebody who looks at a product at both is one visitor', async () => {
  const counters = [one, other].map(({ storage }) =>
    openViewCounter(storage, (error) => {
      throw error
    }),
  )
  const before = (await one.storage.listings.byId(id))!.views
  for (const counter of counters)
    counter.see(id, { address: '203.0.113.7', user_agent: 'Mozilla/5.0 (X11) Firefox/140.0' }, one.clock.now)
  await Promise.all(counters.map((counter) => counter.close()))
  expect((await one.storage.listings.byId(id))!.views).toBe(before + 1)
})

it('a request that is repeated at both at once, under one key, is done once', async () => {
  const ask = async (service: Service) => {
    const answer = await service.fetch('/api/v1/drafts', {
      method: 'POST',
      headers: { ...bearer(ana.key), 'content-type': 'application/json', 'idempotency-key': 'one' },
      body: JSON.stringify({ url: 'https://harbour.example' }),
    })
    return { status: answer.status, id: ((await answer.json()) as { id: string }).id }
  }
  const [first, ...rest] = await Promise.all([one, other, one, other].map(ask))
  expect(rest).toEqual([first, first, first])
  expect(first!.status).toBe(201)
})
