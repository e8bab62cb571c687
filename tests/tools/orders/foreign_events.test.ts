// Other things are sold with the same Stripe account, and their events come here too.
import { expect, it } from 'vitest'
import { enter } from '../../support/callers.ts'
import { openDrafting } from '../../support/drafting.ts'
import { listingOf } from '../../support/owned.ts'
import { openBrowser } from '../../support/people.ts'
import { openStripeServer, webhookSecret } from '../../support/stripe_server.ts'

it('an event that only names an order of ours changes nothing', async () => {
  const stripe = await openStripeServer()
  const world = await openDrafting(
    {},
    {
      settings: {
        ...{ PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: webhookSecret },
        ...{ STRIPE_API_URL: stripe.url, SELLER_NAME: 'Harbour GmbH', SELLER_ADDRESS: 'Kai 1, Hamburg' },
      },
    },
  )
  const { service } = world
  stripe.setClock(() => service.clock.now)
  const ana = await enter(service, 'rest', 'ana@tide.test')
  const listing_id = await listingOf(service, ana.user_id, { slug: 'tide' })
  const items = [{ product: 'launch', listing_id }]
  const { number, checkout_url } = await ana.get('create_checkout', { items, country: 'FI' })
  await openBrowser(service).post(`${new URL(checkout_url).pathname}/pay`, {})
  const [session] = stripe.openSessions()
  const { orders, payments } = service.storage
  const ours = (await orders.find({ number }))!
  const before = await payments.sessionsOf(ours.id)

  const send = async (type: string, object: object) => {
    const { body, signature } = stripe.signed(type, object, service.clock.now)
    const headers = { 'stripe-signature': signature }
    expect((await service.fetch('/webhooks/stripe', { method: 'POST', body, headers })).status).toBe(200)
  }
  const paid = { client_reference_id: number, payment_status: 'paid', status: 'complete' }
  // Whoever pays by a payment link chooses its client_reference_id.
  const link = { ...paid, id: 'cs_link', payment_intent: 'pi_link', amount_total: 100, currency: 'eur' }
  await send('checkout.session.completed', { ...link, metadata: {} })
  // Another directory's order of the same number and price.
  const other = { ...session, ...paid, id: 'cs_other', payment_intent: 'pi_other' }
  await send('checkout.session.completed', { ...other, metadata: { order: number } })
  await send('checkout.session.completed', { ...other, metadata: { order: number, mark: 'theirs' } })
  const refund = { payment_intent: 'pi_gone', amount_refunded: 100, currency: 'eur' }
  await send('charge.refunded', { ...refund, metadata: { order: number } })

  expect(await orders.find({ number })).toEqual(ours)
  expect(await payments.sessionsOf(ours.id)).toEqual(before)
  expect((await payments.noted({ limit: 10, offset: 0 })).items).toEqual([])
  expect(await payments.find('pi_gone')).toBeUndefined()

  // The mark alone, of a session that is not stored: such as after a backup was restored.
  await send('checkout.session.completed', {
    ...{ ...other, id: 'cs_forgotten', payment_intent: 'pi_forgotten', metadata: session!.metadata },
  })
  expect((await orders.find({ number }))!.status).toBe('paid')
  await ana.end()
  await world.close()
  await stripe.close()
})
