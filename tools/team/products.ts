// Products and prices of each site. A new price applies to future orders; existing orders keep theirs.
import { z } from 'zod'
import { Mistake } from '../../mistake.ts'
import type { OpenStorage, Storage } from '../../storage/storage.ts'
import { notFound } from '../errors.ts'
import { id } from '../inputs.ts'
import { money } from '../orders/price.ts'
import { defineTeamAction, operate, type OperatorPlace } from './action.ts'

const key = z.string().max(40)
/** The most one line can cost in cents, so that VAT and sums stay exact. */
const cents = z.int().min(1).max(99_999_999)

export const setPrice = defineTeamAction({
  name: 'set_price',
  input: z.strictObject({ key, site_id: id, cents }),
  async handler({ key: product_key, site_id, cents: amount }, { storage }) {
    const site = (await storage.sites.all()).find((one) => one.id === site_id)
    if (site === undefined) throw notFound('site with this id')
    const product = await productWith(product_key, storage)
    const before = product.prices.find((price) => price.site_id === site_id)
    // The buyer of a billboard chooses the amount; its price is the minimum.
    const isChosen = product.kind === 'billboard'
    const set = isChosen
      ? { amount_cents: null, minimum_cents: amount }
      : { amount_cents: amount, minimum_cents: null }
    await storage.products.putPrice(site_id, product_key, set)
    const was = before?.amount_cents ?? before?.minimum_cents
    const from = was == null ? 'not sold' : money(was, site.currency)
    const outcome = `${site.key}: ${from} → ${money(amount, site.currency)}${isChosen ? ' at least' : ''}`
    return { about: 'product', about_id: product_key, name: product.name, outcome }
  },
})

/** Switches a product on or off, on every site at once. */
export const switchProduct = defineTeamAction({
  name: 'switch_product',
  input: z.strictObject({ key, active: z.boolean() }),
  async handler({ key: product_key, active }, { storage }) {
    const { name } = await productWith(product_key, storage)
    await storage.products.setActive(product_key, active)
    return {
      about: 'product',
      about_id: product_key,
      name,
      outcome: active ? 'sold again' : 'no longer sold',
    }
  },
})

/**
 * products price: sets the price of a product on a site, in net cents, even if it was not sold there before; for the
 * billboard this is the minimum contribution. Existing orders keep their price.
 */
export async function operatorPrice(
  storage: OpenStorage,
  given: { site_key: string; key: string; cents: string },
  place: OperatorPlace,
): Promise<string> {
  if (!/^[1-9]\d{0,7}$/.test(given.cents))
    throw new Mistake('Say the price in cents, as a whole number from 1 to 99999999.')
  const site = (await storage.sites.all()).find((one) => one.key === given.site_key)
  if (site === undefined) throw new Mistake(`There is no site ${given.site_key}. "site list" names them.`)
  const all = await storage.products.everything()
  if (!all.some(({ key: one }) => one === given.key))
    throw new Mistake(
      `There is no product ${given.key}. There are ${all.map(({ key: one }) => one).join(', ')}.`,
    )
  return operate(
    setPrice,
    { key: given.key, site_id: site.id, cents: Number(given.cents) },
    { storage, ...place },
  )
}

async function productWith(product_key: string, storage: Storage) {
  const product = (await storage.products.everything()).find((one) => one.key === product_key)
  if (product === undefined) throw notFound('product of this key')
  return product
}
