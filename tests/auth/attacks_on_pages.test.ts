// Attacks on signing in, on the consent page and on the account's forms.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { formSeal } from '../../auth/sessions.ts'
import { authorizePath, callback, consent, openClient, pkce, register } from '../support/oauth_client.ts'
import { hiddenFields, mailbox, mailedLink, openBrowser, signIn, type Browser } from '../support/people.ts'
import { openProxy } from '../support/proxy.ts'
import { startService, thursday, type Service } from '../support/service.ts'

let service: Service
let ana: Browser
let path: string
beforeAll(async () => {
  service = await startService()
  ana = (await signIn(service, 'ana@tide.example')).browser
})
beforeEach(async () => {
  service.clock.now = new Date(thursday)
  path = authorizePath((await register(service)).client_id, pkce().challenge)
})
afterAll(() => service.close())

const answerOf = ({ status, location }: { status: number; location: string | null }) => [status, location]

describe('the consent page', () => {
  it('is never framed, runs no script but ours, and leads only to us and the client', async () => {
    const { headers } = await ana.get(path)
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; font-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self' http://127.0.0.1:7799; frame-ancestors 'none'; base-uri 'none'",
    )
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('takes no answer without its seal, or with one that is empty or made up', async () => {
    const fields = { decision: 'allow', scope: 'account:read' }
    expect(answerOf(await ana.post(path, fields))).toEqual([403, null])
    expect(answerOf(await ana.post(path, { ...fields, seal: '' }))).toEqual([403, null])
    expect(answerOf(await ana.post(path, { ...fields, seal: 'x'.repeat(43) }))).toEqual([403, null])
  })

  it("takes no answer with another session's seal", async () => {
    const ben = (await signIn(service, 'ben@tide.example')).browser
    const sealOfBen = hiddenFields((await ben.get(path)).text, path)
    const answer = await ana.post(path, [...sealOfBen, ['decision', 'allow'], ['scope', 'account:read']])
    expect(answerOf(answer)).toEqual([403, null])
  })

  it("takes no answer with another request's seal of the same session", async () => {
    const seal = hiddenFields((await ana.get(path)).text, path)
    const other = authorizePath((await register(service)).client_id, pkce().challenge)
    expect((await ana.get(other)).status).toBe(200)
    const answer = await ana.post(other, [...seal, ['decision', 'allow'], ['scope', 'account:read']])
    expect(answerOf(answer)).toEqual([403, null])
    const wider = path.replace('account%3Aread', 'account%3Aread+orders%3Awrite')
    expect(
      answerOf(await ana.post(wider, [...seal, ['decision', 'allow'], ['scope', 'orders:write']])),
    ).toEqual([403, null])
  })

  it.each([
    ['from another site', { origin: 'https://evil.example' }],
    ['from no site', { origin: null }],
    ['from "null"', { origin: 'null' }],
    ['from our host on another port', { origin: 'http://localhost:1' }],
    ['that the browser calls cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['that the browser calls same-site', { 'sec-fetch-site': 'same-site' }],
  ])('takes no answer %s', async (_name, headers) => {
    const seal = hiddenFields((await ana.get(path)).text, path)
    const fields: [string, string][] = [...seal, ['decision', 'allow'], ['scope', 'account:read']]
    expect(answerOf(await ana.post(path, fields, headers))).toEqual([403, null])
  })

  it('asks every time, also for what was allowed before', async () => {
    expect((await consent(ana, path)).status).toBe(303)
    expect((await ana.get(path)).text).toContain('Allow</button')
    expect((await ana.get(`${path}&prompt=none`)).text).toContain('Allow</button')
  })

  it('names the address the answer goes to, and warns when that is a program on this computer', async () => {
    const local = await ana.get(path)
    expect(local.text).toContain('<strong>127.0.0.1:7799</strong>')
    expect(local.text).toContain('This answer goes to a program on your own computer.')
    const { client_id } = await register(service, { redirect_uris: ['https://app.example/cb'] })
    const remote = await ana.get(
      authorizePath(client_id, pkce().challenge, { redirect_uri: 'https://app.example/cb' }),
    )
    expect(remote.text).toContain('<strong>app.example</strong>')
    expect(remote.text).not.toContain('This answer goes to a program')
  })

  it('shows a name with markup as text', async () => {
    const { client_id } = await register(service, { client_name: `<img src=x onerror=alert(1)>"'&` })
    const { text } = await ana.get(authorizePath(client_id, pkce().challenge))
    expect(text).not.toContain('<img')
    expect(text).toContain('&#60;img src=x onerror=alert(1)&#62;&#34;&#39;&#38;')
  })

  it('tells the client of a no, with its state and our name', async () => {
    const { status, location } = await consent(ana, path, { decision: 'deny' })
    const answer = new URL(location!)
    expect(status).toBe(303)
    expect(answer.origin + answer.pathname).toBe(callback)
    expect([...answer.searchParams.keys()].sort()).toEqual(['error', 'error_description', 'iss', 'state'])
    expect(answer.searchParams.get('error')).toBe('access_denied')
    expect(answer.searchParams.get('state')).toBe('st4te')
    expect(answer.searchParams.get('iss')).toBe(service.url)
  })

  it('answers with 303, so that no browser repeats the form to the client', async () => {
    expect((await consent(ana, path)).status).toBe(303)
  })

  it('gives only what was both asked for and ticked', async () => {
    const client = await openClient(service)
    const asked = { scope: 'account:read listings:write openid' }
    expect((await client.tokens(asked, { scopes: ['listings:write'] })).scope).toBe('listings:write')
    expect((await client.tokens(asked, { scopes: ['account:read', 'orders:write'] })).scope).toBe(
      'account:read',
    )
    const none = await consent(client.browser, authorizePath(client.client_id, pkce().challenge), {
      scopes: [],
    })
    expect(answerOf(none)).toEqual([400, null])
    expect(none.text).toContain('Tick at least one, or deny.')
  })

  it('reads account:read where no scope is asked for, and refuses where none is known', async () => {
    const client = await openClient(service)
    expect((await client.tokens({ scope: undefined })).scope).toBe('account:read')
    const unknown = await ana.get(
      authorizePath(client.client_id, pkce().challenge, { scope: 'openid profile' }),
    )
    expect(new URL(unknown.location!).searchParams.get('error')).toBe('invalid_scope')
  })

  it('does not carry a state or a query without end', async () => {
    const { client_id } = await register(service)
    const long = await ana.get(authorizePath(client_id, pkce().challenge, { state: 'x'.repeat(2001) }))
    expect(new URL(long.location!).searchParams.get('error')).toBe('invalid_request')
    const most = await ana.get(authorizePath(client_id, pkce().challenge, { state: 'x'.repeat(2000) }))
    expect(most.status).toBe(200)
    const endless = await ana.get(authorizePath(client_id, pkce().challenge, { padding: 'x'.repeat(8000) }))
    expect(answerOf(endless)).toEqual([400, null])
  })

  it('takes no answer after the session has ended', async () => {
    const { browser } = await signIn(service, 'brief@tide.example')
    const page = await browser.get(path)
    service.clock.now = new Date(thursday.getTime() + 12 * 3_600_000 + 1000)
    const answer = await browser.submit(page, path, { decision: 'allow', scope: 'account:read' })
    expect(answerOf(answer)).toEqual([403, null])
  })
})

describe('signing in', () => {
  it('gives a new session, whatever the browser brought, in a cookie no script reads', async () => {
    const browser = openBrowser(service)
    browser.cookies.set('session', `ls_${'a'.repeat(43)}`)
    await browser.post('/sign-in', { email: 'fix@tide.example' })
    const link = await mailedLink(service, 'fix@tide.example')
    const done = await browser.submit(await browser.get(link.pathname + link.search), '/sign-in/link')
    expect(done.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^session=ls_[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/),
    ])
    expect(browser.cookies.get('session')).not.toBe(`ls_${'a'.repeat(43)}`)
  })

  it('ends the session the browser had', async () => {
    const { browser } = await signIn(service, 'ana@tide.example')
    const before = browser.cookies.get('session')!
    await signIn(service, 'ana@tide.example', { browser })
    const old = openBrowser(service)
    old.cookies.set('session', before)
    expect(answerOf(await old.get('/account'))).toEqual([303, '/sign-in?return_to=%2Faccount'])
  })

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/%2fevil.example',
    '/@evil.example',
    'javascript:alert(1)',
    '/account\n',
    '/..//evil.example',
    'account',
    '/account#x',
    '/account?\\',
  ])('does not lead to %j', async (return_to) => {
    expect((await signIn(service, 'ana@tide.example', { return_to })).location).toBe('/')
    const asked = await openBrowser(service).get(`/sign-in?${new URLSearchParams({ return_to })}`)
    expect(hiddenFields(asked.text, '/sign-in')).toEqual([['return_to', '/']])
  })

  it('leads back to the request that asked for it', async () => {
    const asked = await openBrowser(service).get(path)
    expect(asked.status).toBe(303)
    const back = new URL(asked.location!, service.url).searchParams.get('return_to')!
    expect(back).toBe(path)
    expect((await signIn(service, 'ana@tide.example', { return_to: back })).location).toBe(path)
  })

  it.each([{ origin: 'https://evil.example' }, { origin: null }])(
    'is not done from another site: %j',
    async (headers) => {
      const browser = openBrowser(service)
      const asked = await browser.post('/sign-in', { email: 'csrf@tide.example' }, headers)
      expect(answerOf(asked)).toEqual([403, null])
      await browser.post('/sign-in', { email: 'csrf@tide.example' })
      const token = (await mailedLink(service, 'csrf@tide.example')).searchParams.get('token')!
      const used = await browser.post('/sign-in/link', { token }, headers)
      expect([used.status, used.headers.getSetCookie()]).toEqual([403, []])
    },
  )

  it('works once, for 15 minutes, and looking spends nothing', async () => {
    const browser = openBrowser(service)
    const ask = async () => {
      await browser.post('/sign-in', { email: 'once@tide.example' })
      return mailedLink(service, 'once@tide.example')
    }
    const link = await ask()
    for (let scanned = 0; scanned < 3; scanned += 1)
      expect((await openBrowser(service).get(link.pathname + link.search)).text).toContain(
        'Sign in as once@<wbr />tide.example',
      )
    const token = link.searchParams.get('token')!
    const uses = await Promise.all([1, 2, 3].map(() => openBrowser(service).post('/sign-in/link', { token })))
    expect(uses.map(({ status }) => status).sort()).toEqual([303, 400, 400])
    expect((await browser.get(link.pathname + link.search)).status).toBe(400)
    const late = (await ask()).searchParams.get('token')!
    service.clock.now = new Date(thursday.getTime() + 15 * 60_000)
    expect((await browser.post('/sign-in/link', { token: late })).status).toBe(400)
    expect((await browser.post('/sign-in/link', { token: `ll_${'a'.repeat(43)}` })).status).toBe(400)
  })

  it('answers the same for known and unknown addresses', async () => {
    const said = async (email: string) =>
      (await openBrowser(service).post('/sign-in', { email })).text.replaceAll(email, 'ADDRESS')
    expect(await said('ana@tide.example')).toBe(await said('nobody@tide.example'))
    const mails = await mailbox(service)
    expect(mails.at(-1)!.to?.[0]?.address).toBe('nobody@tide.example')
    expect(mails.at(-1)!.subject).toBe(mails.at(-2)!.subject)
  })

  it.each([
    'x',
    'a@b',
    'a@tide.example, b@tide.example',
    'a@tide.example\r\nBcc: b@tide.example',
    `${'a'.repeat(250)}@x.example`,
  ])('mails nobody at %j', async (email) => {
    const before = (await mailbox(service)).length
    expect((await openBrowser(service).post('/sign-in', { email })).status).toBe(400)
    expect((await mailbox(service)).length).toBe(before)
  })

  it('by guessing ends in 429', async () => {
    const limited = await startService({ settings: { RATE_LIMITS: 'read=120' } })
    const post = (fields: Record<string, string>, to = '/sign-in') => openBrowser(limited).post(to, fields)
    const statuses: number[] = []
    for (let i = 0; i < 11; i += 1) statuses.push((await post({ email: `flood+${i}@tide.example` })).status)
    expect(statuses).toEqual(Array(11).fill(200))
    let last
    for (let i = 0; i < 10; i += 1) last = await post({ token: `ll_${i}` }, '/sign-in/link')
    expect(last!.status).toBe(429)
    expect(Number(last!.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(last!.text).toContain('<h1>Too many attempts</h1>')
    await limited.close()
  })
})

describe('over https', () => {
  it('cookies are tied to this very host', async () => {
    const secure = await startService({ settings: { PUBLIC_URL: 'https://launch.example' } })
    const proxy = await openProxy(secure, { host: 'launch.example' })
    const browser = openBrowser(proxy)
    const origin = { origin: 'https://launch.example' }
    const asked = await browser.post('/sign-in', { email: 'ana@tide.example' }, origin)
    // There is no mail server; where the file of the mail lies is nobody's business on the internet.
    expect(asked.text).toContain('<h1>Your link is ready</h1>')
    expect(asked.text).not.toContain(secure.folder)
    const link = await mailedLink(secure, 'ana@tide.example')
    expect(link.origin).toBe('https://launch.example')
    const done = await browser.post('/sign-in/link', { token: link.searchParams.get('token')! }, origin)
    expect(done.headers.getSetCookie()[0]).toMatch(
      /^__Host-session=ls_[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax; Secure$/,
    )
    expect((await browser.get('/account')).status).toBe(200)
    expect(secure.log_lines.join('')).not.toContain('ll_')
    await proxy.close()
    await secure.close()
  })
})

describe("the account's forms", () => {
  const own = [
    '/account/profile',
    '/account/delete',
    '/account/keys',
    '/account/keys/revoke',
    '/account/webhooks',
    '/account/webhooks/rotate',
    '/account/webhooks/switch',
    '/account/webhooks/delete',
    '/account/webhooks/test',
    '/account/webhooks/replay',
    '/account/webhooks/replay_all',
    '/account/applications/revoke',
    '/account/sessions/end',
    '/account/sessions/end_all',
    '/sign-out',
  ]

  it.each(own)(
    '%s takes nothing from another site, without a seal, or with the seal of another form or session',
    async (form) => {
      const { browser } = await signIn(service, 'forms@tide.example')
      const token = browser.cookies.get('session')!
      const other = (await signIn(service, 'other@tide.example')).browser.cookies.get('session')!
      const before = await service.storage.sessions.ofUser(
        (await service.storage.users.byEmail('forms@tide.example'))!.id,
        thursday.toISOString(),
      )
      const seal = formSeal({ token }, form)
      for (const [fields, headers] of [
        [{ seal }, { origin: 'https://evil.example' }],
        [{ seal }, { origin: null }],
        [{}, {}],
        [{ seal: formSeal({ token }, `${form}x`) }, {}],
        [{ seal: formSeal({ token: other }, form) }, {}],
      ] as [Record<string, string>, Record<string, string | null>][]) {
        expect(
          answerOf(
            await browser.post(
              form,
              { ...fields, name: 'Eve', scope: 'account:read', confirm: 'forms@tide.example' },
              headers,
            ),
          ),
        ).toEqual([403, null])
      }
      const after = await service.storage.sessions.ofUser(before[0]!.user_id, thursday.toISOString())
      expect(after.length).toBe(before.length)
      const stranger = await openBrowser(service).post(form, { seal })
      expect(answerOf(stranger)).toEqual([303, '/sign-in?return_to=%2Faccount'])
    },
  )

  it("cannot reach what is another person's", async () => {
    const victim = await openClient(service, { email: 'victim@tide.example' })
    const tokens = await victim.tokens()
    const { id } = (await service.storage.users.byEmail('victim@tide.example'))!
    const [grant] = await service.storage.oauth.liveGrantsOf(id, thursday.toISOString())
    const [session] = await service.storage.sessions.ofUser(id, thursday.toISOString())
    const token = ana.cookies.get('session')!
    const post = (form: string, about: number) =>
      ana.post(form, { seal: formSeal({ token }, form), id: String(about) })
    await post('/account/applications/revoke', grant!.id)
    await post('/account/sessions/end', session!.id)
    expect(
      (await service.fetch('/api/v1/me', { headers: { authorization: `Bearer ${tokens.access_token}` } }))
        .status,
    ).toBe(200)
    expect((await victim.browser.get('/account')).status).toBe(200)
  })

  it('makes ten keys an hour and no more', async () => {
    const limited = await startService({ settings: { RATE_LIMITS: 'read=120' } })
    const { browser } = await signIn(limited, 'ana@tide.example')
    const seal = formSeal({ token: browser.cookies.get('session')! }, '/account/keys')
    const statuses: number[] = []
    for (let made = 0; made < 11; made += 1) {
      const fields = { seal, name: `Key ${made}`, scope: 'account:read', ends: 'never' }
      statuses.push((await browser.post('/account/keys', fields)).status)
    }
    expect(statuses).toEqual([...Array(10).fill(303), 429])
    await limited.close()
  })

  it('makes no key without a name, without a scope or with an end of its own', async () => {
    const seal = formSeal({ token: ana.cookies.get('session')! }, '/account/keys')
    const good = { seal, name: 'Key', scope: 'account:read', ends: '30' }
    for (const bad of [{ name: ' ' }, { name: 'x'.repeat(81) }, { scope: 'admin' }, { ends: '9999' }]) {
      const answer = await ana.post('/account/keys', { ...good, ...bad })
      expect([answer.status, answer.text.includes('>lk_')]).toEqual([400, false])
    }
    const made = await ana.post('/account/keys', { ...good, scope: ['account:read', 'admin'] })
    expect([made.status, made.location]).toEqual([303, '/account/keys'])
    expect((await ana.get('/account/keys')).text).toContain('ends <time datetime="2026-12-19T12:00:00.000Z">')
  })

  it('takes only short forms', async () => {
    expect((await ana.post('/sign-in', { email: 'x'.repeat(20_000) })).status).toBe(413)
    const json = await service.fetch('/sign-in', {
      method: 'POST',
      headers: { origin: service.url, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(json.status).toBe(415)
  })
})
