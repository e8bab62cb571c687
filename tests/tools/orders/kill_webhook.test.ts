// The service is killed while webhooks come in, and had been one that simulates payments before. Stripe sends again what was not answered: each order is carried out once.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { dropDatabase, openTestStorage, settingsFor } from '../../support/made_databases.ts'
import { startServer, newFolder } from '../../support/programs.ts'
import { openStripeServer, webhookSecret } from '../../support/stripe_server.ts'
import { markOf } from '../../../tools/orders/payment.ts'
import { thursday } from '../../support/service.ts'
import { fillTown } from '../../support/town.ts'

const most = 8
const kills = 2

it(`carries every payment out once over ${kills} kills`, async () => {
  const folder = newFolder()
  const stripe = await openStripeServer()
  const before = await openTestStorage(folder.file('launch.db'))
  await fillTown(before, thursday, folder.file('launch.db'))
  const { ids } = await before.search.find({ site_id: 1, sort: 'newest', limit: most, offset: 0 })
  const at = new Date().toISOString()
  const numbers = await before.write(async ({ orders, users, listings, owners }) => {
    const { id: user_id } = await users.ensure('ana@tide.test', at)
    const made: string[] = []
    for (const [index, listing_id] of ids.entries()) {
      await listings.change(listing_id, { plan: 'free' })
      await owners.add(listing_id, user_id, at)
      const amounts = { net_cents: 9900, vat_cents: 0, gross_cents: 9900, vat_rate_bp: 0 }
      const order = await orders.add(
        {
          ...{ site_id: 1, user_id, quote: `q${index}`, currency: 'EUR', ...amounts },
          ...{ vat_reason: 'outside_scope', vat_explanation: '', buyer_name: 'Ana', buyer_country: 'US' },
          ...{ checkout_token: `lo_${index}`, provider: 'stripe' },
          ...{ created_at: at, expires_at: new Date(Date.now() + 86_400_000).toISOString() },
        },
        [{ product: 'launch', name: 'Launch', listing_id, listing_name: 'x', week: null, ...amounts }],
      )
      made.push(order.number)
      if (index > 0) continue
      const { id: _, number: __, status: ___, ...same } = order
      await orders.add({ ...same, provider: 'test', checkout_token: 'lo_test' }, [
        { product: 'launch', name: 'Launch', listing_id, listing_name: 'x', week: null, ...amounts },
      ])
    }
    return made
  })
  await before.close()

  const settings = {
    ...settingsFor(folder.file('launch.db')),
    ...{ PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: webhookSecret },
    ...{ STRIPE_API_URL: stripe.url, SELLER_NAME: 'Harbour', SELLER_ADDRESS: 'Kai 1', LOG_LEVEL: 'silent' },
  }
  let server = await startServer(folder.path, settings)
  let isDone = false
  const sending = numbers.map(async (number, index) => {
    const session = {
      ...{ id: `cs_${index}`, payment_intent: `pi_${index}` },
      metadata: { order: number, mark: markOf({ checkout_token: `lo_${index}` }) },
      ...{ payment_status: 'paid', status: 'complete', amount_total: 9900, currency: 'eur' },
    }
    const event = stripe.signed('checkout.session.completed', session, new Date(), `evt_${index}`)
    await sleep(index * 60)
    for (let tries = 0; tries < 600; tries += 1) {
      const response = await fetch(`${server.url}/webhooks/stripe`, {
        method: 'POST',
        body: event.body,
        headers: { 'stripe-signature': event.signature },
        signal: AbortSignal.timeout(3000),
      }).catch(() => null)
      if (response?.status === 200) return
      await sleep(50)
    }
    throw new Error('A webhook was never taken.')
  })
  const killing = (async () => {
    for (let n = 0; n < kills && !isDone; n += 1) {
      await sleep(60 + 90 * n)
      await server.kill()
      server = await startServer(folder.path, settings)
    }
  })()
  await Promise.all(sending)
  isDone = true
  await killing
  await server.kill()

  const after = await openTestStorage(folder.file('launch.db'))
  const everything = await after.orders.all()
  const ofTest = everything.filter(({ provider }) => provider === 'test')
  expect(ofTest.map(({ status }) => status)).toEqual(['expired'])
  const all = everything.filter(({ provider }) => provider === 'stripe')
  expect(all.map(({ status }) => status)).toEqual(ids.map(() => 'paid'))
  expect(new Set(all.map(({ receipt_number }) => receipt_number)).size).toBe(ids.length)
  for (const id of ids) {
    const versions = await after.owners.versions(id)
    expect(versions.filter(({ operation }) => operation === 'order_paid')).toHaveLength(1)
  }
  await after.close()
  await dropDatabase(folder.file('launch.db'))
  await stripe.close()
  folder.remove()
})
