// What only a real browser can show: sign-in, consent and key creation without script and by keyboard alone, the two
// traps of Referrer-Policy and form-action, and framing.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chromiumNote, launchChromium, withoutChromium } from '../../support/chromium.ts'
import { authorizePath, pkce, postForm, register } from '../../support/oauth_client.ts'
import { bearer, mailedLink } from '../../support/people.ts'
import { startService, type Service } from '../../support/service.ts'

describe.skipIf(withoutChromium)(`in Chromium${chromiumNote}`, () => {
  let service: Service
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let listener: Server
  let redirect_uri: string
  let answered: URL[]
  let troubles: string[]

  beforeAll(async () => {
    service = await startService()
    browser = await launchChromium()
    listener = createServer((request, response) => {
      if (request.url!.startsWith('/callback')) answered.push(new URL(request.url!, redirect_uri))
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          request.url === '/frame'
            ? `<iframe src="${service.url}/sign-in"></iframe>`
            : '<h1>Back in the application</h1>',
        )
    })
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
    redirect_uri = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/callback`
  })
  beforeEach(async () => {
    answered = []
    troubles = []
    // Every page must work where no script runs.
    context = await browser.newContext({ javaScriptEnabled: false })
    page = await context.newPage()
    page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()))
  })
  afterEach(() => context.close())
  afterAll(async () => {
    await browser.close()
    listener.close()
    await service.close()
  })

  /** Types an address, opens the mailed link, presses the button: with the keyboard only. */
  async function signIn(email: string): Promise<void> {
    await page.getByLabel('Email address').focus()
    await page.keyboard.type(email)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Your link is ready' }).waitFor()
    await page.goto((await mailedLink(service, email)).href)
    await page.getByRole('heading', { name: `Sign in as ${email}` }).waitFor()
    await tabTo('Sign in', 'main')
    await page.keyboard.press('Enter')
    await page.waitForURL(({ pathname }) => !pathname.startsWith('/sign-in'))
  }

  /** Presses Tab until the button of this name inside the part of the page has the focus. */
  async function tabTo(name: string, part = 'body'): Promise<void> {
    const wanted = page.locator(part).getByRole('button', { name, exact: true }).and(page.locator(':focus'))
    for (let pressed = 0; pressed < 40; pressed += 1) {
      if ((await wanted.count()) === 1) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab never reached the button ${name}`)
  }

  it('connects an application: sign-in, consent and the way back, by keyboard alone', async () => {
    const { client_id } = await register(service, { client_name: 'Claude', redirect_uris: [redirect_uri] })
    const { verifier, challenge } = pkce()
    const scope = 'account:read listings:write'
    await page.goto(service.url + authorizePath(client_id, challenge, { redirect_uri, scope }))
    await signIn('ana@tide.example')
    await page.getByRole('heading', { name: 'Allow Claude to use your account?' }).waitFor()
    await page.getByText('This answer goes to a program on your own computer.').waitFor()
    await page.getByLabel('Submit and edit drafts').focus()
    await page.keyboard.press('Space')
    await tabTo('Allow')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Back in the application' }).waitFor()
    const code = answered[0]!.searchParams.get('code')!
    expect(answered[0]!.searchParams.get('iss')).toBe(service.url)
    const tokens = await postForm(service, '/token', {
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri,
      client_id,
    })
    expect(tokens.body.scope).toBe('account:read')
    expect(troubles).toEqual([])

    await page.goto(`${service.url}/account/applications`)
    await page.getByRole('heading', { name: 'Claude' }).waitFor()
    await page.getByRole('button', { name: 'Disconnect Claude' }).click()
    await page.getByText('Nothing is connected.').waitFor()
    expect((await service.fetch('/api/v1/me', { headers: bearer(tokens.body.access_token) })).status).toBe(
      401,
    )
  })

  it('brings a no back as well', async () => {
    const { client_id } = await register(service, { redirect_uris: [redirect_uri] })
    await page.goto(service.url + authorizePath(client_id, pkce().challenge, { redirect_uri }))
    await signIn('ana@tide.example')
    await page.getByRole('button', { name: 'Deny' }).click()
    await page.getByRole('heading', { name: 'Back in the application' }).waitFor()
    expect(answered[0]!.searchParams.get('error')).toBe('access_denied')
  })

  it('makes a key, shows it once, and revokes it', async () => {
    await page.goto(`${service.url}/account/keys`)
    await signIn('ben@tide.example')
    await page.goto(`${service.url}/account/keys`)
    await page.getByLabel('Name').fill('Nightly job')
    await tabTo('Create key')
    await page.keyboard.press('Enter')
    const key = await page.locator('.copy pre').innerText()
    // Loaded again, the page makes no second key and shows no secret.
    await page.reload()
    expect([
      await page.content().then((text) => text.includes(key)),
      await page.getByRole('heading', { name: 'Nightly job' }).count(),
    ]).toEqual([false, 1])
    expect((await service.fetch('/api/v1/me', { headers: bearer(key) })).status).toBe(200)
    await page.goto(`${service.url}/account/keys`)
    expect(await page.content()).not.toContain(key)
    await expect
      .poll(async () => {
        await page.reload()
        return page.getByText('last used').count()
      })
      .toBe(1)
    await page.getByRole('button', { name: 'Revoke Nightly job' }).click()
    await page.getByText('Revoked', { exact: true }).waitFor()
    expect((await service.fetch('/api/v1/me', { headers: bearer(key) })).status).toBe(401)
  })

  it('keeps the founder profile and says what is missing', async () => {
    await page.goto(`${service.url}/account/profile`)
    await signIn('cleo@tide.example')
    await page.getByText('still lacks a name, a title, a text about you').waitFor()
    await page.getByLabel('Name').fill('Cleo Lindqvist')
    await page.getByLabel('Title').fill('Founder')
    await page
      .getByLabel('About you')
      .fill('Makes invoices that chase themselves, and has done so since the bakery days of her family.')
    await page.getByLabel('GitHub').fill('not a name')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Give the address of the account on github').waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe('Cleo Lindqvist')
    await page.getByLabel('GitHub').fill('https://github.com/cleo')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('It is complete.').waitFor()
    expect(await page.getByLabel('GitHub').inputValue()).toBe('https://github.com/cleo')
  })

  it('signs out in every browser, and deletes an account that is named in full', async () => {
    await page.goto(`${service.url}/account/sessions`)
    await signIn('dora@tide.example')
    await page.goto(`${service.url}/account/sessions`)
    await page.getByText('this browser').waitFor()
    await page.getByRole('button', { name: 'Sign out in every browser' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goto(`${service.url}/account/profile`)
    await signIn('dora@tide.example')
    await page.getByLabel('Type dora@tide.example to confirm').fill('someone else')
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await page.getByText('Nothing was deleted.').waitFor()
    await expect.poll(() => page.locator(':focus').getAttribute('name')).toBe('confirm')
    await page.getByLabel('Type dora@tide.example to confirm').fill('dora@tide.example')
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await service.storage.users.byEmail('dora@tide.example')).toBeUndefined()
  })

  it('keeps its header in one row beside a long name, and says first what a lost page is', async () => {
    await page.goto(`${service.url}/account`)
    await signIn('fay@tide.example')
    await page.goto(`${service.url}/account/profile`)
    await page.getByLabel('Name').fill('Bartholomewina Featherstonehaugh')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Bartholomewina' }).waitFor()
    await page.goto(`${service.url}/nothing`)
    for (const width of [320, 360, 390, 960, 1024, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      const middle = async (name: string) => {
        const { y, height } = (await page.getByRole('banner').getByRole('link', { name }).boundingBox())!
        return Math.round(y + height / 2)
      }
      expect([width, await middle('Submit')]).toEqual([width, await middle('Launch Directory')])
      expect([width, await middle('Submit')]).toEqual([width, await middle('Bartholomewina')])
      const search = (await page.getByRole('main').getByRole('searchbox').boundingBox())!
      expect(search.y).toBeLessThan(700)
      const flags = await page
        .locator('.poles svg')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y))
      expect(Math.max(...flags) - Math.min(...flags)).toBeLessThan(2)
    }
  })

  it('shows none of our pages inside a frame', async () => {
    await page.goto(`${new URL(redirect_uri).origin}/frame`)
    const frame = page.frames()[1]!
    expect(await frame.getByLabel('Email address').count()).toBe(0)
    expect(troubles.join()).toContain('frame-ancestors')
  })

  it('has labels, landmarks, one heading of the first rank, and a way past the navigation', async () => {
    await page.goto(`${service.url}/account`)
    await signIn('eve@tide.example')
    for (const path of [
      '/account',
      '/account/profile',
      '/account/keys',
      '/account/applications',
      '/account/sessions',
      '/docs',
    ]) {
      await page.goto(service.url + path)
      expect([path, await page.getByRole('main').count()]).toEqual([path, 1])
      expect([path, await page.locator('h1').count()]).toEqual([path, 1])
      if (path === '/docs') continue
      await page.keyboard.press('Tab')
      expect(await page.locator(':focus').innerText()).toBe('Skip to content')
      const unnamed = page.locator('input:not([type=hidden]), textarea, select, button')
      for (const control of await unnamed.all()) expect(await control.ariaSnapshot()).toMatch(/"/)
    }
  })
})
