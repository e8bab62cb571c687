// All that is listed as one file, for mirrors: whole, and what has changed.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dumpLines } from '../../tools/catalogue/dump.ts'
import { readRow } from '../../tools/catalogue/rows.ts'
import { startService, thursday, type Service } from '../support/service.ts'
import { fillTown } from '../support/town.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ fill: fillTown })
})
afterAll(() => service.close())

type Line = { t: string; slug: string; updated_at: string; [name: string]: unknown }
async function dump(query = '', one = service): Promise<{ head: Line; lines: Line[] }> {
  const response = await one.fetch(`/dump/listings.ndjson${query}`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/x-ndjson')
  const text = await response.text()
  expect(text.endsWith('\n')).toBe(true)
  const [head, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
  return { head: head!, lines }
}

it('lets everybody else have a turn between its parts', async () => {
  let [turns, parts] = [0, 0]
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const asked = { site: { id: 1, key: 'main' }, now: thursday, updated_since: null }
  for await (const _ of dumpLines(service.storage, asked)) parts += 1
  isOver = true
  expect(parts).toBeGreaterThan(1)
  expect(turns).toBeGreaterThanOrEqual(parts - 1)
})

it('names its licence first, and then every live listing once, as an import takes it', async () => {
  const { head, lines } = await dump()
  expect(head).toMatchObject({ t: 'listings', site: 'main', licence: 'CC0-1.0', updated_since: null })
  const found = await (await service.fetch('/api/v1/listings?per_page=100')).json()
  const { items, total } = found as { items: { slug: string }[]; total: number }
  expect(lines.map(({ slug }) => slug).sort()).toEqual(items.map(({ slug }) => slug).sort())
  expect(lines).toHaveLength(total)
  for (const { t, launch_week: _, votes, verified: _v, updated_at: _u, ...row } of lines) {
    expect(t).toBe('listing')
    expect(votes).toEqual(expect.any(Number))
    expect(readRow(JSON.stringify(row), 1, thursday)).toMatchObject({ slug: row.slug })
  }
  expect(JSON.stringify(lines)).not.toMatch(/hidden|@many\.example/)
})

it('tells what has changed since, and what has gone', async () => {
  const before = (await dump()).lines.length
  expect((await dump('?updated_since=2026-11-19T12:00:00Z')).lines).toEqual([])
  const { storage } = service
  const [tide, rota] = await Promise.all(
    ['tide', 'rota'].map(async (slug) => (await storage.listings.profile(1, slug))!.listing.id),
  )
  const updated_at = '2026-11-20T08:00:00.000Z'
  await storage.write(async ({ listings }) => {
    await listings.change(tide!, { tagline: 'Another', updated_at })
    await listings.change(rota!, { status: 'withdrawn', updated_at })
  })
  const { head, lines } = await dump('?updated_since=2026-11-20')
  expect(head.updated_since).toBe('2026-11-20T00:00:00.000Z')
  expect(lines).toEqual([
    expect.objectContaining({ t: 'listing', slug: 'tide', tagline: 'Another', updated_at }),
    { t: 'gone', slug: 'rota', updated_at },
  ])
  expect((await dump()).lines).toHaveLength(before - 1)
  // However exactly the instant is written, it is one.
  for (const [since, count] of [
    ['2026-11-20T08:00:00Z', 2],
    ['2026-11-20T08:00:00.0005Z', 2],
    ['2026-11-20T08:00:01Z', 0],
  ] as const)
    expect([since, (await dump(`?updated_since=${since}`)).lines.length]).toEqual([since, count])
})

it('refuses what is no day, and whoever comes for it again and again', async () => {
  for (const wrong of ['yesterday', '2026-13-01', "2026-11-01' OR 1=1"]) {
    const response = await service.fetch(`/dump/listings.ndjson?updated_since=${encodeURIComponent(wrong)}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      errors: [{ pointer: '/updated_since', message: expect.stringContaining('a day such as 2026-11-16') }],
    })
  }
  expect((await service.fetch('/dump/listings.ndjson', { method: 'POST' })).status).toBe(405)
  const bounded = await startService({ settings: { RATE_LIMITS: 'checks=30' } })
  const statuses = []
  for (let time = 0; time < 31; time += 1) {
    const response = await bounded.fetch('/dump/listings.ndjson')
    await response.text()
    statuses.push(response.status)
  }
  expect(statuses.slice(0, 30)).toEqual(Array(30).fill(200))
  expect(statuses.at(-1)).toBe(429)
  await bounded.close()
})

it('comes through one at a time, however many there are', async () => {
  const many = await startService({
    async fill(storage) {
      await storage.write(async ({ categories, listings }) => {
        await categories.add({ slug: 'tools', name: 'Tools' })
        for (let number = 0; number < 450; number += 1) {
          const slug = `product-${number}`
          await listings.save({
            ...{ site_id: 1, slug, name: slug, url: `https://${slug}.example/`, domain: `${slug}.example` },
            ...{ company_key: `${slug}.example`, category_ids: [1], status: 'live', plan: 'free' },
            ...{ live_at: '2026-01-05T09:00:00.000Z', created_at: '2026-01-05T09:00:00.000Z' },
            updated_at: '2026-01-05T09:00:00.000Z',
          })
        }
      })
    },
  })
  const { lines } = await dump('', many)
  expect(new Set(lines.map(({ slug }) => slug)).size).toBe(450)
  await many.close()
})
