// What a payment provider can be asked, and what it says. The one in use is opened in serve.ts.

/** What happened at the provider. `session` and `payment` are its own names for one checkout and one payment. */
export type PaymentEvent = {
  id: string
  type: string
  /** `under_way`: the person is done there, and the money comes in days or not at all. */
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
  order_number: string | null
  session: string | null
  payment: string | null
  /** Of a refund all that went back so far, of a dispute what it is about. */
  amount_cents: number | null
  currency: string | null
}

export type Checkout = {
  number: string
  /** Which time this is that the order is brought to the provider; the same one is opened once. */
  attempt: number
  currency: string
  gross_cents: number
  buyer_email: string | null
  lines: readonly { name: string; listing_name: string; gross_cents: number }[]
  /** Where the person comes back to. */
  checkout_url: string
  /** Null leaves it to the provider, which keeps none open for less than half an hour. */
  expires_at: string | null
}

export type Payments = {
  /** Where the pages are that a person pays at. */
  origins: string[]
  /** Opens a checkout; null when the provider refuses, so that the next try must be another attempt. */
  begin(checkout: Checkout): Promise<{ session: string; url: string } | null>
  /** How the checkout stands, or null when the provider does not know it. */
  look(session: string): Promise<PaymentEvent | null>
  /** Ends a checkout that is open, so that it can no longer be paid, and says how it stands then. */
  end(session: string): Promise<PaymentEvent | null>
  /** Gives back what is left of the payment; asked twice, it is given back once. */
  refund(payment: string): Promise<void>
  /** The country of the card or bank that paid, where the provider knows it. */
  countryOf(payment: string): Promise<string | null>
  /** What happened lately and could not be told, the oldest first. */
  missed(): Promise<PaymentEvent[]>
  /** Reads a webhook: the event, or null where the signature is not the provider's or too old. */
  read(body: string, signature: string, now: Date): Promise<PaymentEvent | null>
}
