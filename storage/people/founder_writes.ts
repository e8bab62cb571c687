import { and, asc, desc, eq, getTableColumns, sql } from '../drizzle.ts'
import type { Db } from '../connection.ts'
import type { Reindexed } from '../listings/save.ts'
import { freeSlug } from '../free_slug.ts'
import { founders, interviewAnswers } from '../tables/people.ts'
import { listingFounders, listings, milestones } from '../tables/listings.ts'
import type { DraftMilestone } from '../tables/drafts.ts'

type Founder = typeof founders.$inferSelect

/** The wanted slug, with a number if another founder has it. */
export async function freeFounderSlug(db: Db, wanted: string): Promise<string> {
  const alike = sql`${founders.slug} >= ${wanted} AND ${founders.slug} < ${`${wanted}.`}`
  const taken = await db.select({ slug: founders.slug }).from(founders).where(alike)
  return freeSlug(wanted, new Set(taken.map((row) => row.slug)))
}

/** Writes founders and milestones of listings. */
export function founderWrites(db: Db, reindexed: Reindexed) {
  return {
    async ofUser(user_id: number): Promise<Founder | undefined> {
      return (await db.select().from(founders).where(eq(founders.user_id, user_id)))[0]
    },
    ofListing: async (listing_id: number): Promise<Founder[]> =>
      await db
        .select(getTableColumns(founders))
        .from(listingFounders)
        .innerJoin(founders, eq(founders.id, listingFounders.founder_id))
        .where(eq(listingFounders.listing_id, listing_id))
        .orderBy(asc(listingFounders.position)),
    /** Adds a founder; `slug` is the wanted one. */
    async add(founder: typeof founders.$inferInsert): Promise<number> {
      const slug = await freeFounderSlug(db, founder.slug)
      const [added] = await db
        .insert(founders)
        .values({ ...founder, slug })
        .returning({ id: founders.id })
      return added!.id
    },
    async change(id: number, set: Partial<Founder>): Promise<void> {
      const change = async () => void (await db.update(founders).set(set).where(eq(founders.id, id)))
      if (set.name === undefined) return change()
      const founded = await db
        .select({ id: listingFounders.listing_id })
        .from(listingFounders)
        .where(eq(listingFounders.founder_id, id))
      await reindexed(
        founded.map((row) => row.id),
        change,
      )
    },
    /** Adds a founder after those the listing has, unless already there. */
    async join(listing_id: number, founder_id: number, title: string | null): Promise<void> {
      const there = await db.select().from(listingFounders).where(eq(listingFounders.listing_id, listing_id))
      if (there.some((row) => row.founder_id === founder_id)) return
      const position = Math.max(-1, ...there.map((row) => row.position)) + 1
      await reindexed([listing_id], async () => {
        await db.insert(listingFounders).values({ listing_id, founder_id, position, title })
      })
    },
    async leave(listing_id: number, founder_id: number): Promise<void> {
      const place = and(
        eq(listingFounders.listing_id, listing_id),
        eq(listingFounders.founder_id, founder_id),
      )
      await reindexed([listing_id], async () => void (await db.delete(listingFounders).where(place)))
    },
    /**
     * Replaces founder `other` of a listing by `own`. If `other` then has no listing, it is deleted, and `own` gets its
     * slug, unless `own` was already shown on a listing.
     */
    async takePlace(listing_id: number, other: Founder, own: Founder): Promise<void> {
      const place = and(eq(listingFounders.listing_id, listing_id), eq(listingFounders.founder_id, other.id))
      const standing = async ({ id }: Founder) =>
        (await db.select().from(listingFounders).where(eq(listingFounders.founder_id, id))).length
      const isNew = (await standing(own)) === 0
      await reindexed([listing_id], async () => {
        for (const row of await db.delete(listingFounders).where(place).returning())
          await db.insert(listingFounders).values({ ...row, founder_id: own.id })
      })
      if ((await standing(other)) > 0) return
      await db.delete(founders).where(eq(founders.id, other.id))
      if (isNew) await db.update(founders).set({ slug: other.slug }).where(eq(founders.id, own.id))
    },
    /** All listings of the founder, on any site and in any status, the newest first. */
    standsBeside: async (founder_id: number) =>
      await db
        .select({ id: listings.id, slug: listings.slug, name: listings.name, status: listings.status })
        .from(listingFounders)
        .innerJoin(listings, eq(listings.id, listingFounders.listing_id))
        .where(eq(listingFounders.founder_id, founder_id))
        .orderBy(desc(listings.id)),
    /** An empty answer deletes the stored one. */
    async answer(founder_id: number, question_id: number, answer: string, updated_at: string): Promise<void> {
      if (answer === '') {
        const one = and(
          eq(interviewAnswers.founder_id, founder_id),
          eq(interviewAnswers.question_id, question_id),
        )
        return void (await db.delete(interviewAnswers).where(one))
      }
      await db
        .insert(interviewAnswers)
        .values({ founder_id, question_id, answer, updated_at })
        .onConflictDoUpdate({
          target: [interviewAnswers.founder_id, interviewAnswers.question_id],
          set: { answer, updated_at },
        })
    },
    async replaceMilestones(listing_id: number, all: DraftMilestone[]): Promise<void> {
      await db.delete(milestones).where(eq(milestones.listing_id, listing_id))
      for (const one of all) await db.insert(milestones).values({ ...one, listing_id })
    },
  }
}
