// Quotes, checkouts and orders, through both doors.
import { refusalOf } from '../../../tools/orders/items.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enter, type Caller } from '../../support/callers.ts'
import { openSubmitted } from '../../support/drafting.ts'
import { listingOf } from '../../support/owned.ts'
import { doors, thursday } from '../../support/service.ts'

describe.each(doors)('ordering over %s', (door) => {
  let world: Awaited<ReturnType<typeof openSubmitted>>
  let ana: Caller
  let listing_id: number
  beforeAll(async () => {
    world = await openSubmitted(door)
    ;({ ana, listing_id } = world)
  })
  afterAll(() => world.close())
  const launch = (more: object = {}) => ({ product: 'launch', listing_id, ...more })
  const quote = (items: object[], more: object = {}) =>
    ana.call('quote_order', { items, country: 'FI', ...more })

  it('prices a launch with its VAT and the reason for it', async () => {
    const { status, body } = await quote([launch(), { product: 'story', listing_id }])
    expect(status).toBe(200)
    expect(body).toMatchObject({
      currency: 'EUR',
      net_cents: 9900 + 2900,
      vat_cents: 2525 + 740,
      gross_cents: 12_800 + 3265,
      vat: { rate_percent: 25.5, reason: 'destination', country: 'FI', vat_number: null },
      lines: [
        { product: 'launch', week: 'now', net_cents: 9900, vat_cents: 2525 },
        { product: 'story', week: null, net_cents: 2900, vat_cents: 740 },
      ],
      next_steps: [{ tool: 'create_checkout', arguments: { quote: body.quote } }],
    })
    expect((await ana.get('list_my_orders')).total).toBe(0)
  })

  it('takes the country from the founder profile; without one it is net, and only a VAT number needs it', async () => {
    const open = await ana.get('quote_order', { items: [launch()] })
    expect(open).toMatchObject({
      ...{ net_cents: 9900, vat_cents: null, gross_cents: null },
      vat: { reason: 'unsettled', explanation: expect.stringContaining('depends on the country') },
      next_steps: [{ tool: 'create_checkout', arguments: { quote: open.quote } }],
    })
    expect(await ana.call('quote_order', { items: [launch()], vat_number: 'FI20774740' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', errors: [{ pointer: '/country', code: 'required' }] },
    })
    const profile = { name: 'Ana', title: null, bio: null, country: 'AT', city: null, socials: {} }
    await world.service.storage.write(({ users }) =>
      users.saveProfile(ana.user_id, profile, 'ana', thursday.toISOString()),
    )
    const { body } = await ana.call('quote_order', { items: [launch()] })
    expect(body.vat).toMatchObject({ country: 'AT', rate_percent: 20 })
  })

  it('takes VAT off where a business in the EU accounts for it, and refuses a number that cannot be', async () => {
    const { body } = await quote([launch()], { country: 'GR', vat_number: 'EL 094259216' })
    expect(body).toMatchObject({ vat_cents: 0, vat: { reason: 'reverse_charge', vat_number: 'EL094259216' } })
    const wrong = await quote([launch()], { vat_number: 'FI123' })
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ pointer: '/vat_number' }] } })
  })

  it.each([
    ['a product that does not exist', { product: 'votes' }, 'product', 'unknown_product'],
    ['an extra without a launch', { product: 'story' }, 'product', 'needs_launch'],
    ['a week for what has none', { product: 'story', week: '2026-12-07' }, 'week', 'not_for_this_product'],
    [
      'an amount for a fixed price',
      { product: 'launch', amount_cents: 1 },
      'amount_cents',
      'not_for_this_product',
    ],
    ['a week that has passed', { product: 'launch', week: '2026-11-09' }, 'week', 'out_of_range'],
    ['a week too far away', { product: 'launch', week: '2028-01-03' }, 'week', 'out_of_range'],
    ['a day that does not exist', { product: 'launch', week: '2026-02-30' }, 'week', 'invalid_format'],
    [
      'the billboard before the launch',
      { product: 'billboard', amount_cents: 5000 },
      'listing_id',
      'not_live',
    ],
  ])('refuses %s and names the item', async (_name, item, key, code) => {
    const { status, body } = await quote([{ listing_id, ...item }])
    expect([status, body.code]).toEqual([400, 'invalid_order'])
    expect(body.errors).toMatchObject([{ pointer: `/items/0/${key}`, code }])
    const mending = key === 'week' && item.product === 'launch' ? 'get_my_listing' : 'list_products'
    expect(body.next_steps.at(-1)).toMatchObject({ tool: mending })
  })

  it('names a call once, however many faults it helps with', () => {
    const fault = { pointer: '/country', code: 'required', message: 'Required, but missing.' }
    const step = { tool: 'list_products', arguments: {}, why: 'Shows what can be bought' }
    const refusal = refusalOf([fault, fault], [step, { ...step, why: 'Shows the net prices' }])
    expect(refusal.next_steps).toHaveLength(1)
  })

  it('refuses somebody else’s listing, a second launch, an extra twice, and too little for the billboard', async () => {
    const items = [
      launch({ listing_id: 999_999 }),
      launch(),
      launch(),
      { product: 'story', listing_id },
      { product: 'story', listing_id },
      { product: 'billboard', listing_id, amount_cents: 499 },
      { product: 'billboard', listing_id },
    ]
    const { body } = await quote(items)
    expect(
      body.errors.map((fault: { pointer: string; code: string }) => [fault.pointer, fault.code]),
    ).toEqual([
      ['/items/0/listing_id', 'not_found'],
      ['/items/2/product', 'already_launched'],
      ['/items/4/product', 'already_unlocked'],
      ['/items/5/amount_cents', 'too_small'],
      ['/items/6/amount_cents', 'required'],
    ])
  })

  it('sells further categories only to somebody whose draft can name them', async () => {
    const order = (id: number) => [
      launch({ listing_id: id }),
      { product: 'extra_categories', listing_id: id },
    ]
    expect((await quote(order(listing_id))).status).toBe(200)
    const claimed = await listingOf(world.service, ana.user_id, { slug: 'claimed', name: 'Claimed' })
    expect((await quote(order(claimed))).body.errors).toMatchObject([
      { pointer: '/items/1/product', code: 'no_draft' },
    ])
  })

  it('returns a link to pay at, the same one for the same order, and publishes nothing', async () => {
    const items = [launch({ week: '2026-12-10' })]
    const quoted = await ana.get('quote_order', { items, country: 'FI' })
    expect(quoted.lines[0].week).toBe('2026-12-07')
    const order = await ana.get('create_checkout', quoted.next_steps[0].arguments)
    expect(order).toMatchObject({ status: 'pending', test: true, gross_cents: 12_425 })
    expect(order.number).toMatch(/^LD-2026-\d{6}$/)
    expect(order.checkout_url).toMatch(new RegExp(`^${world.service.url}/checkout/lo_[\\w-]{43}$`))
    expect((await ana.get('create_checkout', { items, country: 'FI' })).number).toBe(order.number)
    expect({ ...(await ana.get('get_order', { number: order.number })), cancelled: [] }).toEqual(order)
    const { items: orders } = await ana.get('list_my_orders')
    expect(orders).toMatchObject([
      { number: order.number, status: 'pending', checkout_url: order.checkout_url },
    ])
    const listing = await world.service.storage.owners.listing(ana.user_id, listing_id)
    expect([listing!.status, listing!.plan]).toEqual(['draft', null])
  })

  it('takes the place of an order for the same launch whose payment was not begun, or failed', async () => {
    const [{ number: before }] = (await ana.get('list_my_orders')).items
    const { storage } = world.service
    const begin = (number: string, state: 'open' | 'failed') =>
      storage.write(async ({ orders, payments }) => {
        const { id: order_id } = (await orders.byNumber(ana.user_id, number))!
        const session = { order_id, attempt: 1, session: `session ${state} ${door}`, state }
        await payments.addSession({ ...session, opened_at: world.service.clock.now.toISOString() })
      })
    await begin(before, 'failed')
    const after = await ana.get('create_checkout', { items: [launch()], country: 'FI' })
    expect(after.number).not.toBe(before)
    expect(after.cancelled).toEqual([before])
    const cancelled = await ana.get('get_order', { number: before })
    expect(cancelled.status).toBe('cancelled')
    expect(cancelled.failure).toContain(after.number)
    expect(cancelled.next_steps[0].tool).toBe('quote_order')
    await begin(after.number, 'open')
    const refused = await ana.call('create_checkout', {
      items: [launch({ week: '2026-12-14' })],
      country: 'FI',
    })
    expect(refused).toMatchObject({
      status: 400,
      body: {
        code: 'order_pending',
        next_steps: [{ tool: 'get_order', arguments: { number: after.number } }],
      },
    })
  })

  it('refuses a quote that no longer holds, with the new one', async () => {
    const refused = await ana.call('create_checkout', {
      items: [launch({ week: '2026-12-21' })],
      country: 'FI',
      quote: 'AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAA',
    })
    expect([refused.status, refused.body.code]).toEqual([400, 'quote_changed'])
    expect(refused.body.detail).toContain('EUR 124.25')
    expect(refused.body.next_steps.map((step: { tool: string }) => step.tool)).toEqual([
      'quote_order',
      'create_checkout',
    ])
  })

  it('says of what cannot be a quote that it is none, and not that the price has changed', async () => {
    const { body } = await ana.call('create_checkout', { items: [launch()], country: 'FI', quote: 'abc' })
    expect([
      body.code,
      body.errors[0].code,
      body.next_steps.map(({ tool }: { tool: string }) => tool),
    ]).toEqual(['invalid_input', 'unknown_quote', ['quote_order']])
  })

  it('names every fault at once, and for each the call that mends it', async () => {
    const items = [
      { product: 'nothing', listing_id: 999 },
      launch({ week: '2020-01-06' }),
      { product: 'billboard', listing_id },
    ]
    const nobody = await enter(world.service, door, 'without.country@tide.test')
    for (const tool of ['quote_order', 'create_checkout']) {
      const { body } = await ana.call(tool, { items, country: 'FI', vat_number: 'nonsense' })
      expect([body.code, body.errors.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([
        'invalid_order',
        ['/items/1/week', '/items/0/product', '/items/0/listing_id', '/items/2/listing_id', '/vat_number'],
      ])
      expect(body.next_steps.map((step: { tool: string }) => step.tool)).toEqual([
        'get_my_listing',
        'list_products',
        'list_my_listings',
      ])
    }
    const asked = { items: [launch({ listing_id: 999 })], vat_number: 'FI20774740' }
    const { body } = await nobody.call('quote_order', asked)
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/items/0/listing_id',
      '/country',
    ])
    expect(body.next_steps.map((step: { tool: string }) => step.tool)).toEqual([
      'list_my_listings',
      'list_products',
    ])
    await nobody.end()
  })

  it('shows nobody the orders of others', async () => {
    const [{ number }] = (await ana.get('list_my_orders')).items
    const ben = await enter(world.service, door, 'ben@ebb.test')
    expect((await ben.call('get_order', { number })).status).toBe(404)
    expect((await ben.get('list_my_orders')).total).toBe(0)
    await ben.end()
  })
})
