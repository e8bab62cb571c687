import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isBot, openViewCounter, type ViewCounter } from '../../../storage/listings/view_counter.ts'
import { onPostgres } from '../../support/made_databases.ts'
import { besideRows } from '../../support/rows.ts'
import { fillTown, product } from '../../support/town.ts'
import { startService, thursday, type Service } from '../../support/service.ts'

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const visitor = (address: string, user_agent: string | null = browser) => ({ address, user_agent })

describe('views', () => {
  let service: Service
  let views: ViewCounter
  const faults: unknown[] = []
  beforeAll(async () => {
    service = await startService({ fill: fillTown })
    views = openViewCounter(service.storage, (error) => faults.push(error))
  })
  afterAll(() => service.close())

  const listed = async (slug: string, status: 'live' | 'draft' = 'live') =>
    service.storage.write(async (inside) => {
      const category = (await inside.categories.bySlug('work'))!.id
      return inside.listings.save(product([category], { slug, status }))
    })
  const seen = async (slug: string) => (await service.storage.listings.profile(1, slug))!.listing.views
  const all = (text: string, ...values: unknown[]) =>
    besideRows(join(service.folder, 'launch.db'), (rows) => rows.all(text, ...values))

  it('are one a visitor a day, whoever counts', async () => {
    const id = await listed('looked-at')
    for (let times = 0; times < 3; times += 1) views.see(id, visitor('192.0.2.1'), thursday)
    views.see(id, visitor('192.0.2.2'), thursday)
    views.see(id, visitor('192.0.2.1', browser.replace('140.0)', '141.0)')), thursday)
    expect(await seen('looked-at')).toBe(0)
    await views.flush()
    // What a browser calls itself is whatever its holder likes, and makes nobody another.
    expect(await seen('looked-at')).toBe(2)
    // After a restart, or in another process.
    const other = openViewCounter(service.storage, (error) => faults.push(error))
    other.see(id, visitor('192.0.2.1'), thursday)
    await other.close()
    expect(await seen('looked-at')).toBe(2)
    views.see(id, visitor('192.0.2.1'), new Date(thursday.getTime() + 86_400_000))
    await views.flush()
    expect(await seen('looked-at')).toBe(3)
    const rows = await all('SELECT viewed_on, views FROM listing_views WHERE listing_id = ?', id)
    expect(rows).toEqual([
      { viewed_on: '2026-11-19', views: 2 },
      { viewed_on: '2026-11-20', views: 1 },
    ])
    expect(faults).toEqual([])
  })

  it('keep nothing of a person, and let even the hashes go with their day', async () => {
    const id = await listed('discreet')
    views.see(id, visitor('203.0.113.77'), thursday)
    await views.flush()
    const dump = async () =>
      JSON.stringify([await all('SELECT * FROM visitors'), await all('SELECT * FROM visitor_salts')])
    expect(await dump()).not.toMatch(/203\.0\.113|Firefox/)
    expect(await dump()).toContain('2026-11-19')
    await service.storage.write((inside) => inside.views.forgetBefore('2026-11-20'))
    expect(await dump()).not.toContain('2026-11-19')
    expect(await seen('discreet')).toBe(1)
  })

  it('come from the page of a listing, kept or not, but not from programs that read it', async () => {
    const other = await startService({ fill: fillTown })
    const noted = vi.fn<() => void>()
    const write = other.storage.write.bind(other.storage)
    other.storage.write = (work) => (noted(), write(work))
    const look = async (user_agent: string, more = {}, method = 'GET') => {
      noted.mockClear()
      const headers = { accept: 'text/html', 'user-agent': user_agent, ...more }
      expect((await other.fetch('/listings/tide', { method, headers })).status).toBe(200)
      return noted.mock.calls.length
    }
    expect(await look('curl/8.5.0')).toBe(0)
    expect(await look(browser, { 'sec-purpose': 'prefetch' })).toBe(0)
    expect(await look(browser, {}, 'HEAD')).toBe(0)
    expect(await look(browser)).toBe(1)
    await other.close()
  })

  it('of what is not live, or not there, are none', async () => {
    views.see(await listed('unseen', 'draft'), visitor('192.0.2.9'), thursday)
    views.see(999_999, visitor('192.0.2.9'), thursday)
    await views.flush()
    expect(faults).toEqual([])
    expect(await all('SELECT 1 AS one FROM visitors WHERE listing_id = 999999')).toEqual([])
  })

  it('that could not be written are written with the next ones, once', async () => {
    const id = await listed('kept-through-an-outage')
    const outage = new Error('The disk is full.')
    const write = vi.spyOn(service.storage, 'write').mockRejectedValueOnce(outage)
    views.see(id, visitor('192.0.2.7'), thursday)
    await views.flush()
    write.mockRestore()
    expect(faults.splice(0)).toEqual([outage])
    views.see(id, visitor('192.0.2.8'), thursday)
    await views.flush()
    await views.flush()
    expect(await seen('kept-through-an-outage')).toBe(2)
  })

  // Only one writes at a time, but on PostgreSQL.
  it.skipIf(onPostgres)('are noted without waiting for whoever is writing', async () => {
    const id = await listed('waited-for')
    let isWriting = true
    let end!: () => void
    const writing = service.storage.write(async () => {
      await new Promise<void>((resolve) => (end = resolve))
      isWriting = false
    })
    views.see(id, visitor('192.0.2.3'), thursday)
    expect(await seen('waited-for')).toBe(0)
    expect(isWriting).toBe(true)
    end()
    await writing
    await views.flush()
    expect(await seen('waited-for')).toBe(1)
  })

  it.each([
    [browser, false],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1',
      false,
    ],
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', true],
    ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2)', true],
    ['Mozilla/5.0 (X11) HeadlessChrome/140.0', true],
    ['curl/8.5.0', true],
    [null, true],
    ['', true],
  ])('by %s count for nothing: %s', (user_agent, isOne) => expect(isBot(user_agent)).toBe(isOne))
})
