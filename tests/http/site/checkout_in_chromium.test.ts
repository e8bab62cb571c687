// The paid journey as a person makes it: the link an agent returned, the page, the button, the live listing.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enter, type Caller } from '../../support/callers.ts'
import { chromiumNote, launchChromium, withoutChromium } from '../../support/chromium.ts'
import { openDrafting, readyDraft } from '../../support/drafting.ts'

describe.skipIf(withoutChromium)(`a checkout in Chromium${chromiumNote}`, () => {
  let world: Awaited<ReturnType<typeof openDrafting>>
  let agent: Caller
  let browser: Browser
  beforeAll(async () => {
    world = await openDrafting()
    agent = await enter(world.service, 'mcp', 'ana@tide.test')
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser.close()
    await agent.end()
    await world.close()
  })

  it.each([true, false])('is paid by pressing a button (script: %s)', async (javaScriptEnabled) => {
    const url = javaScriptEnabled ? 'tide.test' : 'ebb.test'
    const { id } = await readyDraft(world.service, agent, url)
    const name = javaScriptEnabled ? 'With Script' : 'Without Script'
    await agent.get('update_draft', { id, fields: { name, categories: ['Invoicing'] } })
    const { listing_id } = await agent.get('submit_draft', { id })
    const items = [{ product: 'launch', listing_id }]
    const quote = await agent.get('quote_order', { items, country: 'FI' })
    const order = await agent.get('create_checkout', quote.next_steps[0].arguments)
    const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 390, height: 800 } })
    const page = await context.newPage()
    const troubles: string[] = []
    page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()))
    await page.goto(order.checkout_url)
    await page.getByRole('heading', { name: `Launch ${name} for €124.25` }).waitFor()
    expect(await page.getByRole('note').innerText()).toContain('No money moves')
    await page.getByRole('button', { name: 'Simulate a declined card' }).click()
    await page.getByText('The card was declined').waitFor()
    await page.getByRole('button', { name: 'Pay €124.25 (test)' }).click()
    await page.getByRole('heading', { name: 'Paid. Thank you.' }).waitFor()
    expect((await agent.get('get_my_listing', { listing_id })).status).toBe('live')
    await page.getByRole('link', { name: 'Open the receipt' }).click()
    await page.getByRole('heading', { name: /^Receipt R-2026-/ }).waitFor()
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    expect(troubles).toEqual([])
    await context.close()
  })
})
