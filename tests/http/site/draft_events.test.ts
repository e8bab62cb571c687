// The progress of a draft, told as it happens: to its owner only, to few at once, and never for longer than the service stays.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDrafting } from '../../support/drafting.ts'
import { openBrowser, signIn, type Browser } from '../../support/people.ts'
import type { Service } from '../../support/service.ts'
import type { Host } from '../../support/outside.ts'
import { tide } from '../../support/tide.ts'

/** A site that keeps its second page back until it is told to give it. */
function slowSite() {
  const waiting: (() => void)[] = []
  let isOpen = false
  const host: Host = (path, request) => {
    if (isOpen || !/^\/(about|pricing|faq)$/.test(path)) return tide(path, request)
    return (response) => {
      waiting.push(() => {
        const page = tide(path, request) as { body?: string } | null
        response.writeHead(page === null ? 404 : 200, { 'content-type': 'text/html' }).end(page?.body)
      })
    }
  }
  return {
    host,
    open() {
      isOpen = true
      for (const answer of waiting) answer()
    },
  }
}

describe('the events of a draft', () => {
  const site = slowSite()
  let service: Service
  let close: () => Promise<void>
  let ana: Browser
  let eve: Browser
  let draft: string

  beforeAll(async () => {
    ;({ service, close } = await openDrafting({ 'tide.test': site.host }))
    ana = (await signIn(service, 'ana@example.com')).browser
    eve = (await signIn(service, 'eve@example.com')).browser
    draft = (await ana.submit(await ana.get('/submit'), '/submit', { url: 'tide.test' })).location!
  })
  afterAll(() => close())

  const listen = (browser: Browser, control = new AbortController()) => {
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
    return service.fetch(`${draft}/events`, {
      headers: { cookie },
      redirect: 'manual',
      signal: control.signal,
    })
  }
  async function until(reader: ReadableStreamDefaultReader<Uint8Array>, text: string): Promise<string> {
    let told = ''
    while (!told.includes(text)) {
      const { done, value } = await reader.read()
      if (done) return `${told}[ended]`
      told += new TextDecoder().decode(value)
    }
    return told
  }

  it('are for its owner only', async () => {
    expect((await listen(eve)).status).toBe(404)
    expect((await listen(openBrowser(service))).status).toBe(303)
  })

  it('are asked for by the page, which looks again by itself without them', async () => {
    const { text } = await ana.get(draft)
    expect(text).toContain(`data-events="${draft}/events"`)
    expect(text).toContain('<noscript><meta http-equiv="refresh" content="4"')
  })

  it('are told to so many pages at once and no more, and to others again when those are gone', async () => {
    const control = new AbortController()
    const open = await Promise.all(Array.from({ length: 4 }, () => listen(ana, control)))
    expect(open.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await listen(ana)).status).toBe(429)
    control.abort()
    await expect
      .poll(async () => {
        const again = new AbortController()
        const { status } = await listen(ana, again)
        again.abort()
        return status
      })
      .toBe(200)
  })

  it('say what is read now, and end when it is the turn of the owner', async () => {
    // The pages of the test before may not all be gone yet.
    let response!: Response
    await expect.poll(async () => (response = await listen(ana)).status).toBe(200)
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const reader = response.body!.getReader()
    expect(await until(reader, 'Now: tide.test/')).toMatch(/event: progress\ndata: ".*1 page so far/)
    site.open()
    expect(await until(reader, 'event: done')).toContain('data: ready')
    expect(await until(reader, 'never')).toContain('[ended]')
    expect((await ana.get(draft)).text).toContain('Read this before anybody else does.')
  })

  it('end at once when the service leaves', async () => {
    const still = slowSite()
    const { service: other, close: end } = await openDrafting({ 'tide.test': still.host })
    const { browser } = await signIn(other, 'ana@example.com')
    const { location } = await browser.submit(await browser.get('/submit'), '/submit', { url: 'tide.test' })
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
    const response = await other.fetch(`${location}/events`, { headers: { cookie } })
    const reader = response.body!.getReader()
    await until(reader, 'event: progress')
    other.leave()
    expect(await until(reader, 'never')).toContain('[ended]')
    still.open()
    await end()
  })
})
