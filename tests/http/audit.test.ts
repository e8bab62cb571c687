// Who did what: every write and every refusal of somebody who is signed in, through every door, without a word of theirs.
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operatorKey, operatorLink } from '../../auth/operator.ts'
import { readConfig } from '../../config.ts'
import { sweepAudit } from '../../jobs/sweep_audit.ts'
import type { JobContext } from '../../jobs/queue/job.ts'
import { operatorEverything, operatorRole, operatorTransfer } from '../../tools/team/operator.ts'
import { operatorReviewer } from '../../tools/account/reviewer.ts'
import { operatorAudit, operatorRecord } from '../../tools/team/audit.ts'
import { enter, type Caller } from '../support/callers.ts'
import { openDesk, type Desk } from '../support/desk.ts'
import { openClient, postForm } from '../support/oauth_client.ts'
import { listingOf } from '../support/owned.ts'
import { keyFor } from '../support/people.ts'
import { besideRows } from '../support/rows.ts'
import { doors, startService, thursday } from '../support/service.ts'

let desk: Desk
beforeAll(async () => void (desk = await openDesk()))
afterAll(() => desk.service.close())

const all = { limit: 1000, offset: 0 }
const deedsOf = async (user_id: number) =>
  (await desk.service.storage.audit.deeds({ user_id }, all)).map(({ deed }) => deed)
const patience = { timeout: 60_000, interval: 50 }

describe.each(doors)('over %s', (door) => {
  let ana: Caller
  beforeAll(async () => void (ana = await enter(desk.service, door, 'ana@tide.example')))
  afterAll(() => ana.end())

  it('a write is noted in its transaction, and what was written is not', async () => {
    const fields = { tagline: `Inkwell over ${door}` }
    await ana.get('update_my_listing', { listing_id: desk.tide, fields })
    const [deed] = await deedsOf(ana.user_id)
    expect(deed).toMatchObject({
      ...{ door, operation: 'update_my_listing', subject: `listing ${desk.tide}`, listing_id: desk.tide },
      ...{ outcome: 'done', client: expect.stringMatching(/^key \d+$/), at: thursday.toISOString() },
    })
    expect(JSON.stringify(await deedsOf(ana.user_id))).not.toContain('Inkwell')
    const line = desk.service.log_lines.find((one) => one.includes(deed!.request_id))!
    expect(JSON.parse(line)).toMatchObject({ person: ana.user_id, client: deed!.client, status: 200 })
  })

  it('a refusal is noted a moment later, with its code', async () => {
    const ben = await enter(desk.service, door, `ben.${door}@tide.example`)
    const { status } = await ben.call('update_my_listing', {
      listing_id: desk.tide,
      fields: { tagline: 'Mine' },
    })
    expect(status).toBe(404)
    await expect
      .poll(() => deedsOf(ben.user_id), patience)
      .toMatchObject([{ door, operation: 'update_my_listing', listing_id: desk.tide, outcome: 'not_found' }])
    await ben.end()
  })
})

it.each([
  ['rest', 'submit_listing'],
  ['mcp', 'tools/call'],
] as const)('a scope that is lacking stands there too, over %s', async (door, operation) => {
  const carl = await enter(desk.service, door, `carl.${door}@tide.example`, ['account:read'])
  await carl.call('submit_listing', { url: 'tide.example' }).catch(() => undefined)
  await expect
    .poll(() => deedsOf(carl.user_id), patience)
    .toMatchObject([{ operation, outcome: 'insufficient_scope' }])
  await carl.end()
})

it('which limit was met stands there and in the log', async () => {
  const service = await startService({ settings: { RATE_LIMITS: 'write=2,other=1', DAILY_CAPS: 'drafts=1' } })
  const gil = await enter(service, 'rest', 'gil@tide.example')
  await service.storage.write(({ usage }) =>
    usage.add(gil.user_id, service.clock.now.toISOString().slice(0, 10), { drafts: 1 }),
  )
  await gil.call('submit_listing', { url: 'tide.example' })
  await gil.call('update_my_listing', { listing_id: 999, fields: {} })
  await gil.call('update_my_listing', { listing_id: 999, fields: {} })
  const outcomes = async () =>
    (await service.storage.audit.deeds({ user_id: gil.user_id }, all)).map(({ deed }) => deed.outcome)
  const met = ['rate_limited: write, 2 a minute', 'rate_limited: drafts a day, 1 a day']
  await expect.poll(outcomes, patience).toEqual([met[0], 'not_found', met[1]])
  const ping = { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }) }
  const headers = { ...gil.headers, 'content-type': 'application/json' }
  for (let time = 0; time < 2; time += 1) await service.fetch('/mcp', { ...ping, headers })
  await expect.poll(async () => (await outcomes())[0], patience).toBe('rate_limited: other, 1 a minute')
  const told = service.log_lines.map((line) => (JSON.parse(line) as { why?: string }).why)
  expect(told.filter((why) => why !== undefined)).toEqual([
    ...met.toReversed(),
    'rate_limited: other, 1 a minute',
  ])
  await gil.end()
  await service.close()
})

const nobody = { authorization: 'Bearer lk_nobody', 'content-type': 'application/json' }
it.each([
  ['GET', '/api/v1/me', { door: 'rest', status: 401, code: 'unauthenticated' }],
  ['POST', '/mcp', { door: 'mcp', status: 401, code: 'unauthenticated' }],
  ['GET', '/api/v1/nowhere', { status: 404, code: 'not_found' }],
  ['DELETE', '/api/v1/site', { status: 405, code: 'method_not_allowed' }],
  ['POST', '/webhooks/stripe', { status: 404, code: 'not_found' }],
  ['GET', '/media/none.png', { status: 404, code: 'not_found' }],
  ['GET', '/listings/none.md', { status: 404 }],
])('a refusal of nobody, %s %s, is one line of the log with its code', async (method, path, said) => {
  const answer = await desk.service.fetch(path, { method, headers: nobody })
  const id = answer.headers.get('x-request-id')!
  const [line, ...more] = desk.service.log_lines.filter((one) => one.includes(id))
  expect([JSON.parse(line!), more]).toEqual([expect.objectContaining({ request_id: id, ...said }), []])
  expect(line).not.toMatch(/"person"|nowhere|none|nobody/)
})

it('what a page does and what it shows as refused', async () => {
  const page = await desk.tove.get('/team/people')
  expect(page.status).toBe(200)
  const { user_id } = await keyFor(desk.service, 'dora@tide.example')
  const path = `/team/people/${user_id}`
  const shown = await desk.tove.get(path)
  await desk.tove.submit(shown, `${path}/close`, { reason: 'x' })
  await expect
    .poll(async () => (await deedsOf(desk.tove_id))[0], patience)
    .toMatchObject({ door: 'page', operation: 'close_account', outcome: 'invalid_input: /reason too_small' })
  await desk.tove.submit(shown, `${path}/access`)
  const [deed] = await deedsOf(desk.tove_id)
  expect(deed).toMatchObject({
    operation: 'end_access',
    outcome: 'done',
    client: expect.stringMatching(/^session \d+$/),
  })
})

it('never holds a text that was sent in the place of a number, nor more than a few of a flood', async () => {
  const eve = await enter(desk.service, 'rest', 'eve@else.example')
  const text = '<script>alert("my secret")</script>'
  for (let call = 0; call < 30; call += 1)
    await eve.call('update_draft', { id: text, fields: { my_secret: 1 } })
  await expect.poll(async () => (await deedsOf(eve.user_id)).length, patience).toBeGreaterThan(0)
  const database = await besideRows(join(desk.service.folder, 'launch.db'), (rows) =>
    rows.all('SELECT * FROM audit'),
  )
  expect(JSON.stringify(database)).not.toMatch(/secret|script/)
  expect((await deedsOf(eve.user_id)).length).toBeLessThan(30)
})

it('names a draft as what it is', async () => {
  const hal = await enter(desk.service, 'rest', 'hal@tide.example')
  const { id } = await hal.get('submit_listing', { url: 'nowhere.test' })
  expect(await deedsOf(hal.user_id)).toMatchObject([{ operation: 'submit_listing', subject: `draft ${id}` }])
})

it('notes an order under the listing that all of it is for, and under none where it is for several', async () => {
  const ida = await enter(desk.service, 'rest', 'ida@tide.example')
  const [first, second] = [
    await listingOf(desk.service, ida.user_id, { slug: 'ida-one' }),
    await listingOf(desk.service, ida.user_id, { slug: 'ida-two' }),
  ]
  for (const ids of [[first], [first, second]]) {
    const items = ids.map((listing_id) => ({ product: 'launch', listing_id }))
    const { number } = await ida.get('create_checkout', { items, country: 'FI' })
    expect((await deedsOf(ida.user_id))[0]).toMatchObject({
      ...{ operation: 'create_checkout', subject: `number ${number}` },
      listing_id: ids.length === 1 ? first : null,
    })
  }
  await ida.end()
})

it('a write that failed is none', async () => {
  const ana = await enter(desk.service, 'rest', 'ana@tide.example')
  const before = await deedsOf(ana.user_id)
  await ana.call('update_my_listing', { listing_id: desk.tide, fields: { name: '' } })
  const done = (await deedsOf(ana.user_id)).filter(({ outcome }) => outcome === 'done')
  expect(done).toEqual(before.filter(({ outcome }) => outcome === 'done'))
})

it('is asked by person, client, listing and time, and answered at the desk and to owners', async () => {
  const { storage } = desk.service
  const ask = (typed: Parameters<typeof operatorAudit>[1]) => operatorAudit(storage, typed, thursday)
  const lines = async (typed: Parameters<typeof operatorAudit>[1]) => (await ask(typed)).split('\n').slice(1)
  const anas = await lines({ person: 'ana@tide.example' })
  expect(anas.every((line) => line.includes('\tana@tide.example\t'))).toBe(true)
  const client = anas[0]!.split('\t')[3]!
  const withClient = await lines({ client })
  expect(withClient).toContain(anas[0]!)
  expect(withClient.every((line) => line.includes(`\t${client}\t`))).toBe(true)
  expect((await lines({ listing: 'tide', since: '24h' })).join()).toContain(`listing ${desk.tide}`)
  expect(await ask({ since: '2027-01-01' })).toBe('Nothing was written or refused that fits.')
  expect(await ask({ client: 'key 999' })).toContain('There is no key 999.')
  const [at, , , , , , , request] = anas[0]!.split('\t') as [string, ...string[]]
  const hour = at.slice(11, 16)
  expect(await lines({ request })).toContain(anas[0]!)
  expect(await lines({ since: hour, person: 'ana@tide.example' })).toContain(anas[0]!)
  expect(await ask({ until: hour, request })).toMatch(/^Nothing/)
  await expect(ask({ since: 'yesterday' })).rejects.toThrow('is no time')
  await expect(ask({ person: 'no@one.example' })).rejects.toThrow('No user has')
  const page = await desk.tove.get('/team/audit?listing=tide')
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('Update my listing')])
  expect((await desk.eve.get('/team/audit')).status).toBe(404)
  const own = await desk.ana.get(`/account/listings/${desk.tide}`)
  expect([own.status, own.text]).toEqual([200, expect.stringContaining('Somebody else')])
  expect(own.text).not.toContain('ben.rest@tide.example')
})

it('who came in and what they opened to others, without a link, a code or a key', async () => {
  const { service } = desk
  const client = await openClient(service, { email: 'finn@tide.example' })
  const { id } = (await service.storage.users.byEmail('finn@tide.example'))!
  await client.code({}, { decision: 'deny' })
  const tokens = await client.tokens()
  await postForm(service, '/revoke', { token: tokens.refresh_token, client_id: client.client_id })
  const keys = await client.browser.get('/account/keys')
  await client.browser.submit(keys, '/account/keys', {
    ...{ name: 'Nightly', scope: 'account:read', ends: 'never' },
  })
  const { text } = await client.browser.get('/account/keys')
  const key = /lk_[\w-]{20,}/.exec(text)![0]
  await client.browser.submit(await client.browser.get('/account/sessions'), '/account/sessions/end_all')
  const session = expect.stringMatching(/^session \d+$/)
  const application = expect.stringMatching(/^application \d+$/)
  expect((await deedsOf(id)).toReversed()).toMatchObject([
    { operation: 'sign_in', client: session, door: 'page', outcome: 'done' },
    { operation: 'allow_application', client: session, subject: null, outcome: 'access_denied' },
    { operation: 'allow_application', client: session, subject: application, outcome: 'done' },
    { operation: 'disconnect_application', client: application, subject: application, door: 'oauth' },
    { operation: 'create_api_key', client: session },
    { operation: 'end_sessions', client: session },
  ])
  const ofClient = await operatorAudit(service.storage, { client: client.client_id }, thursday)
  expect(ofClient.split('\n').slice(1)).toEqual([expect.stringContaining('\tdisconnect_application\t')])
  const told = JSON.stringify(await deedsOf(id))
  for (const secret of [key, tokens.access_token, tokens.refresh_token]) expect(told).not.toContain(secret)
})

it('what the operator opened, in the name of the operator', async () => {
  const { storage, url } = desk.service
  const email = 'gus@tide.example'
  const link = await operatorLink(storage, { email, public_url: url }, thursday)
  const key = await operatorKey(storage, { email, scopes: 'account:read' }, thursday)
  await operatorEverything(storage, email, join(desk.service.folder, 'gus.json'), thursday)
  await operatorReviewer(storage, email, '0', { public_url: url, now: thursday })
  const place = { now: thursday, public_url: url, seller: readConfig({}).SELLER }
  await operatorRole(storage, { email, role: 'team' }, place)
  const { id } = (await storage.users.byEmail(email))!
  expect((await deedsOf(0)).slice(0, 5)).toMatchObject(
    ['set_role', 'reviewer', 'export_person', 'create_api_key', 'sign_in_link'].map((operation) => ({
      ...{ operation, door: 'admin', client: 'admin', subject: `person ${id}` },
    })),
  )
  const told = await operatorRecord(storage)
  const line = (action: string, outcome: string) =>
    `\toperator\t${action}\tperson ${id}\t${email}\t${outcome}\t\n`
  expect(told).toContain(line('create_api_key', 'account:read'))
  expect(told).toContain(line('sign_in_link', 'for 15 minutes'))
  expect(told).toContain(line('export_person', 'written to a file'))
  for (const secret of [key, link.split('token=')[1]!])
    expect(told + (await operatorAudit(storage, {}, thursday))).not.toContain(secret)
  await expect(operatorRole(storage, { email, role: 'team' }, place)).rejects.toThrow('already')
  const given = { slug: 'tide', email, reason: 'They bought it.' }
  await operatorTransfer(storage, given, place)
  expect(await operatorAudit(storage, { listing: 'tide' }, thursday)).toMatch(
    new RegExp(`\\toperator\\t.*\\ttransfer_listing\\tlisting ${desk.tide}\\tdone\\t`),
  )
  expect(await operatorRecord(storage)).toMatch(
    /\toperator\ttransfer_listing\tlisting .*\tThey bought it\.$/m,
  )
  await operatorTransfer(storage, { ...given, email: 'ana@tide.example' }, place)
})

it('is told newest first by the instant of each deed, though refusals are written later', async () => {
  const { storage } = desk.service
  const deed = {
    user_id: 0,
    door: 'admin',
    client: 'admin',
    subject: null,
    listing_id: null,
    outcome: 'done',
  }
  const seconds = ['03', '01', '02', '02']
  for (const [n, second] of seconds.entries())
    await storage.write(({ audit }) =>
      audit.note([
        { ...deed, at: `2026-11-18T10:00:${second}.000Z`, operation: 'o', request_id: `in-time-${n}` },
      ]),
    )
  const told = await operatorAudit(storage, { until: '2026-11-18T11:00' }, thursday)
  expect(told.match(/in-time-\d/g)).toEqual(['in-time-0', 'in-time-3', 'in-time-2', 'in-time-1'])
})

it('is kept for as many days as the setting says', async () => {
  const { storage } = desk.service
  const after = async (days: number) => {
    const now = new Date(thursday.getTime() + days * 86_400_000)
    const outcome = await sweepAudit(90).run({} as never, { now } as JobContext)
    await storage.write(async (inside) => outcome!(inside))
    return (await storage.audit.deeds({}, all)).length
  }
  expect(await after(90)).toBeGreaterThan(0)
  expect(await after(90.01)).toBe(0)
  const typed = { words: [] } as Parameters<typeof operatorAudit>[1]
  expect(await operatorAudit(storage, typed, thursday)).toBe('Nothing was written or refused.')
})
