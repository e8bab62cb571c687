// Views of a listing's page, and clicks that led on to its site: one of each a visitor a day, kept as numbers. Who has been
// here today is known as hashes under a salt of that day alone, and both go when it is over.
import { randomBytes } from 'node:crypto'
import { eq, lt, sql } from '../drizzle.ts'
import type { Db } from '../connection.ts'
import { listingClicks, listingViews, visitors, visitorSalts } from '../tables/community.ts'
import { listings } from '../tables/listings.ts'
import type { ChangeListing } from './save.ts'

export type Deed = 'view' | 'click'
/** The hash of a visitor who clicks is another than that of one who looks. */
export type Mark = { day: string; listing_id: number; visitor: string; deed: Deed }

const rows_at_once = 1000

export function viewQueries(db: Db, change: ChangeListing) {
  return {
    /** The same for everybody who asks on one day, in this process or another. */
    async saltOf(day: string): Promise<string> {
      const saltOf = () => db.select().from(visitorSalts).where(eq(visitorSalts.day, day))
      const [salt] = await saltOf()
      if (salt !== undefined) return salt.salt
      const made = { day, salt: randomBytes(32).toString('base64url') }
      await db.insert(visitorSalts).values(made).onConflictDoNothing()
      return (await saltOf())[0]!.salt
    },
    /** Counts those who had not been seen before on that day. Listings that are not live are passed over. */
    async count(marks: readonly Mark[]): Promise<void> {
      const live = await liveOf([...new Set(marks.map(({ listing_id }) => listing_id))])
      const seen = marks.filter(({ listing_id }) => live.has(listing_id))
      for (const { listing_id, day, count } of await fresh(seen.filter(({ deed }) => deed === 'view'))) {
        await db
          .insert(listingViews)
          .values({ listing_id, viewed_on: day, views: count })
          .onConflictDoUpdate({
            target: [listingViews.listing_id, listingViews.viewed_on],
            set: { views: sql`${listingViews.views} + ${count}` },
          })
        await change(listing_id, { views: sql`${listings.views} + ${count}` })
      }
      for (const { listing_id, day, count } of await fresh(seen.filter(({ deed }) => deed === 'click'))) {
        await db
          .insert(listingClicks)
          .values({ listing_id, clicked_on: day, clicks: count })
          .onConflictDoUpdate({
            target: [listingClicks.listing_id, listingClicks.clicked_on],
            set: { clicks: sql`${listingClicks.clicks} + ${count}` },
          })
      }
    },
    /** Forgets who was here before the day. */
    async forgetBefore(day: string): Promise<void> {
      await db.delete(visitors).where(lt(visitors.day, day))
      await db.delete(visitorSalts).where(lt(visitorSalts.day, day))
    },
  }

  /** How many of the marks are of somebody new, by listing and day. */
  async function fresh(marks: readonly Mark[]) {
    const counts = new Map<string, { listing_id: number; day: string; count: number }>()
    for (let at = 0; at < marks.length; at += rows_at_once) {
      const rows = marks.slice(at, at + rows_at_once).map(({ deed: _deed, ...row }) => row)
      const added = await db
        .insert(visitors)
        .values(rows)
        .onConflictDoNothing()
        .returning({ listing_id: visitors.listing_id, day: visitors.day })
      for (const { listing_id, day } of added) {
        const key = `${listing_id} ${day}`
        const entry = counts.get(key) ?? { listing_id, day, count: 0 }
        counts.set(key, { ...entry, count: entry.count + 1 })
      }
    }
    return counts.values()
  }

  async function liveOf(ids: readonly number[]): Promise<Set<number>> {
    const rows = await db
      .select({ id: listings.id })
      .from(listings)
      .where(
        sql`${listings.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND ${listings.status} = 'live'`,
      )
    return new Set(rows.map(({ id }) => id))
  }
}
