// Paying on our own page, played: what it publishes, and everything that can happen instead.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enter, type Caller } from '../../support/callers.ts'
import { openDrafting, readyDraft } from '../../support/drafting.ts'
import { tide } from '../../support/tide.ts'
import { mailbox, openBrowser, type Browser } from '../../support/people.ts'
import { reconcilePayments } from '../../../jobs/reconcile_payments.ts'
import { thursday, type Service } from '../../support/service.ts'

const hosts = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'].map((name) => `${name}.test`)
let world: Awaited<ReturnType<typeof openDrafting>>
let service: Service
let ana: Caller
let browser: Browser
const ids: number[] = []

beforeAll(async () => {
  world = await openDrafting(Object.fromEntries(hosts.map((host) => [host, tide])))
  service = world.service
  ana = await enter(service, 'rest', 'ana@tide.test')
  browser = openBrowser(service)
  for (const [index, host] of hosts.entries()) {
    const { id } = await readyDraft(service, ana, host)
    await ana.get('update_draft', {
      id,
      fields: { name: `Product ${index + 1}`, categories: ['Invoicing', 'Accounting'] },
    })
    ids.push((await ana.get('submit_draft', { id })).listing_id)
  }
})
afterAll(async () => {
  await ana.end()
  await world.close()
})

const order = async (items: object[]) => ana.get('create_checkout', { items, country: 'FI' })
const pathOf = ({ checkout_url }: { checkout_url?: string }) => new URL(checkout_url!).pathname
async function play(checkout: { checkout_url?: string }, outcome: string) {
  const path = pathOf(checkout)
  await browser.get(path)
  return browser.post(`${path}/pay`, { play: outcome })
}
const again = ({ number }: { number?: string }) => ana.get('get_order', { number })
const mine = (listing_id: number) => ana.get('get_my_listing', { listing_id })

describe('a played payment', () => {
  it('is unmistakably marked, and shows lines, VAT and what happens next', async () => {
    const made = await order([{ product: 'launch', listing_id: ids[0] }])
    const { text, status, headers } = await browser.get(pathOf(made))
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    for (const words of [
      'Test mode',
      'Launch Product 1 for €124.25',
      'VAT 25.5%, Finland',
      '€25.25',
      'Goes live as soon as it is paid, in the week of 16 November 2026, which ends in 3 days and 12 hours.',
    ])
      expect(text).toContain(words)
    expect(text).toContain('content="noindex"')
  })

  it('that succeeds makes the listing live in the same moment, with a receipt by mail and to print', async () => {
    const at = service.clock.now.toISOString()
    await service.storage.write(async ({ follows, users }) =>
      follows.add({ listing_id: ids[0]! }, (await users.ensure('fay@mail.test', at)).id, at),
    )
    // What a launch unlocks may stand before it.
    const made = await order([
      { product: 'story', listing_id: ids[0] },
      { product: 'launch', listing_id: ids[0] },
    ])
    expect((await play(made, 'success')).status).toBe(303)
    expect(await again(made)).toMatchObject({ status: 'paid', checkout_url: null, failure: null })
    expect(await mine(ids[0]!)).toMatchObject({
      status: 'live',
      plan: 'launch',
      launch_week: '2026-11-16',
      unlocked_sections: ['story', 'milestones'],
    })
    expect((await service.fetch('/api/v1/listings/product-1')).status).toBe(200)
    const { receipt_url } = await again(made)
    const receipt = await browser.get(new URL(receipt_url!).pathname)
    expect(receipt.text).toContain('Receipt R-2026-000001')
    const mails = await mailbox(service)
    const sent = mails.filter(({ subject }) => subject?.includes('R-2026-000001'))
    expect(sent).toHaveLength(1)
    const launched = mails.filter(({ subject }) => subject === 'Product 1 is live')
    expect(launched.map(({ text }) => text)).toEqual([expect.stringContaining('It has launched.')])
    const told = mails.filter(({ to }) => to?.[0]?.address === 'fay@mail.test')
    expect(told.map(({ subject }) => subject)).toEqual(['Product 1 has launched'])
    expect(sent[0]!.text).toContain('This was a test: no money moved.')
    expect(sent[0]!.html).toContain('EUR 160.65')
    expect(sent[0]!.text).toContain('VAT 25.5% EUR 32.65')
  })

  it('is taken once, however often the button is pressed', async () => {
    const [first] = (await ana.get('list_my_orders')).items
    const { checkout_url: _, ...paid } = await again(first)
    const stored = await service.storage.orders.byNumber(ana.user_id, first.number)
    const path = `/checkout/${stored!.checkout_token}`
    await Promise.all([1, 2, 3].map(() => browser.post(`${path}/pay`, { play: 'success' })))
    expect(await again(first)).toMatchObject(paid)
    const receipts = (await mailbox(service)).filter(({ subject }) => subject?.startsWith('Receipt'))
    expect(receipts).toHaveLength(1)
  })

  it('for a chosen week books it, without badge or profile', async () => {
    const made = await order([{ product: 'launch', listing_id: ids[1], week: '2026-12-09' }])
    await play(made, 'success')
    expect(await mine(ids[1]!)).toMatchObject({
      status: 'scheduled',
      plan: 'launch',
      launch_week: '2026-12-07',
      missing: [],
    })
  })

  it('that is refused or cancelled charges and publishes nothing', async () => {
    const made = await order([{ product: 'launch', listing_id: ids[2] }])
    await play(made, 'failure')
    expect(await again(made)).toMatchObject({
      status: 'pending',
      failure: expect.stringContaining('declined'),
    })
    await browser.post(`${pathOf(made)}/cancel`, {})
    expect(await again(made)).toMatchObject({ status: 'cancelled', checkout_url: null })
    expect((await mine(ids[2]!)).status).toBe('draft')
    await browser.post(`${pathOf(made)}/pay`, { play: 'success' })
    expect((await again(made)).status).toBe('cancelled')
  })

  it('that takes its time publishes when it arrives', async () => {
    const made = await order([{ product: 'launch', listing_id: ids[2] }])
    await play(made, 'later')
    expect((await again(made)).status).toBe('pending')
    service.clock.now = new Date(thursday.getTime() + 11_000)
    await service.worker.idle()
    expect((await again(made)).status).toBe('paid')
    expect((await mine(ids[2]!)).status).toBe('live')
  })

  it('upgrades a free listing, which keeps its votes', async () => {
    const { storage } = service
    await storage.write(({ listings }) =>
      listings.change(ids[3]!, {
        ...{ status: 'live', plan: 'free', launch_week: '2026-10-05', live_at: '2026-10-05T00:00:00.000Z' },
        votes: 12,
      }),
    )
    const made = await order([{ product: 'launch', listing_id: ids[3] }])
    await play(made, 'success')
    expect(await mine(ids[3]!)).toMatchObject({
      ...{ status: 'live', plan: 'launch', launch_week: '2026-10-05', votes: 12 },
    })
  })

  it('for the billboard counts there, marked as paid, and nowhere else', async () => {
    const before = (await service.storage.listings.byId(ids[0]!))!
    const made = await order([{ product: 'billboard', listing_id: ids[0], amount_cents: 12_300 }])
    await play(made, 'success')
    const after = (await service.storage.listings.byId(ids[0]!))!
    expect(after).toEqual({ ...before, billboard_cents: 12_300, updated_at: after.updated_at })
    const { items, paid } = await ana.get('get_leaderboard', { board: 'billboard' })
    expect(paid).toBe(true)
    expect(items[0]).toMatchObject({ paid: true, metric: { value: 12_300 }, listing: { name: 'Product 1' } })
  })
})

describe('an order', () => {
  it('that nobody pays ends after a day', async () => {
    const made = await order([{ product: 'launch', listing_id: ids[4] }])
    service.clock.now = new Date(thursday.getTime() + 25 * 3_600_000)
    const settings = { storage: service.storage, payments: null, now: service.clock.now } as never
    await reconcilePayments.run({}, settings)
    expect((await again(made)).status).toBe('expired')
    const { text } = await browser.get(pathOf(made))
    expect(text).toContain('This order has ended.')
    await browser.post(`${pathOf(made)}/pay`, { play: 'success' })
    expect((await mine(ids[4]!)).status).toBe('draft')
  })

  it('does not end while a payment of it may still come', async () => {
    const { storage, clock } = service
    const made = await order([{ product: 'launch', listing_id: ids[4] }])
    const order_id = (await storage.orders.find({ number: made.number }))!.id
    const opened = { order_id, attempt: 1, session: 'still open', opened_at: clock.now.toISOString() }
    await storage.write(({ payments }) => payments.addSession({ ...opened, state: 'open' }))
    clock.now = new Date(clock.now.getTime() + 25 * 3_600_000)
    const { id } = (await storage.payments.sessionNamed('still open'))!
    for (const [state, status] of [
      ['open', 'pending'],
      ['under_way', 'pending'],
      ['ended', 'expired'],
    ] as const) {
      await storage.write(({ payments }) => payments.changeSession(id, { state }))
      await reconcilePayments.run({}, { storage, payments: null, now: clock.now } as never)
      expect((await storage.orders.find({ number: made.number }))!.status).toBe(status)
    }
  })

  it('that ended long ago is priced again for the same buyer, in a week that is still to come', async () => {
    const items = [{ product: 'launch', listing_id: ids[4], week: '2026-11-30' }]
    const made = await order(items)
    service.clock.now = new Date('2026-12-16T12:00:00.000Z')
    const settings = { storage: service.storage, payments: null, now: service.clock.now } as never
    await reconcilePayments.run({}, settings)
    const [step] = (await again(made)).next_steps
    expect(step).toMatchObject({
      tool: 'quote_order',
      arguments: { items: [{ ...items[0], week: '2026-12-21' }], country: 'FI' },
    })
    expect((await ana.call(step.tool, step.arguments)).status).toBe(200)
    service.clock.now = thursday
  })

  it('whose listing was launched otherwise meanwhile is paid back whole', async () => {
    const made = await order([{ product: 'launch', listing_id: ids[4] }])
    await play(made, 'later')
    await service.storage.write(({ listings }) => listings.change(ids[4]!, { status: 'suspended' }))
    service.clock.now = new Date(service.clock.now.getTime() + 11_000)
    await service.worker.idle()
    expect(await again(made)).toMatchObject({
      status: 'refunded',
      failure: expect.stringContaining('refunded'),
    })
    expect((await mine(ids[4]!)).status).toBe('suspended')
    expect((await mailbox(service)).at(-1)!.subject).toContain('Credit note C-2026-000001')
  })

  it('whose listing went to somebody else meanwhile is paid back, and launches nothing of theirs', async () => {
    const made = await order([{ product: 'launch', listing_id: ids[6] }])
    await play(made, 'later')
    await service.storage.write(({ owners }) => owners.remove(ids[6]!, ana.user_id))
    service.clock.now = new Date(service.clock.now.getTime() + 11_000)
    await service.worker.idle()
    expect((await again(made)).status).toBe('refunded')
    expect(await service.storage.listings.byId(ids[6]!)).toMatchObject({ status: 'draft', plan: null })
    await service.storage.write(({ owners }) => owners.add(ids[6]!, ana.user_id, thursday.toISOString()))
  })

  it('that is refunded takes back what it had bought, and says so', async () => {
    const made = await order([
      { product: 'launch', listing_id: ids[5] },
      { product: 'story', listing_id: ids[5] },
      { product: 'extra_categories', listing_id: ids[5] },
    ])
    await play(made, 'success')
    expect((await mine(ids[5]!)).status).toBe('live')
    const shown = await ana.get('get_listing', { slug: 'product-6' })
    expect(shown.more_categories).toMatchObject([{ name: 'Accounting' }])
    expect((await ana.get('get_category', { slug: 'accounting' })).total).toBe(1)
    const { id } = (await service.storage.orders.byNumber(ana.user_id, made.number))!
    await service.storage.write(({ jobs }) => {
      const at = service.clock.now.toISOString()
      return jobs.enqueue({ kind: 'refund_payment', payload: { order_id: id }, run_at: at, created_at: at })
    })
    await service.worker.idle()
    expect((await again(made)).status).toBe('refunded')
    expect(await mine(ids[5]!)).toMatchObject({
      ...{ status: 'draft', plan: null, unlocked_sections: [] },
      status_reason: expect.stringContaining('was refunded'),
    })
    expect((await service.fetch('/api/v1/listings/product-6')).status).toBe(404)
    const stored = (await service.storage.orders.byNumber(ana.user_id, made.number))!
    const { text } = await browser.get(`/checkout/${stored.checkout_token}/receipt`)
    expect(text).toContain('credit note C-2026-000003')
  })

  it('has numbers without gaps', async () => {
    const all = await service.storage.orders.all()
    const numbers = (of: (string | null)[]) => of.filter((one) => one !== null).sort()
    const run = (series: string, length: number) =>
      Array.from({ length }, (_, index) => `${series}-${String(index + 1).padStart(6, '0')}`)
    expect(numbers(all.map(({ number }) => number))).toEqual(run('LD-2026', all.length))
    const receipts = numbers(all.map(({ receipt_number }) => receipt_number))
    expect(receipts).toEqual(run('R-2026', receipts.length))
  })

  it('has a page for whoever has its link, and for nobody else', async () => {
    const { status } = await browser.get(`/checkout/lo_${'A'.repeat(43)}`, { accept: 'text/html' })
    expect(status).toBe(404)
    const made = await order([{ product: 'launch', listing_id: ids[6] }])
    const elsewhere = await browser.post(
      `${pathOf(made)}/pay`,
      { play: 'success' },
      { origin: 'https://evil.test' },
    )
    expect(elsewhere.status).toBe(403)
    expect((await again(made)).status).toBe('pending')
  })
})
