// The interface of a payment provider: its requests and its events. The one in use is opened in serve.ts.
import { digest } from '../../auth/secrets.ts'

/** An event at the provider. `session` and `payment` are the provider's ids of a checkout and a payment. */
export type PaymentEvent = {
  id: string
  type: string
  /** `under_way`: the person has finished there, but the money arrives days later, or never. */
  happened:
    | 'open'
    | 'under_way'
    | 'paid'
    | 'failed'
    | 'session_ended'
    | 'refunded'
    | 'refund_failed'
    | 'disputed'
    | 'dispute_won'
    | 'dispute_lost'
    | 'other'
  /** The order that it names. */
  order: OrderName | null
  session: string | null
  payment: string | null
  /** For a refund the total refunded so far, for a dispute the disputed amount. */
  amount_cents: number | null
  currency: string | null
}

export type OrderName = { number: string; mark: string }

/**
 * What a checkout tells the provider beside the number of its order. Other things are sold with the same account, their
 * events come here too, and a number proves nothing: every directory counts from one, and buyers may type one.
 */
export const markOf = ({ checkout_token }: { checkout_token: string }): string => digest(checkout_token)

export type Checkout = {
  number: string
  mark: string
  /** Number of this attempt to pay the order; the provider opens only one session for each. */
  attempt: number
  currency: string
  gross_cents: number
  buyer_email: string | null
  lines: readonly { name: string; listing_name: string; gross_cents: number }[]
  /** Where the person is sent back to. */
  checkout_url: string
  /** Null leaves the expiry to the provider, whose minimum is half an hour. */
  expires_at: string | null
}

export type Payments = {
  /** The origins of the provider's payment pages. */
  origins: string[]
  /** Opens a checkout; null if the provider refuses, and then the next try needs a new attempt number. */
  begin(checkout: Checkout): Promise<{ session: string; url: string } | null>
  /** The state of the checkout, or null if the provider does not know it. */
  look(session: string): Promise<PaymentEvent | null>
  /** Ends an open checkout, so that it can no longer be paid, and returns its state afterwards. */
  end(session: string): Promise<PaymentEvent | null>
  /** Refunds what is left of the payment; calling it again refunds nothing more. */
  refund(payment: string): Promise<void>
  /** The country of the card or bank that paid, where the provider knows it. */
  countryOf(payment: string): Promise<string | null>
  /** Recent events whose webhooks could not be delivered, the oldest first. */
  missed(): Promise<PaymentEvent[]>
  /** Reads a webhook: the event, or null if the signature is not the provider's or too old. */
  read(body: string, signature: string, now: Date): Promise<PaymentEvent | null>
}
