// The checkout asks who buys: the receipt names the buyer, and the VAT depends on their country.
import { z } from 'zod'
import type { Order } from '../../storage/orders.ts'
import { defineAction } from '../action.ts'
import { Refusal, type Fault } from '../errors.ts'
import { refusing } from '../faults.ts'
import { afterEvents, endSession, orderAt, token } from './checkout.ts'
import { priceOrder } from './price.ts'
import { readBuyer } from './quoting.ts'
import { isPayable } from './status.ts'
import { vatFor } from './vat.ts'
import { checkVatNumber } from './vat_register.ts'

/** Whether the order has all details of the buyer that it needs before payment. */
export function knowsBuyer({ buyer_country, buyer_name, buyer_address, vat_reason }: Order): boolean {
  const isNamed = buyer_name !== '' && buyer_address !== null
  return buyer_country !== null && (vat_reason !== 'reverse_charge' || isNamed)
}

export const setBuyer = defineAction({
  name: 'set_buyer',
  by: 'anyone',
  input: z.strictObject({
    token,
    name: z.string().trim().min(1, 'Say who buys: the receipt names them.').max(200),
    address: z.string().trim().max(500),
    country: z.string().trim().max(100),
    vat_number: z.string().trim().max(20),
  }),
  async gather({ token: given, ...said }, { storage, payments, outbound, now, seller }) {
    const order = await orderAt(given, storage)
    const buyer = readBuyer(said)
    const vat = vatFor(buyer, seller.country)
    demandAddress(said, vat.reason === 'reverse_charge')
    const check = await checkVatNumber(buyer, vat, outbound)
    const events = isPayable(order, now) ? await endSession(order, storage, payments) : []
    return { buyer, vat, check, events }
  },
  async handler({ token: given, name, address }, context, { buyer, vat, check, events }) {
    const { storage, now } = context
    const { order, current } = await afterEvents(given, events, context)
    if (!isPayable(order, now)) return {}
    if (current !== undefined)
      throw new Refusal('unavailable', 'Somebody began to pay this order just now. Try again in a minute.')
    const items = await storage.orders.linesOf([order.id])
    const { lines, net_cents, vat_cents, gross_cents } = priceOrder(items, order.currency, vat, buyer)
    await storage.orders.settleTotal(
      order.id,
      {
        ...{ net_cents, vat_cents, gross_cents, vat_rate_bp: vat.rate_bp, vat_reason: vat.reason },
        ...{ vat_explanation: vat.explanation, buyer_name: name, buyer_address: address || null },
        ...{ buyer_country: buyer.country, buyer_vat_number: buyer.vat_number, vat_number_check: check },
      },
      lines,
    )
    return {}
  },
})

/** An invoice without VAT must have the buyer's name and address (article 226 of Directive 2006/112/EC). */
function demandAddress({ address }: { address: string }, isReverse: boolean): void {
  if (!isReverse || address !== '') return
  const message = 'Without VAT the receipt must carry your address.'
  const fault: Fault = { pointer: '/address', code: 'required', message }
  throw refusing([fault])
}
