// Sends one message to a person's webhook. A receiver's failure is not ours: it is recorded with the message, where its
// owner sees it, and the message is tried again for about a day.
import { z } from 'zod'
import { mailOf } from '../auth/letter.ts'
import { OutboundRefusal } from '../outbound_refusal.ts'
import type { Storage } from '../storage/storage.ts'
import { siteUrlOf } from '../tools/site/site_url.ts'
import { pathOf } from '../tools/webhooks/tell.ts'
import { postSigned } from './post_signed.ts'
import { defineJob } from './queue/job.ts'

/** Seconds between attempts. */
export const waits_s = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 21_600, 28_800]
/** A webhook is switched off after so many failed messages in a row. */
export const mostDead = 5

export const sendWebhook = defineJob({
  kind: 'send_webhook',
  lane: 'webhooks',
  payload: z.object({ delivery_id: z.int() }),
  max_failures: 10,
  timeout_ms: 20_000,
  waits_s: waits_s.at(-1)!,
  async run({ delivery_id }, { storage, outbound, public_url, now, clock, signal }) {
    const found = await storage.webhooks.delivery(delivery_id)
    if (found?.delivery.state !== 'waiting') return
    const { delivery, hook, user } = found
    if (hook.off_at !== null || user.deleted_at !== null || user.closed_at !== null)
      return ({ webhooks }) => webhooks.changeDelivery(delivery_id, { state: 'dead', outcome: 'off' })
    const site = (await storage.sites.all()).find(({ id }) => id === delivery.site_id)!
    const url = siteUrlOf(site, public_url) + pathOf(delivery.data)
    const { type, created_at: timestamp } = delivery
    const isOldKnown = hook.old_secret !== null && hook.old_secret_until! > now.toISOString()
    const outcome = await postSigned(outbound, {
      ...{ url: hook.url, id: delivery.message_id, now, signal, https_only: public_url.startsWith('https:') },
      secrets: isOldKnown ? [hook.secret, hook.old_secret!] : [hook.secret],
      body: JSON.stringify({ type, timestamp, data: { ...delivery.data, url } }),
    }).catch((error: unknown) => {
      signal.throwIfAborted()
      if (error instanceof OutboundRefusal) return error.reason
      throw error
    })
    return (inside) => note(inside, delivery_id, String(outcome), { now: clock(), public_url })
  },
  gaveUp:
    ({ delivery_id }) =>
    ({ webhooks }) =>
      webhooks.changeDelivery(delivery_id, { state: 'dead', outcome: 'internal' }),
})

type Moment = { now: Date; public_url: string }

/** Records an attempt. Reads the message again, because the webhook or account may have been deleted meanwhile. */
async function note(storage: Storage, id: number, outcome: string, moment: Moment): Promise<void> {
  const { webhooks } = storage
  const found = await webhooks.delivery(id)
  if (found === undefined) return
  const { delivery, hook } = found
  const tried_at = moment.now.toISOString()
  const attempts = delivery.attempts + 1
  const tried = { attempts, outcome, tried_at }
  if (/^2\d\d$/.test(outcome)) {
    await webhooks.changeDelivery(id, { ...tried, state: 'sent' })
    if (hook.dead_in_a_row > 0) await webhooks.change(hook.id, { dead_in_a_row: 0 })
    return
  }
  const wait_s = waits_s[delivery.attempts]
  // With 410 a receiver says that it wants no more messages.
  if (outcome !== '410' && wait_s !== undefined) {
    await webhooks.changeDelivery(id, tried)
    // Spread, so that messages that failed together are not retried together.
    const run_at = new Date(moment.now.getTime() + wait_s * 1000 * (1 - (id % 8) / 24)).toISOString()
    return webhooks.queue(delivery, tried_at, run_at)
  }
  await webhooks.changeDelivery(id, { ...tried, state: 'dead' })
  const dead_in_a_row = hook.dead_in_a_row + 1
  await webhooks.change(hook.id, { dead_in_a_row })
  if (hook.off_at !== null || (outcome !== '410' && dead_in_a_row < mostDead)) return
  await webhooks.change(hook.id, { off_at: tried_at, off_reason: outcome === '410' ? 'gone' : 'failing' })
  await tellOff(storage, found, outcome === '410', moment)
}

async function tellOff(
  storage: Storage,
  { delivery, hook, user }: NonNullable<Awaited<ReturnType<Storage['webhooks']['delivery']>>>,
  isGone: boolean,
  { now, public_url }: Moment,
): Promise<void> {
  if (user.email === null) return
  const site = (await storage.sites.all()).find(({ id }) => id === delivery.site_id)!
  const why = isGone
    ? 'It answered 410, by which a receiver says that it wants nothing any more.'
    : `The last ${mostDead} messages to it were tried for a day each, and it took none of them.`
  const home = siteUrlOf(site, public_url)
  await storage.mail.add(
    mailOf({
      kind: 'webhook',
      recipient: user.email,
      site_name: site.name,
      title: 'Your webhook is switched off',
      paragraphs: [
        `We no longer send to your webhook at ${new URL(hook.url).host}. ${why}`,
        'Its page shows what it answered. When it is mended, switch it on there and send again what it missed.',
      ],
      button: { label: 'See your webhooks', url: `${home}/account/webhooks` },
      after: [`You get this because you have a webhook on ${site.name}.`],
      public_url: home,
      created_at: now.toISOString(),
    }),
  )
}
