// What the site is for, as people do it: on a phone and on a desk, with script and without.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadDemo } from '../../../tools/catalogue/demo.ts'
import { chromiumNote, launchChromium, withoutChromium } from '../../support/chromium.ts'
import { addCategories } from '../../support/drafting.ts'
import { onPostgres } from '../../support/made_databases.ts'
import { completeProfile } from '../../support/owned.ts'
import { openOutside, pages, type Outside } from '../../support/outside.ts'
import { keyFor, mailedLink } from '../../support/people.ts'
import { startService, type Service } from '../../support/service.ts'
import { tide } from '../../support/tide.ts'
import { product } from '../../support/town.ts'
import { whole } from '../../support/some.ts'

/** The first two cross both choices, and how a page looks asks no database; all four with WHOLE=on. */
const ways = [
  { name: 'on a phone, with script', width: 390, script: true },
  { name: 'on a desk, without script', width: 1280, script: false },
  { name: 'on a phone, without script', width: 390, script: false },
  { name: 'on a desk, with script', width: 1280, script: true },
].slice(0, whole ? 4 : onPostgres ? 1 : 2)

describe.skipIf(withoutChromium)(`in Chromium${chromiumNote}`, () => {
  let service: Service
  let outside: Outside
  let chromium: Browser
  beforeAll(async () => {
    outside = await openOutside()
    service = await startService({
      outside: outside.options,
      async fill(storage, now) {
        await loadDemo(storage, now)
        await addCategories(storage)
      },
    })
    chromium = await launchChromium()
  })
  afterAll(async () => {
    await chromium.close()
    await service.close()
    await outside.close()
  })

  describe.each(ways)('$name', ({ width, script }) => {
    const who = `${script ? 'with' : 'without'}-${width}`
    const email = `${who}@tide.example`
    const host = `${who}.test`
    let page: Page
    let troubles: string[]
    beforeAll(async () => {
      const context = await chromium.newContext({
        javaScriptEnabled: script,
        viewport: { width, height: 800 },
      })
      page = await context.newPage()
      page.setDefaultTimeout(20_000)
      troubles = []
      page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()))
      // People whose accounts are older than an hour may vote.
      await keyFor(service, email)
      service.clock.now = new Date(service.clock.now.getTime() + 2 * 3_600_000)
    })
    afterAll(() => page.context().close())

    const button = (name: string | RegExp) => page.getByRole('button', { name })
    const link = (name: string | RegExp) => page.getByRole('link', { name })
    const heading = (name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor()

    it('somebody browses, searches, signs in, votes and follows', async () => {
      await page.goto(service.url)
      await heading(/launched this week/)
      if (width < 700) await link('Search').first().click()
      await page.getByRole('searchbox').last().fill('invoices')
      await page.keyboard.press('Enter')
      await heading(/for “invoices”/)
      await page.locator('main').getByRole('link', { name: 'Patient Heron', exact: true }).click()
      await heading('Patient Heron')
      const votes = async () => Number(/\d+/.exec(await page.locator('.vote').first().innerText())![0])
      const before = await votes()
      await link(/Vote for Patient Heron/).click()
      await page.getByLabel('Your email address').fill(email)
      await page.keyboard.press('Enter')
      await heading('Your link is ready')
      await page.goto((await mailedLink(service, email)).href)
      await page.locator('main').getByRole('button', { name: 'Sign in and vote' }).click()
      await heading('Patient Heron')
      await page.locator('.vote [aria-pressed=true]').first().waitFor()
      expect(await votes()).toBe(before + 1)
      await button(/^Follow/).click()
      await button(/^Stop following/).waitFor()
    })

    it('a maker gives an address, reviews the draft, edits it and makes the listing', async () => {
      // The address of its account is longer than the place for it beside a mark, and has nowhere to break.
      outside.hosts.set(host, (path, request) => {
        const answer = tide(path, request)
        if (answer === null || typeof answer === 'function') return answer
        return {
          ...answer,
          body: String(answer.body).replaceAll('tide-invoices', 'tideinvoicesforeverybody'),
        }
      })
      await page.goto(`${service.url}/submit`)
      await page.locator('main').getByRole('textbox').first().fill(host)
      await button(/Read it/).click()
      await page.waitForURL(/\/account\/drafts\//)
      await service.worker.idle()
      await page.reload()
      await page.getByText('Invoices that chase themselves').first().waitFor()
      await page.locator('#founded_year summary').first().click()
      await page.locator('#f-founded_year').fill('2014')
      const tagline = page.locator('#tagline')
      await tagline.locator('summary').first().click()
      await tagline.getByRole('textbox').fill(`Typed ${who}`)
      await tagline.getByRole('button', { name: 'Save' }).click()
      await page.locator('#tagline .state.edited').waitFor()
      // What was typed beside it and not saved yet comes back, once the script has run.
      if (script) await expect.poll(() => page.locator('#f-founded_year').inputValue()).toBe('2014')
      const categories = page.locator('#categories')
      await categories.locator('summary').first().click()
      await categories.getByLabel('Category 1').fill('Invoicing')
      await categories.getByRole('button', { name: 'Save' }).click()
      await page.locator('#categories').getByText('Invoicing').first().waitFor()
      await button(/listing/i)
        .last()
        .click()
      await page.waitForURL(/\/account\/listings\/\d+/)
      await page.getByText('Choose how to launch', { exact: true }).waitFor()
    })

    it('the maker chooses the free plan, puts the badge up, and is scheduled', async () => {
      const { user_id } = await keyFor(service, email)
      await completeProfile(service, user_id)
      await page.reload()
      await Promise.all([page.waitForEvent('load'), button(/free/i).first().click()])
      await service.worker.idle()
      await page.reload()
      const badge = await page.locator('.copy pre').first().innerText()
      outside.hosts.set(host, pages({ '/': `<html><body><h1>Ours</h1>${badge}</body></html>` }))
      await Promise.all([page.waitForEvent('load'), button('Look again').click()])
      await service.worker.idle()
      await page.reload()
      await page.getByText(/Seen .* Leave it there/).waitFor()
    })

    it('the maker pays for a launch and is live', async () => {
      await page.getByRole('complementary').getByRole('link', { name: 'Another week' }).click()
      await page.getByRole('radio', { name: /^Now/ }).check()
      await page.getByLabel('Your country').selectOption('FI')
      await button('Show what it costs').click()
      await heading(/in all$/)
      await button('Go on to payment').click()
      await button(/^Pay €/).click()
      await heading('Paid. Thank you.')
      await page.goto(`${service.url}/search?q=${encodeURIComponent(`Typed ${who}`)}`)
      await page.getByText(`Typed ${who}`).first().waitFor()
      await page.locator('main .row h3 a').first().click()
      await heading('Facts')
      await page.locator('.proof', { hasText: 'linkedin.com/company/' }).waitFor()
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    })

    it('somebody claims a listing of their company by a file', async () => {
      const slug = `claimed-${who}`
      const claimed = `${slug}.test`
      const at = service.clock.now.toISOString()
      await service.storage.write(async (inside) => {
        const { id } = (await inside.categories.bySlug('invoicing'))!
        const address = { url: `https://${claimed}/`, domain: claimed, company_key: claimed }
        await inside.listings.save(product([id], { slug, ...address, live_at: at }))
      })
      await page.goto(`${service.url}/listings/${slug}`)
      await link('Claim it').click()
      await page.locator('main').getByLabel(/file/i).first().check()
      await button('Begin the claim').click()
      const told = page.getByLabel('What to publish').first()
      const body = await told.innerText()
      outside.hosts.set(claimed, (path) =>
        path === '/.well-known/launch-claim.txt' ? { headers: { 'content-type': 'text/plain' }, body } : null,
      )
      await button(/^Look for it/)
        .first()
        .click()
      await page
        .locator('main')
        .getByText(/verified|it is yours|you look after/i)
        .first()
        .waitFor()
      await page.goto(`${service.url}/listings/${slug}`)
      await page.getByText('Verified owner').waitFor()
    })

    it('nothing ran over the edge, and nothing was complained of', async () => {
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      expect(troubles).toEqual([])
    })
  })
})
