// A machine on loopback that behaves as Stripe's API documents: form bodies, idempotency keys that keep every answer,
// sessions that end by themselves, debits that take days, refunds in parts, disputes, events that are kept until they are
// delivered, and webhooks signed with the helper of Stripe's own package.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'

export const webhookSecret = 'whsec_of_the_tests'

export type Session = {
  id: string
  object: 'checkout.session'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  client_reference_id: string | null
  metadata: Record<string, string>
  payment_intent: string | null
  amount_total: number
  currency: string
  url: string
  expires_at: number
}
export type Charge = {
  id: string
  metadata: Record<string, string>
  amount: number
  currency: string
  status: 'processing' | 'succeeded' | 'requires_payment_method'
  refunded: number
  /** What was refunded, came back, and has not been given back since. */
  stuck: number
  lost: number
  dispute: null | 'needs_response' | 'won' | 'lost'
}
export type Event = { id: string; type: string; object: object; is_delivered: boolean }
export type StripeServer = Awaited<ReturnType<typeof openStripeServer>>
type Fault = { error: { type: string; code?: string; message: string } }

const day_s = 86_400
const signer = new Stripe('sk_test_none')

export async function openStripeServer(clock: () => Date = () => new Date()) {
  const sessions = new Map<string, Session>()
  const charges = new Map<string, Charge>()
  const byKey = new Map<string, { path: string; body: string; status: number; answer: object }>()
  const events: Event[] = []
  const refunds: string[] = []
  const asked: string[] = []
  let happened = 0
  let made = 0
  let is_down = false
  let hangs: (() => void) | null = null
  let breaks = false
  let card_country: string | null = 'FI'
  const now_s = () => Math.floor(clock().getTime() / 1000)

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const { pathname: path, searchParams } = new URL(request.url!, 'http://stripe.test')
    const send = (status: number, answer: object) => {
      response.writeHead(status, {
        ...{ 'content-type': 'application/json', 'request-id': 'req_1', 'stripe-should-retry': 'false' },
      })
      response.end(JSON.stringify(answer))
    }
    asked.push(`${request.method} ${path}`)
    if (is_down) return void request.socket.destroy()
    if (hangs !== null) return hangs()
    const key = request.headers['idempotency-key'] as string | undefined
    const kept = key === undefined ? undefined : byKey.get(key)
    if (kept !== undefined)
      return kept.path === path && kept.body === body
        ? send(kept.status, kept.answer)
        : send(400, { error: { type: 'idempotency_error', message: 'another request' } })
    const form = request.method === 'GET' ? searchParams : new URLSearchParams(body)
    const answer = breaks
      ? { error: { type: 'api_error', message: 'broken' } }
      : handle(request.method!, path, form)
    const status = answer === null ? 404 : breaks ? 500 : 'error' in answer ? 400 : 200
    const said = answer ?? {
      error: { type: 'invalid_request_error', code: 'resource_missing', message: 'none' },
    }
    // The answer of the first time is kept, whether it was a good one or not.
    if (key !== undefined) byKey.set(key, { path, body, status, answer: structuredClone(said) })
    send(status, said)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const refused = (message: string, code?: string): Fault => ({
    error: { type: 'invalid_request_error', message, ...(code !== undefined && { code }) },
  })

  function handle(method: string, path: string, form: URLSearchParams): object | null {
    expireWhatIsOver()
    if (method === 'POST' && path === '/v1/checkout/sessions') return create(form)
    if (method === 'POST' && path === '/v1/refunds')
      return refund(form.get('payment_intent')!, Number(form.get('amount') ?? NaN))
    if (path === '/v1/events') return listed(form)
    const [, intent] = /^\/v1\/payment_intents\/(\w+)$/.exec(path) ?? []
    if (intent !== undefined) return intentOf(intent)
    const [, id, action] = /^\/v1\/checkout\/sessions\/(\w+)(?:\/(\w+))?$/.exec(path) ?? []
    const session = id === undefined ? undefined : sessions.get(id)
    if (session === undefined) return null
    if (action !== 'expire') {
      const isExpanded = [...form].some(
        ([name, value]) => name.startsWith('expand') && value === 'payment_intent',
      )
      const payment_intent = session.payment_intent
      return isExpanded && payment_intent !== null
        ? { ...session, payment_intent: intentOf(payment_intent) }
        : session
    }
    if (session.status !== 'open')
      return refused('Only Checkout Sessions with a status in ["open"] can be expired.')
    end(session)
    return session
  }

  function intentOf(id: string): object | null {
    const charge = charges.get(id)
    if (charge === undefined) return null
    const payment_method_details = card_country === null ? {} : { card: { country: card_country } }
    return {
      ...{ id, object: 'payment_intent', status: charge.status, metadata: charge.metadata },
      latest_charge: { id: `ch_${id}`, object: 'charge', payment_method_details },
    }
  }

  function listed(form: URLSearchParams): object {
    const types = [...form].filter(([name]) => name.startsWith('types')).map(([, value]) => value)
    const found = events
      .filter(({ type, is_delivered }) => types.includes(type) && !is_delivered)
      .toReversed()
    const begin = found.findIndex(({ id }) => id === form.get('starting_after')) + 1
    const limit = Number(form.get('limit'))
    const data = found
      .slice(begin, begin + limit)
      .map(({ id, type, object }) => ({ id, object: 'event', type, data: { object } }))
    return { object: 'list', url: '/v1/events', has_more: begin + limit < found.length, data }
  }

  function create(form: URLSearchParams): Session | Fault {
    const asked_until = form.get('expires_at')
    const expires_at = asked_until === null ? now_s() + day_s : Number(asked_until)
    if (expires_at < now_s() + 1800 || expires_at > now_s() + day_s)
      return refused('expires_at must be between 30 minutes and 24 hours from now.')
    const id = `cs_test_${(made += 1)}`
    let amount_total = 0
    for (let index = 0; form.has(`line_items[${index}][price_data][unit_amount]`); index += 1)
      amount_total += Number(form.get(`line_items[${index}][price_data][unit_amount]`))
    const session: Session = {
      id,
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      client_reference_id: form.get('client_reference_id'),
      metadata: Object.fromEntries(
        [...form].flatMap(([name, value]) => {
          const key = /^metadata\[(\w+)\]$/.exec(name)?.[1]
          return key === undefined ? [] : [[key, value]]
        }),
      ),
      payment_intent: null,
      amount_total,
      currency: form.get('line_items[0][price_data][currency]')!,
      url: `${url}/pay/${id}`,
      expires_at,
    }
    sessions.set(id, session)
    return session
  }

  function emit(type: string, object: object): void {
    events.push({
      id: `evt_${(happened += 1)}`,
      type,
      object: structuredClone(object),
      is_delivered: false,
    })
  }

  function end(session: Session): void {
    session.status = 'expired'
    emit('checkout.session.expired', session)
  }

  function expireWhatIsOver(): void {
    for (const session of sessions.values())
      if (session.status === 'open' && session.expires_at <= now_s()) end(session)
  }

  function complete(session: Session, status: Charge['status']): Charge {
    if (session.status !== 'open') throw new Error('Only an open session can be paid.')
    const id = `pi_${session.id}`
    const charge: Charge = {
      ...{ id, metadata: session.metadata, amount: session.amount_total, currency: session.currency },
      ...{ status, refunded: 0, stuck: 0, lost: 0, dispute: null },
    }
    charges.set(id, charge)
    const payment_status = status === 'succeeded' ? 'paid' : 'unpaid'
    Object.assign(session, { status: 'complete', payment_status, payment_intent: id })
    emit('checkout.session.completed', session)
    return charge
  }

  /** All that is left unless an amount is named, as the API and the dashboard do it. */
  function refund(payment: string, amount = NaN): object {
    const charge = charges.get(payment)
    if (charge?.status !== 'succeeded') return refused('This payment has no successful charge.')
    if (charge.dispute === 'needs_response' || charge.dispute === 'lost')
      return refused('The charge was disputed.', 'charge_disputed')
    const left = charge.amount - charge.refunded
    if (left <= 0) return refused('again', 'charge_already_refunded')
    const given = Number.isNaN(amount) ? left : Math.min(left, amount)
    charge.refunded += given
    charge.stuck = Math.max(0, charge.stuck - given)
    if (charge.refunded === charge.amount) refunds.push(payment)
    emit('charge.refunded', chargeOf(charge))
    return { id: `re_${happened}`, object: 'refund', status: 'succeeded' }
  }

  const chargeOf = ({ id, metadata, amount, currency, refunded }: Charge) => ({
    ...{ payment_intent: id, amount, amount_refunded: refunded, currency, refunded: refunded === amount },
    metadata,
  })

  function turnDispute(charge: Charge, status: 'needs_response' | 'won' | 'lost'): void {
    charge.dispute = status
    const amount = charge.amount - charge.refunded
    if (status === 'lost') Object.assign(charge, { lost: amount, stuck: 0 })
    const { id: payment_intent, currency } = charge
    const type = status === 'needs_response' ? 'charge.dispute.created' : 'charge.dispute.closed'
    emit(type, { payment_intent, status, amount, currency })
  }

  /** The bank sends back what was refunded: the card is closed. */
  function failRefund(charge: Charge): void {
    const { id: payment_intent, refunded: amount, currency } = charge
    Object.assign(charge, { refunded: 0, stuck: charge.stuck + amount })
    emit('refund.failed', { object: 'refund', payment_intent, amount, currency, status: 'failed' })
  }

  /** A webhook as Stripe sends it: the body and its signature. */
  function signed(type: string, object: object, at: Date, id?: string, secret = webhookSecret) {
    const own = id ?? `evt_signed_${(handmade += 1)}`
    const body = JSON.stringify({ id: own, object: 'event', type, data: { object } })
    const timestamp = Math.floor(at.getTime() / 1000)
    const signature = signer.webhooks.generateTestHeaderString({
      payload: body,
      secret,
      timestamp,
    })
    return { body, signature }
  }
  let handmade = 0

  return {
    url,
    sessions,
    charges,
    events,
    refunds,
    asked,
    setClock: (other: () => Date) => void (clock = other),
    /** No connection comes about. */
    setDown: (now: boolean) => void (is_down = now),
    /** It takes what is asked, says so, and never answers. */
    setHanging: (then: (() => void) | null) => void (hangs = then),
    /** It answers, and only with errors of its own. */
    setBroken: (now: boolean) => void (breaks = now),
    setCardCountry: (country: string | null) => void (card_country = country),
    openSessions(): Session[] {
      expireWhatIsOver()
      return [...sessions.values()].filter(({ status }) => status === 'open')
    },
    /** The person pays at Stripe, and the money is there. */
    pay(session: Session): Session {
      complete(session, 'succeeded')
      return session
    },
    /** The person lets their bank be debited. */
    debit(session: Session): Session {
      complete(session, 'processing')
      return session
    },
    /** Days later the bank has paid, or not. */
    endDebit(session: Session, is_paid: boolean): Session {
      const charge = charges.get(session.payment_intent!)!
      if (charge.status !== 'processing') throw new Error('This debit has ended.')
      charge.status = is_paid ? 'succeeded' : 'requires_payment_method'
      if (is_paid) session.payment_status = 'paid'
      emit(`checkout.session.async_payment_${is_paid ? 'succeeded' : 'failed'}`, session)
      return session
    },
    refund,
    failRefund,
    turnDispute,
    /** What was taken, and how much of it went back. */
    ledger() {
      const all = [...charges.values()].filter(({ status }) => status === 'succeeded')
      const sum = (of: (charge: Charge) => number) => all.reduce((total, charge) => total + of(charge), 0)
      return {
        taken: sum(({ amount }) => amount),
        returned: sum(({ refunded, lost }) => refunded + lost),
        stuck: sum(({ stuck }) => stuck),
      }
    },
    /** As if nobody had ever paid here. */
    forget(): void {
      for (const kept of [sessions, charges, byKey]) kept.clear()
      for (const list of [events, refunds, asked]) list.length = 0
    },
    signed,
    /** An event as it is delivered. */
    delivery: ({ id, type, object }: Event, at: Date) => signed(type, object, at, id),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
