// The endpoint of Stripe's webhooks. An event is answered with 200 only when it has been stored, or does not concern
// us.
import type { H3 } from 'h3'
import { FastResponse } from 'srvx'
import { perform } from '../tools/action.ts'
import { takePaymentEvent } from '../tools/orders/take_payment_event.ts'
import { problemResponse } from './errors.ts'
import { bodyText } from './body.ts'
import { answerOtherMethods } from './methods.ts'
import type { Services } from './services.ts'

const webhookPath = '/webhooks/stripe'

export function webhookRoutes(app: H3, services: Services): void {
  const { payments, media, log } = services
  if (payments === null) return
  app.post(webhookPath, async ({ req }) => {
    try {
      services.admit(req)
      const given = { body: await bodyText(req), signature: req.headers.get('stripe-signature') ?? '' }
      const around = { ...services.arriveAs(req, null).context, payments, media, file: new Uint8Array() }
      log.info(await perform(takePaymentEvent, given, around), 'payment event')
      return new FastResponse('{"received":true}', { headers: { 'content-type': 'application/json' } })
    } catch (error) {
      return problemResponse(error, services, req)
    }
  })
  answerOtherMethods(app, services, webhookPath, ['POST'])
}
