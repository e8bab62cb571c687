// Stripe, through its own package: people pay in a Checkout session, and a webhook confirms it. Prices are sent as in
// the order, VAT included, so that Stripe adds nothing to the quote.
import type Stripe from 'stripe'
import type { Checkout, OrderName, PaymentEvent, Payments } from '../../tools/orders/payment.ts'

const tolerance_s = 300
/** More events than an outage of days can miss; Stripe lists those of thirty days. */
const mostMissed = 1000
/** The events we handle. */
const eventTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
] as const

export function openStripe(options: {
  secret_key: string
  webhook_secret: string
  /** Another server with Stripe's API, for tests on this machine. */
  api_url: string | undefined
}): Payments {
  let opened: Promise<Stripe> | undefined

  /** Loaded with the first payment, to save memory at the start. */
  async function open(): Promise<Stripe> {
    const { default: Client } = await import('stripe')
    const { hostname, port, protocol } = new URL(options.api_url ?? 'https://api.stripe.com')
    return new Client(options.secret_key, {
      host: hostname,
      ...(port !== '' && { port: Number(port) }),
      protocol: protocol === 'http:' ? 'http' : 'https',
      maxNetworkRetries: 1,
      timeout: 10_000,
      telemetry: false,
    })
  }
  const stripe = () => (opened ??= open())

  return {
    origins:
      options.api_url === undefined ? ['https://checkout.stripe.com'] : [new URL(options.api_url).origin],
    async begin(checkout) {
      const client = await stripe()
      const { number, attempt, gross_cents, expires_at } = checkout
      try {
        const session = await client.checkout.sessions.create(parametersOf(checkout), {
          idempotencyKey: `checkout ${number} ${attempt} ${gross_cents} ${expires_at}`,
        })
        return session.url === null ? null : { session: session.id, url: session.url }
      } catch (error) {
        // Stripe repeats its answer for the same idempotency key. If no answer came, the same key is tried again.
        if ((error as { type?: string }).type === 'StripeConnectionError') throw error
        return null
      }
    },
    look,
    async end(session) {
      const client = await stripe()
      try {
        const ended = await client.checkout.sessions.expire(session)
        return ofSession(ended, `end ${session}`, 'end')
      } catch (error) {
        if ((error as { type?: string }).type !== 'StripeInvalidRequestError') throw error
        return look(session)
      }
    },
    async refund(payment) {
      const client = await stripe()
      try {
        // Without an amount all that is left is refunded, so a second call refunds nothing.
        await client.refunds.create({ payment_intent: payment })
      } catch (error) {
        if ((error as { code?: string }).code !== 'charge_already_refunded') throw error
      }
    },
    async countryOf(payment) {
      const client = await stripe()
      const { latest_charge } = await client.paymentIntents.retrieve(payment, { expand: ['latest_charge'] })
      if (latest_charge === null || typeof latest_charge === 'string') return null
      const { card, sepa_debit } = latest_charge.payment_method_details ?? {}
      return card?.country ?? sepa_debit?.country ?? null
    },
    async missed() {
      const client = await stripe()
      const listed = client.events.list({ types: [...eventTypes], delivery_success: false, limit: 100 })
      const missed = await listed.autoPagingToArray({ limit: mostMissed })
      return Promise.all(missed.toReversed().map(ofEvent))
    },
    async read(body, signature, now) {
      const { webhooks } = await stripe()
      const event = await webhooks
        .constructEventAsync(body, signature, options.webhook_secret, tolerance_s, undefined, now.getTime())
        .catch(() => null)
      return event === null ? null : ofEvent(event)
    },
  }

  async function look(session: string): Promise<PaymentEvent | null> {
    const object = await orMissing((client) =>
      client.checkout.sessions.retrieve(session, { expand: ['payment_intent'] }),
    )
    return object && ofSession(object, `look ${session}`, 'look')
  }

  async function ofEvent(event: Stripe.Event): Promise<PaymentEvent> {
    const read = readEvent(event)
    // A dispute does not name the order, so look its payment up.
    if (read.payment === null || read.order !== null) return read
    const found = await orMissing((client) => client.paymentIntents.retrieve(read.payment!))
    return { ...read, order: orderIn(found?.metadata) }
  }

  /** Null if the provider does not know it. */
  async function orMissing<T>(ask: (client: Stripe) => Promise<T>): Promise<T | null> {
    try {
      return await ask(await stripe())
    } catch (error) {
      if ((error as { statusCode?: number }).statusCode === 404) return null
      throw error
    }
  }
}

function parametersOf(checkout: Checkout): Stripe.Checkout.SessionCreateParams {
  const metadata = { order: checkout.number, mark: checkout.mark }
  return {
    mode: 'payment',
    client_reference_id: checkout.number,
    metadata,
    payment_intent_data: { metadata },
    ...(checkout.buyer_email !== null && { customer_email: checkout.buyer_email }),
    success_url: `${checkout.checkout_url}?paid`,
    cancel_url: checkout.checkout_url,
    ...(checkout.expires_at !== null && { expires_at: Math.floor(Date.parse(checkout.expires_at) / 1000) }),
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

function readEvent(event: Stripe.Event): PaymentEvent {
  const { id, type } = event
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      return ofSession(event.data.object, id, type)
    case 'checkout.session.async_payment_failed':
      return { ...ofSession(event.data.object, id, type), happened: 'failed' }
    case 'charge.refunded': {
      const { payment_intent, amount_refunded, currency, metadata } = event.data.object
      return {
        ...nothing(id, type),
        happened: 'refunded',
        order: orderIn(metadata),
        payment: idOf(payment_intent),
        amount_cents: amount_refunded,
        currency: currency.toUpperCase(),
      }
    }
    case 'refund.failed': {
      const { payment_intent, amount, currency } = event.data.object
      return {
        ...nothing(id, type),
        happened: 'refund_failed',
        payment: idOf(payment_intent),
        amount_cents: amount,
        currency: currency.toUpperCase(),
      }
    }
    case 'charge.dispute.created':
    case 'charge.dispute.closed': {
      const { payment_intent, status, amount, currency } = event.data.object
      const closed = status === 'lost' ? 'dispute_lost' : 'dispute_won'
      return {
        ...nothing(id, type),
        happened: event.type === 'charge.dispute.created' ? 'disputed' : closed,
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
    happened: stateOf(session),
    // Whoever pays by a payment link chooses its client_reference_id.
    order: orderIn(session.metadata),
    session: session.id,
    payment: idOf(session.payment_intent),
    amount_cents: session.amount_total,
    currency: session.currency?.toUpperCase() ?? null,
  }
}

function stateOf({ status, payment_status, payment_intent }: Stripe.Checkout.Session) {
  if (payment_status === 'paid') return 'paid'
  if (status === 'open') return 'open'
  if (status === 'expired') return 'session_ended'
  // A refused debit leaves its session complete and unpaid; only the payment shows that it is not under way.
  const isRefused =
    typeof payment_intent === 'object' &&
    ['requires_payment_method', 'canceled'].includes(payment_intent?.status ?? '')
  return isRefused ? 'failed' : 'under_way'
}

const orderIn = (metadata: Stripe.Metadata | null | undefined): OrderName | null =>
  metadata?.order === undefined ? null : { number: metadata.order, mark: metadata.mark ?? '' }

const idOf = (one: string | { id: string } | null | undefined): string | null =>
  one == null || typeof one === 'string' ? (one ?? null) : one.id

const nothing = (id: string, type: string): PaymentEvent => ({
  id,
  type,
  happened: 'other',
  order: null,
  session: null,
  payment: null,
  amount_cents: null,
  currency: null,
})
