// The events of owners' webhooks, and how to queue them. A job sends the messages; they contain no user texts, because
// the receiver asks the API for those.
import { randomUUID } from 'node:crypto'
import type { Storage } from '../../storage/storage.ts'
import type { Webhook } from '../../storage/webhooks.ts'

type OfListing = { listing_id: number; slug: string }
type Told = {
  'draft.ready': { draft_id: string }
  'draft.failed': { draft_id: string; reason: string }
  'listing.live': OfListing & { launch_week: string | null }
  'badge.missing': OfListing & { status: string; grace_ends_at: string | null }
  'claim.verified': OfListing & { claim_id: number }
  'order.paid': { number: string }
  'week.closed': OfListing & { week: string; place: number; votes: number }
}
type WebhookEvent = keyof Told

/** A description of each event, for choosing among them. */
export const webhookEvents: Record<WebhookEvent, string> = {
  'draft.ready': 'A draft is written',
  'draft.failed': 'A draft could not be written',
  'listing.live': 'A listing goes live, or is live again',
  'badge.missing': 'The badge is no longer on the homepage',
  'claim.verified': 'A claim is accepted',
  'order.paid': 'An order is paid',
  'week.closed': 'A launch week is over, with your place in it',
}
export const webhookEventNames = Object.keys(webhookEvents) as WebhookEvent[]

type News<Type extends WebhookEvent> = { type: Type; data: Told[Type]; site_id: number; now: Date }

/** Queues an event for the webhooks of these people. Call it in the transaction of the event. */
export async function tellWebhooks<Type extends WebhookEvent>(
  { webhooks }: Pick<Storage, 'webhooks'>,
  user_ids: readonly number[],
  { type, ...news }: News<Type>,
): Promise<void> {
  if (user_ids.length === 0) return
  for (const hook of await webhooks.listening(user_ids))
    if (hook.events.includes(type)) await webhooks.deliver(messageTo(hook, { type, ...news }))
}

/** Queues an event for the webhooks of all owners of the listing. */
export async function tellWebhooksOf<Type extends WebhookEvent>(
  storage: Pick<Storage, 'webhooks' | 'owners'>,
  listing_id: number,
  news: News<Type>,
): Promise<void> {
  const owners = await storage.owners.people(listing_id)
  await tellWebhooks(
    storage,
    owners.map(({ user_id }) => user_id),
    news,
  )
}

/** A message as it is stored in the queue. */
export function messageTo(
  { id, user_id }: Webhook,
  { type, data, site_id, now }: { type: string; data: Record<string, unknown>; site_id: number; now: Date },
) {
  return {
    ...{ webhook_id: id, user_id, message_id: `msg_${randomUUID()}`, site_id, type, data },
    created_at: now.toISOString(),
  }
}

/** The path on our site of what a message is about. */
export function pathOf(data: Record<string, unknown>): string {
  const { draft_id, slug, number } = data as Partial<Told['draft.ready'] & OfListing & Told['order.paid']>
  if (draft_id !== undefined) return `/account/drafts/${draft_id}`
  if (slug !== undefined) return `/listings/${slug}`
  return number !== undefined ? '/account/orders' : '/account/webhooks'
}
