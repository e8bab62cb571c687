// Attacks on people: leading them astray by a link they did not ask for, locking them out, and writing in their name.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formSeal } from '../../auth/sessions.ts'
import { digest, mint } from '../../auth/secrets.ts'
import { authorizePath, pkce, register } from '../support/oauth_client.ts'
import { mailbox, mailedLink, openBrowser, signIn, type Browser } from '../support/people.ts'
import { openProxy } from '../support/proxy.ts'
import { startService, thursday, type Service } from '../support/service.ts'

let service: Service
beforeAll(async () => void (service = await startService()))
afterAll(() => service.close())

const use = async (browser: Browser, link: URL) =>
  browser.submit(await browser.get(link.pathname + link.search), '/sign-in/link')

describe('a mailed link', () => {
  it('that a stranger asked for leads its owner to their account, not to what the stranger chose', async () => {
    const mallory = openBrowser(service)
    const return_to = authorizePath((await register(service)).client_id, pkce().challenge)
    await mallory.post('/sign-in', { email: 'victim@tide.example', return_to })
    const link = await mailedLink(service, 'victim@tide.example')
    expect(link.search).not.toContain('authorize')
    expect((await use(openBrowser(service), link)).location).toBe('/account')
  })

  it('leads on in the browser that asked for it, whichever of its links is used', async () => {
    const browser = openBrowser(service)
    const long = `/authorize?state=${'x'.repeat(6000)}`
    await browser.post('/sign-in', { email: 'ana@tide.example', return_to: '/account/keys' })
    const first = await mailedLink(service, 'ana@tide.example')
    const asked = await browser.post('/sign-in', { email: 'ana@tide.example', return_to: long })
    expect(asked.headers.getSetCookie()[0]).toMatch(
      /^asked=[\w-]{43,60}; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax$/,
    )
    const second = await mailedLink(service, 'ana@tide.example')
    expect((await use(browser, first)).location).toBe('/account/keys')
    expect((await use(browser, second)).location).toBe(long)
  })

  it('of another browser is not led on by a memory that was made up', async () => {
    const mallory = openBrowser(service)
    await mallory.post('/sign-in', { email: 'victim@tide.example', return_to: '/account/keys' })
    const link = await mailedLink(service, 'victim@tide.example')
    const victim = openBrowser(service)
    victim.cookies.set('asked', '')
    victim.cookies.set('asked', mint('lb'))
    expect((await use(victim, link)).location).toBe('/account')
  })
})

describe('asking for links to an address', () => {
  let limited: Service
  beforeAll(async () => {
    limited = await startService({ settings: { RATE_LIMITS: 'read=120' } })
    await signIn(limited, 'victim@tide.example')
  })
  afterAll(() => limited.close())
  const minutes = (count: number) => (limited.clock.now = new Date(thursday.getTime() + count * 60_000))
  /** How many mails so many requests come to; none of them is refused. */
  async function mailed(count: number, email: (time: number) => string): Promise<number> {
    const before = (await mailbox(limited)).length
    for (let time = 0; time < count; time += 1) {
      const answer = await openBrowser(limited).post('/sign-in', { email: email(time) })
      expect([answer.status, answer.text.includes(`<strong>${email(time)}</strong>`)]).toEqual([200, true])
    }
    return (await mailbox(limited)).length - before
  }

  it('mails a mailbox only so much, however it is spelt, and locks nobody out of their account', async () => {
    minutes(30)
    expect(await mailed(14, (time) => `victim+${time}@tide.example`)).toBe(5)
    expect(await mailed(1, () => 'victim@tide.example')).toBe(1)
    minutes(60)
    expect(await mailed(14, () => 'victim@tide.example')).toBe(10)
    // Of those, the newest works.
    const link = await mailedLink(limited, 'victim@tide.example')
    expect((await use(openBrowser(limited), link)).status).toBe(303)
  })

  it('mails a mailbox without an account ten times in ten minutes at most, whoever asks', async () => {
    minutes(90)
    const before = (await mailbox(limited)).length
    for (const from of ['127.0.0.2', '127.0.0.3', '127.0.0.4']) {
      const proxy = await openProxy(limited, { host: new URL(limited.url).host }, from)
      for (let time = 0; time < 5; time += 1) {
        const sent = { email: `nobody+${time}@tide.example` }
        expect((await openBrowser(proxy).post('/sign-in', sent, { origin: limited.url })).status).toBe(200)
      }
      await proxy.close()
    }
    expect((await mailbox(limited)).length - before).toBe(10)
  })
})

describe('the name of a profile', () => {
  let ana: Browser
  let token: string
  beforeAll(async () => {
    ana = (await signIn(service, 'names@tide.example')).browser
    token = ana.cookies.get('session')!
  })
  const blank = { title: '', bio: '', city: '', country: '', website: '', linkedin: '', x: '', github: '' }
  const save = (fields: object) =>
    ana.post('/account/profile', {
      seal: formSeal({ token }, '/account/profile'),
      ...blank,
      name: 'Ana Keto',
      ...fields,
    })

  it.each([
    ['name', 'Ana\u202eoteK'],
    ['name', 'Ana\u0000'],
    ['name', 'Ana\u200bKeto'],
    ['name', 'A\u0300\u0301\u0302\u0303na'],
    ['title', 'Founder \u2066of\u2069 all'],
    ['city', `Os${'\u0e49'.repeat(8)}lo`],
    ['bio', `I ${'\u202e'}turn the page around`],
    ['bio', `Zal${'\u0300\u0301\u0302\u0303'.repeat(9)}go`],
    ['bio', 'bell\u0007'],
  ])('and its %s hold no such thing as %j', async (field, value) => {
    const answer = await save({ [field]: value })
    expect([answer.status, answer.location]).toEqual([400, null])
    expect(answer.text).toContain('cannot be shown')
  })

  it('is whatever people are called, and what they say of themselves has lines', async () => {
    const said = {
      name: 'علی\u200cرضا Nguyễn',
      title: 'Gründerin',
      city: 'São Paulo',
      bio: 'One.\r\nTwo 👩\u200d💻.',
    }
    expect((await save(said)).location).toBe('/account/profile?saved')
  })
})

describe('an invitation', () => {
  async function invitation(email: string): Promise<string> {
    const secret = mint('li')
    const at = thursday.toISOString()
    await service.storage.write(async (inside) => {
      const { id: user_id } = await inside.users.ensure('host@tide.example', at)
      const draft_id = crypto.randomUUID()
      const url = `https://${draft_id}.example/`
      await inside.drafts.add({
        ...{ id: draft_id, site_id: 1, user_id, url, url_key: url, status: 'ready', profile: {} as never },
        ...{ progress: { step: 'done', pages_read: 0, reading: null }, created_at: at, updated_at: at },
      })
      const expires_at = '2026-12-03T12:00:00.000Z'
      await inside.drafts.invite({ draft_id, email, hash: digest(secret), created_at: at, expires_at })
    })
    return `/invites/${secret}`
  }
  const member = 'member@tide.example'
  const blank = { title: '', bio: '', city: '', country: '', website: '', linkedin: '', x: '', github: '' }
  let theirs: Browser
  beforeAll(async () => {
    theirs = (await signIn(service, member)).browser
    const seal = formSeal({ token: theirs.cookies.get('session')! }, '/account/profile')
    const saved = await theirs.post('/account/profile', {
      seal,
      ...blank,
      name: 'Mia Member',
      title: 'Founder',
    })
    expect(saved.location).toBe('/account/profile?saved')
  })
  const profile = async () => {
    const { id } = (await service.storage.users.byEmail(member))!
    return service.storage.users.profile(id)
  }

  it('adds a member as they are, and rewrites nothing without their session', async () => {
    const path = await invitation(member)
    const stranger = openBrowser(service)
    const page = await stranger.get(path)
    expect(page.status).toBe(200)
    expect(page.text).toContain('Mia Member')
    expect(page.text).not.toContain('name="bio"')
    const done = await stranger.post(path, { ...blank, name: 'Mallory', title: 'Owner of all' })
    expect(done.status).toBe(200)
    expect(await profile()).toMatchObject({ name: 'Mia Member', title: 'Founder' })
    expect((await stranger.get(path)).status).toBe(400)
  })

  it("is no way to write with another person's session", async () => {
    const path = await invitation(member)
    const { browser } = await signIn(service, 'somebody@tide.example')
    await browser.post(path, { ...blank, name: 'Mallory' })
    expect(await profile()).toMatchObject({ name: 'Mia Member' })
  })

  it('lets members mend their profile when they are signed in', async () => {
    const path = await invitation(member)
    const page = await theirs.get(path)
    expect(page.text).toContain('name="bio"')
    expect((await theirs.submit(page, path, { ...blank, name: 'Mia Maria Member' })).status).toBe(200)
    expect(await profile()).toMatchObject({ name: 'Mia Maria Member' })
  })
})
