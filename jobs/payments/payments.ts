import type { Config } from '../../config.ts'
import type { Payments } from '../../tools/orders/payment.ts'
import { openStripe } from './stripe.ts'

/** The payment provider of the settings; null if payments are simulated or off. */
export function paymentsOf(config: Config): Payments | null {
  if (config.SELLER.payments !== 'stripe') return null
  return openStripe({
    secret_key: config.STRIPE_SECRET_KEY!,
    webhook_secret: config.STRIPE_WEBHOOK_SECRET!,
    api_url: config.STRIPE_API_URL,
  })
}
