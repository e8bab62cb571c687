// Stripe, through its own package: a Checkout session is where the person pays, a webhook says that they did. Prices are
// sent as they stand in the order, VAT included, so that Stripe adds nothing to what was quoted.
import type Stripe from 'stripe'
import type { Checkout, PaymentEvent, Payments } from '../../tools/orders/payment.ts'

const tolerance_s = 300

export function openStripe(options: {
  secret_key: string
  webhook_secret: string
  /** Another address that speaks like Stripe's API, for tests on this machine. */
  api_url: string | undefined
}): Payments {
  let opened: Promise<Stripe> | undefined

  /** Loaded with the first payment: until then it would take memory at the start. */
  async function open(): Promise<Stripe> {
    const { default: Client } = await import('stripe')
    const { hostname, port, protocol } = new URL(options.api_url ?? 'https://api.stripe.com')
    return new Client(options.secret_key, {
      host: hostname,
      ...(port !== '' && { port: Number(port) }),
      protocol: protocol === 'http:' ? 'http' : 'https',
      maxNetworkRetries: 2,
      timeout: 20_000,
      telemetry: false,
    })
  }
  const stripe = () => (opened ??= open())

  return {
    origins:
      options.api_url === undefined ? ['https://checkout.stripe.com'] : [new URL(options.api_url).origin],
    async begin(checkout) {
      const client = await stripe()
      const session = await client.checkout.sessions.create(parametersOf(checkout), {
        idempotencyKey: `checkout ${checkout.number} ${checkout.expires_at}`,
      })
      if (session.url === null) throw new Error('The payment provider gave no address to pay at.')
      return { session: session.id, url: session.url }
    },
    async look(session) {
      const client = await stripe()
      try {
        return ofSession(await client.checkout.sessions.retrieve(session), `look ${session}`, 'look')
      } catch (error) {
        if ((error as { statusCode?: number }).statusCode === 404) return null
        throw error
      }
    },
    async end(session) {
      const client = await stripe()
      try {
        await client.checkout.sessions.expire(session)
        return true
      } catch (error) {
        if ((error as { type?: string }).type === 'StripeInvalidRequestError') return false
        throw error
      }
    },
    async refund(payment, order_number) {
      const client = await stripe()
      try {
        await client.refunds.create({ payment_intent: payment }, { idempotencyKey: `refund ${order_number}` })
      } catch (error) {
        if ((error as { code?: string }).code !== 'charge_already_refunded') throw error
      }
    },
    async read(body, signature, now) {
      const { webhooks } = await stripe()
      const event = await webhooks
        .constructEventAsync(body, signature, options.webhook_secret, tolerance_s, undefined, now.getTime())
        .catch(() => null)
      return event === null ? null : ofEvent(event)
    },
  }
}

function parametersOf(checkout: Checkout): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    client_reference_id: checkout.number,
    metadata: { order: checkout.number },
    payment_intent_data: { metadata: { order: checkout.number } },
    ...(checkout.buyer_email !== null && { customer_email: checkout.buyer_email }),
    success_url: `${checkout.checkout_url}?paid`,
    cancel_url: checkout.checkout_url,
    expires_at: Math.floor(Date.parse(checkout.expires_at) / 1000),
    line_items: checkout.lines.map(({ name, listing_name, gross_cents }) => ({
      quantity: 1,
      price_data: {
        currency: checkout.currency.toLowerCase(),
        unit_amount: gross_cents,
        product_data: { name: `${name}: ${listing_name}`.slice(0, 250) },
      },
    })),
  }
}

function ofEvent(event: Stripe.Event): PaymentEvent {
  const { id, type } = event
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return ofSession(event.data.object, id, type)
    case 'checkout.session.async_payment_failed':
      return { ...ofSession(event.data.object, id, type), happened: 'failed' }
    case 'checkout.session.expired':
      return { ...ofSession(event.data.object, id, type), happened: 'session_ended' }
    case 'charge.refunded': {
      const { payment_intent, amount_refunded, currency, refunded, metadata } = event.data.object
      return {
        ...nothing(id, type),
        // A part of the money given back leaves the order as it is; the team decides what else it means.
        happened: refunded ? 'refunded' : 'other',
        order_number: metadata.order ?? null,
        payment: idOf(payment_intent),
        amount_cents: amount_refunded,
        currency: currency.toUpperCase(),
      }
    }
    case 'charge.dispute.created':
    case 'charge.dispute.closed': {
      const { payment_intent, status, amount, currency } = event.data.object
      const lost = event.type === 'charge.dispute.closed' && status === 'lost'
      return {
        ...nothing(id, type),
        happened: lost ? 'refunded' : event.type === 'charge.dispute.created' ? 'disputed' : 'other',
        payment: idOf(payment_intent),
        amount_cents: amount,
        currency: currency.toUpperCase(),
      }
    }
    default:
      return nothing(id, type)
  }
}

function ofSession(session: Stripe.Checkout.Session, id: string, type: string): PaymentEvent {
  return {
    id,
    type,
    happened:
      session.payment_status === 'paid' ? 'paid' : session.status === 'expired' ? 'session_ended' : 'other',
    order_number: session.client_reference_id,
    session: session.id,
    payment: idOf(session.payment_intent),
    amount_cents: session.amount_total,
    currency: session.currency?.toUpperCase() ?? null,
  }
}

const idOf = (one: string | { id: string } | null | undefined): string | null =>
  one == null || typeof one === 'string' ? (one ?? null) : one.id

const nothing = (id: string, type: string): PaymentEvent => ({
  id,
  type,
  happened: 'other',
  order_number: null,
  session: null,
  payment: null,
  amount_cents: null,
  currency: null,
})
