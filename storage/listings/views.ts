// Views of a listing's page and badge, and clicks to its site: counted once a visitor and day, with the referring
// domain. Visitors are stored as hashes with a salt of that day; hashes and salt are deleted when the day is over.
import { randomBytes } from 'node:crypto'
import { and, eq, lt, sql } from '../drizzle.ts'
import type { Db } from '../connection.ts'
import { listingClicks, listingSources, listingViews, visitors, visitorSalts } from '../tables/community.ts'
import { listings } from '../tables/listings.ts'
import type { ChangeListing } from './save.ts'

export type Deed = 'view' | 'click' | 'badge'
/** Clicks and views have different hashes of the visitor. `came_from` is a domain, if known. */
export type Mark = { day: string; listing_id: number; visitor: string; deed: Deed; came_from?: string }

const rows_at_once = 1000
/** The most domains counted separately for a listing and day, so that invented ones do not fill the disk. */
const most_domains = 20

export function viewQueries(db: Db, change: ChangeListing) {
  return {
    /** The salt of a day, the same in all processes. */
    async saltOf(day: string): Promise<string> {
      const saltOf = () => db.select().from(visitorSalts).where(eq(visitorSalts.day, day))
      const [salt] = await saltOf()
      if (salt !== undefined) return salt.salt
      const made = { day, salt: randomBytes(32).toString('base64url') }
      await db.insert(visitorSalts).values(made).onConflictDoNothing()
      return (await saltOf())[0]!.salt
    },
    /** Counts visitors not seen before on that day. Listings that are not live are ignored. */
    async count(marks: readonly Mark[]): Promise<void> {
      const live = await liveOf([...new Set(marks.map(({ listing_id }) => listing_id))])
      const seen = marks.filter(({ listing_id }) => live.has(listing_id))
      const did = (wanted: Deed) => fresh(seen.filter(({ deed }) => deed === wanted))
      for (const { listing_id, day, count, domains } of await did('view')) {
        await db
          .insert(listingViews)
          .values({ listing_id, viewed_on: day, views: count })
          .onConflictDoUpdate({
            target: [listingViews.listing_id, listingViews.viewed_on],
            set: { views: sql`${listingViews.views} + ${count}` },
          })
        await change(listing_id, { views: sql`${listings.views} + ${count}` })
        domains.delete('')
        await addSources({ listing_id, day, kind: 'view' }, domains)
      }
      for (const { listing_id, day, domains } of await did('badge'))
        await addSources({ listing_id, day, kind: 'badge' }, domains)
      for (const { listing_id, day, count } of await did('click')) {
        await db
          .insert(listingClicks)
          .values({ listing_id, clicked_on: day, clicks: count })
          .onConflictDoUpdate({
            target: [listingClicks.listing_id, listingClicks.clicked_on],
            set: { clicks: sql`${listingClicks.clicks} + ${count}` },
          })
      }
    },
    async dropSources(before: string): Promise<void> {
      await db.delete(listingSources).where(lt(listingSources.day, before))
    },
    /** Deletes visitor hashes and salts from before the day. */
    async forgetBefore(day: string): Promise<void> {
      await db.delete(visitors).where(lt(visitors.day, day))
      await db.delete(visitorSalts).where(lt(visitorSalts.day, day))
    },
  }

  type Source = Pick<typeof listingSources.$inferSelect, 'listing_id' | 'day' | 'kind'>

  async function addSources({ listing_id, day, kind }: Source, domains: Map<string, number>): Promise<void> {
    if (domains.size === 0) return
    const of = and(
      eq(listingSources.listing_id, listing_id),
      eq(listingSources.kind, kind),
      eq(listingSources.day, day),
    )
    const rows = await db.select({ domain: listingSources.domain }).from(listingSources).where(of)
    const known = new Set(rows.map((row) => row.domain))
    for (const [named, visitors] of domains) {
      const domain = known.has(named) || known.size < most_domains ? named : ''
      known.add(domain)
      await db
        .insert(listingSources)
        .values({ listing_id, day, kind, domain, visitors })
        .onConflictDoUpdate({
          target: [listingSources.listing_id, listingSources.kind, listingSources.day, listingSources.domain],
          set: { visitors: sql`${listingSources.visitors} + ${visitors}` },
        })
    }
  }

  /** The number of new visitors among the marks, by listing and day, and by domain. */
  async function fresh(marks: readonly Mark[]) {
    type Fresh = { listing_id: number; day: string; count: number; domains: Map<string, number> }
    const counts = new Map<string, Fresh>()
    for (let at = 0; at < marks.length; at += rows_at_once) {
      const some = marks.slice(at, at + rows_at_once)
      const from = new Map(
        some.map(({ listing_id, day, visitor, came_from = '' }) => [
          `${listing_id} ${day} ${visitor}`,
          came_from,
        ]),
      )
      const added = await db
        .insert(visitors)
        .values(some.map(({ day, listing_id, visitor }) => ({ day, listing_id, visitor })))
        .onConflictDoNothing()
        .returning()
      for (const { listing_id, day, visitor } of added) {
        const key = `${listing_id} ${day}`
        const entry = counts.get(key) ?? { listing_id, day, count: 0, domains: new Map<string, number>() }
        const domain = from.get(`${key} ${visitor}`)!
        entry.domains.set(domain, (entry.domains.get(domain) ?? 0) + 1)
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
