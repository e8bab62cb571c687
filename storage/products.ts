import { and, eq, sql } from './drizzle.ts'
import { productPrices, products } from './tables/sites.ts'
import type { Db } from './connection.ts'

export function productQueries(db: Db) {
  const active = db
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
    .where(and(eq(products.active, true), eq(productPrices.site_id, sql.placeholder('site_id'))))
    .orderBy(products.position)
    .prepare()
  return {
    /** What can be bought on a site, in the order it is shown. */
    active: (site_id: number) => active.execute({ site_id }),
    async setPrice(
      site_id: number,
      product_key: string,
      price: Partial<Pick<typeof productPrices.$inferSelect, 'amount_cents' | 'minimum_cents'>>,
    ): Promise<void> {
      await db
        .update(productPrices)
        .set(price)
        .where(and(eq(productPrices.site_id, site_id), eq(productPrices.product_key, product_key)))
    },
  }
}
