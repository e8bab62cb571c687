// Paying with money, against a machine that behaves as Stripe's API documents.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { paymentsOf } from '../../../jobs/payments/payments.ts'
import { reconcilePayments } from '../../../jobs/reconcile_payments.ts'
import { readConfig } from '../../../config.ts'
import { enter, type Caller } from '../../support/callers.ts'
import { openDrafting, readyDraft } from '../../support/drafting.ts'
import { openBrowser, type Browser } from '../../support/people.ts'
import type { Service } from '../../support/service.ts'
import { openStripeServer, webhookSecret, type StripeServer } from '../../support/stripe_server.ts'
import { tide } from '../../support/tide.ts'

const hosts = Array.from({ length: 11 }, (_, index) => `p${index}.test`)
let stripe: StripeServer
let world: Awaited<ReturnType<typeof openDrafting>>
let service: Service
let ana: Caller
let browser: Browser
const free: number[] = []
let settings: Record<string, string>

beforeAll(async () => {
  stripe = await openStripeServer()
  settings = {
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: stripe.url,
    SELLER_NAME: 'Harbour GmbH',
    SELLER_ADDRESS: 'Kai 1, Hamburg',
  }
  const outside = Object.fromEntries(hosts.map((host) => [host, tide]))
  world = await openDrafting(outside, { settings })
  service = world.service
  ana = await enter(service, 'rest', 'ana@tide.test')
  browser = openBrowser(service)
  for (const [index, host] of hosts.entries()) {
    const { id } = await readyDraft(service, ana, host)
    await ana.get('update_draft', { id, fields: { name: `Paid ${index}`, categories: ['Invoicing'] } })
    free.push((await ana.get('submit_draft', { id })).listing_id)
  }
})
afterAll(async () => {
  await ana.end()
  await world.close()
  await stripe.close()
})

let listing_id: number
beforeEach(() => void (listing_id = free.pop() ?? listing_id))

async function begin() {
  const order = await ana.get('create_checkout', {
    items: [{ product: 'launch', listing_id }],
    country: 'FI',
  })
  const path = new URL(order.checkout_url).pathname
  const { status, location } = await browser.post(`${path}/pay`, {})
  expect(status).toBe(303)
  const session = stripe.sessions.get(location!.split('/').at(-1)!)!
  return { order, path, session, location: location! }
}
const send = ({ body, signature }: { body: string; signature: string }) =>
  service.fetch('/webhooks/stripe', {
    method: 'POST',
    body,
    headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
  })
const status = async ({ number }: { number?: string }) => (await ana.get('get_order', { number })).status
const listing = () => ana.get('get_my_listing', { listing_id })
const launches = async () =>
  (await service.storage.owners.versions(listing_id)).filter(({ operation }) => operation === 'order_paid')
const reconcile = () =>
  reconcilePayments.run({}, {
    storage: service.storage,
    payments: paymentsOf(readConfig(settings)),
    now: service.clock.now,
    public_url: service.url,
    seller: readConfig(settings).SELLER,
  } as never)

describe('a payment at Stripe', () => {
  it('is opened once with the quoted amount, and publishes when Stripe says that it is paid', async () => {
    const { order, path, session, location } = await begin()
    expect([session.amount_total, session.currency]).toEqual([12_425, 'eur'])
    expect((await browser.post(`${path}/pay`, {})).location).toBe(location)
    expect(await status(order)).toBe('pending')
    const paid = stripe.signed('checkout.session.completed', stripe.pay(session), service.clock.now)
    expect((await send(paid)).status).toBe(200)
    expect(await status(order)).toBe('paid')
    expect(await listing()).toMatchObject({ status: 'live', plan: 'launch' })
  })

  it('told twice, and at once, publishes once', async () => {
    const { order, session } = await begin()
    stripe.pay(session)
    const one = stripe.signed('checkout.session.completed', session, service.clock.now)
    const other = stripe.signed('checkout.session.async_payment_succeeded', session, service.clock.now)
    await Promise.all([one, one, other, other, one].map(send))
    expect(await status(order)).toBe('paid')
    expect(await launches()).toHaveLength(1)
  })

  it('that completes unpaid publishes only with the money, and a refused one can be tried again', async () => {
    const { order, path, session } = await begin()
    session.status = 'complete'
    await send(stripe.signed('checkout.session.completed', session, service.clock.now))
    expect(await status(order)).toBe('pending')
    await send(stripe.signed('checkout.session.async_payment_failed', session, service.clock.now))
    const refused = await ana.get('get_order', { number: order.number })
    expect(refused).toMatchObject({ status: 'pending', failure: expect.stringContaining('declined') })
    await send(
      stripe.signed('checkout.session.async_payment_succeeded', stripe.pay(session), service.clock.now),
    )
    expect(await status(order)).toBe('paid')
    expect((await browser.get(path)).text).toContain('Paid. Thank you.')
  })

  it('refunded before it was known to be paid ends as refunded, whatever comes first', async () => {
    const { order, session } = await begin()
    stripe.pay(session)
    const charge = {
      payment_intent: session.payment_intent,
      amount_refunded: 12_425,
      currency: 'eur',
      refunded: true,
      metadata: { order: order.number },
    }
    await send(stripe.signed('charge.refunded', charge, service.clock.now))
    expect(await status(order)).toBe('refunded')
    await send(stripe.signed('checkout.session.completed', session, service.clock.now))
    expect(await status(order)).toBe('refunded')
    expect((await listing()).status).toBe('draft')
  })

  it('disputed says so, and a dispute that is lost takes back what it had bought', async () => {
    const { order, session } = await begin()
    await send(stripe.signed('checkout.session.completed', stripe.pay(session), service.clock.now))
    const dispute = { payment_intent: session.payment_intent, amount: 12_425, currency: 'eur' }
    const opened = { ...dispute, status: 'needs_response' }
    await send(stripe.signed('charge.dispute.created', opened, service.clock.now))
    expect((await ana.get('get_order', { number: order.number })).failure).toContain('disputed')
    expect((await listing()).status).toBe('live')
    await send(stripe.signed('charge.dispute.closed', { ...dispute, status: 'lost' }, service.clock.now))
    expect(await status(order)).toBe('refunded')
    expect((await listing()).status).toBe('draft')
  })

  it('whose webhook never came is found by asking', async () => {
    const { order, session } = await begin()
    stripe.pay(session)
    await reconcile()
    expect(await status(order)).toBe('paid')
    expect((await listing()).status).toBe('live')
    const late = stripe.signed('checkout.session.completed', session, service.clock.now)
    expect((await send(late)).status).toBe(200)
    expect(await launches()).toHaveLength(1)
  })

  it('of another amount publishes nothing and is given back', async () => {
    const { order, session } = await begin()
    session.amount_total = 1
    await send(stripe.signed('checkout.session.completed', stripe.pay(session), service.clock.now))
    await service.worker.idle()
    expect(await status(order)).toBe('refunded')
    expect(stripe.refunds).toContain(session.payment_intent)
    expect((await listing()).status).toBe('draft')
  })

  it('that is paid after the order was cancelled here is carried out all the same', async () => {
    const { order, path, session } = await begin()
    stripe.pay(session)
    await browser.post(`${path}/cancel`, {})
    expect(await status(order)).toBe('pending')
    await service.storage.write(async ({ orders }) => {
      const { id } = (await orders.find({ number: order.number! }))!
      await orders.change(id, { status: 'expired' })
    })
    await send(stripe.signed('checkout.session.completed', session, service.clock.now))
    expect(await status(order)).toBe('paid')
    expect((await listing()).status).toBe('live')
  })
})

describe('a webhook', () => {
  const paid = () => ({ client_reference_id: 'LD-2026-000001', payment_status: 'paid' })

  it.each([
    ['another secret', (at: Date) => stripe.signed('charge.refunded', paid(), at, 'evt_a', 'whsec_other')],
    [
      'too old a time',
      (at: Date) => stripe.signed('charge.refunded', paid(), new Date(at.getTime() - 400_000), 'evt_b'),
    ],
    [
      'another body',
      (at: Date) => ({ ...stripe.signed('charge.refunded', paid(), at, 'evt_c'), body: '{}' }),
    ],
    ['no signature', () => ({ body: '{}', signature: '' })],
  ])('signed with %s is refused', async (_name, make) => {
    const response = await send(make(service.clock.now))
    expect(response.status).toBe(400)
    expect(((await response.json()) as { detail: string }).detail).toContain('signature')
  })

  it('about what is not ours, or of an unknown kind, is taken and changes nothing', async () => {
    const before = await service.storage.orders.all()
    await send(stripe.signed('customer.created', { id: 'cus_1' }, service.clock.now))
    const foreign = { id: 'cs_foreign', client_reference_id: 'LD-1999-000001', payment_status: 'paid' }
    expect((await send(stripe.signed('checkout.session.completed', foreign, service.clock.now))).status).toBe(
      200,
    )
    expect(await service.storage.orders.all()).toEqual(before)
  })

  it('is not there where no money is paid', async () => {
    const played = await openDrafting({}, {})
    const response = await played.service.fetch('/webhooks/stripe', { method: 'POST', body: '{}' })
    expect(response.status).toBe(404)
    await played.close()
  })
})

it('leaves the order payable when Stripe does not answer', async () => {
  const order = await ana.get('create_checkout', {
    items: [{ product: 'billboard', listing_id: await liveOne(), amount_cents: 900 }],
    country: 'FI',
  })
  const path = new URL(order.checkout_url).pathname
  stripe.setDown(true)
  const failed = await browser.post(`${path}/pay`, {})
  stripe.setDown(false)
  expect(failed.status).toBe(503)
  expect(failed.text).toContain('Nothing was charged')
  expect((await browser.post(`${path}/pay`, {})).status).toBe(303)
})

async function liveOne(): Promise<number> {
  const { items } = await ana.get('list_my_listings', { per_page: 100 })
  return items.find(({ status }: { status: string }) => status === 'live').listing_id
}

describe('an order that was made while payments were simulated', () => {
  const orderLaunch = () =>
    ana.get('create_checkout', { items: [{ product: 'launch', listing_id }], country: 'FI' })
  /** The order, and its checkout, as before the switch to real payments; a slow payment may be under way. */
  async function madeAsTest(provider_session: string | null = null) {
    const order = await orderLaunch()
    const { id } = (await service.storage.orders.byNumber(ana.user_id, order.number))!
    await service.storage.write(({ orders }) => orders.change(id, { provider: 'test', provider_session }))
    return { id, order, path: new URL(order.checkout_url).pathname }
  }

  it('is played no more, neither by its page nor by a job', async () => {
    const { id, order, path } = await madeAsTest()
    for (const outcome of ['success', 'failure', 'later', undefined]) {
      const answer = await browser.post(`${path}/pay`, outcome === undefined ? {} : { play: outcome })
      expect([outcome, answer.status]).toEqual([outcome, 503])
      expect(answer.text).toContain('payments are not simulated here any more')
    }
    const at = service.clock.now.toISOString()
    await service.storage.write(({ jobs }) =>
      jobs.enqueue({ kind: 'play_payment', payload: { order_id: id }, run_at: at, created_at: at }),
    )
    await service.worker.idle()
    expect(await ana.get('get_order', { number: order.number })).toMatchObject({
      ...{ status: 'pending', failure: null },
    })
    expect([(await listing()).status, await launches()]).toEqual(['draft', []])
  })

  it('gives way to one that is paid with money, though its own payment had begun', async () => {
    const { order } = await madeAsTest('test of before')
    const { order: real, session } = await begin()
    expect(real.number).not.toBe(order.number)
    expect(session).toBeDefined()
    expect(await status(order)).toBe('cancelled')
  })
})
