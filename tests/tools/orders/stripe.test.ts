// Paying with money, against a machine that behaves as Stripe's API documents.
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { paymentsOf } from '../../../jobs/payments/payments.ts'
import { playPayment } from '../../../jobs/play_payment.ts'
import { reconcilePayments } from '../../../jobs/reconcile_payments.ts'
import { readConfig } from '../../../config.ts'
import { enter, type Caller } from '../../support/callers.ts'
import { openDrafting, readyDraft } from '../../support/drafting.ts'
import { openBrowser, type Browser } from '../../support/people.ts'
import type { Service } from '../../support/service.ts'
import { besideRows } from '../../support/rows.ts'
import {
  openStripeServer,
  webhookSecret,
  type Event,
  type StripeServer,
} from '../../support/stripe_server.ts'
import { tide } from '../../support/tide.ts'

const hosts = Array.from({ length: 26 }, (_, index) => `p${index}.test`)
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
  stripe.setClock(() => service.clock.now)
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
/** Delivers what Stripe has not delivered yet, or one event. */
async function deliver(...given: Event[]): Promise<void> {
  for (const event of given.length > 0 ? given : stripe.events.filter((one) => !one.is_delivered)) {
    const { status: answered } = await send(stripe.delivery(event, service.clock.now))
    event.is_delivered = answered === 200
    expect(answered).toBe(200)
  }
}
const sessionsOf = ({ number }: { number?: string }) =>
  [...stripe.sessions.values()].filter((one) => one.client_reference_id === number)
const notes = async () =>
  (await service.storage.payments.noted({ limit: 100, offset: 0 })).items.map(({ number, payment }) => [
    number,
    payment.note,
  ])
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

  it('by bank debit is under way for days, and publishes only with the money', async () => {
    const { order, path, session } = await begin()
    stripe.debit(session)
    await deliver()
    const waiting = await ana.get('get_order', { number: order.number })
    expect(waiting).toMatchObject({ status: 'pending', under_way: true, failure: null })
    const page = (await browser.get(path)).text
    expect(page).toContain('Your payment is under way.')
    expect(page).not.toContain('/pay"')
    // Nobody can pay a second time, or cancel, meanwhile, and its time does not run out.
    expect((await browser.post(`${path}/pay`, {})).location).toBe(path)
    await browser.post(`${path}/cancel`, {})
    service.clock.now = new Date(service.clock.now.getTime() + 4 * 86_400_000)
    await reconcile()
    expect(await status(order)).toBe('pending')
    expect(sessionsOf(order)).toHaveLength(1)
    stripe.endDebit(session, true)
    await deliver()
    expect(await status(order)).toBe('paid')
    expect((await browser.get(path)).text).toContain('Paid. Thank you.')
  })

  it('by bank debit that fails can be tried again in a new session', async () => {
    const { order, path, session } = await begin()
    stripe.debit(session)
    await reconcile()
    expect((await ana.get('get_order', { number: order.number })).under_way).toBe(true)
    service.clock.now = new Date(service.clock.now.getTime() + 4 * 86_400_000)
    stripe.endDebit(session, false)
    stripe.events.length = 0
    await reconcile()
    const refused = await ana.get('get_order', { number: order.number })
    expect(refused).toMatchObject({
      ...{ status: 'pending', under_way: false },
      failure: expect.stringContaining('declined'),
    })
    const { location } = await browser.post(`${path}/pay`, {})
    const again = stripe.sessions.get(location!.split('/').at(-1)!)!
    expect(again.id).not.toBe(session.id)
    stripe.pay(again)
    await deliver()
    expect(await status(order)).toBe('paid')
  })

  it('of a second session gives back what comes by the first', async () => {
    const { order, path, session } = await begin()
    // Ended there behind our back, so that the next press opens another.
    session.status = 'expired'
    const { location } = await browser.post(`${path}/pay`, {})
    const second = stripe.sessions.get(location!.split('/').at(-1)!)!
    expect(second.id).not.toBe(session.id)
    stripe.pay(second)
    session.status = 'open'
    stripe.pay(session)
    await deliver()
    await service.worker.idle()
    const stored = (await service.storage.orders.byNumber(ana.user_id, order.number))!
    expect([stored.status, stored.provider_payment]).toEqual(['paid', second.payment_intent])
    expect(stripe.refunds).toContain(session.payment_intent)
    expect(stripe.refunds).not.toContain(second.payment_intent)
    expect(await notes()).toContainEqual([order.number, `Order ${order.number} was paid a second time.`])
    expect(await status(order)).toBe('paid')
    expect((await listing()).status).toBe('live')
  })

  it('that its provider cannot open takes a new key the next time', async () => {
    const { checkout_url } = await ana.get('create_checkout', {
      items: [{ product: 'launch', listing_id }],
      country: 'FI',
    })
    const path = new URL(checkout_url).pathname
    stripe.setBroken(true)
    const broken = await browser.post(`${path}/pay`, {})
    stripe.setBroken(false)
    expect(broken.status).toBe(503)
    expect((await browser.post(`${path}/pay`, {})).location).toContain('/pay/cs_test_')
  })

  it('refunded in part stays paid, and the page, the receipt and the team know', async () => {
    const { order, path, session } = await begin()
    stripe.pay(session)
    await deliver()
    stripe.refund(session.payment_intent!, 2000)
    await deliver()
    expect(await ana.get('get_order', { number: order.number })).toMatchObject({
      ...{ status: 'paid', returned_cents: 2000 },
    })
    expect((await browser.get(`${path}/receipt`)).text).toContain('Refunded')
    expect(await notes()).toContainEqual([order.number, expect.stringContaining('EUR 20.00')])
    expect((await listing()).status).toBe('live')
    stripe.refund(session.payment_intent!)
    await deliver()
    expect(await status(order)).toBe('refunded')
  })

  it('refunded before it was known to be paid ends as refunded, whatever comes first', async () => {
    const { order, session } = await begin()
    stripe.pay(session)
    stripe.refund(session.payment_intent!)
    for (const event of stripe.events.toReversed()) await deliver(event)
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

  it('whose refund does not arrive is noted for the team, and so is all else that they have not seen', async () => {
    const { order, session } = await begin()
    await send(stripe.signed('checkout.session.completed', stripe.pay(session), service.clock.now))
    const payment = session.payment_intent!
    stripe.refund(payment, 200)
    const [charge] = [...stripe.charges.values()].filter(({ id }) => id === payment)
    stripe.failRefund(charge!)
    const events = stripe.events.filter(({ type }) => type === 'refund.failed' || type === 'charge.refunded')
    const told = events.filter(
      ({ object }) => (object as { payment_intent: string }).payment_intent === payment,
    )
    expect(told.map(({ type }) => type)).toEqual(['charge.refunded', 'refund.failed'])
    // In whatever order they come.
    for (const event of told.toReversed()) await send(stripe.delivery(event, service.clock.now))
    const { note } = (await service.storage.payments.find(payment))!
    expect(note).toContain('A refund of EUR 2.00 did not arrive and is here again. Give it back another way.')
    expect(note).toContain('EUR 2.00 of it went back')
    expect(await status(order)).toBe('paid')
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

  it.each([
    ['amount', { amount_total: 1 }, 'EUR 0.01'],
    ['currency', { currency: 'huf' }, 'HUF 124.25'],
  ])('of another %s publishes nothing, is given back and noted', async (_name, other, words) => {
    const { order, session } = await begin()
    Object.assign(session, other)
    stripe.pay(session)
    await deliver()
    await service.worker.idle()
    expect(stripe.refunds).toContain(session.payment_intent)
    expect(await ana.get('get_order', { number: order.number })).toMatchObject({
      ...{ status: 'pending', failure: expect.stringContaining(words) },
    })
    expect(await notes()).toContainEqual([order.number, expect.stringContaining(words)])
    expect((await listing()).status).toBe('draft')
  })

  it('that comes while the order is being cancelled pays it all the same', async () => {
    const { order, path, session } = await begin()
    stripe.pay(session)
    await browser.post(`${path}/cancel`, {})
    expect(await status(order)).toBe('paid')
    expect((await listing()).status).toBe('live')
  })

  it('that is cancelled ends at Stripe too, and so does one whose time is over', async () => {
    const { order, path, session } = await begin()
    await browser.post(`${path}/cancel`, {})
    expect([await status(order), session.status]).toEqual(['cancelled', 'expired'])
    const next = await begin()
    service.clock.now = new Date(service.clock.now.getTime() + 25 * 3_600_000)
    // Without a link from the moment it is read, whether the job was there or not.
    expect(await ana.get('get_order', { number: next.order.number })).toMatchObject({
      ...{ status: 'expired', checkout_url: null },
    })
    next.session.expires_at += 86_400
    expect((await browser.get(next.path)).text).toContain('This order has ended.')
    expect((await browser.post(`${next.path}/pay`, {})).location).toBe(next.path)
    await reconcile()
    expect(next.session.status).toBe('expired')
  })

  it('that was made before the order ended counts, and one after a cancellation goes back', async () => {
    const { order, session } = await begin()
    const end = (state: 'expired' | 'cancelled', { number }: { number?: string }) =>
      service.storage.write(async ({ orders }) => {
        const { id } = (await orders.find({ number: number! }))!
        await orders.change(id, { status: state })
      })
    await end('expired', order)
    stripe.pay(session)
    await deliver()
    expect(await status(order)).toBe('paid')
    const extra = await ana.get('create_checkout', {
      items: [{ product: 'story', listing_id }],
      country: 'FI',
    })
    const { location } = await browser.post(`${new URL(extra.checkout_url).pathname}/pay`, {})
    const late = stripe.sessions.get(location!.split('/').at(-1)!)!
    await end('cancelled', extra)
    stripe.pay(late)
    await deliver()
    await service.worker.idle()
    expect(await status(extra)).toBe('cancelled')
    expect(stripe.refunds).toContain(late.payment_intent)
  })

  it.each([
    ['FI', null],
    ['DE', 'the card is from DE'],
    [null, 'second piece of evidence is missing'],
  ])('of a consumer keeps two pieces of evidence of the country: a card of %s', async (card, words) => {
    stripe.setCardCountry(card)
    const { order, session } = await begin()
    stripe.pay(session)
    await deliver()
    await service.worker.idle()
    const { country_evidence } = (await service.storage.orders.byNumber(ana.user_id, order.number))!
    const second = card === null ? [] : [{ from: 'card', country: card }]
    expect(country_evidence).toEqual([{ from: 'billing_address', country: 'FI' }, ...second])
    const own = (await notes()).filter(([number]) => number === order.number)
    expect(own).toEqual(words === null ? [] : [[order.number, expect.stringContaining(words)]])
    stripe.setCardCountry('FI')
  })

  it.each(['suspended', 'withdrawn'] as const)(
    'of an extra of a listing that is %s goes back',
    async (gone) => {
      const { session } = await begin()
      stripe.pay(session)
      await deliver()
      const items = [{ product: 'story', listing_id }]
      const extra = await ana.get('create_checkout', { items, country: 'FI' })
      const { location } = await browser.post(`${new URL(extra.checkout_url).pathname}/pay`, {})
      const second = stripe.sessions.get(location!.split('/').at(-1)!)!
      await service.storage.write(({ listings }) => listings.change(listing_id, { status: gone }))
      stripe.pay(second)
      await deliver()
      await service.worker.idle()
      expect(await status(extra)).toBe('refunded')
      expect(stripe.refunds).toContain(second.payment_intent)
      expect((await listing()).unlocked_sections).not.toContain('story')
    },
  )

  it('refunded for a suspended listing does not bring it back', async () => {
    const { order, session } = await begin()
    stripe.pay(session)
    await deliver()
    await service.storage.write(({ listings }) =>
      listings.change(listing_id, { status: 'suspended', status_reason: 'Spam' }),
    )
    stripe.refund(session.payment_intent!)
    await deliver()
    expect(await status(order)).toBe('refunded')
    expect(await listing()).toMatchObject({ status: 'suspended', plan: null, status_reason: 'Spam' })
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
    // The country of an earlier payment is noted by a job.
    await service.worker.idle()
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
  // One that takes the question and answers nothing is given up.
  const { timeout } = AbortSignal
  const given_up = new AbortController()
  const spy = vi.spyOn(AbortSignal, 'timeout')
  spy.mockImplementation((ms) => (ms === 8000 ? given_up.signal : timeout.call(AbortSignal, ms)))
  stripe.setHanging(() => given_up.abort(new DOMException('', 'TimeoutError')))
  expect((await browser.post(`${path}/pay`, {})).text).toContain('(TimeoutError). Nothing was charged')
  stripe.setHanging(null)
  spy.mockRestore()
})

async function liveOne(): Promise<number> {
  const { items } = await ana.get('list_my_listings', { per_page: 100 })
  return items.find(({ status }: { status: string }) => status === 'live').listing_id
}

describe('an order that was made while payments were simulated', () => {
  const asTest = ({ number }: { number?: string }) =>
    besideRows(join(service.folder, 'launch.db'), (rows) =>
      rows.run("UPDATE orders SET provider = 'test' WHERE number = ?", number),
    )

  it('is not played once money is real, neither by its page nor by a payment under way', async () => {
    const order = await ana.get('create_checkout', {
      items: [{ product: 'launch', listing_id }],
      country: 'FI',
    })
    await asTest(order)
    const { pathname } = new URL(order.checkout_url)
    const answer = await browser.post(`${pathname}/pay`, { play: 'success' })
    expect(answer.status).toBe(503)
    expect(answer.text).toContain('This order was made as a test')
    const { id } = (await service.storage.orders.byNumber(ana.user_id, order.number))!
    const context = { now: service.clock.now, public_url: service.url, seller: readConfig(settings).SELLER }
    const outcome = await playPayment.run({ order_id: id }, context as never)
    await service.storage.write((inside) => outcome!(inside))
    expect(await status(order)).toBe('pending')
    expect((await listing()).status).toBe('draft')
  })

  it('does not stand in the way of one that is paid with money', async () => {
    const items = [{ product: 'launch', listing_id }]
    const before = await ana.get('create_checkout', { items, country: 'FI' })
    await asTest(before)
    const after = await ana.get('create_checkout', { items, country: 'FI' })
    expect(after.number).not.toBe(before.number)
    expect(after.test).toBe(false)
    expect(await status(before)).toBe('cancelled')
  })
})
