// What the page of a checkout and the jobs about it have in common.
import type { Seller } from '../../config.ts'
import type { Order } from '../../storage/orders.ts'
import { Refusal } from '../errors.ts'

/** An order is paid the way it was made for: once money is real, none is simulated any more. */
export function demandItsPayments({ provider }: Pick<Order, 'provider'>, { payments }: Seller): void {
  if (provider === payments) return
  throw new Refusal(
    'unavailable',
    provider === 'test'
      ? 'This order was made as a test, and payments are not simulated here any more. Nothing was charged; order again.'
      : 'Payments are switched off at the moment. Nothing was charged; try later.',
  )
}
