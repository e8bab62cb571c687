import { and, eq } from './drizzle.ts'
import { productPrices, products } from './tables/sites.ts'
import type { Db } from './connection.ts'
import { prepared, slot } from './prepared.ts'

export function productQueries(db: Db) {
  const active = prepared(() =>
    db
      .select({
        key: products.key,
        name: products.name,
        description: products.description,
        kind: products.kind,
        amount_cents: productPrices.amount_cents,
        minimum_cents: productPrices.minimum_cents,
      })
      .from(products)
      .innerJoin(productPrices, eq(productPrices.product_key, products.key))
      .where(and(eq(products.active, true), eq(productPrices.site_id, slot('site_id'))))
      .orderBy(products.position),
  )
  return {
    /** The products sold on a site, in the order they are shown. */
    active: (site_id: number) => active({ site_id }),
    /** All products, active or not, with their prices on each site. */
    async everything() {
      const all = await db.select().from(products).orderBy(products.position)
      const prices = await db.select().from(productPrices).orderBy(productPrices.site_id)
      return all.map((product) => ({
        ...product,
        prices: prices.filter(({ product_key }) => product_key === product.key),
      }))
    },
    async setActive(key: string, active: boolean): Promise<void> {
      await db.update(products).set({ active }).where(eq(products.key, key))
    },
    /** Sets the price of a product on a site, even if it was not sold there before. */
    async putPrice(
      site_id: number,
      product_key: string,
      price: Pick<typeof productPrices.$inferSelect, 'amount_cents' | 'minimum_cents'>,
    ): Promise<void> {
      await db
        .insert(productPrices)
        .values({ site_id, product_key, ...price })
        .onConflictDoUpdate({ target: [productPrices.site_id, productPrices.product_key], set: price })
    },
  }
}
