// Who buys, asked at the checkout; what is sold, and what it is called.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enter, type Caller } from '../../support/callers.ts'
import { openDrafting } from '../../support/drafting.ts'
import { listingOf } from '../../support/owned.ts'
import { mailbox, openBrowser, type Browser } from '../../support/people.ts'
import { thursday, type Service } from '../../support/service.ts'

/** The register of VAT numbers, as it answers: what it knows, and where it is away or broken. */
const register = new Map<string, { isValid: boolean; userError: string; status?: number }>([
  ['EL094259216', { isValid: true, userError: 'VALID' }],
  ['FR40303265045', { isValid: false, userError: 'INVALID' }],
  ['ATU33864707', { isValid: false, userError: 'MS_UNAVAILABLE' }],
  ['DK24256790', { isValid: false, userError: 'INVALID', status: 500 }],
])
let world: Awaited<ReturnType<typeof openDrafting>>
let service: Service
let ana: Caller
let browser: Browser
let made = 0
beforeAll(async () => {
  world = await openDrafting(
    {
      'ec.europa.eu': (path) => {
        const [, country, number] = /\/ms\/(\w\w)\/vat\/(\w+)$/.exec(path) ?? []
        const { status, ...answer } = register.get(`${country}${number}`)!
        return { status, body: JSON.stringify(answer) }
      },
    },
    { settings: { SELLER_COUNTRY: 'DE' } },
  )
  service = world.service
  ana = await enter(service, 'rest', 'ana@tide.test')
  browser = openBrowser(service)
})
afterAll(async () => {
  await ana.end()
  await world.close()
})

const listing = (given: object = {}) =>
  listingOf(service, ana.user_id, { slug: `product-${(made += 1)}`, ...given })
const live = {
  status: 'live',
  plan: 'free',
  launch_week: '2026-10-05',
  live_at: '2026-10-05T00:00:00.000Z',
} as const
const pathOf = ({ checkout_url }: { checkout_url?: string }) => new URL(checkout_url!).pathname
const order = async (items: object[], more: object = {}) => ana.get('create_checkout', { items, ...more })
const again = ({ number }: { number?: string }) => ana.get('get_order', { number })
const say = (path: string, given: Record<string, string>) =>
  browser.post(`${path}/buyer`, {
    name: 'Ana Keto',
    address: 'Kaivokatu 1\nHelsinki',
    country: 'FI',
    vat_number: '',
    ...given,
  })

describe('an order without a country', () => {
  it('has no total, cannot be paid, and is settled by what the page asks', async () => {
    const items = [{ product: 'launch', listing_id: await listing() }]
    const open = await order(items)
    expect(open).toMatchObject({
      ...{ net_cents: 9900, vat_cents: null, gross_cents: null },
      lines: [{ net_cents: 9900, vat_cents: null, gross_cents: null }],
      vat: { reason: 'unsettled', country: null, rate_percent: null },
    })
    const path = pathOf(open)
    expect((await browser.get(path)).text).not.toContain(`${path}/pay`)
    expect((await browser.post(`${path}/pay`, { play: 'success' })).status).toBe(400)
    expect((await order(items)).number).toBe(open.number)
    expect((await say(path, { country: 'XX' })).text).toContain('ISO 3166')
    for (const [field, most] of [
      ['name', 200],
      ['address', 500],
      ['country', 100],
      ['vat_number', 20],
    ] as const)
      expect([field, (await say(path, { [field]: 'x'.repeat(most + 1) })).text]).toEqual([
        field,
        expect.stringContaining(`${most}`),
      ])
    expect((await say(path, {})).status).toBe(303)
    expect(await again(open)).toMatchObject({
      gross_cents: 12_425,
      vat: { country: 'FI', rate_percent: 25.5 },
    })
    await browser.post(`${path}/pay`, { play: 'success' })
    expect((await again(open)).status).toBe('paid')
    const { text } = await browser.get(`${path}/receipt`)
    for (const words of ['Ana Keto', 'Kaivokatu 1<br />Helsinki', '€124.25']) expect(text).toContain(words)
    const receipt = (await mailbox(service)).at(-1)!.text
    expect(receipt).toContain('Buyer: Ana Keto, Kaivokatu 1, Helsinki, Finland.')
    expect(receipt).toContain('Seller: The operator of this directory.')
    // What was paid is nobody's to change any more.
    await say(path, { country: 'DE' })
    expect(await again(open)).toMatchObject({ gross_cents: 12_425, vat: { country: 'FI' } })
  })
})

describe('a VAT number', () => {
  const numbers = {
    known: { country: 'GR', vat_number: 'EL094259216' },
    unknown: { country: 'FR', vat_number: 'FR40303265045' },
    unasked: { country: 'AT', vat_number: 'ATU33864707' },
    broken: { country: 'DK', vat_number: 'DK24256790' },
  }
  it.each([
    ['that the register knows is valid', numbers.known, 'valid'],
    ['whose country does not answer is noted as unchecked', numbers.unasked, 'unchecked'],
    ['about which an error of the register says something is unchecked too', numbers.broken, 'unchecked'],
  ])('%s', async (_name, buyer, check) => {
    const open = await order([{ product: 'launch', listing_id: await listing() }], buyer)
    const stored = (await service.storage.orders.byNumber(ana.user_id, open.number!))!
    expect([stored.vat_number_check, open.vat.reason]).toEqual([check, 'reverse_charge'])
    // Without VAT the receipt needs an address, and so the page asks before anything is paid.
    const path = pathOf(open)
    expect((await browser.post(`${path}/pay`, { play: 'success' })).status).toBe(400)
    expect((await say(path, { ...buyer, address: '' })).text).toContain('must carry your address')
    await say(path, buyer)
    await browser.post(`${path}/pay`, { play: 'success' })
    const { text } = await browser.get(`${path}/receipt`)
    expect(text).toContain(`VAT number ${buyer.vat_number}`)
    expect(text.includes('has not confirmed the number')).toBe(check === 'unchecked')
  })

  it('that the register does not know is refused by name, at every door', async () => {
    const items = [{ product: 'launch', listing_id: await listing() }]
    const refused = await ana.call('create_checkout', { items, ...numbers.unknown })
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/vat_number', code: 'not_registered' }] },
    })
    const open = await order(items)
    expect((await say(pathOf(open), numbers.unknown)).text).toContain('does not know this number')
    expect((await again(open)).gross_cents).toBeNull()
  })
})

describe('what is sold', () => {
  it('is called an upgrade for a listing that is live, in quote, page, receipt and list', async () => {
    const listing_id = await listing(live)
    const items = [{ product: 'launch', listing_id }]
    const [line] = (await ana.get('quote_order', { items, country: 'FI' })).lines
    expect(line).toMatchObject({
      name: 'Launch (upgrade)',
      week: null,
      effect: expect.stringContaining('no new week'),
    })
    const open = await order(items, { country: 'FI' })
    const path = pathOf(open)
    expect((await browser.get(path)).text).toContain('Upgrade Product')
    await service.storage.write(({ badge_checks }) => badge_checks.begin(listing_id, thursday.toISOString()))
    await browser.post(`${path}/pay`, { play: 'success' })
    expect((await browser.get(`${path}/receipt`)).text).toContain('no new week')
    expect(await ana.get('get_my_listing', { listing_id })).toMatchObject({
      ...{
        status: 'live',
        plan: 'launch',
        launch_week: '2026-10-05',
        unlocked_sections: ['milestones'],
        badge: null,
      },
    })
    const { items: products } = await ana.get('list_products')
    expect(products[0].description).toContain('upgrade')
  })

  it('is refused to whoever pays once it has become something else', async () => {
    const listing_id = await listing()
    const open = await order([{ product: 'launch', listing_id }], { country: 'FI' })
    await service.storage.write(({ listings }) => listings.change(listing_id, live))
    const refused = await browser.post(`${pathOf(open)}/pay`, { play: 'success' })
    expect([refused.status, refused.text.includes('would be an upgrade now')]).toEqual([400, true])
    expect((await again(open)).status).toBe('pending')
  })

  it('now names its week and the time left, and on a Sunday offers the next', async () => {
    const listing_id = await listing()
    const quote = () => ana.get('quote_order', { items: [{ product: 'launch', listing_id }], country: 'FI' })
    expect((await quote()).lines[0].effect).toContain(
      'week of 16 November 2026, which ends in 3 days and 12 hours',
    )
    service.clock.now = new Date('2026-11-22T15:30:00.000Z')
    const sunday = await quote()
    expect(sunday.lines[0].effect).toContain(
      'ends in 8 hours. The next week begins tomorrow: choose 2026-11-23',
    )
    expect(sunday.next_steps).toMatchObject([
      { tool: 'create_checkout' },
      { tool: 'quote_order', arguments: { items: [{ week: '2026-11-23' }] } },
    ])
    for (const [time, left] of [
      ['22:30', '1 hour'],
      ['23:01', 'less than an hour'],
    ]) {
      service.clock.now = new Date(`2026-11-22T${time}:00.000Z`)
      expect((await quote()).lines[0].effect).toContain(`which ends in ${left}. The next week`)
    }
    service.clock.now = new Date(thursday)
  })

  it('includes milestones with a launch, and unlocks them for a live free listing', async () => {
    const [paid, free] = [await listing(), await listing(live)]
    const milestones = (listing_id: number) => ({ product: 'milestones', listing_id })
    const refused = await ana.call('quote_order', {
      ...{ items: [{ product: 'launch', listing_id: paid }, milestones(paid)], country: 'FI' },
    })
    expect(refused.body.errors).toMatchObject([{ pointer: '/items/1/product', code: 'included' }])
    const open = await order([milestones(free)], { country: 'FI' })
    const add = () => ana.get('add_milestone', { listing_id: free, date: '2026-01-01', title: 'First' })
    expect((await add()).shown).toBe(false)
    await browser.post(`${pathOf(open)}/pay`, { play: 'success' })
    expect((await add()).shown).toBe(true)
  })

  it('tells a changed price from changed items', async () => {
    const [one, other] = [await listing(), await listing()]
    const of = (listing_id: number) => [{ product: 'launch', listing_id }]
    const { quote } = await ana.get('quote_order', { items: of(one), country: 'FI' })
    const refusal = async (items: object[]) =>
      (await ana.call('create_checkout', { items, country: 'FI', quote })).body.detail
    expect(await refusal(of(other))).toContain('other items')
    await service.storage.write(({ products }) =>
      products.putPrice(1, 'launch', { amount_cents: 9901, minimum_cents: null }),
    )
    expect(await refusal(of(one))).toContain('The price has changed')
    await service.storage.write(({ products }) =>
      products.putPrice(1, 'launch', { amount_cents: 9900, minimum_cents: null }),
    )
  })
})

describe('a listing for which nothing is sold', () => {
  const standings = ['suspended', 'withdrawn'] as const
  const products = ['launch', 'story', 'milestones', 'billboard'] as const
  const cells = standings.flatMap((status) =>
    ['free', 'launch'].flatMap((plan) => products.map((product) => [status, plan, product] as const)),
  )
  it.each(cells)('%s on plan %s is refused %s, and says why and what next', async (status, plan, product) => {
    const listing_id = await listing({ ...live, status, plan: plan as 'free', status_reason: 'Spam' })
    const item = { product, listing_id, ...(product === 'billboard' && { amount_cents: 900 }) }
    const refused = await ana.call('quote_order', { items: [item], country: 'FI' })
    const isTwice = product === 'launch' && plan === 'launch'
    expect(refused.body.errors).toMatchObject([{ code: 'not_orderable' }])
    expect(refused.body.next_steps[0].tool, String(isTwice)).toBe('get_my_listing')
    const shown = await ana.get('get_my_listing', { listing_id })
    expect(shown.status_reason).toContain(status === 'suspended' ? 'Spam' : 'It was withdrawn')
    expect(shown.next_steps[0].tool).toBe(status === 'suspended' ? 'update_my_listing' : 'submit_listing')
  })

  it('is not yet public where the billboard needs it', async () => {
    const listing_id = await listing()
    const billboard = { product: 'billboard', listing_id, amount_cents: 900 }
    const codes = async (items: object[]) =>
      ((await ana.call('quote_order', { items, country: 'FI' })).body.errors ?? []).map(
        ({ code }: { code: string }) => code,
      )
    expect(await codes([billboard])).toEqual(['not_live'])
    expect(await codes([{ product: 'launch', listing_id, week: '2026-12-07' }, billboard])).toEqual([
      'not_live',
    ])
    expect(await codes([{ product: 'launch', listing_id }, billboard])).toEqual([])
  })
})
