import { and, count, desc, eq, gte, sql } from '../drizzle.ts'
import type { Db } from '../connection.ts'
import { keptTotal } from '../kept_totals.ts'
import { prepared, slot, type Window } from '../prepared.ts'
import { listings, listingUpdates, milestones } from '../tables/listings.ts'

type NewUpdate = Omit<typeof listingUpdates.$inferInsert, 'id'>
export type Milestone = typeof milestones.$inferSelect

/** News by owners: short updates, and the company's milestones. */
export function updateQueries(db: Db) {
  const total = keptTotal(db)
  // A range of one id and no EXISTS: SQLite then uses the index of live listings, and neither reads the whole row nor
  // builds an index of its own.
  const isLive = sql`(SELECT l.id FROM listings l WHERE l.site_id = ${slot('site_id')} AND l.status = 'live'
    AND l.id >= ${listingUpdates.listing_id} AND l.id <= ${listingUpdates.listing_id}) IS NOT NULL`
  const ids = prepared(() =>
    db
      .select({ id: listingUpdates.id })
      .from(listingUpdates)
      .where(and(eq(listingUpdates.site_id, slot('site_id')), isLive))
      .orderBy(desc(listingUpdates.published_at), desc(listingUpdates.id))
      .limit(slot('limit'))
      .offset(slot('offset')),
  )
  const whole = prepared(() =>
    db
      .select({
        id: listingUpdates.id,
        slug: listings.slug,
        name: listings.name,
        title: listingUpdates.title,
        body: listingUpdates.body,
        published_at: listingUpdates.published_at,
      })
      .from(listingUpdates)
      .innerJoin(listings, eq(listings.id, listingUpdates.listing_id))
      .where(sql`${listingUpdates.id} IN (SELECT value FROM json_each(${slot('ids')}))`)
      .orderBy(desc(listingUpdates.published_at), desc(listingUpdates.id)),
  )
  const told = prepared(() =>
    db
      .select()
      .from(milestones)
      .where(eq(milestones.listing_id, slot('listing_id')))
      .orderBy(milestones.id),
  )
  return {
    async add(update: NewUpdate): Promise<number> {
      return (await db.insert(listingUpdates).values(update).returning({ id: listingUpdates.id }))[0]!.id
    },
    /** Updates of all live listings of a site, newest first. */
    async latest(site_id: number, { limit, offset }: Window) {
      const page = await ids({ site_id, limit, offset })
      const items = page.length === 0 ? [] : await whole({ ids: JSON.stringify(page.map(({ id }) => id)) })
      return { items, total: await total(site_id, 'updates') }
    },
    /** How many updates this listing has posted since then. */
    async countSince(listing_id: number, since: string): Promise<number> {
      const recent = and(eq(listingUpdates.listing_id, listing_id), gte(listingUpdates.published_at, since))
      return (await db.select({ total: count() }).from(listingUpdates).where(recent))[0]!.total
    },
    /** The newest updates of one listing. */
    ofListing: async (listing_id: number, limit: number) =>
      await db
        .select()
        .from(listingUpdates)
        .where(eq(listingUpdates.listing_id, listing_id))
        .orderBy(desc(listingUpdates.published_at), desc(listingUpdates.id))
        .limit(limit),
    async remove(listing_id: number, id: number): Promise<void> {
      await db
        .delete(listingUpdates)
        .where(and(eq(listingUpdates.id, id), eq(listingUpdates.listing_id, listing_id)))
    },
    milestones: (listing_id: number): Promise<Milestone[]> => told({ listing_id }),
    async addMilestone(milestone: Omit<Milestone, 'id'>): Promise<number> {
      return (await db.insert(milestones).values(milestone).returning({ id: milestones.id }))[0]!.id
    },
    async removeMilestone(listing_id: number, id: number): Promise<void> {
      await db.delete(milestones).where(and(eq(milestones.id, id), eq(milestones.listing_id, listing_id)))
    },
  }
}
