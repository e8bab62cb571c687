// What the site promises, kept where it once broke: the badge leads somewhere, a Sunday evening says what it sells, each
// fact shows its sentence, the extras are for sale, and a home full of imports shows products. A newcomer's first vote is
// in voting_in_chromium.test.ts.
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importCategories } from '../../../tools/catalogue/import_categories.ts'
import { importListings } from '../../../tools/catalogue/import.ts'
import { enter, type Caller } from '../../support/callers.ts'
import { chromiumNote, launchChromium, withoutChromium } from '../../support/chromium.ts'
import { openDrafting, readyDraft } from '../../support/drafting.ts'
import { signIn } from '../../support/people.ts'
import { callRest, startService, type Service } from '../../support/service.ts'
import { sharedData } from '../../support/shared_data.ts'
import { some } from '../../support/some.ts'

const phone = { viewport: { width: 390, height: 800 } }

describe.skipIf(withoutChromium)(`a launch in Chromium${chromiumNote}`, () => {
  let world: Awaited<ReturnType<typeof openDrafting>>
  let agent: Caller
  let chromium: Browser
  let own: Page
  let reader: Page
  let listing_id: number
  beforeAll(async () => {
    world = await openDrafting(undefined, { repeating: ['turn_weeks'] })
    const { service } = world
    service.clock.now = new Date('2026-11-22T21:00:00.000Z')
    chromium = await launchChromium()
    const { browser } = await signIn(service, 'ana@tide.test')
    const context: BrowserContext = await chromium.newContext(phone)
    await context.addCookies([...browser.cookies].map(([name, value]) => ({ name, value, url: service.url })))
    own = await context.newPage()
    reader = await (await chromium.newContext(phone)).newPage()
    for (const page of [own, reader]) page.setDefaultTimeout(20_000)
    agent = await enter(service, 'rest', 'ana@tide.test')
    const { id } = await readyDraft(service, agent)
    await agent.get('update_draft', { id, fields: { categories: ['Invoicing'] } })
    listing_id = (await agent.get('submit_draft', { id })).listing_id
  })
  afterAll(async () => {
    await chromium.close()
    await agent.end()
    await world.close()
  })

  const pageOf = (more = '') => `${world.service.url}/account/listings/${listing_id}${more}`
  const button = (name: string | RegExp) => own.getByRole('button', { name })
  const choice = (name: RegExp) => own.locator('label.choice').filter({ hasText: name })
  const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor()

  it('the badge leads to a page from the moment it is asked for', async () => {
    await own.goto(pageOf())
    await Promise.all([own.waitForEvent('load'), button('Choose the free plan').click()])
    await world.service.worker.idle()
    await own.reload()
    const code = await own.getByLabel('The badge, ready to paste').innerText()
    const led = await reader.goto(/href="([^"]+)"/.exec(code)![1]!)
    expect(led!.status()).toBe(200)
    await heading(reader, 'Tide')
    await reader.getByText('Launching soon').first().waitFor()
  })

  it('on a Sunday evening “now” says that three hours are left, and Monday is offered for the same price', async () => {
    await own.goto(pageOf('/plan'))
    expect(await own.locator('input:checked').count()).toBe(0)
    const now = await choice(/^\s*Now/).innerText()
    expect(now).toContain('with 3 hours of voting left')
    expect(now).toContain('€99')
    const monday = choice(/^\s*Monday, 23 November 2026/)
    expect(await monday.innerText()).toContain('for the same price, the better choice')
    await monday.getByRole('radio').check()
    await own.getByLabel('Your country').selectOption('FI')
    await button('Show what it costs').click()
    await heading(own, '€124.25 in all')
    await button('Go on to payment').click()
    await button(/^Pay €124\.25/).click()
    await heading(own, 'Paid. Thank you.')
    const bought = await agent.get('get_my_listing', { listing_id })
    expect(bought).toMatchObject({ status: 'scheduled', launch_week: '2026-11-23' })
    world.service.clock.now = new Date('2026-11-23T00:05:00.000Z')
    await world.service.worker.idle()
    expect((await agent.get('get_my_listing', { listing_id })).status).toBe('live')
  })

  it('under each drafted fact there is its sentence, with the page and the day, for everybody', async () => {
    await reader.goto(`${world.service.url}/listings/tide`)
    await heading(reader, 'Facts')
    const facts = reader.locator('section[aria-labelledby="f"] dl > div')
    const named: string[] = []
    for (const fact of await facts.all()) {
      if ((await fact.locator('.blank').count()) > 0) continue
      named.push(await fact.locator('dt').innerText())
      // By keyboard: a value that is a link would be followed by a click on it.
      for (const proof of await fact.locator('details.proof').all())
        await proof.locator('summary').press('Enter')
      const quotes = await fact.locator('figure.quote').all()
      expect(quotes.length, named.at(-1)).toBeGreaterThan(0)
      for (const quote of quotes) {
        expect((await quote.locator('mark').innerText()).length, named.at(-1)).toBeGreaterThan(2)
        expect(await quote.locator('figcaption').innerText()).toMatch(/^tide\.test.*, read 22 November 2026$/)
      }
    }
    expect(named).toEqual(expect.arrayContaining(['Founded', 'Based in', 'Pricing', 'Contact']))
    expect(await reader.evaluate<number>('document.documentElement.scrollWidth')).toBe(390)
  })

  it('the extras are for sale with their prices, and what is bought is shown once it is written', async () => {
    await own.goto(pageOf('/plan'))
    const story = choice(/Founder story/i)
    expect(await story.innerText()).toMatch(/€\d+/)
    await story.getByRole('checkbox').check()
    await own.getByLabel('Your country').selectOption('FI')
    await button('Show what it costs').click()
    await heading(own, /in all$/)
    await button('Go on to payment').click()
    await button(/^Pay €/).click()
    await own.getByRole('link', { name: 'Write the story' }).click()
    await own.getByLabel('Why it was started').fill('Because nobody likes to write reminders.')
    await Promise.all([own.waitForEvent('load'), button('Save the story').click()])
    await reader.reload()
    await reader.getByText('Because nobody likes to write reminders.').waitFor()
  })
})

const [listings, categories] = [sharedData('catalog.jsonl'), sharedData('categories.json')]

describe.skipIf(withoutChromium || listings === null || categories === null)(
  `the real catalogue in Chromium${chromiumNote}`,
  () => {
    let service: Service
    let chromium: Browser
    beforeAll(async () => {
      const rows = readFileSync(listings!, 'utf8').trim().split('\n')
      const looked_at = some(rows, 10)
      service = await startService({
        async fill(storage, now) {
          await importCategories(storage, JSON.parse(readFileSync(categories!, 'utf8')))
          await importListings(storage, Readable.from(looked_at), { site_id: 1, now })
        },
      })
      chromium = await launchChromium()
    }, 180_000)
    afterAll(async () => {
      await chromium?.close()
      await service?.close()
    })

    it('its home shows how many products there are, and the newest of them', async () => {
      const page = await (await chromium.newContext(phone)).newPage()
      await page.goto(service.url)
      const shown = await page.getByRole('heading', { level: 1 }).innerText()
      const count = await service.storage.listings.liveCount(1)
      expect(shown).toBe(`${count.toLocaleString('en')} products. Which one is yours?`)
      const newest = page.getByRole('region', { name: 'Newest products' })
      expect(await newest.locator('.row').count()).toBe(5)
      await newest.getByRole('link').nth(1).click()
      await page.getByRole('heading', { name: 'Is it yours?' }).waitFor()
    })

    it('says a text once where tagline and description are the same', async () => {
      const { items } = (await callRest(service, 'search_listings', { per_page: 100 })).body
      const page = await (await chromium.newContext(phone)).newPage()
      let seen = 0
      for (const { slug } of items as { slug: string }[]) {
        const { tagline, description } = (await callRest(service, 'get_listing', { slug })).body
        if (tagline === null || tagline !== description) continue
        await page.goto(`${service.url}/listings/${slug}`)
        const text = await page.locator('main').innerText()
        expect(text.split(tagline).length - 1, slug).toBe(1)
        if ((seen += 1) === 5) break
      }
      expect(seen).toBe(5)
    })
  },
)
