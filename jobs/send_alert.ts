import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Outbound } from '../outbound.ts'
import { defineJob, type Job } from './queue/job.ts'

type Webhook = { url: string; secret: string; outbound: Outbound }

/** Sends an alert to the operator's webhook, signed as Standard Webhooks (standardwebhooks.com) says. */
export function sendAlert({ url, secret, outbound }: Webhook): Job {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return defineJob({
    kind: 'send_alert',
    lane: 'alerts',
    payload: z.object({
      ...{ id: z.string(), at: z.string(), type: z.string() },
      ...{ key: z.string(), what: z.string(), remedy: z.string() },
    }),
    max_failures: 12,
    timeout_ms: 20_000,
    async run({ id, at, type, ...data }, { now, signal }) {
      const body = JSON.stringify({ type, timestamp: at, data })
      const sent_s = Math.floor(now.getTime() / 1000)
      const signature = createHmac('sha256', key).update(`${id}.${sent_s}.${body}`).digest('base64')
      const { status } = await outbound.fetch({
        ...{
          url,
          method: 'POST',
          accept: '*/*',
          max_bytes: 65_536,
          timeout_ms: 15_000,
          redirects: 0,
          cut: true,
        },
        ...{ body, signal },
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': String(sent_s),
          'webhook-signature': `v1,${signature}`,
        },
      })
      if (status < 200 || status > 299) throw new Error(`The webhook answered ${status}.`)
    },
  })
}
