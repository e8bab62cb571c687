// A newcomer's first vote: asked for where it is given, told when it counts, and counted by itself; and voting again
// without losing one's place on the page.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadDemo } from '../../../tools/catalogue/demo.ts'
import { chromiumNote, launchChromium, withoutChromium } from '../../support/chromium.ts'
import { mailedLink } from '../../support/people.ts'
import { startService, type Service } from '../../support/service.ts'

describe.skipIf(withoutChromium)(`voting in Chromium${chromiumNote}`, () => {
  let service: Service
  let chromium: Browser
  beforeAll(async () => {
    service = await startService({
      fill: (storage, now) => loadDemo(storage, now),
      repeating: ['turn_weeks'],
    })
    chromium = await launchChromium()
  })
  afterAll(async () => {
    await chromium.close()
    await service.close()
  })

  describe.each([
    { name: 'with script', script: true },
    { name: 'without script', script: false },
  ])('$name', ({ script }) => {
    const email = `${script ? 'with' : 'without'}@newcomer.example`
    let page: Page
    let slug: string
    beforeAll(async () => {
      const context = await chromium.newContext({
        javaScriptEnabled: script,
        viewport: { width: 390, height: 700 },
        reducedMotion: 'reduce',
      })
      page = await context.newPage()
      page.setDefaultTimeout(20_000)
    })
    afterAll(() => page.context().close())

    const row = () => page.locator(`#${slug}`)
    const votes = async () => Number(/\d+/.exec(await row().locator('.vote').innerText())![0])
    const top = async () => (await row().boundingBox())!.y

    it('the rule of the hour stands where the address is asked, under the row', async () => {
      await page.goto(service.url)
      slug = (await page.locator('.row[id]').nth(3).getAttribute('id'))!
      await row().locator('.vote a').click()
      const ask = row().getByRole('form')
      await ask.getByText('The first vote of a new account counts after an hour').waitFor()
      expect(await top()).toBeLessThan(700)
      await ask.getByLabel('Your email address').fill(email)
      await ask.getByRole('button', { name: 'Vote' }).click()
      await page.getByText(email).waitFor()
    })

    it('the mailed link leads to one button, which signs in, votes and comes back to the row', async () => {
      await page.goto((await mailedLink(service, email)).href)
      const buttons = page.locator('main').getByRole('button')
      expect(await buttons.allInnerTexts()).toEqual(['Sign in and vote'])
      await buttons.click()
      await row()
        .getByText(/waits until \d\d:\d\d UTC/)
        .waitFor()
      expect(new URL(page.url()).hash).toBe(`#${slug}`)
      expect(new URL(page.url()).search).toBe('')
    })

    it('the vote counts by itself when the hour is over', async () => {
      const before = await votes()
      service.clock.now = new Date(service.clock.now.getTime() + 3_600_000)
      await service.worker.idle()
      await page.reload()
      expect(await votes()).toBe(before + 1)
      await row().locator('[aria-pressed=true]').waitFor()
      expect(await row().getByText('waits until').count()).toBe(0)
    })

    it('voting again leaves the reader where they were', async () => {
      const before = await votes()
      await row().locator('.vote button').scrollIntoViewIfNeeded()
      const [was, scrolled] = [await top(), await page.evaluate<number>('scrollY')]
      await row().locator('.vote button').click()
      await row().locator('[aria-pressed=false]').waitFor()
      expect(await votes()).toBe(before - 1)
      if (script) {
        expect(await page.evaluate<number>('scrollY')).toBe(scrolled)
        expect(await top()).toBe(was)
        expect(await page.evaluate('document.activeElement.closest(".row").id')).toBe(slug)
      } else expect(Math.abs(await top())).toBeLessThan(700)
      await row().locator('.vote button').click()
      await row().locator('[aria-pressed=true]').waitFor()
      expect(await votes()).toBe(before)
    })
  })

  it('says in a week’s last hour, before it asks, that a new account’s vote comes too late', async () => {
    service.clock.now = new Date('2026-11-22T23:12:00.000Z')
    const text = await (await service.fetch('/listings/patient-heron?vote=patient-heron')).text()
    expect(text).toContain('This week closes in 48 minutes')
    expect(await (await service.fetch('/sign-in?return_to=%2F%3Fvote%3Dpatient-heron')).text()).toContain(
      'This week closes in 48 minutes',
    )
  })
})
