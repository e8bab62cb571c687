// Limits of mails, accounts and drafts: two processes, and a restart, are one; what is refused has cost nothing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeLink } from '../../auth/sign_in.ts'
import { enter } from '../support/callers.ts'
import { addCategories } from '../support/drafting.ts'
import { openOutside, type Outside } from '../support/outside.ts'
import { openBrowser } from '../support/people.ts'
import { startService, type Service } from '../support/service.ts'
import { tide } from '../support/tide.ts'

let outside: Outside
let one: Service
let other: Service
beforeAll(async () => {
  outside = await openOutside({ 'tide.test': tide })
  const settings = { RATE_LIMITS: 'write=1000,read_signed_in=1000,checks=1000', TRUST_PROXY: 'loopback' }
  const options = { settings, outside: outside.options }
  one = await startService({ ...options, fill: addCategories })
  other = await startService({ ...options, beside: one })
})
afterAll(async () => {
  await other.close()
  await one.close()
  await outside.close()
})
const both = (n: number) => (n % 2 === 0 ? one : other)
const minutes = (count: number) => {
  for (const service of [one, other])
    service.clock.now = new Date(service.clock.now.getTime() + count * 60_000)
}

describe('drafts', () => {
  it('are ten an hour, over both processes, and one more every six minutes', async () => {
    const [here, there] = [
      await enter(one, 'rest', 'ana@tide.test'),
      await enter(other, 'rest', 'ana@tide.test'),
    ]
    const begin = async (n: number) =>
      (await (n % 2 === 0 ? here : there).call('submit_listing', { url: `n${n}.test` })).status
    const statuses: number[] = []
    for (let n = 0; n < 13; n += 1) statuses.push(await begin(n))
    expect(statuses).toEqual([...Array<number>(10).fill(201), 429, 429, 429])
    const { limits } = await there.get('get_account')
    expect(limits).toContainEqual({ policy: 'drafts', calls: 10, window_s: 3600, left: 0, reset_s: 3600 })
    minutes(6)
    expect([await begin(20), await begin(21)]).toEqual([201, 429])
  })

  it('that are refused spend nothing, nor does the same call again', async () => {
    const ben = await enter(one, 'rest', 'ben@tide.test')
    const left = async () =>
      (await ben.get('get_account')).limits.find(({ policy }: { policy: string }) => policy === 'drafts').left
    await ben.get('submit_listing', { url: 'b.test' })
    for (const url of ['not a website', 'http://127.0.0.1/', 'b.test', 'https://user:word@c.test'])
      expect((await ben.call('submit_listing', { url })).status, url).toBe(400)
    expect(await left()).toBe(9)
    const again = () =>
      one.fetch('/api/v1/drafts', {
        method: 'POST',
        headers: { ...ben.headers, 'content-type': 'application/json', 'idempotency-key': 'same' },
        body: JSON.stringify({ url: 'd.test' }),
      })
    expect([(await again()).status, (await again()).status]).toEqual([201, 201])
    expect(await left()).toBe(8)
  })

  it('are no more when ten are asked for at once', async () => {
    const people = [await enter(one, 'rest', 'cleo@tide.test'), await enter(other, 'rest', 'cleo@tide.test')]
    const asked = Array.from({ length: 16 }, (_, n) =>
      people[n % 2]!.call('submit_listing', { url: `at-once-${n}.test` }),
    )
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(10)
  })
})

describe('mails', () => {
  it('to one account are ten in ten minutes, whichever process is asked', async () => {
    const dora = await enter(one, 'rest', 'dora@tide.test')
    // A mail may go while both are read.
    const sent = async () => {
      const mails = (await one.storage.mail.outbox('waiting', all)).items
        .concat((await one.storage.mail.outbox('sent', all)).items)
        .filter(({ recipient }) => recipient === 'dora@tide.test')
      return new Set(mails.map(({ id }) => id)).size
    }
    for (let n = 0; n < 14; n += 1) {
      const from = { 'x-forwarded-for': `198.51.${n}.7`, origin: one.url }
      expect((await openBrowser(both(n)).post('/sign-in', { email: 'dora@tide.test' }, from)).status).toBe(
        200,
      )
    }
    expect(await sent()).toBe(10)
    await dora.end()
  })

  it('from one network are sixty an hour', async () => {
    const from = { 'x-forwarded-for': '203.0.113.9', origin: one.url }
    const statuses: number[] = []
    for (let n = 0; n < 62; n += 1) {
      // Each address of the network has its own pace.
      from['x-forwarded-for'] = `203.0.113.${n}`
      statuses.push((await openBrowser(both(n)).post('/sign-in', { email: `n${n}@many.test` }, from)).status)
    }
    expect(statuses).toEqual([...Array<number>(60).fill(200), 429, 429])
  })

  it('that one person has sent to others are thirty an hour, from however many drafts', async () => {
    const eve = await enter(one, 'rest', 'eve@evil.test')
    const there = await enter(other, 'rest', 'eve@evil.test')
    const drafts: string[] = []
    for (let n = 0; n < 4; n += 1)
      drafts.push((await eve.get('submit_listing', { url: `evil-${n}.test` })).id)
    const statuses: number[] = []
    for (let n = 0; n < 32; n += 1) {
      const input = { id: drafts[Math.floor(n / 10)], email: `victim@v${n}.test` }
      statuses.push((await (n % 2 === 0 ? eve : there).call('invite_cofounder', input)).status)
    }
    expect(statuses).toEqual([...Array<number>(30).fill(201), 429, 429])
  })
})

it('accounts made from one network are twenty at once, whichever process makes them', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 22; n += 1) {
    const service = both(n)
    const link = await service.storage.write((inside) =>
      makeLink(inside, {
        ...{ email: `a${n}@new.test`, return_to: '/account' },
        ...{ public_url: one.url, now: one.clock.now },
      }),
    )
    const token = new URL(link).searchParams.get('token')!
    const from = { 'x-forwarded-for': `192.0.2.${n}`, origin: one.url }
    statuses.push((await openBrowser(service).post('/sign-in/link', { token }, from)).status)
  }
  expect(statuses).toEqual([...Array<number>(20).fill(303), 429, 429])
})

const all = { limit: 100, offset: 0 }
