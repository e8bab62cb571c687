// What is offered while somebody types into a search field: as JSON, and in a browser by keyboard, by pointer and not at all.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadDemo } from '../../../tools/catalogue/demo.ts'
import { chromiumNote, launchChromium, withoutChromium } from '../../support/chromium.ts'
import { startService, type Service } from '../../support/service.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
type Offered = { name: string; note: string; href: string }
let service: Service
let listing: Offered
type Item = { name: string; slug: string; tagline: string; live_listings: number }
async function first(path: string): Promise<Item> {
  const answer = await fetch(`${service.url}/api/v1${path}`)
  return ((await answer.json()) as { items: [Item] }).items[0]
}
const offered = async (q: string) => {
  const answer = await fetch(`${service.url}/search/suggest?q=${encodeURIComponent(q)}`)
  return { answer, found: (await answer.json()) as Offered[] }
}
beforeAll(async () => {
  service = await startService({ fill: (storage, now) => loadDemo(storage, now) })
  const { name, tagline, slug } = await first('/listings?sort=newest')
  listing = { name, note: tagline, href: `/listings/${slug}` }
})
afterAll(() => service.close())

describe('suggestions', () => {
  it('are listings and categories that begin so, eight at most, each with where it leads', async () => {
    const { answer, found } = await offered(listing.name.slice(0, 4).toUpperCase())
    expect(found).toContainEqual(listing)
    expect(found.length).toBeLessThanOrEqual(8)
    expect(answer.headers.get('content-type')).toBe('application/json')
    const { name, slug, live_listings } = await first('/categories?include_empty=false')
    const note = live_listings === 1 ? '1 product' : `${live_listings} products`
    expect((await offered(name)).found[0]).toEqual({ name, note, href: `/categories/${slug}` })
  })

  it('are none of what nothing begins with, and of anything that is no word', async () => {
    for (const q of ['', 'zzqx', '"', "') OR 1", '\0'.repeat(3), 'x'.repeat(5000)])
      expect((await offered(q)).found).toEqual([])
  })

  it('are read only, and limited like other reads', async () => {
    const posted = await fetch(`${service.url}/search/suggest`, { method: 'POST' })
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    const limited = await startService({ settings: { RATE_LIMITS: 'read=3' } })
    const statuses = []
    for (let i = 0; i < 4; i += 1) statuses.push((await fetch(`${limited.url}/search/suggest?q=${i}`)).status)
    await limited.close()
    expect(statuses).toEqual([200, 200, 200, 429])
  })
})

describe.skipIf(withoutChromium)(`the search field in Chromium${chromiumNote}`, () => {
  let chromium: Browser
  beforeAll(async () => void (chromium = await launchChromium()))
  afterAll(() => chromium.close())

  async function open(path: string, script = true): Promise<Page> {
    const context = await chromium.newContext({
      javaScriptEnabled: script,
      viewport: { width: 1280, height: 900 },
    })
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    await page.goto(service.url + path)
    return page
  }

  it('is led to by "/", offers without moving the page, and leads by arrows and Enter', async () => {
    const page = await open('/categories')
    const heading = async () => (await page.locator('h1').boundingBox())!
    const before = await heading()
    await page.keyboard.press('/')
    await page.keyboard.type(listing.name)
    const box = page.locator('#find')
    const option = page.getByRole('option', { name: listing.name })
    await option.waitFor()
    expect(await heading()).toEqual(before)
    await page.evaluate(axe)
    const faults = 'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + nodes[0].html))'
    expect(await page.evaluate(faults)).toEqual([])
    expect(await box.getAttribute('aria-expanded')).toBe('true')
    while ((await option.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown')
    expect(await box.getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'))
    await page.keyboard.press('Enter')
    await page.waitForURL(service.url + listing.href)
    await page.context().close()
  })

  it('keeps what was typed at Escape, and searches for it at Enter', async () => {
    const page = await open('/search')
    const box = page.locator('main input[type=search]')
    await box.pressSequentially(listing.name)
    const list = page.getByRole('listbox')
    await list.waitFor()
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'hidden' })
    expect(await box.inputValue()).toBe(listing.name)
    await page.keyboard.press('Enter')
    await page.waitForURL(/q=/)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.context().close()
  })

  it('fills a field of a comparison with the product that is chosen, below that field', async () => {
    const page = await open('/compare')
    const box = page.getByLabel('Second product')
    await box.pressSequentially(listing.name.slice(0, -1))
    const option = page.getByRole('option', { name: listing.name })
    await option.waitFor()
    const [field, panel] = [(await box.boundingBox())!, (await page.getByRole('listbox').boundingBox())!]
    expect(panel.width).toBeLessThanOrEqual(field.width + 1)
    await option.click()
    expect(await box.inputValue()).toBe(listing.name)
    expect(new URL(page.url()).pathname).toBe('/compare')
    await page.context().close()
  })

  it('leads by pointer, and is the plain form without script', async () => {
    const page = await open('/')
    await page.locator('#find').pressSequentially(listing.name)
    await page.getByRole('option', { name: listing.name }).click()
    await page.waitForURL(service.url + listing.href)
    await page.context().close()
    const plain = await open('/', false)
    await plain.locator('#find').fill(listing.name)
    await plain.keyboard.press('Enter')
    await plain.waitForURL(/\/search\?q=/)
    expect(await plain.locator('#find').getAttribute('role')).toBeNull()
    await plain.context().close()
  })
})
