// Where the states of a listing and of an order meet: each cell of the table is an expectation. The order buys a launch
// that begins now; the listing has come into its state after the order was made, and then something happens.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { act } from '../../../tools/orders/take_in.ts'
import { playedPayment } from '../../../tools/orders/pay_order.ts'
import type { PaymentEvent } from '../../../tools/orders/payment.ts'
import { enter, type Caller } from '../../support/callers.ts'
import { onPostgres } from '../../support/made_databases.ts'
import { listingOf, stored } from '../../support/owned.ts'
import { openBrowser, type Browser } from '../../support/people.ts'
import { startService, type Service } from '../../support/service.ts'
import { some } from '../../support/some.ts'

let service: Service
let ana: Caller
let browser: Browser
beforeAll(async () => {
  service = await startService()
  ana = await enter(service, 'rest', 'ana@tide.test')
  browser = openBrowser(service)
})
afterAll(async () => {
  await ana.end()
  await service.close()
})

const launched = { live_at: '2026-10-05T00:00:00.000Z', launch_week: '2026-10-05' }
/** How the listing stands when it happens, and what a payment then makes of it: null where it cannot be carried out. */
const listings = {
  draft: { set: { status: 'draft', plan: null }, paid: 'live' },
  awaiting_badge: {
    set: { status: 'awaiting_badge', plan: 'free', launch_week: '2026-12-07' },
    paid: 'live',
  },
  scheduled: { set: { status: 'scheduled', plan: 'free', launch_week: '2026-12-07' }, paid: 'live' },
  live: { set: { status: 'live', plan: 'free', ...launched }, paid: 'live' },
  'without its badge': { set: { status: 'awaiting_badge', plan: 'free', ...launched }, paid: 'live' },
  'launched by another order': { set: { status: 'live', plan: 'launch', ...launched }, paid: null },
  suspended: { set: { status: 'suspended', plan: 'free', ...launched, status_reason: 'Spam' }, paid: null },
  withdrawn: { set: { status: 'withdrawn', plan: 'free', ...launched }, paid: null },
} as const
const orders = ['pending', 'under way', 'expired', 'cancelled', 'paid', 'refunded', 'disputed'] as const
const actions = ['pay', 'refund', 'refund of another', 'part', 'dispute', 'lose', 'win', 'cancel'] as const
type Cell = {
  standing: keyof typeof listings
  order: (typeof orders)[number]
  action: (typeof actions)[number]
}

/** What becomes of the order. */
function orderAfter({ standing, order, action }: Cell): string {
  const isSold = listings[standing].paid !== null
  const isPaid = order === 'paid' || order === 'disputed'
  if (action === 'pay')
    return order === 'pending' || order === 'under way' || order === 'expired'
      ? isSold
        ? 'paid'
        : 'refunded'
      : statusOf(order)
  if (action === 'refund' || action === 'lose') return isPaid ? 'refunded' : statusOf(order)
  if (action === 'cancel') return order === 'pending' ? 'cancelled' : statusOf(order)
  return statusOf(order)
}
const statusOf = (order: Cell['order']) =>
  order === 'under way' ? 'pending' : order === 'disputed' ? 'paid' : order

/** What becomes of the listing: the status it has, unless a launch is carried out now or taken back. */
function listingAfter(cell: Cell): { status: string; plan: string | null } {
  const { set, paid } = listings[cell.standing]
  const wasPaid = cell.order === 'paid' || cell.order === 'disputed'
  const [before, after] = [statusOf(cell.order), orderAfter(cell)]
  if (!wasPaid && before !== 'paid' && after === 'paid') return { status: paid!, plan: 'launch' }
  // The launch was carried out on a draft before the listing came here, so what goes back leads to a draft, and never
  // out of a suspension or a withdrawal.
  if (wasPaid && after === 'refunded')
    return { status: ['suspended', 'withdrawn'].includes(set.status) ? set.status : 'draft', plan: null }
  return { status: set.status, plan: set.plan }
}

const table: Cell[] = (Object.keys(listings) as Cell['standing'][]).flatMap((standing) =>
  orders.flatMap((order) => actions.map((action) => ({ standing, order, action }))),
)

/** The rules are the same on both databases; on PostgreSQL every fifth cell meets each state and each action. */
const cells = onPostgres ? some(table, 5) : table

describe('a launch', () => {
  let made = 0
  it.each(cells)('for a listing $standing, $order, then: $action', async (cell) => {
    const { storage, clock } = service
    made += 1
    const listing_id = await listingOf(service, ana.user_id, { slug: `cell-${made}` })
    const items = [{ product: 'launch', listing_id }]
    const { number, checkout_url } = await ana.get('create_checkout', { items, country: 'FI' })
    const settling = { now: clock.now, public_url: service.url, seller: { payments: 'test' } as never }
    const find = async () => (await storage.orders.find({ number }))!
    const happens = (event: Partial<PaymentEvent>) =>
      storage.write(async (inside) => {
        const order = (await inside.orders.find({ number }))!
        await act(inside, order, { ...playedPayment(order), ...event }, settling)
      })
    const gross = (await find()).gross_cents
    if (['paid', 'refunded', 'disputed'].includes(cell.order)) await happens({})
    if (cell.order === 'refunded') await happens({ happened: 'refunded' })
    if (cell.order === 'disputed') await happens({ happened: 'disputed' })
    if (cell.order === 'under way')
      await browser.post(`${new URL(checkout_url).pathname}/pay`, { play: 'later' })
    if (cell.order === 'expired' || cell.order === 'cancelled') {
      const { id } = await find()
      await storage.write((inside) => inside.orders.change(id, { status: cell.order as 'expired' }))
    }
    const empty = { live_at: null, launch_week: null, status_reason: null }
    await storage.write(({ listings: table }) =>
      table.change(listing_id, { ...empty, ...listings[cell.standing].set }),
    )
    await {
      // Of what was paid before, this is a second payment.
      pay: () => happens({ payment: `second ${number}` }),
      refund: () => happens({ happened: 'refunded' }),
      'refund of another': () => happens({ happened: 'refunded', payment: `stray ${number}` }),
      part: () => happens({ happened: 'refunded', amount_cents: 1 }),
      dispute: () => happens({ happened: 'disputed' }),
      lose: () => happens({ happened: 'dispute_lost' }),
      win: () => happens({ happened: 'dispute_won' }),
      cancel: () => browser.post(`${new URL(checkout_url).pathname}/cancel`, {}),
    }[cell.action]()
    await service.worker.idle()
    const order = await find()
    expect(order.status).toBe(orderAfter(cell))
    const listing = await stored(service, listing_id)
    expect({ status: listing.status, plan: listing.plan }).toEqual(listingAfter(cell))
    // What is not the order's own went back whole, with a note.
    const second = await storage.payments.find(`second ${number}`)
    if (cell.action === 'pay' && order.provider_payment !== `second ${number}`)
      expect([second!.refunded_cents, second!.note !== null]).toEqual([gross, true])
    if (order.status === 'paid') expect(order.returned_cents).toBe(cell.action === 'part' ? 1 : 0)
    if (listing.status === 'suspended') expect(listing.status_reason).toBe('Spam')
    // It goes back to a draft at most, which shows no badge.
    expect(await storage.badge_checks.of(listing_id)).toBe(undefined)
  })

  it('that a free listing bought and got back money for leaves it free, its badge to be looked for at once', async () => {
    const { storage, clock } = service
    const listing_id = await listingOf(service, ana.user_id, { slug: 'free-again', ...listings.live.set })
    const { number } = await ana.get('create_checkout', {
      ...{ items: [{ product: 'launch', listing_id }], country: 'FI' },
    })
    const settling = { now: clock.now, public_url: service.url, seller: { payments: 'test' } as never }
    for (const happened of ['paid', 'refunded'] as const) {
      await storage.write(async (inside) => {
        const order = (await inside.orders.find({ number }))!
        await act(inside, order, { ...playedPayment(order), happened }, settling)
      })
      const { status, plan } = await stored(service, listing_id)
      const checked = await storage.badge_checks.of(listing_id)
      expect([status, plan, checked?.next_check_at]).toEqual(
        happened === 'paid' ? ['live', 'launch', undefined] : ['live', 'free', clock.now.toISOString()],
      )
    }
  })
})
