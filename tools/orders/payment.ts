// What a payment provider can be asked, and what it says. The one in use is opened in server.ts.

/** What happened at the provider. `session` and `payment` are its own names for one checkout and one payment. */
export type PaymentEvent = {
  id: string
  type: string
  happened: 'paid' | 'failed' | 'session_ended' | 'refunded' | 'disputed' | 'other'
  order_number: string | null
  session: string | null
  payment: string | null
  amount_cents: number | null
  currency: string | null
}

export type Checkout = {
  number: string
  currency: string
  buyer_email: string | null
  lines: readonly { name: string; listing_name: string; gross_cents: number }[]
  /** Where the person comes back to. */
  checkout_url: string
  expires_at: string
}

export type Payments = {
  /** Where the pages are that a person pays at. */
  origins: string[]
  /** Opens a checkout at the provider; the same order opens the same one again. */
  begin(checkout: Checkout): Promise<{ session: string; url: string }>
  /** How the checkout stands, or null when the provider does not know it. */
  look(session: string): Promise<PaymentEvent | null>
  /** Ends a checkout, so that it can no longer be paid; false when it was paid or had ended before. */
  end(session: string): Promise<boolean>
  /** Gives the whole payment back; asked twice, it is given back once. */
  refund(payment: string, order_number: string): Promise<void>
  /** Reads a webhook: the event, or null where the signature is not the provider's or too old. */
  read(body: string, signature: string, now: Date): Promise<PaymentEvent | null>
}
