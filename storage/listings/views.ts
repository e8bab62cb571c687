// Views of a listing's page: one a visitor a day, kept as a number. Who has been here today is known as hashes under a
// salt of that day alone, and both go when it is over.
import { randomBytes } from 'node:crypto'
import { eq, lt, sql } from '../drizzle.ts'
import type { Db } from '../connection.ts'
import { listingViews, visitors, visitorSalts } from '../tables/community.ts'
import { listings } from '../tables/listings.ts'
import type { Counted } from './save.ts'

export type Mark = { day: string; listing_id: number; visitor: string }

const rows_at_once = 1000

export function viewQueries(db: Db, counted: Counted) {
  return {
    /** The same for everybody who asks on one day, in this process or another. */
    async saltOf(day: string): Promise<string> {
      const known = () => db.select().from(visitorSalts).where(eq(visitorSalts.day, day))
      const [salt] = await known()
      if (salt !== undefined) return salt.salt
      const made = { day, salt: randomBytes(32).toString('base64url') }
      await db.insert(visitorSalts).values(made).onConflictDoNothing()
      return (await known())[0]!.salt
    },
    /** Counts those who had not been seen before on that day. Listings that are not live are passed over. */
    async count(marks: readonly Mark[]): Promise<void> {
      const fresh = new Map<string, { listing_id: number; day: string; views: number }>()
      const live = await liveOf([...new Set(marks.map(({ listing_id }) => listing_id))])
      const seen = marks.filter(({ listing_id }) => live.has(listing_id))
      for (let at = 0; at < seen.length; at += rows_at_once) {
        const added = await db
          .insert(visitors)
          .values(seen.slice(at, at + rows_at_once))
          .onConflictDoNothing()
          .returning({ listing_id: visitors.listing_id, day: visitors.day })
        for (const { listing_id, day } of added) {
          const key = `${listing_id} ${day}`
          const entry = fresh.get(key) ?? { listing_id, day, views: 0 }
          fresh.set(key, { ...entry, views: entry.views + 1 })
        }
      }
      for (const { listing_id, day, views } of fresh.values()) {
        await db
          .insert(listingViews)
          .values({ listing_id, viewed_on: day, views })
          .onConflictDoUpdate({
            target: [listingViews.listing_id, listingViews.viewed_on],
            set: { views: sql`${listingViews.views} + ${views}` },
          })
        await counted(listing_id, { views: sql`${listings.views} + ${views}` })
      }
    },
    /** Forgets who was here before the day. */
    async forgetBefore(day: string): Promise<void> {
      await db.delete(visitors).where(lt(visitors.day, day))
      await db.delete(visitorSalts).where(lt(visitorSalts.day, day))
    },
  }

  async function liveOf(ids: readonly number[]): Promise<Set<number>> {
    const found = await db
      .select({ id: listings.id })
      .from(listings)
      .where(
        sql`${listings.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND ${listings.status} = 'live'`,
      )
    return new Set(found.map(({ id }) => id))
  }
}
