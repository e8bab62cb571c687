// Signing in at the operator's own OpenID Connect provider, honest and not.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openIdentityProvider, type IdentityProvider } from '../support/identity_provider.ts'
import { openBrowser, signIn, type Browser } from '../support/people.ts'
import { startService, type Service } from '../support/service.ts'

let provider: IdentityProvider
let service: Service
beforeAll(async () => {
  provider = await openIdentityProvider()
  const settings = { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: 'launch', OIDC_CLIENT_SECRET: 'psst' }
  service = await startService({ settings })
})
beforeEach(() => {
  provider.person = { sub: 'ana-1', email: 'ana@tide.example' }
  provider.lies = {}
})
afterAll(async () => {
  await service.close()
  await provider.close()
})

async function leave(browser: Browser, return_to = '/account/keys'): Promise<URL> {
  const page = await browser.get(`/sign-in?${new URLSearchParams({ return_to })}`)
  expect(page.text).toContain(`Continue with ${new URL(provider.issuer).host}`)
  const sent = await browser.get(`/sign-in/upstream?${new URLSearchParams({ return_to })}`)
  expect(sent.status).toBe(303)
  return provider.approve(sent.location!)
}
const comeBack = (browser: Browser, back: URL) => browser.get(back.pathname + back.search)
async function outcome(browser: Browser, back: URL) {
  const { status, location } = await comeBack(browser, back)
  return [status, location, browser.cookies.has('session')]
}

describe('an identity provider', () => {
  it('signs a person in, once and for all under the same account', async () => {
    const browser = openBrowser(service)
    expect(await outcome(browser, await leave(browser))).toEqual([303, '/account/keys', true])
    expect(browser.cookies.has('upstream')).toBe(false)
    const user = await service.storage.users.byEmail('ana@tide.example')
    provider.person.email = 'ana@new.example'
    const again = openBrowser(service)
    await comeBack(again, await leave(again))
    expect((await again.get('/account')).text).toContain('ana@tide.example')
    expect(await service.storage.users.byIdentity(provider.issuer, 'ana-1')).toEqual(user)
  })

  it('shares the account with the link in the mail', async () => {
    provider.person = { sub: 'ben-1', email: 'Ben@tide.example' }
    await signIn(service, 'ben@tide.example')
    const browser = openBrowser(service)
    await comeBack(browser, await leave(browser))
    const [ben, ...others] = (await service.storage.users.all()).filter(({ email }) =>
      /^ben@/i.test(email ?? ''),
    )
    expect([ben!.email, others]).toEqual(['ben@tide.example', []])
  })

  it.each([
    ['an address it has not verified', () => (provider.person.email_verified = false)],
    ['no word on whether it verified the address', () => (provider.person.email_verified = undefined)],
    ['no address', () => delete provider.person.email],
    ["another sign-in's nonce", () => (provider.person.nonce = 'other')],
    ['the signature of a stranger', () => (provider.lies.signed_by_stranger = true)],
    ['the name of another provider', () => (provider.lies.iss_in_answer = 'https://evil.example')],
  ])('lets nobody in with %s', async (_name, lie) => {
    lie()
    const browser = openBrowser(service)
    expect(await outcome(browser, await leave(browser))).toEqual([400, null, false])
  })

  it('lets nobody in with another state, a missing or a repeated answer, or in another browser', async () => {
    const browser = openBrowser(service)
    const wrong = await leave(browser)
    wrong.searchParams.set('state', 'other')
    expect(await outcome(browser, wrong)).toEqual([400, null, false])
    const missing = await leave(browser)
    missing.searchParams.delete('code')
    expect(await outcome(browser, missing)).toEqual([400, null, false])
    const back = await leave(browser)
    expect(await outcome(openBrowser(service), back)).toEqual([400, null, false])
    expect((await comeBack(browser, back))?.status).toBe(303)
    const replay = openBrowser(service)
    expect(await outcome(replay, back)).toEqual([400, null, false])
  })

  it('leads only to our own pages', async () => {
    const browser = openBrowser(service)
    expect(await outcome(browser, await leave(browser, '//evil.example'))).toEqual([303, '/', true])
  })

  it('is not offered where none is configured', async () => {
    const plain = await startService()
    expect((await openBrowser(plain).get('/sign-in')).text).not.toContain('Continue with')
    expect((await openBrowser(plain).get('/sign-in/upstream')).status).toBe(404)
    await plain.close()
  })
})
