// Queries of import, export and demo about the whole catalogue.
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { and, eq, gt, sql } from './drizzle.ts'
import { categories, companies } from './tables/sites.ts'
import { founders, users } from './tables/people.ts'
import { listingFounders, listings } from './tables/listings.ts'
import { posts } from './tables/posts.ts'
import { programmes } from './tables/programmes.ts'
import { categoryBySlug } from './categories.ts'
import { urlKey } from './listings/address.ts'
import { atAddress } from './listings/rows.ts'
import type { Db } from './connection.ts'
import { prepared, readsAll, says, slot } from './prepared.ts'

type NewCategory = Omit<typeof categories.$inferInsert, 'id' | 'parent_id'>

export function catalogueQueries(db: Db) {
  const withSlug = prepared(() =>
    db
      .select()
      .from(listings)
      .where(and(eq(listings.site_id, slot('site_id')), eq(listings.slug, slot('slug')))),
  )
  const withUrl = prepared(() => db.select().from(listings).where(atAddress))
  const after = prepared(() =>
    db
      .select()
      .from(listings)
      .where(
        and(
          eq(listings.site_id, slot('site_id')),
          says(listings.status, 'live'),
          gt(listings.id, slot('id')),
          sql`${listings.updated_at} >= ${slot('since')}`,
          readsAll('all that is live, some at a time'),
        ),
      )
      .orderBy(listings.id)
      .limit(slot('limit')),
  )
  const goneAfter = prepared(() =>
    db
      .select({ id: listings.id, slug: listings.slug, updated_at: listings.updated_at })
      .from(listings)
      .where(
        and(
          eq(listings.site_id, slot('site_id')),
          sql`${listings.status} IN ('suspended', 'withdrawn', 'awaiting_badge')`,
          sql`${listings.live_at} IS NOT NULL`,
          gt(listings.id, slot('id')),
          sql`${listings.updated_at} >= ${slot('since')}`,
          readsAll('what is listed no longer, some at a time'),
        ),
      )
      .orderBy(listings.id)
      .limit(slot('limit')),
  )
  const categoriesOf = prepared(() =>
    db
      .select({ slug: categories.slug })
      .from(categories)
      .innerJoin(
        sql`(SELECT category_id, 0 AS position FROM listings WHERE id = ${slot('id')}
        UNION ALL SELECT category_id, position FROM listing_categories WHERE listing_id = ${slot('id')}) AS chosen`,
        sql`chosen.category_id = ${categories.id}`,
      )
      .orderBy(sql`chosen.position`),
  )
  const foundersOf = prepared(() =>
    db
      .select({ founder_id: founders.id, name: founders.name, title: listingFounders.title })
      .from(listingFounders)
      .innerJoin(founders, eq(founders.id, listingFounders.founder_id))
      .where(eq(listingFounders.listing_id, slot('id')))
      .orderBy(listingFounders.position),
  )
  const bySlug = categoryBySlug(db)
  const anything = prepared(() => db.select({ id: categories.id }).from(categories).limit(1))
  const demos = prepared(() =>
    db
      .select({ id: listings.id })
      .from(listings)
      .where(and(eq(listings.demo, true), readsAll('once, at the first import'))),
  )

  return {
    isEmpty: async () => (await anything()).length === 0,
    /** Listings with this slug or this address; two if they are different listings. */
    async matching(site_id: number, slug: string, url: string) {
      const problems = [
        ...(await withSlug({ site_id, slug })),
        ...(await withUrl({ site_id, url_key: urlKey(new URL(url)) })),
      ]
      return [...new Map(problems.map((listing) => [listing.id, listing])).values()]
    },
    /** Live listings by id, after the given one. */
    after: (site_id: number, id: number, limit: number, since = '') => after({ site_id, id, limit, since }),
    /** Listings that were live, no longer are, and have changed since then. */
    goneAfter: (site_id: number, id: number, limit: number, since: string) =>
      goneAfter({ site_id, id, limit, since }),
    /** Slugs of a listing's categories, the primary one first. */
    categoriesOf: async (id: number) => (await categoriesOf({ id })).map((row) => row.slug),
    foundersOf: (id: number) => foundersOf({ id }),
    /** Adds the category or changes the given columns; returns its id. */
    async putCategory(category: NewCategory): Promise<number> {
      const [known] = await bySlug({ slug: category.slug })
      if (known !== undefined) {
        await db.update(categories).set(category).where(eq(categories.id, known.id))
        return known.id
      }
      const [made] = await db.insert(categories).values(category).returning({ id: categories.id })
      return made!.id
    },
    demoListings: async () => (await demos()).map((row) => row.id),
    /**
     * Removes what the demo added beside its listings, which are removed one by one for the index. Categories with
     * other listings stay, and so do their ancestors.
     */
    async clearDemo(): Promise<void> {
      const isDemo = (flag: SQLiteColumn) => and(eq(flag, true), readsAll('once, at the first import'))
      await db.delete(posts).where(isDemo(posts.demo))
      await db.delete(programmes).where(isDemo(programmes.demo))
      await db.delete(founders).where(isDemo(founders.demo))
      await db.delete(users).where(isDemo(users.demo))
      const kept = sql`WITH RECURSIVE kept(id) AS (
        SELECT id FROM categories WHERE demo = 0
        UNION SELECT category_id FROM listings
        UNION SELECT category_id FROM listing_categories
        UNION SELECT c.parent_id FROM categories c JOIN kept ON c.id = kept.id WHERE c.parent_id IS NOT NULL
      ) SELECT id FROM kept`
      await db
        .update(categories)
        .set({ demo: false })
        .where(and(sql`${categories.id} IN (${kept})`, readsAll('once, at the first import')))
      await db.delete(categories).where(isDemo(categories.demo))
      const isUnused = sql`${companies.id} NOT IN (SELECT company_id FROM listings)`
      await db.delete(companies).where(and(isUnused, readsAll('once, at the first import')))
    },
  }
}
