import { and, eq } from './drizzle.ts'
import type { Db } from './connection.ts'
import { prepared, readsAll } from './prepared.ts'
import { orders } from './tables/orders.ts'
import { sites } from './tables/sites.ts'

export type Site = typeof sites.$inferSelect
type NewSite = Omit<Site, 'id'>

export function siteQueries(db: Db) {
  const all = prepared(() => db.select().from(sites).orderBy(sites.id))

  return {
    /** All sites of this deployment, the main one first. */
    all: () => all(),
    async add(site: NewSite): Promise<number> {
      const [added] = await db.insert(sites).values(site).returning({ id: sites.id })
      return added!.id
    },
    async change(id: number, set: Partial<NewSite>): Promise<void> {
      await db.update(sites).set(set).where(eq(sites.id, id))
    },
    hasOrders: async (id: number): Promise<boolean> =>
      (
        await db
          .select({ id: orders.id })
          .from(orders)
          .where(and(eq(orders.site_id, id), readsAll('asked when a currency is to change')))
          .limit(1)
      ).length > 0,
  }
}
