import { eq } from './drizzle.ts'
import { products } from './tables/sites.ts'
import type { Db } from './connection.ts'

export function productQueries(db: Db) {
  const active = db
    .select()
    .from(products)
    .where(eq(products.active, true))
    .orderBy(products.position)
    .prepare()
  return {
    /** What can be bought, in the order it is shown. */
    active: () => active.execute(),
  }
}
