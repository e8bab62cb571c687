// What an owner is told of how a listing does, and the way out on which visitors are counted.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { listingOf } from '../../support/owned.ts'
import { signIn, type Browser } from '../../support/people.ts'
import { startService, type Service } from '../../support/service.ts'

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let service: Service
let ana: Browser
let eve: Browser
let at: string
let id: number
beforeAll(async () => {
  service = await startService({ settings: { TRUST_PROXY: 'loopback' } })
  ana = (await signIn(service, 'ana@example.com')).browser
  eve = (await signIn(service, 'eve@example.com')).browser
  const { id: user_id } = (await service.storage.users.byEmail('ana@example.com'))!
  const live = { status: 'live', live_at: '2026-11-16T00:00:00.000Z', plan: 'free' } as const
  id = await listingOf(service, user_id, { slug: 'tern', url: 'https://tern.test/home?from=us', ...live })
  await listingOf(service, user_id, { slug: 'hidden', url: 'https://hidden.test/', status: 'draft' })
  at = `/account/listings/${id}/numbers`
})
afterAll(() => service.close())

describe('the way out', () => {
  const go = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    service.fetch(path, { method, headers, redirect: 'manual' })

  it('leads to the address of the listing and to no other, whatever is asked', async () => {
    expect(await (await service.fetch('/listings/tern')).text()).toContain('href="/out/tern"')
    for (const path of ['/out/tern', '/out/tern?url=https://evil.example/', '/out/tern?to=//evil.example']) {
      const { status, headers } = await go(path)
      expect([status, headers.get('location')]).toEqual([302, 'https://tern.test/home?from=us'])
      expect([headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual([
        'no-store',
        'noindex, nofollow',
      ])
    }
    for (const path of ['/out/hidden', '/out/nothing', '/out/https:%2F%2Fevil.example', '/out/..%2Ftern'])
      expect((await go(path)).status, path).toBe(404)
    expect(await (await service.fetch('/robots.txt')).text()).toContain('Disallow: /out')
  })

  it('counts people who come from a page of ours, and nobody else', async () => {
    const noted = vi.fn<() => void>()
    const write = service.storage.write.bind(service.storage)
    service.storage.write = (work) => (noted(), write(work))
    const clicks = async (headers: Record<string, string>, method?: string) => {
      noted.mockClear()
      await go('/out/tern', { 'user-agent': browser, ...headers }, method)
      return noted.mock.calls.length
    }
    const ours = { 'sec-fetch-site': 'same-origin' }
    expect(await clicks({})).toBe(0)
    expect(await clicks({ 'sec-fetch-site': 'cross-site', referer: `${service.url}/` })).toBe(0)
    expect(await clicks({ ...ours, 'sec-purpose': 'prefetch' })).toBe(0)
    expect(await clicks({ ...ours, 'user-agent': 'Googlebot/2.1' })).toBe(0)
    expect(await clicks(ours, 'HEAD')).toBe(0)
    // The first of a day asks for the salt of that day.
    expect(await clicks(ours)).toBe(1)
    service.storage.write = write
  })
})

describe('the numbers of a listing', () => {
  it('are told day by day to its owner, and count a visitor once for each deed', async () => {
    const marks = (['view', 'view', 'click', 'click'] as const).map((deed, n) => ({
      ...{ day: '2026-11-18', listing_id: id, deed },
      visitor: deed === 'click' ? 'same click' : `view ${n}`,
    }))
    await service.storage.write(({ views }) => views.count(marks))
    const { text } = await ana.get(at)
    expect(text).toContain('<h1>2 views in 28 days</h1>')
    expect(text).toMatch(/0 votes, and 1 visit to your\s+site: 50 of 100 visitors go on to your site/)
    expect(text).toContain('aria-label="Views, a day: 0 today, at most 2"')
    expect(text).toContain('<time datetime="2026-11-18">18 November 2026</time>, 2 views.')
    expect((await ana.get(`${at}?days=90`)).text).toContain('in 90 days')
    expect((await ana.get(`${at}?days=7`)).text).toContain('in 28 days')
  })

  it('are nobody else’s', async () => {
    expect((await eve.get(at)).status).toBe(404)
  })
})

describe('where people come from', () => {
  let people = 0
  const sent = (path: string, headers: Record<string, string>) => {
    people += 1
    const own = { 'user-agent': browser, 'x-forwarded-for': `203.0.${people}.1`, accept: 'text/html' }
    return service.fetch(path, { headers: { ...own, ...headers } })
  }
  const from = (kind: 'view' | 'badge') => service.storage.numbers.sources(id, kind, '2026-11-01', 50)

  it('is kept as a domain that anybody could register, and nothing more; of the badge too, but for programs', async () => {
    for (const referer of [
      'https://news.ycombinator.com/item?id=1',
      'https://www.ycombinator.com/',
      'https://ana.github.io/diary/secret',
      `${service.url}/search?q=tern`,
      'https://mail.acme.internal/inbox/ana',
      'http://192.168.1.7/',
      'android-app://com.example/',
      'nonsense',
    ])
      expect((await sent('/listings/tern', { referer })).status).toBe(200)
    await sent('/listings/tern', {})
    const badge = '/badges/tern/listed-standard-auto-m.svg'
    const cross = { 'sec-fetch-site': 'cross-site' }
    await sent(badge, { ...cross, referer: 'https://blog.tern.dev/a' })
    expect((await sent(badge, { ...cross, referer: 'https://intranet.tern/' })).status).toBe(200)
    await sent(badge, cross)
    await sent(badge, { 'sec-fetch-site': 'same-origin', referer: `${service.url}/listings/tern/badges` })
    await sent(badge, { ...cross, referer: 'https://tern.dev/', 'user-agent': 'Googlebot/2.1' })
    // They are written together, some seconds later.
    await vi.waitFor(
      async () =>
        expect([await from('view'), await from('badge')]).toEqual([
          [
            { domain: 'ycombinator.com', visitors: 2 },
            { domain: 'ana.github.io', visitors: 1 },
          ],
          [
            { domain: '', visitors: 2 },
            { domain: 'tern.dev', visitors: 1 },
          ],
        ]),
      { timeout: 20_000, interval: 100 },
    )
    const { text } = await ana.get(at)
    expect(text).toMatch(/<dt>2 visitors<\/dt>\s*<dd>ycombinator\.com/)
    expect(text).toMatch(/<dt>2 visitors<\/dt>\s*<dd>Elsewhere/)
    expect(text).toContain('aria-label="Your badge, seen elsewhere, a day: 3 today, at most 3"')
  }, 30_000)

  it('has no more names a day than are kept, and no names when they are old', async () => {
    const marks = Array.from({ length: 50 }, (_, n) => ({
      ...{ day: '2026-11-17', listing_id: id, deed: 'badge' as const },
      ...{ visitor: `b${n}`, came_from: `spam${n}.example` },
    }))
    await service.storage.write(({ views }) => views.count(marks.slice(0, 30)))
    await service.storage.write(({ views }) => views.count(marks))
    const all = (await from('badge')).filter(({ domain }) => domain.startsWith('spam'))
    expect(all).toHaveLength(20)
    const total = (await service.storage.numbers.daily(id, '2026-11-17')).badges[0]
    expect(total).toEqual({ day: '2026-11-17', count: 50 })
    await service.storage.write(({ views }) => views.dropSources('2026-11-18'))
    expect((await from('badge')).some(({ domain }) => domain.startsWith('spam'))).toBe(false)
  })
})
