// Planning a launch: the free weeks with what is booked in them, what now means, and the sum before anything is ordered;
// the same facts for agents.
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { besideRows } from '../../support/rows.ts'
import { listingOf, stored } from '../../support/owned.ts'
import { bearer, keyFor, signIn, type Browser } from '../../support/people.ts'
import { callRest, startService, type Service } from '../../support/service.ts'

let service: Service
let ana: Browser
let key: string
let id: number
beforeAll(async () => {
  service = await startService()
  ana = (await signIn(service, 'ana@example.com')).browser
  const { user_id, key: own } = await keyFor(service, 'ana@example.com')
  key = own
  id = await listingOf(service, user_id, { slug: 'tern', name: 'Tern', url: 'https://tern.test/' })
  const { user_id: other } = await keyFor(service, 'tove@example.com')
  const waits = { status: 'awaiting_badge', plan: 'free' } as const
  for (const [slug, launch_week] of [
    ['a', '2026-12-28'],
    ['b', '2026-12-28'],
    ['c', '2027-01-04'],
  ] as const)
    await listingOf(service, other, { slug, launch_week, ...waits })
  await listingOf(service, other, {
    slug: 'paid',
    status: 'scheduled',
    plan: 'launch',
    launch_week: '2026-11-23',
  })
})
afterAll(() => service.close())

const path = () => `/account/listings/${id}`
const own = async () =>
  (await callRest(service, 'get_my_listing', { listing_id: id }, bearer(key))).body.launch_options
const choose = (week?: string) =>
  callRest(service, 'choose_free_listing', { listing_id: id, ...(week && { week }) }, bearer(key))
const cap = async (most: number | null) => {
  await besideRows(join(service.folder, 'launch.db'), (rows) =>
    rows.run(`UPDATE sites SET free_week_cap = ${most}`),
  )
}

it('an agent is told the weeks, what is booked in each, and the prices', async () => {
  const { weeks, prices, now_ends_in } = await own()
  expect(now_ends_in).toBe('3 days and 12 hours')
  expect(weeks).toEqual([
    { week: '2026-11-23', booked: 1, free: false },
    { week: '2026-11-30', booked: 0, free: false },
    { week: '2026-12-28', booked: 2, free: true },
    { week: '2027-01-04', booked: 1, free: true },
    { week: '2027-01-11', booked: 0, free: true },
    { week: '2027-01-18', booked: 0, free: true },
    { week: '2027-01-25', booked: 0, free: true },
  ])
  expect(prices).toContainEqual({ product: 'launch', net_cents: 9900 })
})

it('nothing is chosen on first sight, and the sum with VAT stands there before anything is ordered', async () => {
  const first = (await ana.get(`${path()}/plan`)).text
  expect(first).not.toMatch(/<input[^>]*checked/)
  expect(first).toContain('with 3 days and 12 hours of voting left')
  expect(first).toContain('for the same price, the better choice')
  expect(first).toContain('until the end of Sunday, UTC: for a whole week if it begins on a Monday.')
  const sum = (await ana.get(`${path()}/plan?week=2026-11-23&extra=story&country=PT`)).text
  expect(sum).toContain('€157.44 in all')
  expect(sum).toMatch(/VAT 23%, Portugal/)
  const orders = await callRest(service, 'list_my_orders', {}, bearer(key))
  expect(orders.body.total).toBe(0)
})

it('a week beyond those shown is chosen by a day in it, and the page says until when', async () => {
  const first = (await ana.get(`${path()}/plan`)).text
  expect(first).toMatch(/Any week until that of <time datetime="2027-11-15">/)
  const { text } = await ana.get(`${path()}/plan?week=another&day=2026-12-09&country=PT`)
  expect(text).toMatch(/7 December 2026/)
  expect(text).toContain('€121.77 in all')
  expect(text).toMatch(/value="another"\s+checked/)
  for (const day of ['', '2026-02-30', '2028-01-01']) {
    const refused = await ana.get(`${path()}/plan?week=another&day=${day}&country=PT`)
    expect([refused.status, refused.text.includes('id="day-fault"')]).toEqual([400, true])
    expect(refused.text).not.toContain('class="note bad"')
    expect(refused.text.includes('Choose the day.')).toBe(day === '')
  }
})

it('an extra without a launch is refused beside it, in words for people', async () => {
  const seen = await ana.get(`${path()}/plan?extra=story&country=PT`)
  expect(seen.status).toBe(400)
  const extras = seen.text.split('More room on the page')[1]!
  expect(extras).toMatch(/Choose\s+“Now” or another week of a paid launch\s+above as well/)
  expect(seen.text).not.toMatch(/Add launch|note bad/)
})

describe('a free week', () => {
  it('is taken on the page, and moved there', async () => {
    for (const week of ['2027-01-11', '2027-01-04']) {
      const plan = await ana.get(`${path()}/plan?week=free:${week}`)
      expect((await ana.submit(plan, `${path()}/plan/free`)).location).toBe(path())
      expect(await stored(service, id)).toMatchObject({ status: 'awaiting_badge', launch_week: week })
    }
    expect((await ana.get(path())).text).toMatch(/4 January 2027<\/time>, with 1 other so far\./)
  })

  it.each(['2026-12-27', '2026-11-23', 'now', '2027-02-30', '2028-06-01'])(
    'is never %s, and the refusal names one that works',
    async (week) => {
      const { status, body } = await choose(week)
      expect([status, body.code]).toEqual([400, 'invalid_input'])
      const step = body.next_steps[0]
      const mended = await callRest(service, step.tool, step.arguments, bearer(key))
      expect(mended.status).toBe(200)
    },
  )

  it('is full only where the site sets a cap, and never for whoever has a place in it', async () => {
    expect((await choose('2027-01-06')).status).toBe(200)
    await cap(2)
    const free = (await own()).weeks.filter(({ free }: { free: boolean }) => free)
    expect(free.map(({ week }: { week: string }) => week)).toEqual([
      '2027-01-11',
      '2027-01-18',
      '2027-01-25',
      '2027-02-01',
      '2027-02-08',
    ])
    expect((await choose('2026-12-28')).status).toBe(400)
    expect((await choose('2027-01-04')).status).toBe(200)
    await cap(null)
    expect((await choose('2026-12-28')).status).toBe(200)
  })

  it('is the first with room where none is named', async () => {
    await cap(1)
    const { user_id } = await keyFor(service, 'eve@example.com')
    const eves = await listingOf(service, user_id, { slug: 'eves', url: 'https://eves.test/' })
    const { key: hers } = await keyFor(service, 'eve@example.com')
    const { body } = await callRest(service, 'choose_free_listing', { listing_id: eves }, bearer(hers))
    expect(body.launch_week).toBe('2027-01-11')
    await cap(null)
  })
})

it('says before an order, and where it is paid, that the website did not open', async () => {
  const words = 'The domain name does not exist or cannot be resolved.'
  const { user_id } = await keyFor(service, 'ana@example.com')
  const shut = await listingOf(service, user_id, { slug: 'auk', name: 'Auk', url: 'https://auk.test/' })
  const plan = async () => (await ana.get(`/account/listings/${shut}/plan`)).text
  expect(await plan()).not.toContain('did not open')
  const due_at = service.clock.now.toISOString()
  const setReading = (failure: string) =>
    service.storage.write(({ facts }) => facts.setReading(shut, { due_at, failure }))
  // Our crawler is kept out; people are not.
  await setReading('robots')
  expect(await plan()).not.toContain('did not open')
  await setReading('dns')
  expect(await plan()).toContain(words)
  const items = [{ product: 'launch', listing_id: shut }]
  const { body } = await callRest(service, 'create_checkout', { items, country: 'FI' }, bearer(key))
  const checkout = (await ana.get(new URL(body.checkout_url).pathname)).text
  expect(checkout).toContain('The website of Auk did not open when we last looked.')
  expect(checkout).toContain(words)
  expect(checkout).toContain('Launch Auk for €124.25')
})

it('on a Sunday evening says how little voting is left now', async () => {
  service.clock.now = new Date('2026-11-22T21:00:00.000Z')
  const again = (await signIn(service, 'ana@example.com')).browser
  const text = (await again.get(`${path()}/plan`)).text
  expect(text).toContain('with 3 hours of voting left')
  expect(text).toMatch(/23 November 2026<\/time><small\s*>1 booked\. A whole week of voting/)
})
