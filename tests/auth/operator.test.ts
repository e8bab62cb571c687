import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { createKey } from '../../auth/api_keys.ts'
import { operatorKey, operatorLink, operatorUsers } from '../../auth/operator.ts'
import { operatorReviewer } from '../../tools/account/reviewer.ts'
import { bearer, openBrowser } from '../support/people.ts'
import { startService, thursday, type Service } from '../support/service.ts'

let service: Service
beforeAll(async () => void (service = await startService()))
afterAll(() => service.close())

describe('the operator', () => {
  it('makes a key for somebody new, which works at once', async () => {
    const key = await operatorKey(
      service.storage,
      { email: 'ana@tide.example', scopes: 'account:read,orders:write' },
      thursday,
    )
    const answer = await service.fetch('/api/v1/me', { headers: bearer(key) })
    expect(await answer.json()).toMatchObject({
      email: 'ana@tide.example',
      access: { client_name: 'Made by the operator' },
    })
  })

  it.each(['', 'account:write', 'account:read,admin'])(
    'is told when the scopes "%s" do not exist',
    async (scopes) => {
      await expect(
        operatorKey(service.storage, { email: 'ana@tide.example', scopes }, thursday),
      ).rejects.toThrow('Scopes are account:read')
    },
  )

  it('makes no key beyond the twentieth', async () => {
    const given = { email: 'many@tide.example', scopes: 'account:read' }
    for (let made = 0; made < 20; made += 1) await operatorKey(service.storage, given, thursday)
    await expect(operatorKey(service.storage, given, thursday)).rejects.toThrow('has 20 keys')
  })

  it.each([
    ['no key that has ended', -1000, false],
    ['a key that ends later', 1000, true],
  ])('counts %s among the twenty', async (_, in_ms, isFull) => {
    const given = { email: `ends${in_ms}@tide.example`, scopes: 'account:read' }
    await operatorKey(service.storage, given, thursday)
    const { id: user_id } = (await service.storage.users.byEmail(given.email))!
    const scopes = ['account:read'] as const
    const expires_at = new Date(thursday.getTime() + in_ms).toISOString()
    await service.storage.write(async (inside) => {
      for (let made = 0; made < 19; made += 1)
        await createKey(inside, { user_id, name: 'Short', scopes, expires_at, now: thursday })
    })
    const another = operatorKey(service.storage, given, thursday)
    await (isFull ? expect(another).rejects.toThrow('has 20 keys') : expect(another).resolves.toMatch(/^lk/))
  })

  it('makes a link that signs in once', async () => {
    const link = new URL(
      await operatorLink(service.storage, { email: 'ben@tide.example', public_url: service.url }, thursday),
    )
    const browser = openBrowser(service)
    const done = await browser.submit(await browser.get(link.pathname + link.search), '/sign-in/link')
    expect([done.status, done.location]).toEqual([303, '/account'])
    await expect(
      operatorLink(service.storage, { email: 'nonsense', public_url: service.url }, thursday),
    ).rejects.toThrow('not an email address')
  })

  it('lists everybody, under heads', async () => {
    const lines = (await operatorUsers(service.storage)).split('\n')
    expect(lines[0]).toBe('id\trole\taddress\tname\tsince')
    expect(lines).toContain('1\tmember\tana@tide.example\t\t2026-11-19')
  })
})

describe('the settings', () => {
  it.each(['http://launch.example', 'http://10.0.0.5:3000', 'http://localhost.evil.example'])(
    'refuse to start in clear at %s, with the sentence that mends it',
    (PUBLIC_URL) => {
      const host = new URL(PUBLIC_URL).host
      expect(() => readConfig({ PUBLIC_URL })).toThrow(
        `PUBLIC_URL: ${PUBLIC_URL} is neither https nor this machine. Put a proxy with a certificate in front and set PUBLIC_URL=https://${host}.`,
      )
    },
  )

  it.each(['https://launch.example', 'http://localhost:3000', 'http://127.0.0.1:8080', 'http://[::1]:3000'])(
    'accept %s',
    (PUBLIC_URL) => {
      expect(readConfig({ PUBLIC_URL, PAYMENTS: 'off' })).toMatchObject({
        PUBLIC_URL,
        AT_HOME: PUBLIC_URL.startsWith('http:'),
      })
    },
  )

  it('want all of an identity provider or nothing of it', () => {
    expect(readConfig({}).OIDC).toBeNull()
    expect(() => readConfig({ OIDC_ISSUER: 'https://id.example' })).toThrow('set all three, or none')
    const rest = { OIDC_CLIENT_ID: 'launch', OIDC_CLIENT_SECRET: 'psst' }
    expect(() => readConfig({ OIDC_ISSUER: 'http://id.example', ...rest })).toThrow(
      'OIDC_ISSUER: http://id.example is neither https',
    )
    expect(readConfig({ OIDC_ISSUER: 'https://id.example', ...rest }).OIDC).toMatchObject({
      issuer: 'https://id.example',
    })
  })
})

describe('a reviewer', () => {
  const review = (days: string, email = 'reviewer@directory.example') =>
    operatorReviewer(service.storage, email, days, { public_url: service.url, now: service.clock.now })

  it('signs in with the same link for days, and finds a sample listing', async () => {
    await service.storage.write(({ catalogue }) =>
      catalogue.putCategory({ slug: 'samples', name: 'Samples' }),
    )
    const link = new URL(await review('60'))
    for (const days of [0, 1, 59]) {
      service.clock.now = new Date(thursday.getTime() + days * 86_400_000)
      const browser = openBrowser(service)
      const page = await browser.get(link.pathname + link.search)
      expect((await browser.submit(page, '/sign-in/link')).location).toBe('/account')
      expect((await browser.get('/account/listings')).text).toContain('Sample ')
    }
    const before = (await openBrowser(service).get('/search?q=sample')).text
    expect(before).not.toContain('A sample for whoever reviews')
    service.clock.now = new Date(thursday.getTime() + 61 * 86_400_000)
    const late = await openBrowser(service).get(link.pathname + link.search)
    expect(late.text).not.toContain('action="/sign-in/link"')
    service.clock.now = thursday
  })

  it('is let in no more by the link of before, nor by any session, when it is ended', async () => {
    const link = new URL(await review('60'))
    const browser = openBrowser(service)
    await browser.submit(await browser.get(link.pathname + link.search), '/sign-in/link')
    expect((await browser.get('/account')).status).toBe(200)
    expect(await review('0')).toContain('has ended')
    expect((await browser.get('/account')).status).toBe(303)
    const again = await openBrowser(service).get(link.pathname + link.search)
    expect(again.text).not.toContain('action="/sign-in/link"')
  })

  it.each(['', '-1', '366', '1.5', 'many'])('gets no link for "%s" days', async (days) => {
    await expect(review(days)).rejects.toThrow('Days are 0 to 365.')
  })
})
