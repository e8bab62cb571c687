// Where Stripe says what happened to a payment. The signature is over the very bytes that came, so nothing reads them
// before; an event is answered with 200 only when it has been taken in for good, or never concerns us.
import type { H3 } from 'h3'
import { FastResponse } from 'srvx'
import { Refusal } from '../tools/errors.ts'
import { takeIn } from '../tools/orders/take_in.ts'
import { problemResponse } from './errors.ts'
import { bodyText } from './body.ts'
import { answerOtherMethods } from './methods.ts'
import type { Services } from './services.ts'

export const webhookPath = '/webhooks/stripe'

export function webhookRoutes(app: H3, services: Services): void {
  const { payments, storage, clock, config, log } = services
  if (payments === null) return
  app.post(webhookPath, async ({ req }) => {
    try {
      services.admit(req)
      const now = clock()
      const event = await payments.read(await bodyText(req), req.headers.get('stripe-signature') ?? '', now)
      if (event === null)
        throw new Refusal(
          'invalid_input',
          'The signature does not come from the payment provider, or it is too old.',
        )
      const settling = { now, public_url: config.PUBLIC_URL, seller: config.SELLER }
      const taken = await storage.write((inside) => takeIn(inside, event, settling))
      log.info({ event: event.id, type: event.type, taken }, 'payment event')
      return new FastResponse('{"received":true}', { headers: { 'content-type': 'application/json' } })
    } catch (error) {
      return problemResponse(error, services, req)
    }
  })
  answerOtherMethods(app, services, webhookPath, ['POST'])
}
