// What owners paste elsewhere, and the key that leads to the search.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { longestWithin } from '../../../http/site/account/my_listing_kit.ts'
import { chromiumNote, launchChromium, withoutChromium } from '../../support/chromium.ts'
import { listingOf } from '../../support/owned.ts'
import { keyFor, signIn, unescaped, type Browser as Visitor } from '../../support/people.ts'
import { startService, type Service } from '../../support/service.ts'

describe('a text of a length', () => {
  it.each([
    [['Short.', 'A longer one that fits as well.'], 60, 'A longer one that fits as well.'],
    [['One sentence. Another one. A third.'], 27, 'One sentence. Another one.'],
    [['Invoices that chase themselves until they are paid'], 30, 'Invoices that chase…'],
    [['Undividedwordwithoutanyend'], 10, 'Undivided…'],
    [['Costs 3.50 a month and no more than that'], 20, 'Costs 3.50 a month…'],
  ])('%j within %i is %j', (texts, most, expected) => {
    expect(longestWithin(texts, most)).toBe(expected)
  })

  it('never exceeds it, and begins as one of the texts does', () => {
    let seed = 7
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    const word = () => 'abcdefghijkl'.slice(0, 1 + random(12)) + ['', '', '.', '!', ',', ' –'][random(6)]
    for (let n = 0; n < 2000; n += 1) {
      const texts = Array.from({ length: 1 + random(3) }, () =>
        Array.from({ length: 1 + random(40) }, word).join(' '),
      )
      const most = 5 + random(200)
      const text = longestWithin(texts, most)
      expect(text.length).toBeLessThanOrEqual(most)
      expect(text).not.toBe('')
      expect(texts.some((one) => one.startsWith(text.replace(/…$/, '')))).toBe(true)
    }
  })
})

describe('the launch kit', () => {
  let service: Service
  let ana: Visitor
  let id: number
  beforeAll(async () => {
    service = await startService()
    ana = (await signIn(service, 'ana@example.com')).browser
    const { user_id } = await keyFor(service, 'ana@example.com')
    id = await listingOf(service, user_id, {
      ...{ slug: 'tern', name: 'Tern', url: 'https://tern.test/', tagline: 'Flies </script> far' },
      ...{ status: 'awaiting_badge', plan: 'free', launch_week: '2026-12-28' },
    })
  })
  afterAll(() => service.close())

  it('offers the badge of its launch once it has launched', async () => {
    const kit = async () => (await ana.get(`/account/listings/${id}/kit`)).text
    expect(await kit()).toContain('/badges/tern/listed-')
    const before = (await service.storage.listings.byId(id))!
    const live = { status: 'live', launch_week: '2026-11-16', live_at: '2026-11-16T00:00:00.000Z' } as const
    await service.storage.write(({ listings }) => listings.change(id, live))
    expect(await kit()).toContain('/badges/tern/launched-')
    const { status, launch_week, live_at } = before
    await service.storage.write(({ listings }) => listings.change(id, { status, launch_week, live_at }))
  })

  it('has the words, the data, the picture and the badge, for the owner alone', async () => {
    const seen = await ana.get(`/account/listings/${id}/kit`)
    const text = unescaped(seen.text)
    expect(text).toContain('Flies </script> far')
    expect(text).toContain('<h2>For every place</h2>')
    expect(text).toContain('"url": "https://tern.test/"')
    expect(text).toContain(`"sameAs": "${service.url}/listings/tern"`)
    const [, picture] = /(\/previews\/tern-[0-9a-f]{12}\.png)/.exec(text)!
    expect((await service.fetch(picture!)).status).toBe(200)
    expect(text).toContain(`<a href="${service.url}/listings/tern"><img`)
    expect(text).toMatch(/19 characters, for places that take up to\s+60, 80, /)
    expect(text).toMatch(/<img\s+src="\/previews\/tern-[0-9a-f]{12}\.png"/)
    const [, drawn] = /<div class="show light">\s*<img src="([^"]+)"/.exec(text)!
    expect((await service.fetch(drawn!)).headers.get('content-type')).toContain('image/svg')
    const ben = (await signIn(service, 'ben@example.com')).browser
    expect((await ben.get(`/account/listings/${id}/kit`)).status).toBe(404)
  })

  describe.skipIf(withoutChromium)(`in Chromium${chromiumNote}`, () => {
    let chromium: Browser
    beforeAll(async () => {
      chromium = await launchChromium()
    })
    afterAll(() => chromium.close())

    it.each([390, 1280])(
      '"/" leads to the search on a page %i wide, and is a letter while one types',
      async (width) => {
        const page = await chromium.newPage({ viewport: { width, height: 800 } })
        await page.goto(`${service.url}/search?q=tern`)
        await page.keyboard.press('/')
        const box = page.locator('input[type=search]:focus')
        await box.waitFor()
        await page.keyboard.type('a/b')
        expect(await box.inputValue()).toBe('a/b')
        await page.close()
      },
    )
  })
})
