// Webhooks of owners, from what happens to the program that hears of it, whatever that program does.
import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { revokeAccess } from '../../auth/accounts.ts'
import { mostDead, waits_s } from '../../jobs/send_webhook.ts'
import { perform } from '../../tools/action.ts'
import { deleteOwnAccount } from '../../tools/account/access.ts'
import { settleClaim } from '../../tools/claims/settle.ts'
import { closeWeek } from '../../tools/launches/ranked.ts'
import { afterLook, startWeek } from '../../tools/my_listings/turning.ts'
import {
  addWebhook,
  chooseWebhookEvents,
  deleteWebhook,
  mostWebhooks,
  replayDelivery,
  rotateWebhook,
  switchWebhook,
  testWebhook,
} from '../../tools/webhooks/manage.ts'
import { tellWebhooks, webhookEventNames } from '../../tools/webhooks/tell.ts'
import { actionContext } from '../support/actions.ts'
import { enter, type Caller } from '../support/callers.ts'
import { openDrafting } from '../support/drafting.ts'
import { openCanary } from '../support/https_site.ts'
import type { Host } from '../support/outside.ts'
import { completeProfile, listingOf } from '../support/owned.ts'
import { mailbox, openBrowser, signIn } from '../support/people.ts'
import { startService, type Service } from '../support/service.ts'
import { tide } from '../support/tide.ts'

type Heard = { path: string; headers: Record<string, unknown>; body: string }
let world: Awaited<ReturnType<typeof openDrafting>>
let service: Service
let ana: Caller
let heard: Heard[]
let answers: { status: number; headers?: Record<string, string> }

const receiver: Host = (path, request) => (response) => {
  let body = ''
  request.on('data', (part) => (body += part))
  request.on('end', () => {
    heard.push({ path, headers: request.headers, body })
    response.writeHead(answers.status, answers.headers).end('a text that nobody may keep')
  })
}
beforeEach(async () => {
  ;[heard, answers] = [[], { status: 204 }]
  world = await openDrafting({ 'tide.test': tide, 'hooks.test': receiver })
  service = world.service
  ana = await enter(service, 'rest', 'ana@tide.test')
})
afterEach(async () => {
  await ana.end()
  await world.close()
})

const as = (user_id = ana.user_id) =>
  actionContext(service, { user_id, email: 'ana@tide.test', via: 'session', role: 'member' })
const add = (events: string[] = webhookEventNames, url = 'https://hooks.test/in') =>
  perform(addWebhook, { url, events }, as())
const hooks = () => service.storage.webhooks.ofUser(ana.user_id)
const hook = async () => (await hooks())[0]!
const deliveries = async () => service.storage.webhooks.newest((await hook()).id, 50)
const test = async () => perform(testWebhook, { id: (await hook()).id }, as())
const messages = () =>
  heard.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> })
const types = () => messages().map(({ type }) => type)
/** Onwards to when the next attempt is due at the latest. */
async function travel(seconds: number) {
  service.clock.now = new Date(service.clock.now.getTime() + seconds * 1000)
  await service.worker.idle()
}
async function sendToDeath() {
  await test()
  await service.worker.idle()
  for (const wait_s of waits_s) await travel(wait_s)
}

/** What Standard Webhooks says, written anew: which of the secrets have signed. */
function signers({ headers, body }: Heard, secrets: string[]): string[] {
  const given = String(headers['webhook-signature']).split(' ')
  return secrets.filter((secret) => {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const hmac = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    hmac.update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`)
    return given.includes(`v1,${hmac.digest('base64')}`)
  })
}

describe('the page', () => {
  it('adds one, shows its secret once, and says what was sent, to its owner alone', async () => {
    const { browser } = await signIn(service, 'ana@tide.test')
    const path = '/account/webhooks'
    const blank = await browser.submit(await browser.get(path), path, { url: 'ftp://x', event: [] })
    expect([blank.status, blank.text.match(/id="(?:url|event)-fault"/g)?.length]).toEqual([400, 2])
    const made = await browser.submit(await browser.get(path), path, {
      ...{ url: 'https://hooks.test/in', event: ['draft.ready'] },
    })
    expect([made.status, made.location]).toEqual([303, path])
    const secret = /whsec_[A-Za-z0-9+/]{43}=/.exec((await browser.get(path)).text)![0]
    expect((await browser.get(path)).text).not.toContain('whsec_')
    const { id } = await ana.get('submit_listing', { url: 'tide.test' })
    await service.worker.idle()
    expect(messages()).toEqual([
      {
        ...{ type: 'draft.ready', timestamp: service.clock.now.toISOString() },
        data: { draft_id: id, url: `${service.url}/account/drafts/${id}` },
      },
    ])
    expect(signers(heard[0]!, [secret])).toEqual([secret])
    const { text } = await browser.get(path)
    for (const words of ['draft.ready', 'It answered 204.', String(heard[0]!.headers['webhook-id'])])
      expect(text).toContain(words)
    expect(text).not.toContain('whsec_')
    const sent = await browser.submit(await browser.get(path), `${path}/test`)
    expect(sent.status).toBe(303)
    await service.worker.idle()
    expect(types()).toEqual(['draft.ready', 'test'])
    const turned = await browser.submit(await browser.get(path), `${path}/rotate`)
    expect(turned.location).toBe(path)
    expect((await browser.get(path)).text).toMatch(/whsec_/)
    expect((await browser.get(path)).text).not.toMatch(/whsec_/)
    const everything = [
      ...service.log_lines,
      JSON.stringify(await service.storage.users.everythingOf({ id: ana.user_id, email: 'ana@tide.test' })),
      JSON.stringify(await service.storage.audit.deeds({ user_id: ana.user_id }, { limit: 50, offset: 0 })),
    ].join('\n')
    expect(everything).toContain('https://hooks.test/in')
    expect(everything).not.toContain('whsec_')
    expect(service.log_lines.join('')).not.toContain('hooks.test')
    const eve = (await signIn(service, 'eve@else.test')).browser
    expect((await eve.get(path)).text).not.toContain('hooks.test')
    expect((await openBrowser(service).get(path)).status).toBe(303)
  })

  it('changes what one hears of, and never to nothing', async () => {
    const { browser } = await signIn(service, 'ana@tide.test')
    await add(['order.paid'])
    const [path, to] = ['/account/webhooks', '/account/webhooks/events']
    const choose = async (event: string[]) => browser.submit(await browser.get(path), to, { event })
    expect([(await choose([])).status, (await hook()).events]).toEqual([400, ['order.paid']])
    await choose(['week.closed'])
    expect((await hook()).events).toEqual(['week.closed'])
  })

  it('refuses what cannot be sent to, and more than a few', async () => {
    for (const url of [
      'https://localhost/',
      'https://10.0.0.1/',
      'http://169.254.169.254/',
      'https://[::1]/',
    ])
      await expect(add(['draft.ready'], url), url).rejects.toThrow()
    const far = { ...as(), public_url: 'https://launch.example' }
    const open = { url: 'http://hooks.test/', events: ['draft.ready'] }
    await expect(perform(addWebhook, open, far)).rejects.toMatchObject({ errors: [{ code: 'insecure' }] })
    for (let n = 0; n < mostWebhooks; n += 1) await add()
    await expect(add()).rejects.toMatchObject({ errors: [{ code: 'too_many' }] })
  })

  it('lets nobody touch what is somebody else’s', async () => {
    await add()
    await test()
    await service.worker.idle()
    const eve = as((await enter(service, 'rest', 'eve@else.test')).user_id)
    const { id } = await hook()
    const before = JSON.stringify([await hooks(), await deliveries()])
    const tries = [
      () => perform(rotateWebhook, { id }, eve),
      () => perform(deleteWebhook, { id }, eve),
      () => perform(chooseWebhookEvents, { id, events: ['order.paid'] }, eve),
      () => perform(testWebhook, { id }, eve),
    ]
    for (const attempt of tries) await expect(attempt()).rejects.toMatchObject({ status: 404 })
    await expect(perform(switchWebhook, { id, on: false }, eve)).rejects.toMatchObject({ status: 404 })
    const [sent] = await deliveries()
    await expect(perform(replayDelivery, { id: sent!.id }, eve)).rejects.toMatchObject({ status: 404 })
    expect(JSON.stringify([await hooks(), await deliveries()])).toBe(before)
  })
})

describe('a message', () => {
  it('is tried for about a day under one id, stays to be seen, and can be sent again', async () => {
    const secret = await add()
    answers = { status: 500 }
    const began = service.clock.now.getTime()
    await sendToDeath()
    expect(heard).toHaveLength(waits_s.length + 1)
    const hours = (service.clock.now.getTime() - began) / 3_600_000
    expect([hours > 18, hours < 30]).toEqual([true, true])
    const ids = new Set(heard.map(({ headers }) => headers['webhook-id']))
    expect([ids.size, new Set(heard.map(({ body }) => body)).size]).toEqual([1, 1])
    expect(new Set(heard.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(heard.length)
    for (const one of heard) expect(signers(one, [secret])).toEqual([secret])
    const [dead] = await deliveries()
    expect(dead).toMatchObject({ state: 'dead', attempts: heard.length, outcome: '500' })
    await travel(86_400)
    expect([heard.length, await service.storage.jobs.dead()]).toEqual([waits_s.length + 1, []])
    answers = { status: 200 }
    await perform(replayDelivery, { id: dead!.id }, as())
    await expect(perform(replayDelivery, { id: dead!.id }, as())).rejects.toThrow('already')
    await service.worker.idle()
    expect(heard.at(-1)!.headers['webhook-id']).toBe([...ids][0])
    expect((await deliveries())[0]).toMatchObject({ state: 'sent', attempts: 1, outcome: '200' })
    expect((await hook()).dead_in_a_row).toBe(0)
  })

  it('is not tried before its time, and not forgotten by a clock that was put right', async () => {
    await add()
    answers = { status: 503 }
    await test()
    await service.worker.idle()
    for (const wait_s of waits_s.slice(0, -2)) await travel(wait_s)
    const before = heard.length
    const waits = (await service.storage.jobs.open()).find(({ kind }) => kind === 'send_webhook')!
    expect(Date.parse(waits.run_at) - service.clock.now.getTime()).toBeGreaterThan(4 * 3_600_000)
    await travel(3600)
    expect(heard).toHaveLength(before)
  })

  it('whose receivers fail switches the webhook off and tells its owner, and so does 410 at once', async () => {
    await add()
    answers = { status: 500 }
    const dead = async (count: number) => {
      const message = {
        webhook_id: (await hook()).id,
        user_id: ana.user_id,
        site_id: 1,
        type: 'test',
        data: {},
      }
      await service.storage.write(async ({ webhooks }) => {
        for (let n = 0; n < count; n += 1)
          await webhooks.deliver({
            ...{ ...message, message_id: `m${n}`, created_at: service.clock.now.toISOString() },
          })
      })
      await service.worker.idle()
      for (const wait_s of waits_s) await travel(wait_s)
    }
    await dead(mostDead - 1)
    expect((await hook()).off_at).toBeNull()
    await dead(1)
    expect(await hook()).toMatchObject({ off_reason: 'failing', dead_in_a_row: mostDead })
    await expect(test()).rejects.toThrow('Switch it on first')
    const mails = async () =>
      (await mailbox(service)).filter(({ subject }) => subject === 'Your webhook is switched off')
    expect((await mails()).map(({ to }) => to![0]!.address)).toEqual(['ana@tide.test'])
    await perform(switchWebhook, { id: (await hook()).id, on: true }, as())
    answers = { status: 410 }
    const before = heard.length
    await test()
    await service.worker.idle()
    await travel(86_400)
    expect([heard.length - before, (await hook()).off_reason, (await mails()).length]).toEqual([1, 'gone', 2])
  })

  it('does not follow where the receiver leads', async () => {
    await add()
    answers = { status: 307, headers: { location: 'https://hooks.test/elsewhere' } }
    await test()
    await service.worker.idle()
    expect(heard.map(({ path }) => path)).toEqual(['/in'])
    expect((await deliveries())[0]).toMatchObject({ state: 'waiting', outcome: 'redirects' })
  })

  it('is signed by the old secret too for a day after a change', async () => {
    const old = await add()
    const { id } = await hook()
    const secret = await perform(rotateWebhook, { id }, as())
    await test()
    await service.worker.idle()
    service.clock.now = new Date(service.clock.now.getTime() + 86_401_000)
    await test()
    await service.worker.idle()
    const both = heard.map((one) => signers(one, [old, secret]))
    expect(both).toEqual([[old, secret], [secret]])
  })

  it('never reaches a private address, whatever name leads there', async () => {
    const canary = await openCanary()
    const inner = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1', 'fd00::1']
    for (const address of inner) {
      const other = await startService({ outside: { resolve: async () => [address], allow: undefined } })
      const { user_id } = await enter(other, 'rest', 'mallory@else.test')
      const context = actionContext(other, { user_id, via: 'session', role: 'member' })
      const atPort = { url: `http://inner.example:${canary.port}/`, events: ['draft.ready' as const] }
      await expect(perform(addWebhook, atPort, context)).rejects.toThrow(/must not name a port/i)
      await perform(addWebhook, { url: 'https://inner.example/', events: ['draft.ready'] }, context)
      const all = await other.storage.webhooks.ofUser(user_id)
      for (const { id } of all) await perform(testWebhook, { id }, context)
      await other.worker.idle()
      const outcomes = []
      for (const { id } of all) outcomes.push((await other.storage.webhooks.newest(id, 1))[0]!.outcome)
      expect(outcomes, address).toEqual(['address'])
      await other.close()
    }
    expect(canary.touched()).toBe(0)
    await canary.close()
  })
})

describe('what is told', () => {
  const data = { 'draft.failed': { reason: 'dns' } } as Record<string, object>
  const tellAll = () =>
    service.storage.write(async (inside) => {
      for (const type of webhookEventNames)
        await tellWebhooks(inside, [ana.user_id], {
          ...{ type, data: { ...data[type], draft_id: 'd' } as never, site_id: 1, now: service.clock.now },
        })
    })
  const each = async (step: (id: number) => Promise<unknown>) => {
    for (const { id } of await hooks()) await step(id)
  }
  const turn = (on: boolean) => each((id) => perform(switchWebhook, { id, on }, as()))
  const states: Record<string, { to: () => Promise<unknown>; hears: boolean }> = {
    on: { to: async () => undefined, hears: true },
    off: { to: () => turn(false), hears: false },
    'on again': { to: () => turn(false).then(() => turn(true)), hears: true },
    'without access': {
      to: () =>
        service.storage.write((inside) => revokeAccess(inside, ana.user_id, 'ended', service.clock.now)),
      hears: false,
    },
    'of a closed account': {
      to: () => service.storage.write(({ users }) => users.close(ana.user_id, '2026-11-19T12:00:00.000Z')),
      hears: false,
    },
    deleted: { to: () => each((id) => perform(deleteWebhook, { id }, as())), hears: false },
    'of a deleted account': {
      to: () => perform(deleteOwnAccount, { confirm: 'ana@tide.test' }, as()),
      hears: false,
    },
  }

  it.each(Object.keys(states))(
    'reaches a webhook that is %s with the event it asked for, each of them, or with none',
    async (name) => {
      const { to, hears } = states[name]!
      const secret = `whsec_${Buffer.alloc(32).toString('base64')}`
      const whose = { user_id: ana.user_id, secret, created_at: service.clock.now.toISOString() }
      await service.storage.write(async ({ webhooks }) => {
        for (const type of webhookEventNames)
          await webhooks.add({ ...whose, url: `https://hooks.test/${type}`, events: [type] })
      })
      await to()
      await tellAll()
      await service.worker.idle()
      const told = heard.map(({ path, body }) => [path, (JSON.parse(body) as { type: string }).type])
      expect(told.sort()).toEqual(hears ? webhookEventNames.map((type) => [`/${type}`, type]).sort() : [])
    },
  )

  it.each(['off', 'without access', 'of a closed account', 'deleted', 'of a deleted account'])(
    'waits no more where the webhook is %s before it is sent',
    async (name) => {
      await add()
      answers = { status: 500 }
      await test()
      await service.worker.idle()
      await states[name]!.to()
      answers = { status: 200 }
      for (const wait_s of waits_s) await travel(wait_s)
      expect(heard).toHaveLength(1)
      const rows = await service.storage.users.everythingOf({ id: ana.user_id, email: null })
      if (name.startsWith('deleted') || name.includes('a deleted')) {
        expect([rows.webhooks, rows.webhook_deliveries]).toEqual([undefined, undefined])
      } else expect((await deliveries())[0]).toMatchObject({ state: 'dead', outcome: 'off' })
    },
  )

  it('is nothing where the transaction of what it tells is rolled back', async () => {
    await add()
    const fails = service.storage.write(async (inside) => {
      await tellWebhooks(inside, [ana.user_id], {
        ...{ type: 'draft.ready', data: { draft_id: 'd' }, site_id: 1, now: service.clock.now },
      })
      expect(
        await inside.webhooks.newest((await inside.webhooks.ofUser(ana.user_id))[0]!.id, 9),
      ).toHaveLength(1)
      throw new Error('no')
    })
    await expect(fails).rejects.toThrow('no')
    await service.worker.idle()
    expect([heard, await deliveries()]).toEqual([[], []])
    expect((await service.storage.jobs.open()).filter(({ kind }) => kind === 'send_webhook')).toEqual([])
  })

  it('is a badge that was missing when its week began, and nothing where only the profile was', async () => {
    await add(['badge.missing'])
    const week = { plan: 'free', status: 'awaiting_badge', launch_week: '2026-11-16', live_at: null } as const
    const id = await listingOf(service, ana.user_id, { slug: 'tide', name: 'Tide', ...week })
    const begin = async () => {
      const moment = { now: service.clock.now, public_url: service.url }
      await service.storage.write((inside) => startWeek(inside, id, moment))
      await service.worker.idle()
    }
    await service.storage.write(({ badge_checks }) => badge_checks.begin(id, '2026-11-16T00:00:00.000Z'))
    await begin()
    expect(messages().map(({ data }) => [data.listing_id, data.status])).toEqual([[id, 'awaiting_badge']])
    const seen = { seen_at: service.clock.now.toISOString(), fault: null }
    await service.storage.write(({ badge_checks }) => badge_checks.change(id, seen))
    await travel(14 * 86_400)
    await begin()
    expect(types()).toEqual(['badge.missing'])
  })

  it('is every event that there is, once each time it happens, to owners alone', async () => {
    await add()
    const moment = () => ({ now: service.clock.now, public_url: service.url })
    const after = async (step: () => Promise<unknown>) => {
      const before = heard.length
      await step()
      await service.worker.idle()
      return messages()
        .slice(before)
        .map(({ type, data: { url, ...rest } }) => [type, rest, String(url).replace(service.url, '')])
    }
    const live = { plan: 'free', launch_week: '2026-11-16', live_at: '2026-11-16T00:00:00.000Z' } as const
    const id = await listingOf(service, ana.user_id, { slug: 'tide', name: 'Tide', status: 'live', ...live })
    const { user_id: eve } = await enter(service, 'rest', 'eve@else.test')
    await listingOf(service, eve, { slug: 'ebb', name: 'Ebb', status: 'live', ...live })
    const named = { listing_id: id, slug: 'tide' }
    await service.storage.write(({ badge_checks }) => badge_checks.begin(id, '2026-11-16T00:00:00.000Z'))
    const look = (outcome: string) => () =>
      service.storage.write((inside) => afterLook(inside, id, outcome, moment()))
    expect(await after(look('seen'))).toEqual([])
    const grace_ends_at = '2026-11-26T12:00:00.000Z'
    const page = '/listings/tide'
    expect(await after(look('not_found'))).toEqual([
      ['badge.missing', { ...named, status: 'live', grace_ends_at }, page],
    ])
    expect(await after(look('not_found'))).toEqual([])
    service.clock.now = new Date(grace_ends_at)
    expect(await after(look('not_found'))).toEqual([
      ['badge.missing', { ...named, status: 'awaiting_badge', grace_ends_at: null }, page],
    ])
    await completeProfile(service, ana.user_id)
    expect(await after(look('seen'))).toEqual([
      ['listing.live', { ...named, launch_week: '2026-11-16' }, page],
    ])
    const close = () =>
      service.storage.write((inside) =>
        closeWeek(inside, { site_id: 1, week: '2026-11-16' }, service.clock.now),
      )
    expect(await after(close)).toEqual([
      ['week.closed', { ...named, week: '2026-11-16', place: 1, votes: 0 }, page],
    ])
    expect(await after(close)).toEqual([])
    const ebb = (await service.storage.listings.byId(id + 1))!
    const claimed = () =>
      service.storage.write(async (inside) => {
        const at = service.clock.now.toISOString()
        const given = {
          listing_id: ebb.id,
          user_id: ana.user_id,
          method: 'dns',
          token: 't',
          email: null,
        } as const
        const claim = {
          ...given,
          status: 'pending',
          link_hash: null,
          created_at: at,
          expires_at: at,
        } as const
        await settleClaim(inside, await inside.claims.add(claim), ebb, moment())
      })
    expect(await after(claimed)).toEqual([
      ['claim.verified', { claim_id: 1, listing_id: ebb.id, slug: 'ebb' }, '/listings/ebb'],
    ])
    let number = ''
    const pay = async () => {
      const items = [{ product: 'launch', listing_id: id }]
      const made = await ana.get('create_checkout', { items, country: 'FI' })
      number = made.number
      const path = new URL(made.checkout_url).pathname
      const browser = openBrowser(service)
      await browser.get(path)
      await browser.post(`${path}/pay`, { play: 'success' })
    }
    expect(await after(pay)).toEqual([['order.paid', { number }, '/account/orders']])
    const drafted = (url: string) => () => ana.get('submit_listing', { url })
    const [ready, ...more] = await after(drafted('https://tide.test/'))
    expect([ready![0], more]).toEqual(['draft.ready', []])
    const [failed] = await after(drafted('https://nobody.test/'))
    expect(failed).toEqual([
      'draft.failed',
      { draft_id: expect.any(String), reason: 'unreachable' },
      expect.any(String),
    ])
    expect(new Set(types())).toEqual(new Set(webhookEventNames))
  })
})
