// A machine on loopback that behaves as Stripe's API documents: form bodies, idempotency keys, sessions that end, refunds
// given once, and webhooks signed with the helper of Stripe's own package.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'

export const webhookSecret = 'whsec_of_the_tests'

type Session = {
  id: string
  object: 'checkout.session'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  client_reference_id: string
  payment_intent: string | null
  amount_total: number
  currency: string
  url: string
  expires_at: number
}
export type StripeServer = Awaited<ReturnType<typeof openStripeServer>>

export async function openStripeServer() {
  const sessions = new Map<string, Session>()
  const byKey = new Map<string, { path: string; body: string; answer: object }>()
  const refunds: string[] = []
  const asked: string[] = []
  let down = false
  let events = 0

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const path = new URL(request.url!, 'http://stripe.test').pathname
    const send = (status: number, answer: object) => {
      response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' })
      response.end(JSON.stringify(answer))
    }
    asked.push(`${request.method} ${path}`)
    if (down) return send(500, { error: { type: 'api_error', message: 'down' } })
    const key = request.headers['idempotency-key'] as string | undefined
    const kept = key === undefined ? undefined : byKey.get(key)
    if (kept !== undefined)
      return kept.path === path && kept.body === body
        ? send(200, kept.answer)
        : send(400, { error: { type: 'idempotency_error', message: 'another request' } })
    const answer = handle(request.method!, path, new URLSearchParams(body))
    if (answer === null)
      return send(404, {
        error: { type: 'invalid_request_error', code: 'resource_missing', message: 'none' },
      })
    if ('error' in answer) return send(400, answer)
    if (key !== undefined) byKey.set(key, { path, body, answer })
    send(200, answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function handle(method: string, path: string, form: URLSearchParams): object | null {
    if (method === 'POST' && path === '/v1/checkout/sessions') return create(form)
    const [, id, action] = /^\/v1\/checkout\/sessions\/(\w+)(?:\/(\w+))?$/.exec(path) ?? []
    if (id !== undefined) {
      const session = sessions.get(id)
      if (session === undefined) return null
      if (action !== 'expire') return session
      if (session.status !== 'open')
        return { error: { type: 'invalid_request_error', message: 'Only open sessions can be expired.' } }
      session.status = 'expired'
      return session
    }
    if (method === 'POST' && path === '/v1/refunds') {
      const payment = form.get('payment_intent')!
      if (refunds.includes(payment))
        return { error: { type: 'invalid_request_error', code: 'charge_already_refunded', message: 'again' } }
      refunds.push(payment)
      return { id: `re_${refunds.length}`, object: 'refund', status: 'succeeded' }
    }
    return null
  }

  function create(form: URLSearchParams): Session {
    const id = `cs_test_${sessions.size + 1}`
    let amount_total = 0
    for (let index = 0; form.has(`line_items[${index}][price_data][unit_amount]`); index += 1)
      amount_total += Number(form.get(`line_items[${index}][price_data][unit_amount]`))
    const session: Session = {
      id,
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      client_reference_id: form.get('client_reference_id')!,
      payment_intent: null,
      amount_total,
      currency: form.get('line_items[0][price_data][currency]')!,
      url: `${url}/pay/${id}`,
      expires_at: Number(form.get('expires_at')),
    }
    sessions.set(id, session)
    return session
  }

  /** A webhook as Stripe sends it: the body and its signature. */
  function signed(
    type: string,
    object: object,
    at: Date,
    id = `evt_${(events += 1)}`,
    secret = webhookSecret,
  ) {
    const body = JSON.stringify({ id, object: 'event', type, data: { object } })
    const timestamp = Math.floor(at.getTime() / 1000)
    const signature = new Stripe('sk_test_none').webhooks.generateTestHeaderString({
      payload: body,
      secret,
      timestamp,
    })
    return { body, signature }
  }

  return {
    url,
    sessions,
    refunds,
    asked,
    setDown: (now: boolean) => void (down = now),
    /** The person pays at Stripe. */
    pay(session: Session): Session {
      Object.assign(session, {
        status: 'complete',
        payment_status: 'paid',
        payment_intent: `pi_${session.id}`,
      })
      return session
    },
    signed,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
