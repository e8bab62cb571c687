// Reviews of products: one per mailbox, and none of one's own product.
import { randomBytes } from 'node:crypto'
import { and, count, desc, eq, gt, isNull, sql } from '../drizzle.ts'
import type { Db } from '../connection.ts'
import { prepared, slot, type Window } from '../prepared.ts'
import { reviews } from '../tables/community.ts'
import { users } from '../tables/people.ts'

export type Review = typeof reviews.$inferSelect
export type ShownReview = Awaited<ReturnType<ReturnType<typeof reviewQueries>['shown']>>['items'][number]

/** A condition: not hidden by the team, and its author exists and is neither owner nor founder of the listing. */
export const genuine = sql`reviews.hidden_at IS NULL AND users.deleted_at IS NULL
  AND reviews.user_id NOT IN (SELECT user_id FROM listing_owners WHERE listing_id = reviews.listing_id)
  AND reviews.user_id NOT IN (
    SELECT f.user_id FROM listing_founders lf CROSS JOIN founders f ON f.id = lf.founder_id
    WHERE lf.listing_id = reviews.listing_id AND f.user_id IS NOT NULL)`

export function reviewQueries(db: Db) {
  const name = sql<string>`coalesce(${reviews.name}, ${users.name})`
  const its = and(eq(reviews.listing_id, slot('listing_id')), genuine)
  const shown = prepared(() =>
    db
      .select({
        ...{ mark: sql<string>`${reviews.mark}`, rating: reviews.rating, body: reviews.body },
        ...{ reviewed_at: reviews.reviewed_at, name },
      })
      .from(reviews)
      .innerJoin(users, eq(users.id, reviews.user_id))
      .where(its)
      .orderBy(desc(reviews.reviewed_at), reviews.user_id)
      .limit(slot('limit'))
      .offset(slot('offset')),
  )
  const total = prepared(() =>
    db.select({ total: count() }).from(reviews).innerJoin(users, eq(users.id, reviews.user_id)).where(its),
  )
  const of = prepared(() =>
    db
      .select()
      .from(reviews)
      .where(
        and(
          eq(reviews.listing_id, slot('listing_id')),
          sql`${reviews.user_id} IN (SELECT twin.id FROM users me JOIN users twin
            ON twin.id = me.id OR twin.mailbox = me.mailbox WHERE me.id = ${slot('user_id')})`,
        ),
      )
      .limit(1),
  )
  const marked = (listing_id: number, mark: string) =>
    and(eq(reviews.mark, mark), eq(reviews.listing_id, listing_id))
  return {
    /** The public reviews of a listing, newest first. */
    async shown(listing_id: number, { limit, offset }: Window) {
      const items = await shown({ listing_id, limit, offset })
      return { items, total: (await total({ listing_id }))[0]!.total }
    },
    /** The review of the listing by this person, or by another account of their mailbox. */
    of: async (listing_id: number, user_id: number): Promise<Review | undefined> =>
      (await of({ listing_id, user_id }))[0],
    byMark: async (listing_id: number, mark: string): Promise<Review | undefined> =>
      (await db.select().from(reviews).where(marked(listing_id, mark)))[0],
    /** How many reviews the person has written since. */
    async writtenSince(user_id: number, at: string): Promise<number> {
      const recent = and(eq(reviews.user_id, user_id), gt(reviews.reviewed_at, at))
      return (await db.select({ total: count() }).from(reviews).where(recent))[0]!.total
    },
    async put(review: Pick<Review, 'listing_id' | 'user_id' | 'rating' | 'body' | 'name' | 'reviewed_at'>) {
      const { listing_id, user_id, ...said } = review
      await db
        .insert(reviews)
        .values({ listing_id, user_id, ...said, mark: randomBytes(9).toString('base64url') })
        .onConflictDoUpdate({ target: [reviews.listing_id, reviews.user_id], set: said })
    },
    async remove({ listing_id, user_id }: Pick<Review, 'listing_id' | 'user_id'>): Promise<void> {
      await db.delete(reviews).where(and(eq(reviews.listing_id, listing_id), eq(reviews.user_id, user_id)))
    },
    /** The team hides a review; it is kept, so that its author sees the reason. */
    async hide(listing_id: number, mark: string, hidden_at: string, hidden_why: string | null) {
      await db
        .update(reviews)
        .set({ hidden_at, hidden_why })
        .where(and(marked(listing_id, mark), isNull(reviews.hidden_at)))
    },
    async dropOf(user_id: number): Promise<void> {
      await db.delete(reviews).where(eq(reviews.user_id, user_id))
    },
  }
}
