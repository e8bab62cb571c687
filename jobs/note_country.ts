import { z } from 'zod'
import type { CountryEvidence } from '../storage/tables/orders.ts'
import { defineJob } from './queue/job.ts'

/**
 * For a consumer in another EU country the law requires two matching pieces of evidence of the country (article 24b of
 * Regulation 282/2011): the buyer's statement, and the country of their card or bank.
 */
export const noteCountry = defineJob({
  kind: 'note_country',
  lane: 'money',
  payload: z.object({ order_id: z.int() }),
  max_failures: 20,
  timeout_ms: 60_000,
  async run({ order_id }, { storage, payments }) {
    const order = await storage.orders.find({ id: order_id })
    if (order?.provider_payment == null || order.buyer_country === null) return
    if (payments === null) throw new Error('no payment provider is set up')
    const { provider_payment: payment, buyer_country: said } = order
    const card = await payments.countryOf(payment)
    const evidence: CountryEvidence[] = [
      { from: 'billing_address', country: said },
      ...(card === null ? [] : [{ from: 'card', country: card } as const]),
    ]
    return async (inside) => {
      await inside.orders.change(order_id, { country_evidence: evidence })
      if (card === said) return
      const note =
        card === null
          ? `The buyer said ${said}, and the provider knows no country of the card. A second piece of evidence is missing.`
          : `The buyer said ${said}, and the card is from ${card}. VAT was charged for ${said}.`
      await inside.payments.change(payment, { note, seen_at: null })
    }
  },
})
