// A person's own webhooks, managed on their account page.
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { isLoopbackSite } from '../../addresses.ts'
import type { Storage } from '../../storage/storage.ts'
import type { WebhookDelivery } from '../../storage/webhooks.ts'
import { defineAction, type ActionContext } from '../action.ts'
import { later } from '../../auth/authority.ts'
import { notFound, Refusal } from '../errors.ts'
import { refusing } from '../faults.ts'
import { id, isWebLink, webLinkFault } from '../inputs.ts'
import { messageTo, webhookEventNames } from './tell.ts'

export const mostWebhooks = 5
/** How long (s) the old secret signs beside the new one. */
const rotation_s = 86_400

const mint = () => `whsec_${randomBytes(32).toString('base64')}`

const theirs = async (webhook_id: number, { storage, caller }: Pick<ActionContext, 'storage' | 'caller'>) => {
  const hook = await storage.webhooks.one(caller.user_id, webhook_id)
  if (hook === undefined) throw notFound('webhook of yours with this number')
  return hook
}

const events = z.array(z.enum(webhookEventNames)).refine((chosen) => chosen.length > 0, 'Tick at least one.')

/** Returns the secret, which is not shown again. */
export const addWebhook = defineAction({
  ...{ name: 'add_webhook', by: 'person' },
  input: z.strictObject({
    url: z
      .string()
      .trim()
      .max(500)
      .refine(isWebLink, { error: webLinkFault, abort: true })
      .refine((text) => new URL(text).port === '', 'Must not name a port: it is called at the usual one.'),
    events,
  }),
  async handler({ url, events: chosen }, { storage, caller, now, public_url }) {
    if (!isLoopbackSite(public_url) && !/^https:/i.test(url)) {
      const message = 'Must begin with https://, so that nobody on the way reads or changes what is sent.'
      throw refusing([{ pointer: '/url', code: 'insecure', message }])
    }
    if ((await storage.webhooks.ofUser(caller.user_id)).length >= mostWebhooks) {
      const message = `You have ${mostWebhooks} webhooks; that is the limit. Delete one first.`
      throw refusing([{ pointer: '', code: 'too_many', message }])
    }
    const secret = mint()
    const created_at = now.toISOString()
    await storage.webhooks.add({ user_id: caller.user_id, url, secret, events: chosen, created_at })
    return secret
  },
})

/** Sets its events from now on; messages already waiting are still sent. */
export const chooseWebhookEvents = defineAction({
  ...{ name: 'choose_webhook_events', by: 'person', input: z.strictObject({ id, events }) },
  async handler({ id: webhook_id, events: chosen }, context) {
    await theirs(webhook_id, context)
    await context.storage.webhooks.change(webhook_id, { events: chosen })
  },
})

/** Returns the new secret; the old one signs beside it for a day. */
export const rotateWebhook = defineAction({
  ...{ name: 'rotate_webhook', by: 'person', input: z.strictObject({ id }) },
  async handler({ id: webhook_id }, context) {
    const { secret: old_secret } = await theirs(webhook_id, context)
    const secret = mint()
    const old_secret_until = later(context.now, rotation_s)
    await context.storage.webhooks.change(webhook_id, { secret, old_secret, old_secret_until })
    return secret
  },
})

export const switchWebhook = defineAction({
  ...{ name: 'switch_webhook', by: 'person', input: z.strictObject({ id, on: z.boolean() }) },
  async handler({ id: webhook_id, on }, context) {
    const { off_at } = await theirs(webhook_id, context)
    if (on === (off_at === null)) return
    const off = { off_at: context.now.toISOString(), off_reason: 'owner' as const }
    await context.storage.webhooks.change(
      webhook_id,
      on ? { off_at: null, off_reason: null, dead_in_a_row: 0 } : off,
    )
  },
})

export const deleteWebhook = defineAction({
  ...{ name: 'delete_webhook', by: 'person', input: z.strictObject({ id }) },
  async handler({ id: webhook_id }, context) {
    await theirs(webhook_id, context)
    await context.storage.webhooks.remove(context.caller.user_id, webhook_id)
  },
})

const demandOn = (off_at: string | null) => {
  if (off_at !== null) throw new Refusal('invalid_input', 'This webhook is off. Switch it on first.')
}

export const testWebhook = defineAction({
  ...{ name: 'test_webhook', by: 'person', input: z.strictObject({ id }) },
  async handler({ id: webhook_id }, context) {
    const hook = await theirs(webhook_id, context)
    demandOn(hook.off_at)
    const { storage, site, now } = context
    await storage.webhooks.deliver(messageTo(hook, { type: 'test', data: {}, site_id: site.id, now }))
  },
})

/** Sends a message once more, whether it failed or was lost by the receiver: the same content and id. */
export const replayDelivery = defineAction({
  ...{ name: 'replay_webhook_delivery', by: 'person', input: z.strictObject({ id }) },
  async handler({ id: delivery_id }, { storage, caller, now }) {
    const found = await storage.webhooks.delivery(delivery_id)
    if (found?.delivery.user_id !== caller.user_id) throw notFound('delivery of yours with this number')
    demandOn(found.hook.off_at)
    if (found.delivery.state === 'waiting')
      throw new Refusal('invalid_input', 'This is being sent already. Look again in a moment.')
    await sendAgain(storage, found.delivery, now)
  },
})

async function sendAgain({ webhooks }: Storage, delivery: WebhookDelivery, now: Date): Promise<void> {
  await webhooks.changeDelivery(delivery.id, { state: 'waiting', attempts: 0, outcome: null })
  await webhooks.queue(delivery, now.toISOString())
}

/** How many of the messages that were given up are sent again at once. */
export const mostReplayed = 50

/** Sends again what a receiver missed while it was away, the oldest first. */
export const replayGivenUp = defineAction({
  ...{ name: 'replay_given_up_webhook_deliveries', by: 'person', input: z.strictObject({ id }) },
  async handler({ id: webhook_id }, context) {
    demandOn((await theirs(webhook_id, context)).off_at)
    const { storage, now } = context
    for (const one of await storage.webhooks.givenUp(webhook_id, mostReplayed))
      await sendAgain(storage, one, now)
  },
})
