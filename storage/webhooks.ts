import { and, asc, desc, eq, inArray, isNull, lt } from './drizzle.ts'
import type { Db } from './connection.ts'
import { enqueue } from './jobs.ts'
import type { Week } from './weeks.ts'
import { weekResults } from './tables/community.ts'
import { listingOwners, listings } from './tables/listings.ts'
import { users } from './tables/people.ts'
import { webhookDeliveries as deliveries, webhooks } from './tables/webhooks.ts'

export type Webhook = typeof webhooks.$inferSelect
export type WebhookDelivery = typeof deliveries.$inferSelect
type NewDelivery = Pick<
  WebhookDelivery,
  'webhook_id' | 'user_id' | 'message_id' | 'site_id' | 'type' | 'data' | 'created_at'
>

export function webhookQueries(db: Db) {
  const isOpen = and(isNull(webhooks.off_at), isNull(users.deleted_at), isNull(users.closed_at))
  const theirs = (user_id: number, id: number) => and(eq(webhooks.id, id), eq(webhooks.user_id, user_id))
  const queue = ({ id, user_id }: Pick<WebhookDelivery, 'id' | 'user_id'>, now: string, run_at = now) =>
    enqueue(db, {
      ...{ kind: 'send_webhook', key: `send_webhook ${id}`, payload: { delivery_id: id }, person: user_id },
      ...{ created_at: now, run_at },
    })
  const remove = async (user_id: number, id: number): Promise<void> => {
    await db.delete(deliveries).where(and(eq(deliveries.webhook_id, id), eq(deliveries.user_id, user_id)))
    await db.delete(webhooks).where(theirs(user_id, id))
  }
  const ofUser = async (user_id: number): Promise<Webhook[]> =>
    await db.select().from(webhooks).where(eq(webhooks.user_id, user_id)).orderBy(asc(webhooks.id))

  return {
    ofUser,
    async add(hook: Omit<typeof webhooks.$inferInsert, 'id'>): Promise<number> {
      return (await db.insert(webhooks).values(hook).returning({ id: webhooks.id }))[0]!.id
    },
    one: async (user_id: number, id: number): Promise<Webhook | undefined> =>
      (await db.select().from(webhooks).where(theirs(user_id, id)))[0],
    async change(id: number, set: Partial<Webhook>): Promise<void> {
      await db.update(webhooks).set(set).where(eq(webhooks.id, id))
    },
    /** Deletes it with all its messages. */
    remove,
    async removeOf(user_id: number): Promise<void> {
      for (const { id } of await ofUser(user_id)) await remove(user_id, id)
    },
    async switchOffOf(user_id: number, off_at: string): Promise<void> {
      await db
        .update(webhooks)
        .set({ off_at, off_reason: 'access' })
        .where(and(eq(webhooks.user_id, user_id), isNull(webhooks.off_at)))
    },
    /** The active webhooks of these people whose accounts are open. */
    listening: async (user_ids: readonly number[]): Promise<Webhook[]> =>
      (
        await db
          .select({ hook: webhooks })
          .from(webhooks)
          .innerJoin(users, eq(users.id, webhooks.user_id))
          .where(and(inArray(webhooks.user_id, [...user_ids]), isOpen))
          .orderBy(asc(webhooks.id))
      ).map(({ hook }) => hook),
    /** The places of a closed week, for owners with a webhook. */
    placesIn: async ({ site_id, week }: Week) =>
      await db
        .selectDistinct({
          user_id: webhooks.user_id,
          listing_id: weekResults.listing_id,
          slug: listings.slug,
          place: weekResults.place,
          votes: weekResults.votes,
        })
        .from(weekResults)
        .innerJoin(listings, eq(listings.id, weekResults.listing_id))
        .innerJoin(listingOwners, eq(listingOwners.listing_id, weekResults.listing_id))
        .innerJoin(webhooks, eq(webhooks.user_id, listingOwners.user_id))
        .where(and(eq(weekResults.site_id, site_id), eq(weekResults.week, week), isNull(webhooks.off_at)))
        .orderBy(asc(weekResults.place), asc(webhooks.user_id)),

    /** Stores a message and enqueues the job that sends it, in the caller's transaction. */
    async deliver(message: NewDelivery): Promise<number> {
      const [added] = await db.insert(deliveries).values(message).returning({ id: deliveries.id })
      await queue({ ...message, ...added! }, message.created_at)
      return added!.id
    },
    /** A message with its webhook; `user` is the owner, if the account is open. */
    async delivery(id: number) {
      const [found] = await db
        .select({ delivery: deliveries, hook: webhooks, user: users })
        .from(deliveries)
        .innerJoin(webhooks, eq(webhooks.id, deliveries.webhook_id))
        .innerJoin(users, eq(users.id, webhooks.user_id))
        .where(eq(deliveries.id, id))
      return found
    },
    async changeDelivery(id: number, set: Partial<WebhookDelivery>): Promise<void> {
      await db.update(deliveries).set(set).where(eq(deliveries.id, id))
    },
    /** Enqueues a delivery, for now or later. */
    queue,
    newest: async (webhook_id: number, limit: number): Promise<WebhookDelivery[]> =>
      await db
        .select()
        .from(deliveries)
        .where(eq(deliveries.webhook_id, webhook_id))
        .orderBy(desc(deliveries.id))
        .limit(limit),
    /** The oldest first. */
    givenUp: async (webhook_id: number, limit: number): Promise<WebhookDelivery[]> =>
      await db
        .select()
        .from(deliveries)
        .where(and(eq(deliveries.webhook_id, webhook_id), eq(deliveries.state, 'dead')))
        .orderBy(asc(deliveries.id))
        .limit(limit),
    async sweep(before: string): Promise<void> {
      await db.delete(deliveries).where(lt(deliveries.created_at, before))
    },
  }
}
