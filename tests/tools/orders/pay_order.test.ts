// What may happen to an order while the payment provider is asked for a page to pay it at.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { perform } from '../../../tools/action.ts'
import { payOrder } from '../../../tools/orders/pay_order.ts'
import { actionContext } from '../../support/actions.ts'
import { listingOf } from '../../support/owned.ts'
import { startService, thursday, type Service } from '../../support/service.ts'
import { fillTown } from '../../support/town.ts'

let service: Service
beforeAll(async () => void (service = await startService({ fill: fillTown })))
afterAll(() => service.close())

let made = 0
/** An order for a launch, to be paid with money, and the payment provider in whose time something happens. */
async function pressed(meanwhile: (order_id: number) => Promise<unknown>) {
  const { storage } = service
  const token = `lo_${(made += 1)}`
  const id = await ordered(token)
  const session = `cs_${id}`
  const payments = {
    look: () => Promise.resolve(null),
    async begin() {
      await meanwhile(id)
      return { session, url: `https://pay.example/${session}` }
    },
  }
  const context = { ...actionContext(service, null), seller: { payments: 'stripe' }, payments }
  const { pay_at } = await perform(payOrder, { token }, context as never)
  const stored = (await storage.payments.sessionsOf(id)).find((one) => one.session === session)
  return { id, pay_at, state: stored?.state }
}

async function ordered(checkout_token: string): Promise<number> {
  const { storage } = service
  const at = thursday.toISOString()
  const { id: user_id } = await storage.write(({ users }) => users.ensure(`${checkout_token}@tide.test`, at))
  const listing_id = await listingOf(service, user_id, { slug: checkout_token.replace('_', '-') })
  const cents = { net_cents: 9900, vat_cents: 0, gross_cents: 9900, vat_rate_bp: 0 }
  const { id } = await storage.write(({ orders }) =>
    orders.add(
      {
        ...{ site_id: 1, user_id, quote: 'q', currency: 'EUR', ...cents, vat_reason: 'outside_scope' },
        ...{
          vat_explanation: '',
          buyer_name: 'Ana',
          buyer_country: 'US',
          checkout_token,
          provider: 'stripe',
        },
        ...{ created_at: at, expires_at: '2026-11-20T12:00:00.000Z' },
      },
      [{ product: 'launch', name: 'Launch', listing_id, listing_name: 'Tide', week: 'now', ...cents }],
    ),
  )
  return id
}
const change = (fields: object) => (id: number) =>
  service.storage.write(({ orders }) => orders.change(id, fields))

it('nothing: the page of the provider is the one to pay at', async () => {
  const { id, pay_at, state } = await pressed(async () => {})
  expect({ pay_at, state }).toEqual({ pay_at: `https://pay.example/cs_${id}`, state: 'open' })
})

it.each([
  ['it was cancelled', { status: 'cancelled' }],
  ['it was paid', { status: 'paid' }],
  ['a payment is under way', { under_way_at: thursday.toISOString() }],
  ['its time ran out', { expires_at: thursday.toISOString() }],
  ['its total is another', { gross_cents: 12_276 }],
])('%s: nobody is sent to the page, and it is ended there', async (_, fields) => {
  expect(await pressed(change(fields))).toMatchObject({ pay_at: null, state: 'ending' })
})

it('another page was opened first: this one is ended', async () => {
  const other = { session: 'cs_other', url: 'https://pay.example/cs_other', state: 'open' as const }
  const { pay_at, state } = await pressed((order_id) =>
    service.storage.write(({ payments }) =>
      payments.addSession({ order_id, attempt: 1, opened_at: thursday.toISOString(), ...other }),
    ),
  )
  expect({ pay_at, state }).toEqual({ pay_at: null, state: 'ending' })
})
